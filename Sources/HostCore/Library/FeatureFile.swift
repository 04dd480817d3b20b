import FeatureContract
import Glibc
import HostSystem

/// A feature's library: a version of a file, with its manifest from a scan.
package struct FeatureFile: Hashable, Sendable {
    package let path: String
    package let identity: FileIdentity
    /// The hash of the content; 0 if unknown.
    let content: UInt64
    package let manifest: Manifest
    /// The manifest, exactly as the library passed it.
    package let text: [UInt8]
    /// The parts of it that this version of the ABI does not know.
    package let unknowns: [Manifest.Unknown]

    init(
        path: String, identity: FileIdentity, content: UInt64 = 0, manifest: Manifest, text: [UInt8],
        unknowns: [Manifest.Unknown] = []
    ) {
        self.path = path
        self.identity = identity
        self.content = content
        self.manifest = manifest
        self.text = text
        self.unknowns = unknowns
    }

    /// - Throws: ``LibraryError/manifest(_:)`` if the text is not a manifest.
    package init(
        path: String, identity: FileIdentity, content: UInt64 = 0, parsing text: [UInt8]
    ) throws(LibraryError) {
        do {
            let (manifest, unknowns) = try Manifest.read(text)
            self.init(
                path: path, identity: identity, content: content, manifest: manifest, text: text, unknowns: unknowns)
        } catch {
            throw .manifest(error.messageOfManifest)
        }
    }

    /// Versions that differ only in their times are equal.
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

    /// The files by their features' ids. Of several with the same id, the first.
    static func byID(_ files: [FeatureFile]) -> [String: FeatureFile] {
        Dictionary(files.map { ($0.manifest.id, $0) }) { first, _ in first }
    }
}

/// A refusal of a file in the registry.
@BinaryCoded
package struct RegistryRefusal: Hashable, Sendable {
    /// Never ``LibraryError/known(_:)``.
    package var cause: LibraryError
    /// The number of later hosts that repeat the scan before the result stays: after a missed deadline, which may be
    /// due to a busy machine, and after a signal that may come from elsewhere. Nil if not decided.
    var scansLeft: Int?
    var isTriedAgain: Bool { scansLeft ?? 0 > 0 }
    /// Whether the process was confined, so that a host with the sandbox off repeats the scan.
    var isConfined = false
    /// The feature's id in an earlier version of the file; nil if unknown.
    var featureID: String?

    init(_ cause: LibraryError, scansLeft: Int? = nil, featureID: String? = nil) {
        self.cause = cause
        self.scansLeft = scansLeft
        self.featureID = featureID
    }

    /// The reason as a phrase: `it is larger than 1024 MiB`.
    var reason: String { cause.description }
    /// False for a library of another kind, without entry function.
    var hasEntry: Bool { cause.hasEntry }
    /// The exit of the process that scanned the file, if that was the reason.
    var exit: WorkerExit? { cause.exit }

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
