import FeatureABI
import FeatureContract
import Glibc
import HostCore

extension CheckTest {
    /// What the file says of itself, before any of its code is run.
    static let elfTests: [CheckTest] = [
        CheckTest("elf-library", "It is a shared library for this machine.") { (probe) throws(ProbeError) in
            _ = try LibraryLook(probe.job.library)
        },
        CheckTest("elf-entry", "It exports 'feature_entry'.", requires: ["elf-library"]) { (probe) throws(ProbeError) in
            let look = try LibraryLook(probe.job.library)
            guard look.elf.definedSymbols.contains(SY_ENTRY_SYMBOL) else {
                throw .library(
                    "it does not export '\(SY_ENTRY_SYMBOL)'; mark that function with SY_EXPORT in C, @c in Swift, "
                        + "#[no_mangle] in Rust")
            }
        },
        CheckTest(
            "elf-needed", "Every library that it needs is found.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            let look = try LibraryLook(probe.job.library)
            for name in look.elf.neededLibraries where look.place(of: name) == .nowhere {
                Reporter.found(
                    .failed,
                    "it needs the library '\(name)', which is not found; put it beside the feature, or install it")
            }
        },
        CheckTest(
            "elf-build-path", "No library that it needs is found only where it was built.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            let look = try LibraryLook(probe.job.library)
            for name in look.elf.neededLibraries {
                guard case .runPath(let directory) = look.place(of: name), LibraryLook.isOfBuild(directory) else {
                    continue
                }
                Reporter.found(
                    .failed,
                    "'\(name)' is found only in \(directory), which its run path names and no other machine has; put it "
                        + "beside the feature, and $ORIGIN in its run path")
            }
            for directory in look.elf.runPaths where LibraryLook.isOfBuild(directory) {
                Reporter.found(
                    .warning,
                    "its run path names \(directory), where whoever may write there puts libraries into the feature")
            }
        },
        CheckTest(
            "elf-text-relocations", "Loading it writes nothing into its code.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            guard !(try LibraryLook(probe.job.library)).elf.hasTextRelocations else {
                throw .library(
                    "it has text relocations (DT_TEXTREL), which hardened systems refuse; compile with -fPIC")
            }
        },
        CheckTest(
            "elf-executable-stack", "It asks for no stack that code can run from.", requires: ["elf-library"]
        ) { (probe) throws(ProbeError) in
            guard !(try LibraryLook(probe.job.library)).elf.hasExecutableStack else {
                throw .library(
                    "it asks for an executable stack (PT_GNU_STACK); link with -z noexecstack, and give assembly a "
                        + ".note.GNU-stack section")
            }
        },
    ]
}

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
