import FeatureContract
import Glibc
import HostSystem

/// A feature's library: a version of a file, and the manifest that it gave when it was scanned.
package struct FeatureFile: Hashable, Sendable {
    /// The path where the file was found.
    package let path: String
    package let identity: FileIdentity
    /// The hash of the content. 0 if it is not known.
    package let content: UInt64
    package let manifest: Manifest
    /// The manifest as the library gave it.
    package let text: [UInt8]

    package init(path: String, identity: FileIdentity, content: UInt64 = 0, manifest: Manifest, text: [UInt8]) {
        self.path = path
        self.identity = identity
        self.content = content
        self.manifest = manifest
        self.text = text
    }

    /// - Parameter text: The manifest.
    /// - Throws: ``LibraryError/manifest(_:)`` if the text is not a manifest.
    package init(
        path: String, identity: FileIdentity, content: UInt64 = 0, parsing text: [UInt8]
    ) throws(LibraryError) {
        do {
            self.init(
                path: path, identity: identity, content: content, manifest: try Manifest(parsing: text), text: text)
        } catch {
            throw .manifest(error.messageOfManifest)
        }
    }

    /// Versions that differ in their times alone are equal.
    package static func == (left: FeatureFile, right: FeatureFile) -> Bool {
        let isSameVersion =
            left.identity == right.identity
            || left.content != 0 && left.content == right.content
                && left.identity.mayDifferInTimesOnly(from: right.identity)
        return left.path == right.path && isSameVersion && left.text == right.text
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(text)
    }

    /// The files by the ids of their features. Of several with one id, the first.
    static func byID(_ files: [FeatureFile]) -> [String: FeatureFile] {
        Dictionary(files.map { ($0.manifest.id, $0) }) { first, _ in first }
    }
}

/// A refusal of a file that the registry keeps.
@BinaryCoded
package struct RegistryRefusal: Hashable, Sendable {
    /// Never ``LibraryError/known(_:)``.
    package var cause: LibraryError
    /// The number of times that later hosts scan the file once more before they keep the result: after a missed deadline,
    /// which may be due to a busy machine, and after a signal that may come from elsewhere. Nil where that is not decided.
    package var scansLeft: Int?
    /// Whether a later host scans the file once more.
    package var isTriedAgain: Bool { scansLeft ?? 0 > 0 }
    /// Whether the process was confined, so that a host with the sandbox off scans the file once more.
    package var isConfined = false
    /// The id of the feature in an earlier version of the file. Nil if none is known.
    package var featureID: String?

    package init(_ cause: LibraryError, scansLeft: Int? = nil, featureID: String? = nil) {
        self.cause = cause
        self.scansLeft = scansLeft
        self.featureID = featureID
    }

    /// The reason as a phrase of a message: `it is larger than 1024 MiB`.
    package var reason: String { cause.description }
    /// False for a library of another kind, which has no entry function.
    package var hasEntry: Bool { cause.hasEntry }
    /// The exit of the process that scanned the file, if it died of that.
    package var exit: WorkerExit? { cause.exit }

    /// Whether the worker's exit may have nothing to do with the file.
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
