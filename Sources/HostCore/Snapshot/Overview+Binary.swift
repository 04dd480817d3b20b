extension Overview {
    /// How many elements of a list are read.
    private static let maximumCount = 1 << 20

    init(binary reader: inout BinaryReader) throws(BinaryError) {
        table = try reader.text()
        shadowed = try reader.list(limit: Self.maximumCount, Shadowed.init(binary:))
        errors = try Self.texts(&reader)
        warnings = try Self.texts(&reader)
    }

    func write(binary writer: inout BinaryWriter) {
        writer.append(table)
        writer.append(list: shadowed) { writer, shadowed in shadowed.write(binary: &writer) }
        for texts in [errors, warnings] { writer.append(list: texts) { writer, text in writer.append(text) } }
    }

    private static func texts(_ reader: inout BinaryReader) throws(BinaryError) -> [String] {
        try reader.list(limit: maximumCount) { (reader) throws(BinaryError) in try reader.text() }
    }
}

extension Overview.Shadowed {
    fileprivate init(binary reader: inout BinaryReader) throws(BinaryError) {
        path = try reader.text()
        id = try reader.text()
        winner = try reader.text()
    }

    fileprivate func write(binary writer: inout BinaryWriter) {
        for text in [path, id, winner] { writer.append(text) }
    }
}
