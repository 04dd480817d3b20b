import FeatureContract
import Glibc
import HostSystem

/// A feature's library: a version of a file, and the manifest that it gave when it was scanned.
package struct FeatureFile: Hashable, Sendable {
    /// The path where the file was found.
    package let path: String
    package let identity: FileIdentity
    package let manifest: Manifest
    /// The manifest as the library gave it.
    package let text: [UInt8]

    package init(path: String, identity: FileIdentity, manifest: Manifest, text: [UInt8]) {
        self.path = path
        self.identity = identity
        self.manifest = manifest
        self.text = text
    }

    /// - Parameter text: The manifest.
    /// - Throws: ``LibraryError/manifest(_:)`` if the text is not a manifest.
    init(path: String, identity: FileIdentity, parsing text: [UInt8]) throws(LibraryError) {
        do {
            self.init(path: path, identity: identity, manifest: try Manifest(parsing: text), text: text)
        } catch {
            throw .manifest(error.messageOfManifest)
        }
    }

    /// The files by the ids of their features. Of several with one id, the first.
    static func byID(_ files: [FeatureFile]) -> [String: FeatureFile] {
        Dictionary(files.map { ($0.manifest.id, $0) }) { first, _ in first }
    }
}

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
    /// Whether the process was confined, so that a host with the sandbox off scans the file once more.
    package var isConfined = false
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
        switch exit?.cause {
        case .signal(let number): Self.passingSignals.contains(number)
        case .unknown: true
        default: false
        }
    }

    /// The signals that may come from elsewhere: from a user, a supervisor, or the kernel when memory runs out. SIGBUS
    /// also ends a process when a page cannot be read from the disk: mmap(2).
    private static let passingSignals: Set<Int32> = [SIGTERM, SIGKILL, SIGHUP, SIGINT, SIGBUS]
}
