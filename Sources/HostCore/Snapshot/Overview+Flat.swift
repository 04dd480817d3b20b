extension Overview {
    /// How many elements of a list are read.
    private static let maximumCount = 1 << 20

    init(flat reader: inout FlatReader) throws(FlatError) {
        table = try reader.text()
        shadowed = try reader.list(limit: Self.maximumCount, Shadowed.init(flat:))
        errors = try Self.texts(&reader)
        warnings = try Self.texts(&reader)
    }

    func write(flat writer: inout FlatWriter) {
        writer.append(table)
        writer.append(list: shadowed) { writer, shadowed in shadowed.write(flat: &writer) }
        for texts in [errors, warnings] { writer.append(list: texts) { writer, text in writer.append(text) } }
    }

    private static func texts(_ reader: inout FlatReader) throws(FlatError) -> [String] {
        try reader.list(limit: maximumCount) { (reader) throws(FlatError) in try reader.text() }
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
