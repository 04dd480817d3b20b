import Glibc

/// Libraries that come along when a feature's library is loaded, with those that they need in turn: found as the loader
/// finds them, ld.so(8), and refused where others may have written them.
struct NeededLibraries {
    /// The names that the loader looks for and that could lie beside the file, in order.
    private(set) var wanted: [String] = []
    /// Those of them that lie there, in the order of their names.
    private(set) var companions: [PrivateCopies.Companion] = []
    /// Those that are looked for elsewhere, up to where each is found.
    private(set) var outside: [LibraryCompanion] = []

    private let copies: String
    private let allowsInsecure: Bool
    /// What stands for the name of the private copy's folder.
    private static let copy = "copy"

    /// A place in which the loader looks before the system's.
    private enum Place: Equatable {
        /// The folder of the private copy, in which the libraries are that lie beside the file.
        case copy
        case folder(String)
        case workingDirectory
    }

    /// A library that the loader looks for.
    private struct Search {
        let name: String
        let places: [Place]
        /// Places in which what it needs is looked for too.
        let inherited: [Place]
    }

    /// - Parameter copies: The directory of all private copies, in each of which `$ORIGIN` is a folder.
    /// - Throws: `insecureCompanion`, `insecureOutside`, `beingWritten`.
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
                rest += try look(outside: path, search, &outside)
                continue
            }
            // The loader takes what is loaded already.
            guard folder.status(name) != nil || !HostLibraries.names.contains(name) else { continue }
            if let found = try find(search, in: folder, &outside) {
                rest += found
                continue
            }
            guard wanted.insert(name).inserted, folder.status(name) != nil,
                let companion = try Self.companion(name, in: folder, allowingInsecure: allowingInsecure)
            else { continue }
            companions.append(companion)
            if let elf = companion.bytes.withUnsafeBytes({ try? ELFFile($0) }) {
                rest += searches(of: elf, origin: nil, inherited: search.inherited)
            }
        }
        self.wanted = wanted.sorted()
        self.outside = outside.map { LibraryCompanion(name: $0, identity: $1) }.sorted { $0.name < $1.name }
        companions.sort { $0.name < $1.name }
    }

    /// Looks for a library in places of a run path, in order.
    ///
    /// - Returns: What is found needs these; nil where it lies beside the file, or in one of the system's places.
    private func find(
        _ search: Search, in folder: borrowing Folder, _ outside: inout [String: FileIdentity?]
    ) throws(LibraryError) -> [Search]? {
        for place in search.places {
            switch place {
            case .copy:
                if folder.status(search.name) != nil { return nil }
            case .workingDirectory:
                _ = try look(outside: OutsideLibrary.workingDirectory + search.name, search, &outside)
            case .folder(let path):
                guard !HostLibraries.trusts(path) else {
                    if FileSystem.identity(Path.join(path, search.name)) != nil { return [] }
                    continue
                }
                let library = Path.join(path, search.name)
                let needed = try look(outside: library, search, &outside)
                if FileSystem.identity(library) != nil { return needed }
            }
        }
        return nil
    }

    /// Takes up a library that may lie elsewhere.
    ///
    /// - Returns: What it needs; nothing where it is not there.
    private func look(
        outside path: String, _ search: Search, _ outside: inout [String: FileIdentity?]
    ) throws(LibraryError) -> [Search] {
        guard outside[path] == nil else { return [] }
        guard let folder = Path.parent(path), !HostLibraries.trusts(folder) else { return [] }
        if !allowsInsecure, let problem = OutsideLibrary.problem(path) { throw .insecureOutside(path, problem) }
        outside[path] = .some(path.hasPrefix("/") ? FileSystem.identity(path) : nil)
        guard path.hasPrefix("/"), let file = try? InputFile.open(path),
            let bytes = try? file.readAll(limit: LibraryFile.maximumSize),
            let elf = bytes.withUnsafeBytes({ try? ELFFile($0) })
        else { return [] }
        return searches(of: elf, origin: folder, inherited: search.inherited)
    }

    /// - Parameter origin: The folder of the library; nil where that is in the private copy.
    private func searches(of elf: ELFFile, origin: String?, inherited: [Place]) -> [Search] {
        let own = elf.runPaths.compactMap { place($0, origin) }
        // The places of those that need it count where it has no run path of the newer kind.
        let hasRunPath = !elf.runPaths.isEmpty && !elf.areRunPathsInherited
        let passedOn = (elf.areRunPathsInherited ? own : []) + inherited
        return elf.neededLibraries.map {
            Search(name: $0, places: hasRunPath ? own : passedOn, inherited: passedOn)
        }
    }

    /// - Returns: Nil for a place in which nothing lies, since a private copy has no folders in it.
    private func place(_ element: String, _ origin: String?) -> Place? {
        var text = element
        for token in ["${ORIGIN}", "$ORIGIN"] where text.hasPrefix(token) {
            let rest = text.dropFirst(token.count)
            guard rest.isEmpty || rest.hasPrefix("/") else { continue }
            text = Path.join(copies, Self.copy) + rest
            if let origin { text = origin + rest }
        }
        guard text.hasPrefix("/") else { return .workingDirectory }
        // A token whose meaning is the loader's ($LIB, $PLATFORM) leads below what stands before it.
        var parts: [Substring] = []
        for part in text.split(separator: "/") where part != "." {
            if part.contains("$") { break }
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        let path = "/" + parts.joined(separator: "/")
        guard origin == nil, path.hasPrefix(copies + "/") else { return .folder(path) }
        return path == Path.join(copies, Self.copy) ? .copy : nil
    }

    /// Nil where it cannot be read: the loader looks for another one elsewhere, or says that it is missing.
    private static func companion(
        _ name: String, in folder: borrowing Folder, allowingInsecure: Bool
    ) throws(LibraryError) -> PrivateCopies.Companion? {
        let identity: FileIdentity
        let insecurity: InsecureFile?
        let bytes: [UInt8]
        let isAtRest: Bool
        do {
            let file = try folder.open(name)
            let status = try file.statusAtRest()
            identity = FileIdentity(status)
            insecurity = InsecureFile(status)
            bytes = try file.readAll(limit: LibraryFile.maximumSize)
            isAtRest = FileIdentity(try file.status()) == identity
        } catch {
            return nil
        }
        if let insecurity, !allowingInsecure { throw .insecureCompanion(name, insecurity) }
        guard isAtRest else { throw .beingWritten }
        return PrivateCopies.Companion(name: name, identity: identity, bytes: bytes)
    }
}
