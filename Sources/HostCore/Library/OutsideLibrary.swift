import Glibc
import HostSystem

/// A library that the loader finds outside the folder of the feature's library: by an absolute name (`DT_NEEDED`), by a
/// run path (`DT_RUNPATH`, `DT_RPATH`), or by `LD_LIBRARY_PATH`. Anyone who can write to it, or to a folder in which it
/// is searched for, runs code as the user.
enum OutsideLibrary {
    /// The prefix of a name that the loader searches for in the working directory.
    static let workingDirectory = "./"

    /// The reason why another user may have written a library, or could put one there; nil if there is none.
    ///
    /// - Parameter path: The absolute path of the library. It may be missing: the loader searches there nevertheless,
    ///   so the right to create it counts too.
    static func problem(_ path: String) -> InsecureFile? {
        guard path.hasPrefix("/") else { return .workingDirectory }
        var status = stat()
        if stat(path, &status) == 0, let problem = InsecureFile(status) { return problem }
        // Both folders count: that of the link, and that of its target.
        return folderProblem(Path.parent(path) ?? "/")
            ?? Path.resolved(path).flatMap { folderProblem(Path.parent($0) ?? "/") }
    }

    /// Checks a folder and those above it. For a missing folder, the nearest existing one above decides, since this one
    /// could be created there.
    private static func folderProblem(_ path: String) -> InsecureFile? {
        var path = path
        var status = stat()
        while stat(path, &status) != 0 {
            guard path != "/", let parent = Path.parent(path) else { return nil }
            path = parent
        }
        if let problem = InsecureFile(status) { return .folder(path, problem) }
        // Write permission for a folder above suffices to replace this one, unless that folder is sticky: inode(7).
        while path != "/", let parent = Path.parent(path) {
            path = parent
            guard stat(path, &status) == 0, let problem = InsecureFile(status) else { continue }
            if case .writableByEveryone = problem, status.st_mode & S_ISVTX != 0 { continue }
            return .folder(path, problem)
        }
        return nil
    }
}

/// The libraries and settings of this process's loader (ld.so(8)). Libraries that the host has loaded, and others in
/// their folders, are trusted like the host itself.
enum HostLibraries {
    /// The names of the libraries that this process has loaded, for which the loader does not search again.
    static var names: Set<String> { loaded.names }

    /// Whether the host has loaded libraries from this folder, or it is one of the system's.
    static func trusts(_ folder: String) -> Bool { loaded.folders.contains(Path.resolved(folder) ?? folder) }

    /// The system's folders, and those from which the host has loaded libraries.
    static var folders: Set<String> { loaded.folders }

    /// The folder of the Swift libraries that the host has loaded, which contains Foundation's too. Nil if the loader
    /// searches that folder anyway.
    private static let swift: String? = {
        let library = loaded.paths.first { Path.name($0) == "libswiftCore.so" }
        guard let folder = library.flatMap(Path.parent), !defaults.contains(folder) else { return nil }
        return Path.resolved(folder) ?? folder
    }()

    /// The path of the host's library of this name for its features, beside the Swift libraries that it has loaded. It
    /// replaces the features' own, so that many features share one. Nil if there is none.
    static func path(of name: String) -> String? {
        guard let swift, !name.contains("/") else { return nil }
        let path = Path.join(swift, name)
        return access(path, R_OK) == 0 ? path : nil
    }

    /// The folders of `LD_LIBRARY_PATH` for workers, separated by colons. Relative ones are left out, and so is the
    /// working directory, which an empty element means.
    static var variable: String {
        let folders = (HostEnvironment.current[variableName] ?? "").split { $0 == ":" || $0 == ";" }.compactMap {
            element in
            let path = expanded(String(element)).joined(separator: "/")
            return path.hasPrefix("/") && !path.contains("$") ? path : nil
        }
        return folders.joined(separator: ":")
    }

    static let variableName = "LD_LIBRARY_PATH"

    /// The elements of a path, with the tokens `$LIB` and `$PLATFORM` expanded.
    static func expanded(_ path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            switch part {
            case "$LIB", "${LIB}": libraryFolder
            case "$PLATFORM", "${PLATFORM}": platform
            default: String(part)
            }
        }
    }

    /// The meaning of `$LIB`, which the loader does not report: the end of the path of the C library's folder.
    static let libraryFolder: String = {
        let folder = loaded.paths.first { Path.name($0) == "libc.so.6" }.flatMap(Path.parent) ?? "/lib"
        let parts = folder.split(separator: "/")
        return parts[(parts.lastIndex { $0.hasPrefix("lib") } ?? 0)...].joined(separator: "/")
    }()

    /// The meaning of `$PLATFORM`: `AT_PLATFORM` of getauxval(3), which Glibc's module leaves out.
    static let platform: String = {
        typealias Value = @convention(c) (UInt) -> UnsafePointer<CChar>?
        let value = dlsym(nil, "getauxval").map { unsafeBitCast($0, to: Value.self) }
        return value?(15).map { String(cString: $0) } ?? ""
    }()

    /// The folders that the loader searches last.
    static let defaults = ["/\(libraryFolder)", "/usr/\(libraryFolder)"] + standard

    private static let standard = ["/lib", "/usr/lib", "/lib64", "/usr/lib64"]

    private static let loaded: (paths: [String], names: Set<String>, folders: Set<String>) = {
        var paths = Paths()
        withUnsafeMutablePointer(to: &paths) { paths in _ = iterate?(note, paths) }
        var folders: Set<String> = []
        for folder in standard + paths.all.compactMap(Path.parent) {
            folders.insert(Path.resolved(folder) ?? folder)
        }
        return (paths.all, Set(paths.all.map(Path.name)), folders)
    }()

    private struct Paths {
        var all: [String] = []
    }

    private typealias Note = @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32
    private typealias Iterate = @convention(c) (Note, UnsafeMutableRawPointer?) -> Int32

    /// The function dl_iterate_phdr(3), which Glibc's module leaves out.
    private static let iterate: Iterate? = dlsym(nil, "dl_iterate_phdr").map { unsafeBitCast($0, to: Iterate.self) }

    /// Records a library's path, which follows the library's address in `struct dl_phdr_info`.
    private static let note: Note = { info, _, paths in
        guard let name = info?.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self) else { return 0 }
        let path = String(cString: name)
        if path.hasPrefix("/") { paths?.assumingMemoryBound(to: Paths.self).pointee.all.append(path) }
        return 0
    }
}
