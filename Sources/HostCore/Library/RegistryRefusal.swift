import Glibc

/// Why a file is no feature that can be used.
package struct RegistryRefusal: Hashable, Sendable {
    /// A fragment for a person: `it is not a feature: it does not export 'feature_entry'`.
    package let reason: String
    /// False for a library of another kind, which has no entry.
    package let hasEntry: Bool
    /// Where looking at it has ended the process that did.
    package let ending: WorkerExit?
    /// Whether a later host scans the file once more, and keeps what it finds then: so for a first deadline, which a
    /// busy machine may have missed.
    package let isTriedAgain: Bool
    /// The id of the feature that an earlier version of the file was; nil where none was known.
    package var featureID: String?

    package init(
        reason: String, hasEntry: Bool, ending: WorkerExit? = nil, isTriedAgain: Bool = false,
        featureID: String? = nil
    ) {
        self.reason = reason
        self.hasEntry = hasEntry
        self.ending = ending
        self.isTriedAgain = isTriedAgain
        self.featureID = featureID
    }

    /// Whether the end of the worker may have nothing to do with the file, and is not kept.
    var isPassing: Bool {
        guard case .signal(let number)? = ending?.cause else { return false }
        return Self.passingSignals.contains(number)
    }

    /// Those that others send: a user, a supervisor, the kernel where memory runs out. SIGBUS is how a page that cannot
    /// be read from the disk ends a process: mmap(2).
    private static let passingSignals: Set<Int32> = [SIGTERM, SIGKILL, SIGHUP, SIGINT, SIGBUS]
}
