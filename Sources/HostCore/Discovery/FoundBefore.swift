import FeatureContract

/// What a discovery has found, with all that it followed from. A host that sees the same again has found the same: it
/// reads neither the registry nor a file.
struct FoundBefore {
    /// What was seen before anything was found: what has changed meanwhile is another sighting now.
    private let sighting: Fingerprint
    private let companions: [Companion]
    /// Of the registry. One that is gone, or another, may know something else.
    private let registry: FileIdentity
    private let refused: [Refused]
    /// The libraries that can be used, which are read when somebody asks for them.
    private let libraries: [UInt8]

    /// A library that lies or could lie beside those that were found, and belongs to what these were found to be.
    private struct Companion {
        let path: String
        /// Nil where it was not there.
        let identity: FileIdentity?
    }

    private struct Refused {
        let path: String
        let refusal: RegistryRefusal
    }

    /// How many elements of a list are read.
    private static let maximumCount = 1 << 20

    /// Nil where looking again may find something else of the same files, or has something to tell.
    init?(_ found: FoundLibraries, seen sighting: Fingerprint, registry: Registry) {
        guard found.outcome.refusals.isEmpty, found.outcome.warnings.isEmpty, !found.haveSeenOneChange,
            !found.reachOutside,
            let identity = registry.identity
        else { return nil }
        var refused: [Refused] = []
        var libraries: [(FoundLibrary, RegistryTexts.Place)] = []
        for library in found.libraries {
            switch library {
            case .success(let library):
                guard let text = try? library.text(),
                    let place = registry.place(of: text, for: Discovery.key(library.path))
                else { return nil }
                libraries.append((library, place))
            case .failure(let refusal):
                guard case .library(.known(let known)) = refusal.reason else { return nil }
                // With more time it may answer, and what another process has ended may do so at once.
                if case .deadline? = known.ending?.cause { return nil }
                if known.isPassing { return nil }
                var kept = known
                kept.featureID = refusal.featureID
                refused.append(Refused(path: refusal.path, refusal: kept))
            }
        }
        var writer = BinaryWriter()
        writer.append(list: libraries) { writer, library in
            // With its size, so that one can be passed over.
            var record = BinaryWriter()
            record.append(library.0.path)
            library.0.identity.write(binary: &record)
            library.1.write(binary: &record)
            writer.append(record.bytes)
        }
        self.sighting = sighting
        companions = found.companions.map { Companion(path: $0, identity: $1) }
        self.registry = identity
        self.refused = refused
        self.libraries = writer.bytes
    }

    /// Whether a host that sees this finds the same.
    func holds(seeing sighting: Fingerprint, registry: FileIdentity) -> Bool {
        self.registry == registry && self.sighting == sighting
            && companions.allSatisfy { FileSystem.identity($0.path) == $0.identity }
    }

    /// The files that are not used.
    var refusals: [FileRefusal] {
        refused.map {
            .init(path: $0.path, reason: .library(.known($0.refusal)), featureID: $0.refusal.featureID)
        }
    }

    /// What was found.
    ///
    /// - Parameter texts: The registry.
    func found(_ texts: RegistryTexts) throws(BinaryError) -> FoundLibraries {
        var reader = BinaryReader(libraries)
        let libraries = try reader.list(limit: Self.maximumCount) { (reader) throws(BinaryError) in
            try Self.library(&reader, texts)
        }
        try reader.requireEnd()
        var found = FoundLibraries(outcome: .init(paths: libraries.map(\.path) + refused.map(\.path)))
        found.libraries = libraries.map { .success($0) } + refusals.map { .failure($0) }
        return found
    }

    /// One of the libraries that can be used, by its number among them.
    func library(_ number: Int, _ texts: RegistryTexts) throws(BinaryError) -> FoundLibrary? {
        var reader = BinaryReader(libraries)
        guard number < Int(try reader.uint32()) else { return nil }
        for _ in 0..<number { _ = try reader.section(Int(reader.uint32())) }
        return try Self.library(&reader, texts)
    }

    private static func library(
        _ reader: inout BinaryReader, _ texts: RegistryTexts
    ) throws(BinaryError) -> FoundLibrary {
        var record = try reader.section(Int(reader.uint32()))
        return FoundLibrary(
            path: try record.text(), identity: try FileIdentity(binary: &record),
            at: try RegistryTexts.Place(binary: &record), in: texts)
    }
}

extension FoundBefore {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        sighting = Fingerprint(bytes: try reader.data())
        companions = try reader.list(limit: Self.maximumCount) { (reader) throws(BinaryError) in
            Companion(path: try reader.text(), identity: try reader.optional(FileIdentity.init(binary:)))
        }
        registry = try FileIdentity(binary: &reader)
        refused = try reader.list(limit: Self.maximumCount) { (reader) throws(BinaryError) in
            Refused(path: try reader.text(), refusal: try RegistryRefusal(binary: &reader))
        }
        libraries = try reader.data()
    }

    func write(binary writer: inout BinaryWriter) {
        writer.append(sighting.bytes)
        writer.append(list: companions) { writer, companion in
            writer.append(companion.path)
            writer.append(optional: companion.identity) { writer, identity in identity.write(binary: &writer) }
        }
        registry.write(binary: &writer)
        writer.append(list: refused) { writer, refused in
            writer.append(refused.path)
            refused.refusal.write(binary: &writer)
        }
        writer.append(libraries)
    }
}
