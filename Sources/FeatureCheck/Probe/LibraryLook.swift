import FeatureABI
import FeatureContract
import Glibc
import HostCore

/// The file of the library, read and not run.
struct LibraryLook {
    let elf: ELFFile
    private let folder: String

    init(_ path: String) throws(ProbeError) {
        folder = Path.parent(path) ?? "."
        do {
            let bytes = try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 1 << 30)
            elf = try bytes.withUnsafeBytes { (bytes) throws(ELFError) in
                try ELFFile(bytes, lookingFor: [SY_ENTRY_SYMBOL])
            }
        } catch let error as ELFError {
            throw .library(LibraryError.elf(error).description)
        } catch {
            throw .library("it cannot be read (\(error))")
        }
    }

    /// Where the loader finds a library that is needed.
    enum Place: Equatable {
        /// In the feature's own folder, where the host takes it along from.
        case beside
        /// The host has loaded it, or the system knows it.
        case system
        /// Only by a folder that the feature's run path names.
        case runPath(String)
        case nowhere
    }

    func place(of name: String) -> Place {
        if access(Path.join(folder, name), F_OK) == 0 { return .beside }
        // This process is for nothing else: what the constructors of that library do, they do to it alone.
        if dlopen(name, RTLD_LAZY | RTLD_LOCAL) != nil { return .system }
        for directory in elf.runPaths {
            let expanded = Self.expanded(directory, origin: folder)
            guard access(Path.join(expanded, name), F_OK) == 0 else { continue }
            return Self.isOfOrigin(directory) ? .beside : .runPath(directory)
        }
        return .nowhere
    }

    private static func isOfOrigin(_ directory: String) -> Bool {
        directory.hasPrefix("$ORIGIN") || directory.hasPrefix("${ORIGIN}")
    }

    private static func expanded(_ directory: String, origin: String) -> String {
        for name in ["${ORIGIN}", "$ORIGIN"] where directory.hasPrefix(name) {
            return origin + directory.dropFirst(name.count)
        }
        return directory
    }

    /// Whether a folder of a run path is somebody's, and not the system's or an installed toolchain's.
    static func isOfBuild(_ directory: String) -> Bool {
        guard !isOfOrigin(directory) else { return false }
        let systems = ["/usr", "/lib", "/lib64", "/opt", "/nix/store", "/gnu/store", "/snap"]
        return !systems.contains { directory == $0 || directory.hasPrefix($0 + "/") }
    }
}
