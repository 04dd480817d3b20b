import FeatureABI
import FeatureContract
import Glibc
import HostSystem

/// A library loaded into this process. It is never unloaded: for a Swift library, that would leave pointers of the
/// runtime behind, and the next cast would crash.
package struct SharedLibrary: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    /// Loads a library with dlopen(3). All symbols are bound now, so that a missing one is an error and not a crash
    /// later, and none is visible to other libraries.
    ///
    /// - Parameters:
    ///   - version: The only version of the file to load, times ignored: the caller compares the content afterwards.
    ///     Nil for any.
    ///   - needed: The libraries that it needs, as found before this process was confined.
    package init(
        loading path: String, version: FileIdentity? = nil, needing needed: NeededLibraries? = nil
    ) throws(LibraryError) {
        let opened = try version.map { (version) throws(LibraryError) in try Self.open(path, version) } ?? path
        for library in (needed ?? NeededLibraries(of: path)).hosts {
            dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
        }
        guard let handle = dlopen(opened, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
            let reason = dlerror().map { String(cString: $0) } ?? "dlopen gave no reason"
            let error = LibraryError(dlerror: reason.replacing(opened, with: path))
            // The loader does not report files that it has skipped. A confined process of root has fewer rights than
            // the one that found them.
            let missing = (needed?.missing ?? []) + NeededLibraries(of: path).missing
            throw missing.first { error.description.contains($0.name) }?.reason ?? error
        }
        self.handle = handle
    }

    /// Opens a version of a file, and returns a path to the opened file, which stays valid if the file is replaced.
    private static func open(_ path: String, _ version: FileIdentity) throws(LibraryError) -> String {
        do {
            let file = try InputFile.open(path)
            guard FileIdentity(try file.status()).mayDifferInTimesOnly(from: version) else {
                throw LibraryError.changed
            }
            // Stays open as long as the process: the loader's name for the library leads to it. With 'self' instead of
            // the number, a debugger would follow the path into its own process.
            // Each number is higher than the last: a library may close what it has not opened, and the loader takes a
            // name that it knows for the library that it knows.
            let number = try systemCall("fcntl") { fcntl(file.number, F_DUPFD_CLOEXEC, Self.nextNumber) }
            Self.nextNumber = number + 1
            return "/proc/\(getpid())/fd/\(number)"
        } catch let error as LibraryError {
            throw error
        } catch let error as SystemError {
            throw .notReadable(error)
        } catch {
            throw .changed
        }
    }

    /// Calls `switchyard_feature_entry`, and returns its struct after checking magic, version and size.
    package func entry() throws(LibraryError) -> UnsafePointer<sy_library> {
        guard let symbol = dlsym(handle, SY_ENTRY_SYMBOL) else { throw .noEntry }
        let entry = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeRawPointer?).self)
        // A foreign library may return anything, such as a number.
        guard let raw = entry(), Int(bitPattern: raw) % MemoryLayout<sy_library>.alignment == 0,
            Self.canRead(raw, count: 16), raw.load(as: UInt32.self) == SY_MAGIC
        else { throw .noLibraryStruct }
        // Size and version first, since the rest of the layout depends on both.
        let size = raw.load(fromByteOffset: 4, as: UInt32.self)
        let major = raw.load(fromByteOffset: 8, as: UInt32.self)
        let minor = raw.load(fromByteOffset: 12, as: UInt32.self)
        guard major == SY_ABI_MAJOR else { throw .otherMajor(found: major, minor: minor) }
        guard Self.canRead(raw, count: min(Int(size), MemoryLayout<sy_library>.size)) else { throw .noLibraryStruct }
        guard size >= MemoryLayout<sy_library>.size else {
            throw .smallStruct(size: size, needed: UInt32(MemoryLayout<sy_library>.size))
        }
        return raw.assumingMemoryBound(to: sy_library.self)
    }

    /// The lowest number for the descriptor of the next library; libraries are loaded one after the other.
    private nonisolated(unsafe) static var nextNumber: Int32 = 0

    /// Whether memory is readable: the kernel answers EFAULT where a load would end the process (write(2)).
    private static func canRead(_ start: UnsafeRawPointer, count: Int) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard LinuxProcess.pipe(&ends) == 0 else { return true }
        defer { for end in ends { close(end) } }
        return write(ends[1], start, count) == count
    }
}

