import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The registry's place and permissions", .blocking)
struct RegistryPlaceTests {
    private static let permissionDenied = SystemError(code: EPERM, operation: "lstat")

    private func why(_ registry: Registry) -> String? {
        if case .rebuilt(let why) = registry.health.state { why } else { nil }
    }

    @Test("missing directories and the file are created for this user alone")
    func made() throws {
        let parent = try RegistryDirectory()
        let registry = Registry.open(RegistryFolder(parent("cache/switchyard")))
        try registry.record(.feature("a.so"))
        #expect(permissions(parent("cache")) == 0o700)
        #expect(permissions(parent("cache/switchyard")) == 0o700)
        #expect(permissions(parent("cache/switchyard/registry")) == 0o600)
        #expect(permissions(parent("cache/switchyard/registry.lock")) == 0o600)
        #expect(registry.health.state == .good)
    }

    @Test(
        "a directory that others may write to is neither read nor written",
        arguments: [0o777, 0o720, 0o702] as [mode_t])
    func insecureDirectory(mode: mode_t) throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        let before = try directory.registryBytes()
        #expect(chmod(directory.path, mode) == 0)
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(registry.entries == [])
        #expect(why(registry) == "its directory is not one that only this user may write to")
        #expect(recording(.feature("b.so"), in: registry) == Self.permissionDenied)
        // This host knows the entry nevertheless.
        #expect(registry.entries == [.feature("b.so")])
        #expect(registry.entry(like: .feature("b.so")) != nil)
        #expect(try registry.prune { _ in true } == 1)
        #expect(registry.entries == [])
        #expect(try directory.registryBytes() == before)
        // Once the directory is safe again, the next record writes the pending entries along.
        #expect(recording(.feature("c.so"), in: registry) == Self.permissionDenied)
        #expect(chmod(directory.path, 0o700) == 0)
        try registry.record(.feature("d.so"))
        #expect(
            Registry.open(RegistryFolder(directory.path)).entries == [
                .feature("a.so"), .feature("c.so"), .feature("d.so"),
            ])
        #expect(registry.entries == Registry.open(RegistryFolder(directory.path)).entries)
    }

    @Test("a directory that becomes insecure during a run is no longer written")
    func becomesInsecure() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(chmod(directory.path, 0o777) == 0)
        #expect(recording(.feature("b.so"), in: registry) == Self.permissionDenied)
        #expect(
            systemError { () throws(SystemError) in _ = try registry.prune { _ in true } } == Self.permissionDenied)
        #expect(registry.entry(like: .feature("b.so")) != nil)
    }

    @Test("a link to a directory is refused, and a file in the place of the directory is an error")
    func noDirectory() throws {
        let parent = try RegistryDirectory()
        try parent.makeDirectory("real")
        #expect(symlink("real", parent("link")) == 0)
        try File.write("x", to: parent("file"))
        for (name, code) in [("link", EPERM), ("file", EPERM), ("file/below", ENOTDIR)] {
            let registry = Registry.open(RegistryFolder(parent(name)))
            #expect(why(registry) != nil)
            let error = recording(.feature("a.so"), in: registry)
            #expect(error?.code == code, "\(name)")
            #expect(registry.entries == [.feature("a.so")])
        }
        #expect(try File.names(in: parent("real")) == [])
    }

    @Test(
        "a file that others may write to is not believed, and is replaced",
        arguments: [0o666, 0o620, 0o602] as [mode_t])
    func insecureFile(mode: mode_t) throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        #expect(chmod(directory.registryFile, mode) == 0)
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(registry.entries == [])
        #expect(why(registry) == "others may write to it")
        try registry.record(.feature("b.so"))
        #expect(permissions(directory.registryFile) == 0o600)
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("b.so")])
    }

    @Test(
        "a link or a pipe in the file's place is neither followed nor waited for, and is replaced",
        arguments: ["link", "dangling link", "pipe"])
    func noFile(kind: String) throws {
        let directory = try RegistryDirectory.holding([.feature("precious.so")])
        #expect(rename(directory.registryFile, directory("precious")) == 0)
        let precious = try File.read(directory("precious"))
        switch kind {
        case "link": #expect(symlink("precious", directory.registryFile) == 0)
        case "dangling link": #expect(symlink("nowhere", directory.registryFile) == 0)
        default: #expect(mkfifo(directory.registryFile, 0o600) == 0)
        }
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(registry.entries == [])
        #expect(why(registry) == (kind == "pipe" ? "it is a named pipe" : "it is a symbolic link"))
        try registry.record(.feature("a.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("a.so")])
        #expect(try File.read(directory("precious")) == precious)
        #expect(try File.names(in: directory.path) == ["precious", "registry", "registry.lock"])
    }

    @Test("a directory in the place of the file, of its lock or of the atomic file is an error, and stays")
    func directoryInTheWay() throws {
        for (name, operation) in [("registry", "rename"), ("registry.lock", "open"), ("registry.new", "unlink")] {
            let directory = try RegistryDirectory()
            try directory.makeDirectory(name)
            let registry = Registry.open(RegistryFolder(directory.path))
            let error = recording(.feature("a.so"), in: registry)
            #expect(error?.operation == operation, "\(name)")
            #expect(registry.entries == [.feature("a.so")])
            #expect(access(directory(name), F_OK) == 0)
            #expect(rmdir(directory(name)) == 0)
            try registry.record(.feature("b.so"))
            #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("a.so"), .feature("b.so")])
        }
    }

    @Test("the atomic file of a killed host is no obstacle")
    func leftOver() throws {
        let directory = try RegistryDirectory()
        try File.write("half", to: directory("registry.new"))
        #expect(chmod(directory("registry.new"), 0o400) == 0)
        try Registry.open(RegistryFolder(directory.path)).record(.feature("a.so"))
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("a.so")])
        #expect(try File.names(in: directory.path) == ["registry", "registry.lock"])
    }

    @Test("entries are known to this host only if the directory takes no new file")
    func noNewFiles() throws {
        // Not even root can create a file there.
        let registry = Registry.open(RegistryFolder("/proc/\(getpid())"))
        #expect(registry.health.state == .missing)
        let error = recording(.feature("a.so"), in: registry)
        #expect(error?.operation == "open")
        #expect(registry.entries == [.feature("a.so")])
        #expect(registry.health.count == 1)
    }

    @Test("a read-only directory is read, and recording in it fails", .enabled(if: geteuid() != 0, "root may write"))
    func readOnlyDirectory() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        #expect(unlink(directory("registry.lock")) == 0)
        #expect(chmod(directory.path, 0o500) == 0)
        defer { chmod(directory.path, 0o700) }
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(registry.health.state == .good)
        let error = recording(.feature("b.so"), in: registry)
        #expect(error == SystemError(code: EACCES, operation: "open"))
        #expect(registry.entries == [.feature("a.so"), .feature("b.so")])
    }

    @Test("an unreadable file is not replaced", .enabled(if: geteuid() != 0, "root may read"))
    func notReadable() throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        #expect(chmod(directory.registryFile, 0) == 0)
        let registry = Registry.open(RegistryFolder(directory.path))
        #expect(why(registry) == "it cannot be read (Permission denied)")
        let error = recording(.feature("b.so"), in: registry)
        #expect(error == SystemError(code: EACCES, operation: "open"))
        #expect(chmod(directory.registryFile, 0o600) == 0)
        try registry.record(.feature("c.so"))
        #expect(registry.entries == [.feature("a.so"), .feature("b.so"), .feature("c.so")])
        #expect(Registry.open(RegistryFolder(directory.path)).entries == registry.entries)
    }

    // MARK: Failing on the way

    static let steps: [RegistryFolder.Step] =
        [.lock, .truncate, .append, .sync] + AtomicFile.Step.allCases.map { .replace($0) }

    @Test("the host knows a record that failed on the way, and writes it undamaged with the next", arguments: steps)
    func failing(step: RegistryFolder.Step) throws {
        let directory = try RegistryDirectory()
        let isReplacing = if case .replace = step { true } else { false }
        // A new file is made by replacing; an existing one is appended to.
        let before: [RegistryEntry] = isReplacing ? [] : [.feature("a.so")]
        if !isReplacing { try Registry.open(RegistryFolder(directory.path)).record(before) }
        let registry = Registry.open(RegistryFolder(directory.path))
        let failure = SystemError(code: ENOSPC, operation: "test")
        registry.beforeStep = { (next) throws(SystemError) in if next == step { throw failure } }
        #expect(recording(.feature("b.so"), in: registry) == failure)
        #expect(registry.entries == before + [.feature("b.so")])
        let found = Registry.open(RegistryFolder(directory.path))
        #expect(why(found) == nil)
        // At the last step the file has its name already, though a power cut may undo that.
        #expect(found.entries == (step == .replace(.fsyncDirectory) ? [.feature("b.so")] : before))
        registry.beforeStep = { _ in }
        try registry.record(.feature("c.so"))
        let all = before + [.feature("b.so"), .feature("c.so")]
        #expect(registry.entries == all)
        #expect(Registry.open(RegistryFolder(directory.path)).entries == all)
        #expect(Registry.open(RegistryFolder(directory.path)).health == registry.health)
        #expect(try File.names(in: directory.path) == ["registry", "registry.lock"])
    }

    @Test("a failed pruning forgets nothing", arguments: AtomicFile.Step.allCases)
    func failingPrune(step: AtomicFile.Step) throws {
        let directory = try RegistryDirectory.holding([.feature("a.so"), .feature("b.so")])
        let registry = Registry.open(RegistryFolder(directory.path))
        let failure = SystemError(code: EIO, operation: "test")
        registry.beforeStep = { (next) throws(SystemError) in if next == .replace(step) { throw failure } }
        #expect(systemError { () throws(SystemError) in _ = try registry.prune { $0.hasSuffix("a.so") } } == failure)
        #expect(registry.entries == [.feature("a.so"), .feature("b.so")])
        registry.beforeStep = { _ in }
        #expect(try registry.prune { $0.hasSuffix("a.so") } == 1)
        #expect(registry.entries == [.feature("b.so")])
        #expect(Registry.open(RegistryFolder(directory.path)).entries == [.feature("b.so")])
    }

    @Test("a disk that fills up in the middle of a record keeps no half of it", .deep)
    func fullDisk() async throws {
        let directory = try RegistryDirectory.holding([.feature("a.so")])
        // In a process of its own, since the limit applies to all of its files.
        await #expect(processExitsWith: .success) { [path = directory.path as String] in
            signal(SIGXFSZ, SIG_IGN)
            let registry = Registry.open(RegistryFolder(path))
            let size = rlim_t(registry.health.size + 100)
            var limit = rlimit(rlim_cur: size, rlim_max: size)
            #expect(setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let large = RegistryEntry.feature("b.so", manifest: String(repeating: "m", count: 1000))
            #expect(recording(large, in: registry) == SystemError(code: EFBIG, operation: "write"))
            #expect(registry.entries == [.feature("a.so"), large])
            #expect(Registry.open(RegistryFolder(path)).health.state == .good)
            #expect(Registry.open(RegistryFolder(path)).entries == [.feature("a.so")])
        }
    }
}
