import FeatureContract
import Glibc
import HostSystem

/// How strictly a worker is confined: `sandbox` in the wiring file.
package enum SandboxMode: String, Hashable, Sendable, CaseIterable {
    /// A feature does not start where the kernel lacks a part of the confinement.
    case required
    /// The worker is confined as far as the kernel can.
    case bestEffort = "best-effort"
    /// The worker has all rights of the user, and the host's environment.
    case off
}

/// The limits of what a worker may reach. They take effect before the first instruction of a feature's library, for
/// good.
///
/// A confined worker reads the system's libraries, what lies beside its library, and /proc; it changes its data
/// directory alone; it opens no sockets, starts no programs and processes, and neither sees nor signals the other
/// processes of the user. Permissions add to that.
package struct Confinement: Hashable, Sendable {
    package var mode: SandboxMode
    /// The data directory of the feature, which the worker makes. Nil for none.
    package var dataDirectory: String?
    /// The directory of the library's file. Nil for none.
    package var libraryDirectory: String?
    /// Permissions with absolute paths.
    package var permissions: Permissions
    /// The variables that the worker has beside those of every worker: the ones that the permissions name, or with
    /// ``SandboxMode/off`` all of the host's.
    package let environment: [String: String]

    /// - Parameter host: The host's environment.
    package init(
        _ mode: SandboxMode, in host: HostEnvironment = HostEnvironment([:]), dataDirectory: String? = nil,
        libraryDirectory: String? = nil, permissions: Permissions = .none
    ) {
        self.mode = mode
        self.dataDirectory = dataDirectory
        self.libraryDirectory = libraryDirectory
        self.permissions = permissions
        let named = permissions.environment.compactMap { name in host[name].map { (name, $0) } }
        environment = mode == .off ? host.all : Dictionary(uniqueKeysWithValues: named)
    }

    /// No confinement.
    package static let off = Confinement(.off)

    /// The part of the confinement that this kernel lacks, as a phrase of a message. Nil if it lacks nothing.
    package static let missing: String? = {
        guard SystemCallFilter.isKnown else { return "system calls of this machine are not known to the host" }
        switch Landlock.version {
        case Landlock.wholeVersion...: return nil
        case 0: return "the kernel has no Landlock, or it is turned off, so files are not protected"
        case let version:
            return
                "the kernel's Landlock is of version \(version), and \(Landlock.wholeVersion) is needed to protect all: "
                + unprotected(in: version)
        }
    }()

    private static func unprotected(in version: Int) -> String {
        var parts: [String] = []
        if version < 3 { parts.append("truncation of files") }
        if version < 4 { parts.append("TCP ports") }
        if version < 5 { parts.append("control of devices") }
        return (parts + ["abstract sockets and signals"]).joined(separator: ", ") + " are not"
    }

    /// The variables of the host's environment that every worker has: where programs and libraries are, the language and
    /// the time zone.
    package static func isInEveryWorker(_ variable: some StringProtocol) -> Bool {
        common.contains(String(variable)) || variable.hasPrefix("LC_")
    }

    private static let common: Set<String> = [
        "PATH", "LANG", "LANGUAGE", "TZ", "TZDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
        "SWIFT_DETERMINISTIC_HASHING",
    ]

    /// The directory of a library's file, which its worker may read. Nil for one that also holds the user's home or
    /// other directories with their data: the library is no reason to read those.
    ///
    /// - Parameters:
    ///   - library: The path of the file. Symbolic links to it are followed.
    ///   - environment: The home and XDG directories.
    package static func directory(ofLibrary library: String, in environment: HostEnvironment) -> String? {
        guard let directory = Path.parent(Path.resolved(library) ?? library) else { return nil }
        let own = [environment.home, environment.dataHome, environment.stateHome, environment.configHome]
        let holdsData = own.contains { Path.isIn(directory, $0.flatMap(Path.resolved) ?? "") }
        return holdsData ? nil : directory
    }

    // MARK: In the worker

    /// Confines this process, which has one thread.
    ///
    /// - Parameters:
    ///   - library: What it is about to load.
    ///   - program: The path of the program that it is about to become.
    /// - Throws: The reason why it cannot be confined. With ``SandboxMode/bestEffort``, what the kernel lacks is no
    ///   reason.
    package func enforce(
        loading library: NeededLibraries? = nil, becoming program: String? = nil
    ) throws(LibraryError) {
        for (name, value) in environment { setenv(name, value, 1) }
        guard mode != .off else { return }
        if mode == .required, let missing = Self.missing { throw .notConfined(missing) }
        if let count = LinuxProcess.threadCount, count > 1 {
            throw .notConfined("the worker has \(count) threads already")
        }
        do throws(SystemError) {
            if let dataDirectory { try? FileSystem.makeDirectories(dataDirectory) }
            try LinuxProcess.giveUpPrivileges()
            if Landlock.version > 0 { try rules(library, program).enforce() }
            try LinuxProcess.giveUpCapabilities()
            if SystemCallFilter.isKnown { try filter(startsProgram: program != nil).enforce() }
        } catch {
            throw .notConfined("\(error.operation): \(error)")
        }
    }

    /// Does what ``enforce(loading:becoming:)`` does before it takes effect, so that a process which is forked from this
    /// one does it faster.
    func rehearse(loading library: String) {
        _ = (Self.missing, LinuxProcess.threadCount, filter(startsProgram: false))
        _ = try? rules(NeededLibraries(of: library), nil)
    }

    private func rules(_ library: NeededLibraries?, _ program: String?) throws(SystemError) -> Landlock {
        let rules = try Landlock()
        for path in Self.readable { rules.allow(.reading, in: path) }
        for path in ["/dev/null", "/dev/full"] { rules.allow(.changing, in: path) }
        for path in HostLibraries.folders { rules.allow(.reading, in: path) }
        // Files alone: the author of a library chooses the folders that are searched.
        for (path, version) in library?.files ?? [:] { rules.allow(.reading, in: path, of: version) }
        if let libraryDirectory { rules.allow(.reading, in: libraryDirectory) }
        if let dataDirectory { rules.allow(.changing, in: dataDirectory) }
        for path in permissions.read { rules.allow(.reading, in: path) }
        for path in permissions.write { rules.allow(.changing, in: path) }
        for port in permissions.ports { rules.allow(connectingTo: port) }
        if permissions.usesNetwork { for path in Self.certificates { rules.allow(.reading, in: path) } }
        // A program of a toolchain has its libraries beside its own folder.
        let toolchain = program.flatMap(Path.resolved).flatMap(Path.parent).flatMap(Path.parent).map { [$0] } ?? []
        if permissions.run || program != nil {
            for path in Self.programs + toolchain { rules.allow([.reading, .executing], in: path) }
        }
        return rules
    }

    /// The files that code needs in order to run. libdispatch and glibc read about their own process in /proc, and where
    /// that is refused they fail once in ten starts; of other processes the kernel shows a confined one no more than
    /// ps(1).
    private static let readable = [
        "/usr/local/lib", "/etc/ld.so.cache", "/proc", "/sys/devices/system/cpu", "/usr/share/zoneinfo",
        "/etc/localtime", "/usr/share/locale", "/dev/urandom", "/dev/random", "/dev/zero",
    ]
    /// The authorities by which a TLS connection is checked.
    private static let certificates = ["/etc/ssl", "/etc/pki", "/etc/ca-certificates", "/usr/share/ca-certificates"]
    private static let programs = [
        "/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/etc/alternatives", "/etc/ld.so.conf.d",
    ]

    private func filter(startsProgram: Bool) -> SystemCallFilter {
        var filter = SystemCallFilter()
        for calls in [
            SystemCall.tracing, SystemCall.odd, SystemCall.sharing, SystemCall.marking, SystemCall.watching,
            SystemCall.kernel, SystemCall.scheduling,
        ] { filter.refuse(calls) }
        let own = UInt32(getpid())
        filter.refuse(SystemCall.limiting, unless: (0, isOneOf: [0, own]))
        // TIOCSTI and TIOCLINUX type into a terminal, TIOCSCTTY takes one over, FIOSETOWN and SIOCSPGRP let the kernel
        // send signals to others, as F_SETOWN and F_SETOWN_EX of fcntl(2) do. The others change a file that is open for
        // reading: FS_IOC_SETFLAGS and its form of 32 bits, FS_IOC_FSSETXATTR, FS_IOC_ENABLE_VERITY,
        // FS_IOC_SET_ENCRYPTION_POLICY; F_SETLEASE delays those who open it, F_NOTIFY watches it, and
        // F_SET_RW_HINT and F_SET_FILE_RW_HINT stay with it.
        filter.refuse(
            SystemCall.ioctl, if: 1,
            isOneOf: [
                0x5412, 0x541C, 0x540E, 0x8901, 0x8902, 0x4008_6602, 0x4004_6602, 0x401C_5820, 0x4080_6685, 0x800C_6613,
            ])
        filter.refuse(SystemCall.fcntl, if: 1, isOneOf: [8, 15, 1024, 1026, 1036, 1038])
        // RLIMIT_DATA counts neither memory that is shared nor MAP_GROWSDOWN.
        filter.refuse(
            SystemCall.mmap, if: 3, hasAllOfOne: [UInt32(MAP_SHARED | MAP_ANONYMOUS), UInt32(MAP_GROWSDOWN)])
        // PR_SET_PDEATHSIG, by which the worker ends with the host, PR_SET_MM, PR_SET_CHILD_SUBREAPER, PR_SET_PTRACER
        filter.refuse(SystemCall.prctl, if: 0, isOneOf: [1, 35, 36, 0x5961_6d61])
        filter.refuse(SystemCall.leaving)
        // SOCK_NONBLOCK and SOCK_CLOEXEC are bits of the type.
        let streams = [0, 0x800, 0x80000, 0x80800].map { UInt32(SOCK_STREAM.rawValue) | $0 }
        // A datagram of a pair goes to any address.
        filter.refuse(SystemCall.socketpair, unless: (1, isOneOf: streams))
        if permissions.ports.isEmpty {
            filter.refuse(SystemCall.socket + SystemCall.connecting)
        } else {
            // Landlock's rules are for TCP alone, and neither for UDP nor for SCTP and MPTCP.
            filter.refuse(
                SystemCall.socket, unless: (0, isOneOf: [UInt32(AF_INET), UInt32(AF_INET6)]),
                (1, isOneOf: streams), (2, isOneOf: [0, UInt32(IPPROTO_TCP)]))
            // MSG_FASTOPEN connects to any port, and Landlock's rules do not see it: tcp(7), TCP_FASTOPEN.
            for (calls, flags) in SystemCall.sending { filter.refuse(calls, if: flags, hasAllOfOne: [0x2000_0000]) }
        }
        if !permissions.run {
            filter.refuse(SystemCall.forking)
            if !startsProgram { filter.refuse(SystemCall.starting) }
            filter.refuse(SystemCall.clone, unless: 0, has: 0x0001_0000)  // CLONE_THREAD
            // A child of it would not be able to end itself by a signal. Landlock keeps signals within the worker too.
            filter.refuse(SystemCall.signalling, unless: (0, isOneOf: [own]))
        }
        // Its flags are in memory, where a filter cannot see them. glibc then uses clone(2).
        filter.refuse(SystemCall.clone3, with: ENOSYS)
        return filter
    }
}