/// The reason why this host cannot use a library as a feature.
@BinaryCoded
package enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    case notReadable(SystemError)
    /// The file lies on a file system mounted noexec.
    case notExecutable
    /// Another user may have written the file.
    case insecure(InsecureFile)
    /// Another user may have written this needed sibling library.
    case insecureSibling(String, InsecureFile)
    /// Another user may have written the library at this path outside the file's folder.
    case insecureOutside(String, InsecureFile)
    /// The path is a plugins directory that contains this folder of hosts, or lies in it.
    case hostFolder(String)
    /// The file is a different version than the scanned one.
    case changed
    /// The snapshot at this path was damaged before the manifest was read from it.
    case snapshotDamaged(String)
    /// The registry, or the worker that scanned it, refused this version.
    indirect case known(RegistryRefusal)
    case ended(WorkerExit)
    /// So many scans in a row ended by a signal, the last like this.
    case keepsEnding(WorkerExit, scans: Int)
    /// Two hosts were killed while they scanned this version.
    case quarantined
    /// The program started for the scan is not a host: it ended like this.
    case noWorker(WorkerExit, executable: String)
    /// The refusal in a recording.
    case recorded(String)
    case workerNotStarted(SystemError)
    case notConfined(String)
    /// The feature's data directory is open to other users.
    case dataDirectory(DataDirectory.Fault)
    case notRegularFile
    /// The file name is not UTF-8. Its path in reports shows the name with escapes.
    case nameNotUTF8
    case tooLarge(limit: Int)
    case beingWritten
    case elf(ELFError)
    case missingLibrary(String)
    /// The file at this path has the name of a needed library, but cannot be loaded for this reason.
    case unusableLibrary(String, at: String, String)
    case notCopied(SystemError, to: String)
    case notLoadable(String)
    case noEntry
    /// It has the entry of features before version 1.0 of the ABI, or an entry of another program.
    case onlyEarlierEntry
    /// The struct of its entry does not begin with the magic.
    case noLibraryStruct
    case otherMajor(found: UInt32, minor: UInt32)
    case smallStruct(size: UInt32, needed: UInt32)
    case malformed(String)
    case noManifest(String)
    case manifest(String)
    /// The feature requires this of its host, which lacks it.
    case unmet(Manifest.Requirements)

    /// The error of a library that gives another manifest than in its scan.
    static let otherManifest = LibraryError.malformed(
        "it gives another manifest than in its scan; if it does so again at the next start or after 'reload', that is "
            + "a defect of it")

    /// Reads a message of dlerror(3). For a missing needed library, it is "libnoise.so.1: cannot open shared object
    /// file: No such file or directory". If the worker may not read a folder, it ends with "Permission denied".
    init(dlerror reason: String) {
        let (name, rest) = reason.splitOnce(at: ":")
        if let rest, rest.hasPrefix(" cannot open shared object file"), !name.contains("/") {
            self = .missingLibrary(String(name))
        } else {
            self = .notLoadable(reason)
        }
    }

    package static let earlierEntry = "feature_entry"

    /// Whether the refusal holds until the file changes. Other libraries and the machine may change.
    package var isLasting: Bool {
        switch self {
        case .notReadable, .notExecutable, .insecure, .insecureSibling, .insecureOutside, .hostFolder, .changed,
            .snapshotDamaged, .workerNotStarted, .notConfined, .dataDirectory, .beingWritten, .missingLibrary,
            .unusableLibrary, .notCopied, .notLoadable, .noWorker, .recorded:
            false
        case .known(let refusal): !refusal.isPassing || refusal.scansLeft == 0
        default: true
        }
    }

    /// Whether the file may be meant as a feature. False if it lacks the entry function.
    package var hasEntry: Bool {
        if case .known(let refusal) = self { return refusal.cause.hasEntry }
        return self != .noEntry
    }

    /// The exit of the worker that scanned the file, if that was the reason.
    package var exit: WorkerExit? {
        switch self {
        case .known(let refusal): refusal.cause.exit
        case .ended(let exit), .keepsEnding(let exit, _): exit
        default: nil
        }
    }

    /// Whether hosts no longer run the file: two were killed while they scanned it, or signals ended its scans.
    package var isQuarantined: Bool {
        switch self {
        case .known(let refusal): refusal.cause.isQuarantined
        case .quarantined, .keepsEnding: true
        default: false
        }
    }

    /// Whether to accept this result from a worker. The library's code may forge the worker's answers, so results that
    /// the host can find itself are not accepted.
    var isOfWorker: Bool {
        switch self {
        case .notReadable, .changed, .notConfined, .dataDirectory, .notRegularFile, .tooLarge, .elf, .missingLibrary,
            .unusableLibrary, .notLoadable, .noEntry, .onlyEarlierEntry, .noLibraryStruct, .otherMajor, .smallStruct,
            .malformed, .noManifest, .manifest, .unmet:
            true
        default: false
        }
    }

    /// The reason as a phrase: `it is larger than 1024 MiB`.
    package var description: String {
        switch self {
        case .notReadable(let error): "it cannot be read (\(error))"
        case .notExecutable: "its file system is mounted noexec, so no code can be loaded from it"
        case .insecure(let problem): problem.description
        case .insecureSibling(let name, let problem): "it needs the library '\(name)' beside it, and \(problem)"
        case .insecureOutside(let path, let problem):
            "it takes the library '\(path)' by its path, a run path or LD_LIBRARY_PATH, and \(problem.problem); do "
                + "without, or pass --allow-insecure where you trust whoever that is"
        case .hostFolder(let folder):
            "hosts keep what is yours in '\(folder)', and a feature would read it, or write features there; use a "
                + "directory of its own for plugins, such as $XDG_DATA_HOME/switchyard/plugins"
        case .changed: "it has changed since it was inspected; try again"
        case .snapshotDamaged(let path):
            "its manifest in the snapshot '\(path)' was damaged while this host ran; run the command again"
        case .known(let refusal): refusal.reason
        case .ended(let exit):
            "it \(exit)" + (exit.place.map { " at \($0)" } ?? "") + (exit.stderrTail.map { ": \($0)" } ?? "")
        case .keepsEnding(let exit, let scans):
            "it is quarantined, since \(scans) scans of it in a row ended by a signal: \(LibraryError.ended(exit))"
        case .quarantined: "it is quarantined, since two hosts were killed while they scanned this file"
        case .noWorker(let exit, let executable):
            "'\(executable)' was started to scan it, and did not become a worker: it \(exit); a program that is a host "
                + "calls WorkerMain.runIfStartedAsWorker() first of all"
        case .recorded(let reason): reason
        case .workerNotStarted(let error): "no process can be started to scan it (\(error.reasonOfNoProcess))"
        case .notConfined(let reason):
            "its process cannot be confined (\(reason)); \"sandbox\": \"best-effort\" in the wiring file takes what the "
                + "kernel has, and \"off\" gives every feature all rights of the user"
        case .dataDirectory(let fault): fault.description
        case .notRegularFile: "it is not a regular file"
        case .nameNotUTF8: "its name is not UTF-8, and is shown with escapes here; rename it"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        case .beingWritten: "it is being written; try again when that is done"
        case .elf(let error): error.description
        case .missingLibrary(let name): "it needs the library '\(name)', which is not found"
        case .unusableLibrary(let name, let path, let problem):
            "it needs the library '\(name)', and of '\(path)' the loader can make no use: \(problem)"
        case .notCopied(let error, let path) where error.isWantOfSpace || error.fault == .noExec:
            "its private copy cannot be written in \(path) (\(error)); "
                + "\(error.isWantOfSpace ? "free space on that disk, or " : "")set XDG_CACHE_HOME to a folder on another"
        case .notCopied(let error, let path):
            "its private copy cannot be made in \(path) (\(error)); set XDG_CACHE_HOME to a folder that is yours alone"
        case .notLoadable(let reason):
            "it cannot be loaded (\(reason))" + (LoaderProblem(reason).meaning.map { ": \($0)" } ?? "")
        case .noEntry:
            "it is a foreign library, no feature: it exports no function '\(SY_ENTRY_SYMBOL)' (in Swift, one that is "
                + "both 'public' and '@c')"
        case .onlyEarlierEntry:
            "it is a foreign library, or a feature from before FeatureABI 1.0: its entry is '\(Self.earlierEntry)', and "
                + "a feature's is '\(SY_ENTRY_SYMBOL)'"
        case .noLibraryStruct:
            "it is a foreign library, no feature: what its '\(SY_ENTRY_SYMBOL)' returns does not begin with SY_MAGIC"
        case .otherMajor(let major, let minor):
            "it was built for version \(major).\(minor) of the ABI, and this host speaks "
                + "\(SY_ABI_MAJOR).\(SY_ABI_MINOR); rebuild it against this host's SDK"
        case .smallStruct(let size, let needed):
            "its library struct says that it has \(size) bytes, and version \(SY_ABI_MAJOR).\(SY_ABI_MINOR) of the ABI "
                + "needs \(needed)"
        case .malformed(let reason): reason
        case .noManifest(let reason): "it gives no manifest: \(reason)"
        case .manifest(let reason): reason
        case .unmet(let requirements): requirements.refusal
        }
    }
}

