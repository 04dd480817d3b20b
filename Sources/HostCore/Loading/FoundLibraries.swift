import FeatureContract

/// A version of a file that gave a manifest, which has not been read.
struct FoundLibrary {
    let path: String
    let identity: FileIdentity
    /// The manifest as the library gave it.
    let text: [UInt8]

    func read() throws(LibraryError) -> FeatureFile {
        do {
            return FeatureFile(path: path, identity: identity, manifest: try Manifest(parsing: text), text: text)
        } catch {
            throw .manifest("\(error)")
        }
    }
}

/// What a discovery has found: reading a thousand manifests takes longer than finding them, and not everybody asks for
/// what is in them.
struct FoundLibraries {
    /// What is known without any manifest: no feature is in it.
    var outcome: Discovery.Outcome
    /// In the order in which they were found.
    var libraries: [Result<FoundLibrary, Catalog.Refusal>] = []

    func read() -> Discovery.Outcome {
        var outcome = outcome
        for library in libraries {
            do throws(Catalog.Refusal) {
                outcome.files.append(try Self.read(library.get()))
            } catch {
                outcome.refusals.append(error)
            }
        }
        return outcome
    }

    /// Those that gave a manifest, in the order in which they were found.
    var usable: some Sequence<FoundLibrary> { libraries.lazy.compactMap { try? $0.get() } }

    /// What is refused whatever is in the manifests.
    var refusals: [Catalog.Refusal] {
        outcome.refusals
            + libraries.compactMap { library in
                if case .failure(let refusal) = library { refusal } else { nil }
            }
    }

    private static func read(_ library: FoundLibrary) throws(Catalog.Refusal) -> FeatureFile {
        do throws(LibraryError) {
            return try library.read()
        } catch {
            throw Catalog.Refusal(path: library.path, reason: .library(error))
        }
    }

    /// The same for the same libraries: of their paths and of what they gave, which nothing here was read of.
    var digest: UInt64 {
        var writer = FlatWriter()
        for case .success(let library) in libraries {
            writer.append(library.path)
            writer.append(library.text.withUnsafeBytes { XXHash64.hash($0) })
        }
        return writer.bytes.withUnsafeBytes { XXHash64.hash($0) }
    }
}
