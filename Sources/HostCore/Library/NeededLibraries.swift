import Glibc
import HostSystem

/// The libraries that the loader loads with a feature's library, found by its own rules (ld.so(8)), with those that
/// they need in turn. Libraries that another user may have written are rejected.
///
/// The loader searches the folders of `DT_RPATH` (that of the library, and those of the libraries that led to it), of
/// `LD_LIBRARY_PATH` and of `DT_RUNPATH`, then its cache and the system's folders; and in each folder first those of
/// `glibc-hwcaps`. A library found by `$ORIGIN` of the feature's library is a sibling library, which the private copy
/// includes. Any other is loaded from its own place.
package struct NeededLibraries {
    /// The paths at which a sibling library lies or could lie, relative to the file's folder: `libtone.so.1`,
    /// `../lib/libtone.so.1`.
    private(set) var wanted: Set<String> = []
    /// The existing sibling libraries, by their paths.
    private(set) var siblings: [String: (identity: FileIdentity, content: UInt64)] = [:]
    /// The libraries that the loader looks for elsewhere, by their paths, up to the ones found; without those of the
    /// system and of the host.
    private var elsewhere: [String: FileIdentity?] = [:]
    /// The path of each needed library that was found, by its name.
    private var found: [String: String] = [:]
    /// The files that the loader opens, by their paths.
    private(set) var files: [String: FileIdentity] = [:]
    /// The paths of the host's libraries for its features. They are loaded first, so that the loader looks no further.
    private(set) var hosts: Set<String> = []
    /// The libraries not found anywhere, each with the reason.
    package private(set) var missing: [(name: String, reason: LibraryError)] = []

    /// A folder of a run path, or a file in one.
    private enum SearchPath {
        /// Below the folder of the feature's library, or reached from there by `..`.
        case own(String)
        case elsewhere(String)
        /// An element of a run path that the host cannot expand.
        case unknown(String)

        func appending(_ rest: some StringProtocol) -> SearchPath {
            switch self {
            case .own(let path):
                .own((path + rest).split(separator: "/").filter { $0 != "." }.joined(separator: "/"))
            case .elsewhere(let path): .elsewhere(path + rest)
            case .unknown: self
            }
        }
    }

    /// A library with needs to resolve.
    private struct Needing {
        let elf: ELFFile
        /// `$ORIGIN`
        let folder: SearchPath
        /// The folders of `DT_RPATH` of the libraries that led to this one.
        var inherited: [SearchPath] = []
    }

    /// The folders of `LD_LIBRARY_PATH`; nil if none was searched.
    private(set) var libraryPath: String?

    /// The absolute path of the file's folder.
    private var base: String
    private var allowsInsecure: Bool
    private var cache = LoaderCache()
    /// The number of places searched, and its limit.
    private var places = 0
    private static let maximumPlaces = 1 << 17
    /// A file with the name of the library in search that cannot be loaded.
    private var passedOver: (path: String, problem: String)?

    /// - Parameter folder: The folder of the file.
    /// - Throws: `insecureSibling`, `insecureOutside`, `beingWritten`, `notLoadable`.
    init(of elf: ELFFile, in folder: borrowing Folder, allowingInsecure: Bool) throws(LibraryError) {
        base = Path.resolved(folder.path) ?? folder.path
        allowsInsecure = allowingInsecure
        // The loader searches for a name once. It knows each library by its DT_SONAME too.
        var known = Set([elf.soname].compactMap(\.self))
        var (libraries, next) = ([Needing(elf: elf, folder: .own(""))], 0)
        while next < libraries.count {
            let library = libraries[next]
            next += 1
            let (folders, inherited) = Self.folders(for: library)
            for name in library.elf.neededLibraries where known.insert(name).inserted {
                passedOver = nil
                guard let (place, elf) = try find(name, for: library, in: folders, folder) else { continue }
                if let soname = elf.soname { known.insert(soname) }
                libraries.append(Needing(elf: elf, folder: place, inherited: inherited))
            }
        }
    }

    /// Finds the libraries of a file, whoever may have written them. The file itself is one of those that the loader
    /// opens.
    ///
    /// - Parameter path: The path of the file, or of its private copy.
    package init(of path: String) {
        let path = Path.join(Path.resolved(".") ?? "/", path)
        (base, allowsInsecure) = (Path.parent(path) ?? "/", true)
        guard let folder = try? Folder(opening: base),
            let file = try? LibraryFile(opening: Path.name(path), in: folder, hashesContent: false)
        else { return }
        if let elf = try? file.elf() {
            do {
                self = try NeededLibraries(of: elf, in: folder, allowingInsecure: true)
            } catch {
                // The search itself failed, so there is no name.
                missing = [("", error)]
            }
        }
        files[path] = file.identity
    }

    /// The paths of the libraries that come neither with the feature nor with the system, by their names.
    package var outside: [String: String] {
        found.filter { name, path in
            elsewhere[path] != nil && cache.paths(of: name).isEmpty
        }
    }

    /// The path of a needed library whose name begins like this: `libasan`. Nil if there is none, or it is not found.
    package func path(of beginning: String) -> String? {
        found.first { name, _ in name.hasPrefix(beginning) }?.value
    }

    /// Whether the loader finds the same libraries for a copy of the file in any folder.
    var isIndependentOfFolder: Bool { siblings.isEmpty && !wanted.contains { $0.contains("/") } }

    /// All libraries on whose versions the file depends.
    ///
    /// - Parameter name: The name of the file, which may need itself.
    func all(of name: String) -> [SiblingLibrary] {
        wanted.filter { $0 != name }.map {
            SiblingLibrary(name: $0, identity: siblings[$0]?.identity, content: siblings[$0]?.content ?? 0)
        }
            + elsewhere.map { SiblingLibrary(name: $0, identity: $1) }
    }

    // MARK: The search

    /// The folders that the loader searches for a library's needs, and those that the found libraries inherit.
    private static func folders(for library: Needing) -> (all: [SearchPath], inherited: [SearchPath]) {
        let own = library.elf.runPaths.map { place($0, of: library) }
        let inherited = (library.elf.areRunPathsInherited ? own : []) + library.inherited
        // With DT_RUNPATH, a library has no use for DT_RPATH.
        let hasRunPath = !own.isEmpty && !library.elf.areRunPathsInherited
        let variable = HostLibraries.variable.split(separator: ":").map { SearchPath.elsewhere(String($0)) }
        return ((hasRunPath ? [] : inherited) + variable + (hasRunPath ? own : []), inherited)
    }

    /// Expands an element of a run path, or a name with slashes.
    private static func place(_ text: String, of library: Needing) -> SearchPath {
        var parts = HostLibraries.expanded(text)
        let isOrigin = ["$ORIGIN", "${ORIGIN}"].contains(parts.first)
        if isOrigin { parts[0] = "" }
        let path = parts.joined(separator: "/")
        if path.contains("$") { return .unknown(text) }
        return isOrigin ? library.folder.appending(path) : .elsewhere(path.isEmpty ? "." : path)
    }

    /// Finds a library's need, and records the result.
    ///
    /// - Returns: The folder of the found library, and its content. Nil if the loader finds none, or has it already.
    private mutating func find(
        _ name: String, for library: Needing, in folders: [SearchPath], _ folder: borrowing Folder
    ) throws(LibraryError) -> (folder: SearchPath, elf: ELFFile)? {
        let isLoaded = HostLibraries.names.contains(name)
        if !isLoaded, let path = HostLibraries.path(of: name), let (_, _, elf) = try open(path, in: folder) {
            found[name] = path
            hosts.insert(path)
            return (.elsewhere(Path.parent(path) ?? "/"), elf)
        }
        var result: (folder: SearchPath, elf: ELFFile)?
        var hasSibling = false
        let folders = Path.parent(name).map { [Self.place($0, of: library)] } ?? folders
        for place in folders {
            if case .own = place {
                // The private copy includes it, even if LD_LIBRARY_PATH leads elsewhere now.
                if hasSibling { continue }
            } else if result != nil || isLoaded {
                continue
            }
            // The processor decides which variant the loader chooses.
            for place in variants(of: place) + [place] {
                guard let (path, elf) = try look(at: place.appending("/" + Path.name(name)), folder) else { continue }
                if case .own = place { hasSibling = true }
                if result == nil {
                    result = (place, elf)
                    found[name] = path
                }
            }
        }
        if !isLoaded { libraryPath = HostLibraries.variable }
        guard result == nil, !isLoaded else { return result }
        let system = cache.paths(of: name) + HostLibraries.defaults.map { Path.join($0, name) }
        for path in name.contains("/") ? [] : system {
            guard let (_, _, elf) = try open(path, in: folder) else { continue }
            found[name] = path
            return (.elsewhere(Path.parent(path) ?? "/"), elf)
        }
        let unusable = passedOver.map { LibraryError.unusableLibrary(name, at: $0.path, $0.problem) }
        missing.append((name, unusable ?? .missingLibrary(name)))
        return nil
    }

    /// The folders for some kinds of processors in a folder: ld.so(8), "glibc-hwcaps".
    private func variants(of place: SearchPath) -> [SearchPath] {
        let path: String
        switch place {
        case .own(let rest): path = Path.join(base, rest)
        case .elsewhere(let folder): path = folder
        case .unknown: return []
        }
        let kinds = (try? FileSystem.names(in: Path.join(path, "glibc-hwcaps"))) ?? []
        return kinds.map { place.appending("/glibc-hwcaps/\($0)") }
    }

    /// Checks and records a library at a possible place.
    ///
    /// - Returns: Its absolute path, and its content. Nil if there is none.
    private mutating func look(
        at place: SearchPath, _ folder: borrowing Folder
    ) throws(LibraryError) -> (path: String, elf: ELFFile)? {
        places += 1
        guard places <= Self.maximumPlaces else {
            throw .notLoadable("it names more than \(Self.maximumPlaces) places for the libraries that it needs")
        }
        switch place {
        case .own(let path) where path.utf8.count >= PATH_MAX, .elsewhere(let path) where path.utf8.count >= PATH_MAX:
            return nil
        case .own(let name):
            let path = Path.join(base, name)
            wanted.insert(name)
            if name.contains("/") { try require(path) }
            guard let (identity, content, elf) = try open(name, in: folder) else { return nil }
            siblings[name] = (identity, content)
            return (path, elf)
        case .elsewhere(let path) where path.hasPrefix("/"):
            guard !HostLibraries.trusts(Path.parent(path) ?? "/") else {
                return try open(path, in: folder).map { (path, $0.elf) }
            }
            try require(path)
            elsewhere[path] = .some(FileSystem.identity(path))
            return try open(path, in: folder).map { (path, $0.elf) }
        case .elsewhere(let path):
            let path = OutsideLibrary.workingDirectory + Path.name(path)
            try require(path)
            elsewhere[path] = .some(nil)
            return nil
        case .unknown(let element):
            throw .notLoadable("its run path has the element '\(element)', which this host cannot expand")
        }
    }

    /// Rejects a library outside the file's folder that another user may have written or could put there.
    private func require(_ path: String) throws(LibraryError) {
        if !allowsInsecure, let problem = OutsideLibrary.problem(path) { throw .insecureOutside(path, problem) }
    }

    /// Opens a library. A damaged file, and one of another kind, gets no rule and no copy, so the loader skips it.
    ///
    /// - Parameter name: The path, relative to the file's folder for a sibling library.
    private mutating func open(
        _ name: String, in folder: borrowing Folder
    ) throws(LibraryError) -> (identity: FileIdentity, content: UInt64, elf: ELFFile)? {
        guard folder.status(name) != nil else { return nil }
        do throws(LibraryError) {
            // No answer depends on the content of a library that is loaded from its own place.
            let file = try LibraryFile(opening: name, in: folder, hashesContent: !name.hasPrefix("/"))
            if !allowsInsecure, !name.hasPrefix("/"), let problem = file.insecurity {
                throw LibraryError.insecureSibling(name, problem)
            }
            let elf = try file.elf()
            if FileSystem.isNoExec(Path.join(base, name)) { throw .notReadable(SystemError(.noExec)) }
            files[Path.join(base, name)] = file.identity
            return (file.identity, file.content, elf)
        } catch {
            switch error {
            case .notReadable, .notRegularFile, .elf, .tooLarge:
                passedOver = passedOver ?? (Path.join(base, name), error.description)
                return nil
            default: throw error
            }
        }
    }
}

/// A needed library, in the version found.
@BinaryCoded
package struct SiblingLibrary: Hashable, Sendable {
    /// The path of a sibling library relative to the file's folder; the absolute path of any other library.
    package let name: String
    /// The version found; nil if the library was missing.
    package let identity: FileIdentity?
    /// The hash of its content; 0 if unknown.
    let content: UInt64

    init(name: String, identity: FileIdentity?, content: UInt64 = 0) {
        self.name = name
        self.identity = identity
        self.content = content
    }

    /// Whether the private copy does not include it: ``OutsideLibrary``.
    package var isOutside: Bool { name.hasPrefix("/") || name.hasPrefix(OutsideLibrary.workingDirectory) }
}
