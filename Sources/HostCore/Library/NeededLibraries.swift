import Glibc
import HostSystem

/// The libraries that are loaded together with a feature's library, found by the loader's own rules (ld.so(8)), with
/// those that they need in turn. Those that another user may have written are rejected.
struct NeededLibraries {
    /// The names, sorted, of the libraries that the loader searches for and that could lie beside the file.
    private(set) var wanted: [String] = []
    /// The sibling libraries that do lie there, sorted by name.
    private(set) var siblings: [(name: String, identity: FileIdentity, content: UInt64)] = []
    /// The libraries that the loader searches for elsewhere, at each place up to the one where it finds them.
    private(set) var outside: [SiblingLibrary] = []
    /// Whether the loader finds the same libraries wherever the file itself lies.
    private(set) var isIndependentOfFolder = true

    private let copies: String
    private let allowsInsecure: Bool
    /// A name that stands for the private copy's folder.
    private static let copy = "copy"

    /// A place that the loader searches before the system's.
    private enum Directory: Equatable {
        /// The folder of the private copy, which holds the copies of the sibling libraries.
        case copy
        case folder(String)
        case workingDirectory
    }

    /// A library that the loader searches for.
    private struct Search {
        let name: String
        let places: [Directory]
        /// The places where the libraries that it needs are searched for too.
        let inherited: [Directory]
    }

    /// Finds the libraries.
    ///
    /// - Parameter copies: The directory of all private copies. `$ORIGIN` of a private copy is a folder in it.
    /// - Throws: `insecureSibling`, `insecureOutside`, `beingWritten`.
    init(
        of elf: ELFFile, in folder: borrowing Folder, copies: String, allowingInsecure: Bool
    ) throws(LibraryError) {
        self.copies = copies
        allowsInsecure = allowingInsecure
        var wanted: Set<String> = []
        var outside: [String: FileIdentity?] = [:]
        var rest = searches(of: elf, origin: nil, inherited: [])
        while let search = rest.popLast() {
            let name = search.name
            if name.contains("/") {
                let path = name.hasPrefix("/") ? name : OutsideLibrary.workingDirectory + Path.name(name)
                rest += try inspect(outside: path, search, &outside)
                continue
            }
            // The loader does not search for a library that the process has loaded already.
            guard folder.status(name) != nil || !HostLibraries.names.contains(name) else { continue }
            if let found = try find(search, in: folder, &outside) {
                rest += found
                continue
            }
            guard wanted.insert(name).inserted, folder.status(name) != nil,
                let sibling = try? LibraryFile(opening: name, in: folder)
            else { continue }
            if let problem = sibling.insecurity, !allowingInsecure { throw .insecureSibling(name, problem) }
            siblings.append((name, sibling.identity, sibling.content))
            do {
                rest += searches(of: try sibling.elf(), origin: nil, inherited: search.inherited)
            } catch {
                // A sibling that is no library is the loader's to report.
                if case .beingWritten = error { throw error }
            }
        }
        self.wanted = wanted.sorted()
        self.outside = outside.map { SiblingLibrary(name: $0, identity: $1) }.sorted { $0.name < $1.name }
        siblings.sort { $0.name < $1.name }
        isIndependentOfFolder =
            siblings.isEmpty
            && elf.runPaths.allSatisfy { !$0.contains("ORIGIN") || $0 == "$ORIGIN" || $0 == "${ORIGIN}" }
    }

    /// All libraries on whose versions the file depends.
    ///
    /// - Parameter name: The name of the file, which may need itself.
    func all(of name: String) -> [SiblingLibrary] {
        let present = Dictionary(siblings.map { ($0.name, $0) }) { first, _ in first }
        return wanted.filter { $0 != name }.map {
            SiblingLibrary(name: $0, identity: present[$0]?.identity, content: present[$0]?.content ?? 0)
        } + outside
    }

