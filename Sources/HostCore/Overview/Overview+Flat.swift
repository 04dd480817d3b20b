extension Overview {
    /// How many elements of a list are read.
    private static let maximumCount = 1 << 20

    init(flat reader: inout FlatReader) throws(FlatError) {
        notices = try Notices(flat: &reader)
        features = try reader.list(limit: Self.maximumCount, Feature.init(flat:))
        shadowed = try reader.list(limit: Self.maximumCount, Shadowed.init(flat:))
    }

    /// With the notices in front: every command has them, and few have the features.
    func write(flat writer: inout FlatWriter) {
        notices.write(flat: &writer)
        writer.append(list: features) { writer, feature in feature.write(flat: &writer) }
        writer.append(list: shadowed) { writer, shadowed in shadowed.write(flat: &writer) }
    }

    fileprivate static func texts(_ reader: inout FlatReader) throws(FlatError) -> [String] {
        try reader.list(limit: maximumCount) { (reader) throws(FlatError) in try reader.text() }
    }
}

extension Overview.Notices {
    init(flat reader: inout FlatReader) throws(FlatError) {
        errors = try Overview.texts(&reader)
        warnings = try Overview.texts(&reader)
    }

    fileprivate func write(flat writer: inout FlatWriter) {
        for texts in [errors, warnings] { writer.append(list: texts) { writer, text in writer.append(text) } }
    }
}

extension Overview.Feature {
    fileprivate init(flat reader: inout FlatReader) throws(FlatError) {
        id = try reader.text()
        version = try reader.text()
        path = try reader.text()
        incoming = Int(try reader.uint32())
        outgoing = Int(try reader.uint32())
        unconnected = try Overview.texts(&reader)
    }

    fileprivate func write(flat writer: inout FlatWriter) {
        for text in [id, version, path] { writer.append(text) }
        writer.append(count: incoming)
        writer.append(count: outgoing)
        writer.append(list: unconnected) { writer, text in writer.append(text) }
    }
}

extension Overview.Shadowed {
    fileprivate init(flat reader: inout FlatReader) throws(FlatError) {
        path = try reader.text()
        id = try reader.text()
        winner = try reader.text()
    }

    fileprivate func write(flat writer: inout FlatWriter) {
        for text in [path, id, winner] { writer.append(text) }
    }
}
