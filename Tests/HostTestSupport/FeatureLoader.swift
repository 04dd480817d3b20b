import FeatureABI
import FeatureContract
import HostSystem

@testable import HostCore

/// Loads a library into this process, as a worker does, and as the host does for an inline feature.
@MainActor
final class FeatureLoader {
    private let copies: LibraryCopies
    /// The copies that are used, as long as the loader is there.
    private var used: [UsedCopy] = []

    private final class UsedCopy {
        let copy: PrivateCopies.Copy
        init(_ copy: consuming PrivateCopies.Copy) { self.copy = copy }
    }

    init(copiesDirectory: String) {
        copies = LibraryCopies(directory: copiesDirectory)
    }

    struct Loaded {
        let path: String
        let identity: FileIdentity
        let manifest: Manifest
        let library: UnsafePointer<sy_library>
    }

    func load(_ path: String) throws(LibraryError) -> Loaded {
        let (copy, identity) = try copied(path)
        let library = try SharedLibrary(loading: copy).entry()
        return Loaded(
            path: path, identity: identity, manifest: try LibraryManifest.read(from: library).manifest,
            library: library)
    }

    private func copied(_ path: String) throws(LibraryError) -> (path: String, identity: FileIdentity) {
        var result: Result<(path: String, identity: FileIdentity), LibraryError> = .failure(.notRegularFile)
        do throws(SystemError) {
            let folder = try Folder(opening: Path.parent(path) ?? ".")
            do throws(LibraryError) {
                let file = try LibraryFile(opening: Path.name(path), in: folder)
                let used = UsedCopy(try copies.copy(of: file, in: folder, allowingInsecure: false))
                self.used.append(used)
                result = .success((used.copy.path, file.identity))
            } catch {
                result = .failure(error)
            }
        } catch {
            result = .failure(.notReadable(error))
        }
        return try result.get()
    }
}