/// The kind of a loader's message, which is only a text: dlerror(3).
package enum LoaderProblem {
    /// The library has variables of the thread-local model initial-exec, for which the loader reserves little room.
    case staticTLS
    /// No code may be mapped from the file, or there is no memory for it.
    case mapping
    /// The library was linked against a later version of a needed library.
    case olderLibrary
    case other

    package init(_ message: String) {
        self =
            if message.contains("static TLS block") {
                .staticTLS
            } else if message.contains("failed to map segment") {
                .mapping
            } else if message.contains(": version `") {
                .olderLibrary
            } else {
                .other
            }
    }

    /// An explanation of the loader's words; nil if they need none.
    var meaning: String? {
        switch self {
        case .staticTLS: "it wants more static thread-local memory than a process keeps for libraries that it loads"
        case .mapping: "its file system is mounted noexec, or there is too little memory"
        case .olderLibrary: "it was linked on a system whose libraries are later than those here"
        case .other: nil
        }
    }

    package func advice(for file: String) -> String {
        switch self {
        case .staticTLS:
            "give it more room, as in GLIBC_TUNABLES=glibc.rtld.optional_static_tls=100000 \(HostName.name) list; or build "
                + "what it is linked with for use in libraries (jemalloc: --disable-initial-exec-tls)"
        case .mapping:
            "move it to a file system that is not mounted noexec ('findmnt -T \(file)'), or raise 'ulimit -a'"
        case .olderLibrary:
            "build it on this system or an older one, or install the later library that the reason names"
        case .other:
            "build it against the libraries that are installed here, or copy those that it needs into its folder"
        }
    }
}

