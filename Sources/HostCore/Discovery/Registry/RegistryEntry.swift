import Glibc
import HostSystem

/// The scan result of one version of a file.
@BinaryCoded
package struct RegistryEntry: Hashable, Sendable {
    // Path and identity are first, since ``RegistryLog`` reads only these.

    package let path: String
    var identity: FileIdentity
    /// The libraries on which the answer depends, sorted by name: possible siblings of the file, and libraries that the
    /// loader finds elsewhere. For other versions of them, the answer is not valid.
    package var siblings: [SiblingLibrary]
    /// The folders of `LD_LIBRARY_PATH` for which the answer is valid; nil if none was searched.
    let libraryPath: String?
    package let answer: Answer
    /// The hash of the file's content; 0 if unknown.
    let content: UInt64
    /// Whether other libraries had been loaded before in the worker that scanned it, and could have forged the answer.
    let isShared: Bool

    @BinaryCoded
    package enum Answer: Hashable, Sendable {
        /// The file is a feature with this manifest, exactly as the library passed the JSON text.
        case manifest([UInt8])
        case refused(RegistryRefusal)
    }

    /// The reason why the file is not used; nil for a feature.
    var refusal: RegistryRefusal? {
        if case .refused(let refusal) = answer { refusal } else { nil }
    }

    /// Whether the answer is final, so that no later host scans this version again.
    package var isFinal: Bool { refusal?.isTriedAgain != true }

    init(
        path: String, identity: FileIdentity, siblings: [SiblingLibrary], libraryPath: String? = nil, answer: Answer,
        content: UInt64 = 0, isShared: Bool = false
    ) {
        self.content = content
        self.isShared = isShared
        self.path = path
        self.identity = identity
        self.siblings = siblings.sorted { $0.name < $1.name }
        self.libraryPath = libraryPath
        self.answer = answer
    }
}

extension RegistryEntry {
    /// The most sibling libraries in an entry.
    static let maximumSiblings = 1 << 16
    /// The most bytes of a text, such as the reason of a refusal.
    static let maximumText = 1 << 16

    /// The entry as a record's payload; nil if it is too large.
    var payload: [UInt8]? {
        let names = siblings.reduce(0) { $0 + $1.name.utf8.count }
        let manifest = if case .manifest(let text) = answer { text.count } else { 0 }
        let size = path.utf8.count + names + (libraryPath?.utf8.count ?? 0) + manifest
        // Checked before anything is written, since a count has 32 bits.
        guard siblings.count <= Self.maximumSiblings, size <= RegistryLog.maximumPayload else { return nil }
        var writer = BinaryWriter(capacity: size + 64 * (siblings.count + 2))
        writer.append(coded: self, textLimit: Self.maximumText)
        return writer.bytes.count <= RegistryLog.maximumPayload ? writer.bytes : nil
    }
}