extension Confinement {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        mode = try reader.word()
        dataDirectory = try reader.optional { (reader) throws(BinaryError) in try reader.text() }
        libraryDirectory = try reader.optional { (reader) throws(BinaryError) in try reader.text() }
        permissions = Permissions(
            ports: Set(
                try reader.list(limit: Int(UInt16.max)) { (reader) throws(BinaryError) in
                    UInt16(truncatingIfNeeded: try reader.uint64())
                }),
            endpoints: Set(
                try reader.list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in try reader.endpoint() }),
            read: try Self.texts(&reader), write: try Self.texts(&reader), run: try reader.bool())
        let variables = try reader.list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in
            (try reader.text(), try reader.text())
        }
        environment = Dictionary(variables) { first, _ in first }
        permissions.environment = Set(environment.keys)
    }

    private static func texts(_ reader: inout BinaryReader) throws(BinaryError) -> Set<String> {
        Set(try reader.list(limit: ABILimit.arrayCount) { (reader) throws(BinaryError) in try reader.text() })
    }

    func write(binary writer: inout BinaryWriter) {
        writer.append(mode.rawValue)
        writer.append(optional: dataDirectory) { $0.append($1) }
        writer.append(optional: libraryDirectory) { $0.append($1) }
        writer.append(list: permissions.ports.sorted()) { $0.append(UInt64($1)) }
        writer.append(list: permissions.endpoints.sorted { $0.text < $1.text }) { $0.append($1) }
        writer.append(list: permissions.read.sorted()) { $0.append($1) }
        writer.append(list: permissions.write.sorted()) { $0.append($1) }
        writer.append(permissions.run)
        writer.append(list: environment.sorted { $0.key < $1.key }) { writer, variable in
            writer.append(variable.key)
            writer.append(variable.value)
        }
    }
}
