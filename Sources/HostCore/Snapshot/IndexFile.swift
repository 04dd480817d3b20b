/// Keeps where in the manifests and the wiring of an app something stands, so that a host which is asked for one link
/// reads what concerns that link.
struct IndexFile {
    private let file: KeptFile

    struct Content {
        let source: KeptFile.Source
        let catalog: CatalogIndex
        let wiring: WiringIndex
    }

    init(_ folder: KeptFolder) {
        file = KeptFile(in: folder, name: "index", magic: 0x0A1A_0A0D_5844_4953)
    }

    func read() -> Content? {
        file.read { (source, reader) throws(BinaryError) in
            Content(
                source: source, catalog: try CatalogIndex(binary: &reader), wiring: try WiringIndex(binary: &reader))
        }
    }

    func write(_ source: KeptFile.Source, _ catalog: Catalog, _ wiring: Wiring, found: FoundLibraries) {
        file.write(source) { writer in
            CatalogIndex.write(catalog, found: found, binary: &writer)
            WiringIndex.write(wiring, binary: &writer)
        }
    }
}
