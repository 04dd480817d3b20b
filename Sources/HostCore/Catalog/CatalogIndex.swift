import FeatureContract

/// Tells which of the libraries a feature or a link is a matter of, without any manifest: binary data that are searched.
struct CatalogIndex: Sendable {
    /// By id: the id, and the number of the library.
    private let features: BinaryTable
    /// By what links begin with: the ids of the features that have such links.
    private let links: BinaryTable
    /// The ids in alphabetical order.
    private let texts: BinaryReader

    init(binary reader: inout BinaryReader) throws(BinaryError) {
        features = try BinaryTable(binary: &reader)
        links = try BinaryTable(binary: &reader)
        texts = try reader.section(Int(reader.uint32()))
    }

    /// The number of the library of a feature, of those that gave a manifest; nil where there is none of that id.
    func library(of id: String) throws(BinaryError) -> Int? {
        for var record in try features.records(of: LinkHash.of(id)) {
            guard try record.text() == id else { continue }
            return Int(try record.uint32())
        }
        return nil
    }

    var ids: [String] {
        get throws(BinaryError) {
            var reader = texts
            return try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in
                try reader.text()
            }
        }
    }

    /// The ids of the features that have patterns which may match a link, or that would resolve it by code, in
    /// alphabetical order.
    func features(for url: LinkURL) throws(BinaryError) -> [String] {
        let site = LinkHash.of(url.scheme, url.host)
        var records = try links.records(of: site)
        if let first = url.segment(at: url.pathStart) {
            records += try links.records(of: Self.key(site, segment: url.decoded(first)))
        }
        var ids: Set<String> = []
        for var record in records { ids.insert(try record.text()) }
        return ids.sorted()
    }

    /// What a link of a scheme and a host begins with, and the first segment of its path.
    private static func key(_ site: UInt64, segment: String) -> UInt64 {
        LinkHash.mixed(LinkHash.of(segment), into: site)
    }
}

extension CatalogIndex {
    /// Writes the index of a catalog.
    ///
    /// - Parameter found: The libraries that it was made of.
    static func write(_ catalog: Catalog, found: FoundLibraries, binary writer: inout BinaryWriter) {
        let numbers = Dictionary(found.usable.enumerated().map { ($1.path, $0) }) { first, _ in first }
        var (features, links) = (BinaryTable.Builder(), BinaryTable.Builder())
        var ids: [String] = []
        for entry in catalog.features {
            let id = entry.manifest.id
            guard let number = entry.path.flatMap({ numbers[$0] }) else { continue }
            ids.append(id)
            features.add(LinkHash.of(id)) { writer in
                writer.append(id)
                writer.append(count: number)
            }
            for key in keys(of: entry.manifest) { links.add(key) { writer in writer.append(id) } }
        }
        features.write(binary: &writer)
        links.write(binary: &writer)
        var texts = BinaryWriter()
        texts.append(list: ids) { writer, id in writer.append(id) }
        writer.append(texts.bytes)
    }

    /// What the links of a feature begin with: of a pattern with a literal first segment that segment is a part of it.
    private static func keys(of manifest: Manifest) -> Set<UInt64> {
        var keys: Set<UInt64> = []
        for pattern in manifest.links.map(\.pattern) {
            let site = LinkHash.of(pattern.scheme, pattern.host)
            if case .template(let first)? = pattern.segments.first, let literal = first.literal {
                keys.insert(key(site, segment: literal))
            } else {
                keys.insert(site)
            }
        }
        for claim in manifest.customLinks { keys.insert(LinkHash.of(claim.scheme, claim.host)) }
        return keys
    }
}
