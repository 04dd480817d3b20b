import Glibc
import HostSystem

/// The scan result of one version of a file.
package struct RegistryEntry: Hashable, Sendable {
    /// The absolute path, as it was found.
    package let path: String
    package var identity: FileIdentity
    /// The libraries on which the answer depends, sorted by name: those that lie or could lie beside the file, and
    /// those that the loader takes from elsewhere. The answer is not valid for other versions of them.
    package var siblings: [SiblingLibrary]
    /// The folders of `LD_LIBRARY_PATH` with which the answer is valid. Nil if none was searched.
    package let libraryPath: String?
    package let answer: Answer
    /// The hash of the file's content. 0 if it is not known.
    package let content: UInt64

    package enum Answer: Hashable, Sendable {
        /// The file is a feature. This is its manifest, the JSON text exactly as the library gave it.
        case manifest([UInt8])
        case refused(RegistryRefusal)
    }

    /// The reason why the file is not used. Nil for a feature.
    var refusal: RegistryRefusal? {
        if case .refused(let refusal) = answer { refusal } else { nil }
    }

    /// Whether the answer is final, so that no later host scans this version again.
    var isFinal: Bool { refusal?.isTriedAgain != true }

    /// - Parameter siblings: In any order.
    package init(
        path: String, identity: FileIdentity, siblings: [SiblingLibrary], libraryPath: String? = nil, answer: Answer,
        content: UInt64 = 0
    ) {
        self.content = content
        self.path = path
        self.identity = identity
        self.siblings = siblings.sorted { $0.name < $1.name }
        self.libraryPath = libraryPath
        self.answer = answer
    }
}

extension RegistryEntry {
    /// The most sibling libraries that are read.
    static let maximumSiblings = 1 << 16
    /// The most bytes of a text of a refusal that are kept.
    static let maximumReason = 1 << 16

    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            path: try reader.text(), identity: try FileIdentity(binary: &reader),
            siblings: try reader.list(limit: Self.maximumSiblings, SiblingLibrary.init(binary:)),
            libraryPath: try reader.optional { (reader) throws(BinaryError) in try reader.text() },
            answer: try Answer(binary: &reader), content: try reader.uint64())
    }

    /// Writes path and identity first, since ``RegistryLog`` reads these alone.
    package func write(binary writer: inout BinaryWriter) {
        writer.append(path)
        identity.write(binary: &writer)
        writer.append(list: siblings) { writer, sibling in sibling.write(binary: &writer) }
        writer.append(optional: libraryPath) { writer, path in writer.append(path) }
        answer.write(binary: &writer)
        writer.append(content)
    }

    /// The entry as a record's payload. Nil if it is larger than a payload may be.
    var payload: [UInt8]? {
        let names = siblings.reduce(0) { $0 + $1.name.utf8.count }
        let size = path.utf8.count + names + (libraryPath?.utf8.count ?? 0) + answer.size
        // Checked before anything is written, since a count has 32 bits.
        guard siblings.count <= Self.maximumSiblings, size <= RegistryLog.maximumPayload else { return nil }
        var writer = BinaryWriter(capacity: size + 64 * (siblings.count + 2))
        write(binary: &writer)
        return writer.bytes.count <= RegistryLog.maximumPayload ? writer.bytes : nil
    }
}

extension SiblingLibrary {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            name: try reader.text(), identity: try reader.optional(FileIdentity.init(binary:)),
            content: try reader.uint64())
    }

    func write(binary writer: inout BinaryWriter) {
        writer.append(name)
        writer.append(optional: identity) { writer, identity in identity.write(binary: &writer) }
        writer.append(content)
    }
}

extension RegistryEntry.Answer {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        switch try reader.uint8() {
        case 0: self = .manifest(try reader.data())
        case 1: self = .refused(try reader.decode(RegistryRefusal.self, textLimit: RegistryEntry.maximumReason))
        case let kind: throw BinaryError("\(kind) is no answer of a file")
        }
    }

    func write(binary writer: inout BinaryWriter) {
        switch self {
        case .manifest(let text):
            writer.append(0 as UInt8)
            writer.append(text)
        case .refused(let refusal):
            writer.append(1 as UInt8)
            writer.append(coded: refusal, textLimit: RegistryEntry.maximumReason)
        }
    }

    /// The bytes of those parts of the answer that have no limit of their own.
    fileprivate var size: Int {
        switch self {
        case .manifest(let text): text.count
        case .refused: 0
        }
    }
}
