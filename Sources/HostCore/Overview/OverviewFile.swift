/// Keeps the overview that was made last of an app.
struct OverviewFile {
    private let file: KeptFile

    /// What is kept, of which a host that starts needs little.
    struct Content {
        let source: KeptFile.Source
        /// That of the wiring.
        let deadline: Double?
        let notices: Overview.Notices
        private let flat: FlatReader

        fileprivate init(_ source: KeptFile.Source, flat reader: inout FlatReader) throws(FlatError) {
            self.source = source
            deadline = try reader.optional { (reader) throws(FlatError) in try reader.double() }
            flat = try reader.section(Int(reader.uint32()))
            var reader = flat
            notices = try Overview.Notices(flat: &reader)
        }

        /// All of it.
        func overview() throws(FlatError) -> Overview {
            var reader = flat
            let overview = try Overview(flat: &reader)
            try reader.requireEnd()
            return overview
        }
    }

    init(_ folder: KeptFolder) {
        file = KeptFile(in: folder, name: "overview", magic: 0x0A1A_0A0D_564F_5953)
    }

    func read() -> Content? { file.read(Content.init(_:flat:)) }

    func write(_ overview: Overview, deadline: Double?, of source: KeptFile.Source) {
        file.write(source) { writer in
            writer.append(optional: deadline) { writer, deadline in writer.append(deadline) }
            var flat = FlatWriter()
            overview.write(flat: &flat)
            writer.append(flat.bytes)
        }
    }
}
