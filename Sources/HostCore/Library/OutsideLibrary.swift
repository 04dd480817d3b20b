import Glibc

/// Library that the loader takes from elsewhere than the folder of the feature's library: by an absolute name
/// (`DT_NEEDED`), or by a run path (`DT_RUNPATH`, `DT_RPATH`). It is no part of the private copy, so whoever may write it,
/// or the folder in which it is looked for, runs code as the user.
enum OutsideLibrary {
    /// What stands before a name that is looked for in the working directory.
    static let workingDirectory = "./"

    /// Who else may have written a library, or may put one there; nil where none may.
    ///
    /// - Parameter path: Absolute, of a library that need not be there. The loader looks there, so the right to put one
    ///   there counts as well.
    static func problem(_ path: String) -> InsecureFile? {
        guard path.hasPrefix("/") else { return .workingDirectory }
        var status = stat()
        if stat(path, &status) == 0, let problem = InsecureFile(status) { return problem }
        // Where a link leads, and where the link itself lies.
        return folderProblem(Path.parent(path) ?? "/")
            ?? Path.resolved(path).flatMap { folderProblem(Path.parent($0) ?? "/") }
    }

    /// Where the folder is missing, whoever may write to the one above could make it.
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

/// Libraries that are trusted as the host itself is: its own, and what lies beside them.
enum HostLibraries {
    /// The names of the libraries that are loaded in this process. The loader does not look for one of them again.
    static var names: Set<String> { loaded.names }

    /// Whether a folder is one of those from which the host itself has loaded libraries, or one of the system's.
    static func trusts(_ folder: String) -> Bool { loaded.folders.contains(Path.resolved(folder) ?? folder) }

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

    /// dl_iterate_phdr(3), which Glibc's module leaves out.
    private static let iterate: Iterate? = dlsym(nil, "dl_iterate_phdr").map { unsafeBitCast($0, to: Iterate.self) }

    /// `struct dl_phdr_info` begins with the address of the library, behind which its path stands.
    private static let note: Note = { info, _, paths in
        guard let name = info?.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self) else { return 0 }
        let path = String(cString: name)
        if path.hasPrefix("/") { paths?.assumingMemoryBound(to: Paths.self).pointee.all.append(path) }
        return 0
    }
}
