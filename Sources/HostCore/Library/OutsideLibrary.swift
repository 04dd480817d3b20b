import Glibc
import HostSystem

/// A library that the loader takes from outside the folder of the feature's library: by an absolute name (`DT_NEEDED`),
/// or by a run path (`DT_RUNPATH`, `DT_RPATH`). It is not part of the private copy, so anyone who can write to it, or
/// to the folder in which it is searched for, runs code as the user.
enum OutsideLibrary {
    /// The prefix of a name that the loader searches for in the working directory.
    static let workingDirectory = "./"

    /// The files and folders that the loader reads for a library, beyond the folders that are trusted: the file itself,
    /// its sibling libraries, and the folders of libraries outside.
    ///
    /// - Parameter library: The path of the library, or of its private copy.
    static func places(of library: String) -> Set<String> {
        guard let path = Path.parent(library), let folder = try? Folder(opening: path),
            let file = try? FileDescriptor(opening: library, O_RDONLY), let status = try? file.status(),
            let pieces = try? FilePieces(file, size: Int(status.st_size)), let elf = try? ELFFile(pieces)
        else { return [library] }
        let leadsOut =
            elf.neededLibraries.contains { $0.contains("/") }
            || elf.runPaths.contains { !$0.hasPrefix("$") && !HostLibraries.trusts($0) }
        let siblings = elf.neededLibraries.contains { folder.status($0) != nil }
        guard leadsOut || siblings,
            let needed = try? NeededLibraries(
                of: elf, in: folder, copies: path, allowingInsecure: true)
        else { return [library] }
        let outside = needed.outside.map(\.name).filter { $0.hasPrefix("/") }
        return Set([library] + needed.siblings.map { Path.join(path, $0.name) })
            .union((outside + outside.compactMap(Path.resolved)).compactMap(Path.parent))
    }

    /// The reason why another user may have written a library or may put one there. Nil if there is none.
    ///
    /// - Parameter path: The absolute path of the library, which may be missing. The loader searches there all the
    ///   same, so the right to create it counts too.
    static func problem(_ path: String) -> InsecureFile? {
        guard path.hasPrefix("/") else { return .workingDirectory }
        var status = stat()
        if stat(path, &status) == 0, let problem = InsecureFile(status) { return problem }
        // Both folders count: the one that the link is in, and the one that it leads to.
        return folderProblem(Path.parent(path) ?? "/")
            ?? Path.resolved(path).flatMap { folderProblem(Path.parent($0) ?? "/") }
    }

    /// Checks a folder and those above it. If it is missing, the right to write to the nearest existing one above
    /// counts, since it suffices to create this one.
    private static func folderProblem(_ path: String) -> InsecureFile? {
        var path = path
        var status = stat()
        while stat(path, &status) != 0 {
            guard path != "/", let parent = Path.parent(path) else { return nil }
            path = parent
        }
        if let problem = InsecureFile(status) { return .folder(path, problem) }
        // Write permission for a folder above is enough to replace this one, unless that folder is sticky: inode(7).
        while path != "/", let parent = Path.parent(path) {
            path = parent
            guard stat(path, &status) == 0, let problem = InsecureFile(status) else { continue }
            if case .writableByEveryone = problem, status.st_mode & S_ISVTX != 0 { continue }
            return .folder(path, problem)
        }
        return nil
    }
}

/// Libraries that are trusted like the host itself: those that it has loaded, and others in their folders.
enum HostLibraries {
    /// The names of the libraries that this process has loaded. The loader does not search for these again.
    static var names: Set<String> { loaded.names }

    /// Whether the host has loaded libraries from this folder, or it is one of the system's.
    static func trusts(_ folder: String) -> Bool { loaded.folders.contains(Path.resolved(folder) ?? folder) }

    /// The system's folders, and those from which the host has loaded libraries.
    static var folders: Set<String> { loaded.folders }

    private static let loaded: (names: Set<String>, folders: Set<String>) = {
        var paths = Paths()
        withUnsafeMutablePointer(to: &paths) { paths in _ = iterate?(note, paths) }
        var folders: Set<String> = []
        for folder in ["/lib", "/usr/lib", "/lib64", "/usr/lib64"] + paths.all.compactMap(Path.parent) {
            folders.insert(Path.resolved(folder) ?? folder)
        }
        return (Set(paths.all.map(Path.name)), folders)
    }()

    private struct Paths {
        var all: [String] = []
    }

    private typealias Note = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
    private typealias Iterate = @convention(c) (Note, UnsafeMutableRawPointer?) -> Int32

    /// The function dl_iterate_phdr(3), which Glibc's module leaves out.
    private static let iterate: Iterate? = dlsym(nil, "dl_iterate_phdr").map { unsafeBitCast($0, to: Iterate.self) }

    /// Records a library's path, which `struct dl_phdr_info` has after the library's address, its first member.
    private static let note: Note = { info, _, paths in
        guard let name = info?.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self) else { return 0 }
        let path = String(cString: name)
        if path.hasPrefix("/") { paths?.assumingMemoryBound(to: Paths.self).pointee.all.append(path) }
        return 0
    }
}
