extension RegistryEntry {
    /// How many companions are read.
    static let maximumCompanions = 1 << 16
    /// How many bytes of a reason are kept.
    static let maximumReason = 1 << 16

    package init(flat reader: inout FlatReader) throws(FlatError) {
        self.init(
            path: try reader.text(), identity: try FileIdentity(flat: &reader),
            companions: try reader.list(limit: Self.maximumCompanions, LibraryCompanion.init(flat:)),
            answer: try Answer(flat: &reader))
    }

    /// Path and identity first: ``RegistryLog`` reads these alone.
    package func write(flat writer: inout FlatWriter) {
        writer.append(path)
        identity.write(flat: &writer)
        writer.append(list: companions) { writer, companion in companion.write(flat: &writer) }
        answer.write(flat: &writer)
    }

    /// The entry as a record holds it; nil where it is larger than a record may be.
    var payload: [UInt8]? {
        let names = companions.reduce(0) { $0 + $1.name.utf8.count }
        let size = path.utf8.count + names + answer.size
        // Before anything is written: a count has 32 bits.
        guard companions.count <= Self.maximumCompanions, size <= RegistryLog.maximumPayload else { return nil }
        var writer = FlatWriter(capacity: size + 64 * (companions.count + 2))
        write(flat: &writer)
        return writer.bytes.count <= RegistryLog.maximumPayload ? writer.bytes : nil
    }
}

extension LibraryCompanion {
    init(flat reader: inout FlatReader) throws(FlatError) {
        self.init(name: try reader.text(), identity: try reader.optional(FileIdentity.init(flat:)))
    }

    func write(flat writer: inout FlatWriter) {
        writer.append(name)
        writer.append(optional: identity) { writer, identity in identity.write(flat: &writer) }
    }
}

extension RegistryEntry.Answer {
    init(flat reader: inout FlatReader) throws(FlatError) {
        switch try reader.uint8() {
        case 0: self = .manifest(try reader.data())
        case 1: self = .refused(try RegistryRefusal(flat: &reader))
        case let kind: throw FlatError("\(kind) is no answer of a file")
        }
    }

    func write(flat writer: inout FlatWriter) {
        switch self {
        case .manifest(let text):
            writer.append(0 as UInt8)
            writer.append(text)
        case .refused(let refusal):
            writer.append(1 as UInt8)
            refusal.write(flat: &writer)
        }
    }

    /// How many bytes of it nothing bounds.
    fileprivate var size: Int {
        switch self {
        case .manifest(let text): text.count
        case .refused: 0
        }
    }
}

extension RegistryRefusal {
    init(flat reader: inout FlatReader) throws(FlatError) {
        self.init(
            reason: try reader.text(limit: RegistryEntry.maximumReason), hasEntry: try reader.bool(),
            ending: try reader.optional(WorkerEnding.init(flat:)), isTriedAgain: try reader.bool(),
            featureID: try reader.optional { (reader) throws(FlatError) in try reader.text() })
    }

    /// Of a longer reason the beginning.
    func write(flat writer: inout FlatWriter) {
        writer.append(reason.beginning(RegistryEntry.maximumReason))
        writer.append(hasEntry)
        writer.append(optional: ending) { writer, ending in ending.write(flat: &writer) }
        writer.append(isTriedAgain)
        writer.append(optional: featureID) { writer, id in writer.append(id) }
    }
}
