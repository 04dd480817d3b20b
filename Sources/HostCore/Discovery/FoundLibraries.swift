import FeatureContract

/// A version of a file that gave a manifest, which has not been read.
struct FoundLibrary {
    let path: String
    let identity: FileIdentity
    private let manifest: ManifestText

    /// The text of a manifest as the library gave it, or where it is kept.
    private enum ManifestText {
        case read([UInt8])
        case kept(RegistryTexts.Place, RegistryTexts)
    }

    init(path: String, identity: FileIdentity, text: [UInt8]) {
        self.path = path
        self.identity = identity
        manifest = .read(text)
    }

    /// One whose manifest is fetched each time that somebody asks for it.
    init(path: String, identity: FileIdentity, at place: RegistryTexts.Place, in texts: RegistryTexts) {
        self.path = path
        self.identity = identity
        manifest = .kept(place, texts)
    }

    /// The manifest as the library gave it.
    func text() throws(LibraryError) -> [UInt8] {
        switch manifest {
        case .read(let text): return text
        case .kept(let place, let texts):
            // What is damaged since it was found good is looked at again by the next host.
            guard let text = texts.text(at: place) else { throw .changed }
            return text
        }
    }

    func read() throws(LibraryError) -> FeatureFile {
        let text = try text()
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
    var libraries: [Result<FoundLibrary, FileRefusal>] = []
    /// By their paths, the libraries that lie or could lie beside these and belong to what was found; nil where one was
    /// not there.
    var companions: [String: FileIdentity?] = [:]

    func read() -> Discovery.Outcome {
        var outcome = outcome
        for library in libraries {
            do throws(FileRefusal) {
                outcome.files.append(try Self.read(library.get()))
            } catch {
                outcome.refusals.append(error)
            }
        }
        return outcome
    }

    /// Whether one of these libraries takes another one from elsewhere than its folder: whether others may write there
    /// does not show in the fingerprint of the plugins directories.
    var reachOutside = false

    /// Whether two of these libraries have seen another version of a companion that they share.
    var haveSeenOneChange = false

    /// Those that gave a manifest, in the order in which they were found.
    var usable: some Sequence<FoundLibrary> { libraries.lazy.compactMap { try? $0.get() } }

    /// What is refused whatever is in the manifests.
    var refusals: [FileRefusal] {
        outcome.refusals
            + libraries.compactMap { library in
                if case .failure(let refusal) = library { refusal } else { nil }
            }
    }

    private static func read(_ library: FoundLibrary) throws(FileRefusal) -> FeatureFile {
        do throws(LibraryError) {
            return try library.read()
        } catch {
            throw FileRefusal(path: library.path, reason: .library(error))
        }
    }

    /// A hash of all that the catalog follows from: the libraries' paths and manifests, and the refused files that are
    /// known as features.
    var digest: UInt64 {
        var writer = BinaryWriter()
        for library in libraries {
            switch library {
            case .success(let library):
                guard let text = try? library.text() else { continue }
                writer.append(library.path)
                writer.append(text.withUnsafeBytes { XXHash64.hash($0) })
            case .failure(let refusal):
                guard let id = refusal.featureID else { continue }
                for text in [id, refusal.path, refusal.reason.description] { writer.append(text) }
            }
        }
        return writer.bytes.withUnsafeBytes { XXHash64.hash($0) }
    }
}