    /// Searches the places of a run path for a library, in order.
    ///
    /// - Returns: The libraries that the one found needs. Nil if it lies beside the file, or in one of the system's
    ///   places.
    private func find(
        _ search: Search, in folder: borrowing Folder, _ outside: inout [String: FileIdentity?]
    ) throws(LibraryError) -> [Search]? {
        for place in search.places {
            switch place {
            case .copy:
                if folder.status(search.name) != nil { return nil }
            case .workingDirectory:
                _ = try inspect(outside: OutsideLibrary.workingDirectory + search.name, search, &outside)
            case .folder(let path):
                guard !HostLibraries.trusts(path) else {
                    if FileSystem.identity(Path.join(path, search.name)) != nil { return [] }
                    continue
                }
                let library = Path.join(path, search.name)
                let needed = try inspect(outside: library, search, &outside)
                if FileSystem.identity(library) != nil { return needed }
            }
        }
        return nil
    }

    /// Checks and records a library that may lie outside the file's folder.
    ///
    /// - Returns: The libraries that it needs. Empty if it is not there.
    private func inspect(
        outside path: String, _ search: Search, _ outside: inout [String: FileIdentity?]
    ) throws(LibraryError) -> [Search] {
        guard outside[path] == nil else { return [] }
        guard let folder = Path.parent(path), !HostLibraries.trusts(folder) else { return [] }
        if !allowsInsecure, let problem = OutsideLibrary.problem(path) { throw .insecureOutside(path, problem) }
        outside[path] = .some(path.hasPrefix("/") ? FileSystem.identity(path) : nil)
        guard path.hasPrefix("/"), let parent = try? Folder(opening: folder),
            let elf = try? LibraryFile(opening: Path.name(path), in: parent).elf()
        else { return [] }
        return searches(of: elf, origin: folder, inherited: search.inherited)
    }

    /// - Parameter origin: The folder of the library. Nil if that is the private copy's.
    private func searches(of elf: ELFFile, origin: String?, inherited: [Directory]) -> [Search] {
        let own = elf.runPaths.compactMap { place($0, origin) }
        // A library without `DT_RUNPATH` is searched with the `DT_RPATH` of those that need it.
        let hasRunPath = !elf.runPaths.isEmpty && !elf.areRunPathsInherited
        let passedOn = (elf.areRunPathsInherited ? own : []) + inherited
        return elf.neededLibraries.map {
            Search(name: $0, places: hasRunPath ? own : passedOn, inherited: passedOn)
        }
    }

    /// Translates an element of a run path.
    ///
    /// - Returns: Nil for a folder in which there can be no library, since a private copy contains no folders.
    private func place(_ element: String, _ origin: String?) -> Directory? {
        var text = element
        for token in ["${ORIGIN}", "$ORIGIN"] where text.hasPrefix(token) {
            let rest = text.dropFirst(token.count)
            guard rest.isEmpty || rest.hasPrefix("/") else { continue }
            text = Path.join(copies, Self.copy) + rest
            if let origin { text = origin + rest }
        }
        guard text.hasPrefix("/") else { return .workingDirectory }
        // The path ends before a token that only the loader expands ($LIB, $PLATFORM): that leads to a folder below.
        var parts: [Substring] = []
        for part in text.split(separator: "/") where part != "." {
            if part.contains("$") { break }
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let path = "/" + parts.joined(separator: "/")
        guard origin == nil, path.hasPrefix(copies + "/") else { return .folder(path) }
        return path == Path.join(copies, Self.copy) ? .copy : nil
    }
}

/// A library that another one needs, with the version that was found.
package struct SiblingLibrary: Hashable, Sendable {
    /// The name of a sibling library; the path of a library that the loader takes from elsewhere.
    package let name: String
    /// The version that was found. Nil if the library was missing.
    package let identity: FileIdentity?
    /// The hash of its content. 0 if it is not known.
    package let content: UInt64

    package init(name: String, identity: FileIdentity?, content: UInt64 = 0) {
        self.name = name
        self.identity = identity
        self.content = content
    }

    /// Whether the loader takes it from outside the file's folder: ``OutsideLibrary``.
    package var isOutside: Bool { name.contains("/") }
}