/// Checks all functions of a table before the first call. Swift calls a null C function pointer like any other, which
/// ends the process.
private func requireFunctions(_ functions: [(name: String, isNull: Bool)]) throws(CallFailure) {
    for function in functions where function.isNull {
        throw CallFailure(malformed: "its '\(function.name)' is null, which the ABI does not allow")
    }
}

extension sy_library {
    /// Rejects a library without a function that the host calls.
    package func requireFunctions() throws(CallFailure) {
        try HostCore.requireFunctions([("manifest", manifest == nil), ("activate", activate == nil)])
    }
}

extension sy_feature {
    /// Rejects a feature without a function that the host calls, given its manifest.
    package func requireFunctions(for manifest: Manifest) throws(CallFailure) {
        try HostCore.requireFunctions([
            ("make_main_screen", make_main_screen == nil), ("resolve", resolve == nil),
            ("deactivate", deactivate == nil),
            ("resolve_url", resolve_url == nil && !manifest.customLinks.isEmpty),
            ("receive", receive == nil && !manifest.receives.isEmpty),
        ])
    }
}

extension sy_screen {
    /// Rejects a screen without a function that the host calls, given its feature's manifest.
    package func requireFunctions(for manifest: Manifest) throws(CallFailure) {
        try HostCore.requireFunctions([
            ("render", render == nil), ("perform", perform == nil), ("appear", appear == nil),
            ("disappear", disappear == nil), ("destroy", destroy == nil),
            ("returned", returned == nil && !manifest.checkpoints.isEmpty),
        ])
    }
}
