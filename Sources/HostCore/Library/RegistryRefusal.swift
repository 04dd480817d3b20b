import Glibc

/// The reason why a file cannot be used as a feature.
package struct RegistryRefusal: Hashable, Sendable {
    /// The reason as a phrase of a message: `it is not a feature: it does not export 'feature_entry'`.
    package let reason: String
    /// False for a library of another kind, which has no entry function.
    package let hasEntry: Bool
    /// The exit of the process that scanned the file, if it died of that.
    package let exit: WorkerExit?
    /// Whether a later host scans the file once more, and then keeps the result. True for a first missed deadline,
    /// which may be due to a busy machine.
    package let isTriedAgain: Bool
    /// The id of the feature in an earlier version of the file. Nil if none is known.
    package var featureID: String?

    package init(
        reason: String, hasEntry: Bool, exit: WorkerExit? = nil, isTriedAgain: Bool = false,
        featureID: String? = nil
    ) {
        self.reason = reason
        self.hasEntry = hasEntry
        self.exit = exit
        self.isTriedAgain = isTriedAgain
        self.featureID = featureID
    }

    /// Whether the worker's exit may have nothing to do with the file, so that it is not kept in the registry.
    var isPassing: Bool {
        guard case .signal(let number)? = exit?.cause else { return false }
        return Self.passingSignals.contains(number)
    }

    /// The signals that may come from elsewhere: from a user, a supervisor, or the kernel when memory runs out. SIGBUS
    /// also ends a process when a page cannot be read from the disk: mmap(2).
    private static let passingSignals: Set<Int32> = [SIGTERM, SIGKILL, SIGHUP, SIGINT, SIGBUS]
}
