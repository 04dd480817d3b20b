import HostSystem

extension Finding {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            try reader.word(), try reader.word(), try reader.text(),
            at: try reader.optional(Place.init(binary:)), try reader.text(), fix: try reader.text())
    }

    func write(binary writer: inout BinaryWriter) {
        for text in [severity.rawValue, code.rawValue, subject] { writer.append(text) }
        writer.append(optional: place) { writer, place in place.write(binary: &writer) }
        for text in [message, fix] { writer.append(text) }
    }
}

extension Finding.Place {
    fileprivate init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            try reader.text(),
            line: try reader.optional { (reader) throws(BinaryError) in Int(try reader.int64()) },
            column: try reader.optional { (reader) throws(BinaryError) in Int(try reader.int64()) })
    }

    fileprivate func write(binary writer: inout BinaryWriter) {
        writer.append(file)
        for number in [line, column] {
            writer.append(optional: number) { writer, number in writer.append(Int64(number)) }
        }
    }
}
