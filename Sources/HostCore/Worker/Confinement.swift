import FeatureContract
import Glibc
import HostSystem

/// How strictly a worker is confined: `sandbox` in the wiring file.
package enum SandboxMode: String, Hashable, Sendable, BinaryCoded, CaseIterable {
    /// A feature does not start if the kernel lacks a part of the confinement.
    case required
    /// The worker is confined as far as the kernel can.
    case bestEffort = "best-effort"
    /// The worker has all rights of the user, and the host's environment.
    case off
}

/// The limits on a worker. They take effect before the first instruction of a feature's library, and are permanent.
///
/// A confined worker reads the system's libraries, the directory of its library, and /proc. It changes only its data
/// directory, opens no sockets, starts no programs and processes, and neither sees nor signals other processes of the
/// user. Permissions extend these rights.
@BinaryCoded
package struct Confinement: Hashable, Sendable {
    var mode: SandboxMode
    /// The data directory of the feature; nil for none.
    var dataDirectory: DataDirectory?
    /// The directory of the library's file, by its real path; nil for none.
    var libraryDirectory: String?
    /// Permissions with absolute paths.
    var permissions: Permissions
    /// The limits with which each opened path of the permissions is compared. Nil for paths chosen by the host itself.
    var bounds: GrantBounds?
    /// The worker's variables in addition to those of every worker: those that the permissions name, `HOME` where
    /// they have a path in it, or with
    /// ``SandboxMode/off`` all of the host's.
    let environment: [String: String]

    package init(
        _ mode: SandboxMode, in host: HostEnvironment = HostEnvironment([:]), dataDirectory: DataDirectory? = nil,
        libraryDirectory: String? = nil, permissions: Permissions = .none, bounds: GrantBounds? = nil
    ) {
        self.mode = mode
        self.dataDirectory = dataDirectory
        self.libraryDirectory = libraryDirectory
        self.permissions = permissions
        self.bounds = bounds
        let named = permissions.environment.compactMap { name in host[name].map { (name, $0) } }
        var variables = Dictionary(uniqueKeysWithValues: named)
        // Without it, a feature cannot find the '~' of its permissions.
        if let home = host.home, permissions.read.union(permissions.write).contains(where: { Path.isIn(home, $0) }) {
            variables["HOME"] = home
        }
        environment = mode == .off ? host.all : variables
    }

    /// Whether the process finds the addresses of names by itself.
    var resolvesNames = false

    /// The confinement of the broker of requests: it connects to these ports, of name servers too, and reads the files
    /// that tell where names are and which authorities to trust. It has no data.
    init(broker ports: Set<UInt16>, _ mode: SandboxMode, in host: HostEnvironment) {
        let variables = ["http", "https", "all", "no"].flatMap { ["\($0)_proxy", "\($0)_proxy".uppercased()] }
        let own = ["SSL_CERT_FILE", "SSL_CERT_DIR"]
        let proxies = variables.compactMap { host[$0] }.flatMap(Self.ports(ofProxy:))
        self.init(
            mode, in: host,
            permissions: Permissions(
                ports: ports.union(proxies).union([53]),
                read: Set(Self.resolver + own.compactMap { host[$0] }.filter { $0.hasPrefix("/") }),
                environment: Set(variables + own)))
        resolvesNames = true
    }

    /// The files by which names are resolved: nsswitch.conf(5), resolv.conf(5), which may be a link into /run.
    private static let resolver = [
        "/etc/nsswitch.conf", "/etc/resolv.conf", "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager",
        "/etc/hosts", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
    ]

    /// The ports of a variable such as `http://proxy.example.org:3128`: the one that it names, or all that libcurl takes.
    private static func ports(ofProxy text: String) -> [UInt16] {
        // Behind a user's name, and behind the brackets of an address of version 6.
        let host = text.split { "@]".contains($0) }.last ?? ""
        let named = host.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
        return named.map { [$0] } ?? [80, 443, 1080]
    }

    /// Whether a forbidden fork or program start ends the process by SIGSYS, for tests.
    package var endsAtPrograms = false

    /// Whether the process is confined, but may start programs and fork.
    var startsPrograms: Bool { mode != .off && permissions.run }

    static let off = Confinement(.off)

    /// The part of the confinement that this kernel lacks, as a phrase of a message; nil if it lacks none.
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

    /// Whether every worker has this variable of the host's environment: search paths of programs and libraries,
    /// language and time zone.
    static func isInEveryWorker(_ variable: some StringProtocol) -> Bool {
        common.contains(String(variable)) || variable.hasPrefix("LC_")
    }

    private static let common: Set<String> = [
        "PATH", "LANG", "LANGUAGE", "TZ", "TZDIR", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
        "SWIFT_DETERMINISTIC_HASHING",
    ]

    /// The directory of a library's file, which its worker may read. Nil for a directory that also contains the user's
    /// home or files of the host, which a library must not open up.
    ///
    /// - Parameters:
    ///   - library: The path of the file. Symbolic links to it are followed.
    ///   - environment: The home and XDG directories.
    package static func directory(ofLibrary library: String, in environment: HostEnvironment) -> String? {
        guard let directory = Path.parent(Path.resolved(library) ?? library) else { return nil }
        let own = [environment.home].compactMap(\.self) + environment.hostFolders
        return own.contains { Path.isIn(directory, Path.resolvedAsFar($0)) } ? nil : directory
    }

    // MARK: In the worker

    /// Confines this process, which has one thread.
    ///
    /// - Parameters:
    ///   - library: The library to load.
    ///   - program: The path of the program to run.
    ///   - keeper: The connection to the ``Keeper``, which makes changes of files that a filter cannot judge.
    /// - Throws: The reason why the process cannot be confined. With ``SandboxMode/bestEffort``, a gap of the kernel is
    ///   none.
    package func enforce(
        loading library: NeededLibraries? = nil, becoming program: String? = nil,
        keeper: consuming FileDescriptor? = nil
    ) throws(LibraryError) {
        for (name, value) in environment { setenv(name, value, 1) }
        guard mode != .off else { return }
        let data: OpenedPath?
        do throws(DataDirectory.Fault) {
            data = try dataDirectory?.open()
        } catch {
            throw .dataDirectory(error)
        }
        if mode == .required, let missing = Self.missing { throw .notConfined(missing) }
        if let count = LinuxProcess.threadCount, count > 1 {
            throw .notConfined("the worker has \(count) threads already")
        }
        // No other directory for temporary files is writable.
        if let dataDirectory, environment["TMPDIR"] == nil { setenv("TMPDIR", dataDirectory.path, 1) }
        do throws(SystemError) {
            try LinuxProcess.giveUpPrivileges()
            var changeable: [String] = []
            if Landlock.version > 0 { try rules(library, program, data, &changeable).enforce() }
            try LinuxProcess.giveUpCapabilities()
            guard SystemCallFilter.isKnown else { return }
            var filter = filter(startsProgram: program != nil)
            guard permissions.run, let keeper else { return try filter.enforce() }
            filter.ask(SystemCall.attributes)
            try Keeper.answerChanges(by: filter.enforceWithListener(), in: changeable, over: keeper)
        } catch {
            throw .notConfined("\(error.operation): \(error)")
        }
    }

    /// Prepares ``enforce(loading:becoming:keeper:)`` without any effect, so that processes forked from this one
    /// enforce faster.
    func rehearse(loading library: String) {
        _ = (Self.missing, LinuxProcess.threadCount, filter(startsProgram: false).count)
        var changeable: [String] = []
        _ = try? rules(NeededLibraries(of: library), nil, nil, &changeable)
    }

    /// - Parameters:
    ///   - data: The data directory.
    ///   - changeable: The real paths of the files and folders that may be changed.
    private func rules(
        _ library: NeededLibraries?, _ program: String?, _ data: borrowing OpenedPath?, _ changeable: inout [String]
    ) throws(SystemError) -> Landlock {
        let rules = try Landlock()
        for path in Self.readable { rules.allow(.reading, in: path) }
        for path in ["/dev/null", "/dev/full"] { rules.allow(.changing, in: path) }
        for path in HostLibraries.folders { rules.allow(.reading, in: path) }
        // Only files: the author of a library chooses the folders that are searched.
        for (path, version) in library?.files ?? [:] { rules.allow(.reading, in: path, of: version) }
        // A feature may have replaced it by a link since the host's check.
        if let libraryDirectory, let opened = try? OpenedPath(libraryDirectory), opened.real == libraryDirectory {
            rules.allow(.reading, in: opened)
        }
        switch data {
        case .some(let data):
            rules.allow(.changing, in: data)
            changeable.append(data.real)
        case .none: break
        }
        allowGrants(rules, &changeable)
        for port in permissions.ports { rules.allow(connectingTo: port) }
        if permissions.usesNetwork { for path in Self.certificates { rules.allow(.reading, in: path) } }
        // A toolchain's program has its libraries beside its own folder.
        let toolchain = program.flatMap(Path.resolved).flatMap(Path.parent).flatMap(Path.parent).map { [$0] } ?? []
        if permissions.run || program != nil {
            for path in Self.programs + toolchain { rules.allow([.reading, .executing], in: path) }
            for path in Self.configuration { rules.allow(.reading, in: path) }
        }
        return rules
    }

    /// Allows the granted paths, after opening and checking them. The host reports refusals after a check of its own:
    /// ``GrantCheck/refusals(_:)``.
    private func allowGrants(_ rules: borrowing Landlock, _ changeable: inout [String]) {
        guard let bounds else {
            for path in permissions.read { rules.allow(.reading, in: path) }
            for path in permissions.write { rules.allow(.changing, in: path) }
            return
        }
        let check = GrantCheck(bounds)
        for path in permissions.read {
            if let opened = try? check.open(path, to: .read) { rules.allow(.reading, in: opened) }
        }
        for path in permissions.write {
            guard let opened = try? check.open(path, to: .write) else { continue }
            rules.allow(.changing, in: opened)
            changeable.append(opened.real)
        }
    }

    /// The files that code needs in order to run. libdispatch and glibc read about their own process in /proc, and fail
    /// in one of ten starts if that is refused. Of other processes, the kernel shows a confined one no more than ps(1)
    /// does.
    private static let readable = [
        "/usr/local/lib", "/etc/ld.so.cache", "/proc", "/sys/devices/system/cpu", "/usr/share/zoneinfo",
        "/etc/localtime", "/usr/share/locale", "/dev/urandom", "/dev/random", "/dev/zero",
    ]
    /// The certificate authorities for TLS connections, and the settings of TLS, but no keys.
    private static let certificates = [
        "/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs",
        "/etc/pki/tls/cert.pem", "/etc/pki/tls/openssl.cnf", "/etc/pki/tls/openssl.d", "/etc/pki/ca-trust/extracted",
        "/etc/crypto-policies", "/etc/ca-certificates", "/usr/share/ca-certificates",
    ]
    private static let programs = [
        "/usr", "/bin", "/sbin", "/lib", "/lib64", "/opt", "/etc/alternatives", "/etc/ld.so.conf.d",
    ]

    /// The system's files that common programs and every user may read: names of users, hosts and services, and files
    /// for shells, terminals and fonts.
    private static let configuration = [
        "passwd", "group", "nsswitch.conf", "hosts", "host.conf", "services", "protocols", "shells", "profile",
        "profile.d", "bash.bashrc", "inputrc", "terminfo", "gitconfig", "gitignore", "gitattributes", "magic",
        "mime.types", "manpath.config",
        "os-release", "fonts",
    ].map { "/etc/" + $0 }

    /// The system calls that the process may make. All others fail with EPERM.
    private func filter(startsProgram: Bool) -> SystemCallFilter {
        var filter = SystemCallFilter()
        filter.allow(SystemCall.unconditional)
        allowFiles(in: &filter)
        allowMemory(in: &filter)
        allowSockets(in: &filter)
        allowProcesses(in: &filter)
        if startsProgram || permissions.run { filter.allow([.execve]) }
        return filter
    }

    private func allowFiles(in filter: inout SystemCallFilter) {
        // A new file gets no set-user-ID or set-group-ID bit. Without O_CREAT and O_TMPFILE there is no mode.
        let (making, identityBits): (UInt32, UInt32) = (0x40 | 0x40_0000, 0o6000)
        filter.allow(.open, when: [.lacks(1, making)], [.lacks(2, identityBits)])
        filter.allow(.openat, when: [.lacks(2, making)], [.lacks(3, identityBits)])
        filter.allow(.creat, when: [.lacks(1, identityBits)])
        // A plain file or a pipe: S_IFREG, S_IFIFO.
        filter.allow(.mknod, when: [.hasOnly(1, 0o110_777)])
        filter.allow(.mknodat, when: [.hasOnly(2, 0o110_777)])
        // RENAME_NOREPLACE and RENAME_EXCHANGE. RENAME_WHITEOUT makes a device.
        filter.allow(.renameat2, when: [.isOneOf(4, [0, 1, 2])])
        filter.allow(
            .ioctl,
            when: [
                .isOneOf(
                    1,
                    [
                        0x5401, 0x802C_542A,  // TCGETS, TCGETS2, by which isatty(3) asks
                        0x5413, 0x5411, 0x541B,  // TIOCGWINSZ, TIOCOUTQ, FIONREAD
                        0x5421, 0x5450, 0x5451,  // FIONBIO, FIONCLEX, FIOCLEX
                        0x4004_9409, 0x4020_940D,  // FICLONE, FICLONERANGE
                    ])
            ])
        filter.allow(
            .fcntl,
            when: [
                .isOneOf(
                    1,
                    [
                        0, 1030, 1, 2, 3, 4,  // F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL
                        5, 6, 7, 36, 37, 38,  // F_GETLK, F_SETLK, F_SETLKW and their F_OFD forms
                        1032, 1034,  // F_GETPIPE_SZ, F_GET_SEALS
                    ])
            ])
    }

    private func allowMemory(in filter: inout SystemCallFilter) {
        // RLIMIT_DATA counts neither shared memory without a file, nor stacks (MAP_GROWSDOWN), nor a stack that
        // mremap(2) extends. Allowed with MAP_PRIVATE: MAP_ANONYMOUS, MAP_FIXED, _FIXED_NOREPLACE, _DENYWRITE,
        // _EXECUTABLE, _NORESERVE, _POPULATE, _NONBLOCK, _STACK, _32BIT; likewise with MAP_SHARED and a file.
        let (privately, anonymously, further): (UInt32, UInt32, UInt32) = (0x2, 0x20, 0x13_D850)
        filter.allow(
            .mmap, when: [.hasOnly(3, privately | anonymously | further)], [.hasOnly(3, 0x3 | further)])
        // PROT_READ, _WRITE, _EXEC, _GROWSDOWN, by which the loader makes the stack executable, and on arm64 _BTI,
        // _MTE.
        filter.allow(.mprotect, when: [.hasOnly(2, 0x0100_0037)])
        // All advice about the process's own memory except MADV_MERGEABLE and MADV_HWPOISON.
        filter.allow(
            .madvise,
            when: [.isOneOf(2, [0, 1, 2, 3, 4, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 25, 102, 103])])
        // MEMBARRIER_CMD_QUERY and the commands for this process: MEMBARRIER_CMD_PRIVATE_*, _REGISTER_PRIVATE_*.
        filter.allow(.membarrier, when: [.isOneOf(0, [0, 8, 16, 32, 64, 128, 256])])
    }

    private func allowSockets(in filter: inout SystemCallFilter) {
        // SOCK_NONBLOCK and SOCK_CLOEXEC are bits of the type.
        let streams = [0, 0x800, 0x80000, 0x80800].map { UInt32(SOCK_STREAM.rawValue) | $0 }
        filter.allow(.socketpair, when: [.isOneOf(0, [UInt32(AF_UNIX)]), .isOneOf(1, streams), .isOneOf(2, [0])])
        // MSG_OOB, _DONTWAIT, _EOR, _WAITALL, _NOSIGNAL, _MORE. MSG_FASTOPEN connects to any address, unseen by
        // Landlock's rules: tcp(7), TCP_FASTOPEN.
        let flags: UInt32 = 0x1 | 0x40 | 0x80 | 0x100 | 0x4000 | 0x8000
        filter.allow(.sendto, when: [.hasOnly(3, flags), .isNull(4)])
        filter.allow(.sendmsg, when: [.hasOnly(2, flags)])
        filter.allow(.sendmmsg, when: [.hasOnly(3, flags)])
        // SO_REUSEADDR, _SNDBUF, _RCVBUF, _KEEPALIVE, _OOBINLINE, _LINGER, _PASSCRED, _RCVLOWAT, _RCVTIMEO, _SNDTIMEO
        let common: [UInt32] = [2, 7, 8, 9, 10, 13, 16, 18, 20, 21, 66, 67]
        // TCP_NODELAY, _CORK, _KEEPIDLE, _KEEPINTVL, _KEEPCNT, _QUICKACK, _USER_TIMEOUT, _NOTSENT_LOWAT
        let ofTCP: [UInt32] = [1, 3, 4, 5, 6, 12, 18, 25]
        let (all, tcp, ip6) = (UInt32(SOL_SOCKET), UInt32(IPPROTO_TCP), UInt32(IPPROTO_IPV6))
        let options: [[SystemCallFilter.Test]] = [
            [.isOneOf(1, [all]), .isOneOf(2, common)], [.isOneOf(1, [tcp]), .isOneOf(2, ofTCP)],
            // IPV6_V6ONLY
            [.isOneOf(1, [ip6]), .isOneOf(2, [26])],
        ]
        // IPV6_RECVERR and IP_RECVERR, without which glibc asks no name server.
        let ofNames: [[SystemCallFilter.Test]] = [
            [.isOneOf(1, [ip6]), .isOneOf(2, [25])], [.isOneOf(1, [UInt32(IPPROTO_IP)]), .isOneOf(2, [11])],
        ]
        filter.allow(.setsockopt, when: options + (resolvesNames ? ofNames : []))
        // Also SO_TYPE, _ERROR, _PEERCRED, _ACCEPTCONN, _PROTOCOL, _DOMAIN; TCP_MAXSEG, _INFO
        filter.allow(
            .getsockopt, when: [.isOneOf(1, [all]), .isOneOf(2, common + [3, 4, 17, 30, 38, 39])],
            [.isOneOf(1, [tcp]), .isOneOf(2, ofTCP + [2, 11])], [.isOneOf(1, [ip6]), .isOneOf(2, [26])])
        // Landlock's rules for ports cover TCP, but not UDP, SCTP and MPTCP. Name servers are asked by UDP.
        if !permissions.ports.isEmpty {
            let internet = SystemCallFilter.Test.isOneOf(0, [UInt32(AF_INET), UInt32(AF_INET6)])
            let datagrams = streams.map { $0 - UInt32(SOCK_STREAM.rawValue) + UInt32(SOCK_DGRAM.rawValue) }
            let byTCP: [SystemCallFilter.Test] = [internet, .isOneOf(1, streams), .isOneOf(2, [0, tcp])]
            let byUDP = [internet, .isOneOf(1, datagrams), .isOneOf(2, [0, UInt32(IPPROTO_UDP)])]
            filter.allow(.socket, when: [byTCP] + (resolvesNames ? [byUDP] : []))
            filter.allow([.connect])
        }
    }

    private func allowProcesses(in filter: inout SystemCallFilter) {
        let own = UInt32(getpid())
        filter.allow(.prlimit64, when: [.isOneOf(0, [0, own])])
        // ARCH_SET_GS, _SET_FS, _GET_FS, _GET_GS, and the state of shadow stacks, which glibc queries.
        filter.allow(.archPrctl, when: [.isOneOf(0, [0x1001, 0x1002, 0x1003, 0x1004, 0x3001, 0x5005])])
        // PR_GET_PDEATHSIG, _GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, _GET_SECCOMP, PR_CAPBSET_READ, _GET_TSC,
        // _GET_SECUREBITS, PR_SET_TIMERSLACK, PR_GET_TIMERSLACK, _GET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS,
        // PR_GET_NO_NEW_PRIVS, _GET_TID_ADDRESS, _GET_THP_DISABLE, _SVE_SET_VL, _SVE_GET_VL, _GET_SPECULATION_CTRL,
        // _SET_TAGGED_ADDR_CTRL, _GET_TAGGED_ADDR_CTRL, PR_SET_VMA, PR_GET_AUXV
        let controls: [UInt32] = [
            2, 3, 15, 16, 21, 23, 25, 27, 29, 30, 37, 38, 39, 40, 42, 50, 51, 52, 55, 56, 0x5356_4D41, 0x4155_5856,
        ]
        // CLONE_VM, _FS, _FILES, _SIGHAND, _THREAD, _SYSVSEM, _SETTLS, _PARENT_SETTID, _CHILD_CLEARTID, _DETACHED,
        // _CHILD_SETTID
        let (together, ofThread): (UInt32, UInt32) = (0x0001_0900, 0x017D_0F00)
        let thread = [SystemCallFilter.Test.has(0, together), .hasOnly(0, ofThread)]
        // Its flags are in memory, which a filter cannot see. glibc falls back to clone(2).
        filter.refuse(.clone3, with: ENOSYS)
        guard permissions.run else {
            filter.allow(.prctl, when: [.isOneOf(0, controls)])
            if endsAtPrograms {
                filter.end(at: .clone, unless: thread)
            } else {
                filter.allow(.clone, when: thread)
            }
            // Landlock also keeps signals within the worker.
            filter.allow(.kill, when: [.isOneOf(0, [own])])
            filter.allow(.tgkill, when: [.isOneOf(0, [own])])
            return
        }
        filter.allow(SystemCall.programs)
        // As on a file system without them: cp(1) and install(1) would fail otherwise.
        for call in SystemCall.extendedAttributes { filter.refuse(call, with: EOPNOTSUPP) }
        filter.allow([.kill, .tgkill])
        // Also for the parts of a program: PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_SECCOMP.
        filter.allow(.prctl, when: [.isOneOf(0, controls + [1, 22, 36])])
        filter.allow(.seccomp, when: [.isOneOf(0, [1, 2, 3]), .isOneOf(1, [0, 1])])
        // A process by fork(3), vfork(2) or posix_spawn(3): no CLONE_PARENT, which would make it the host's child, no
        // namespaces, no CLONE_PTRACE and CLONE_UNTRACED.
        filter.allow(.clone, when: thread, [.hasOnly(0, ofThread & ~together | 0x100 | 0x4000 | UInt32(SIGCHLD))])
        // Only to query it.
        filter.allow(.personality, when: [.isOneOf(0, [UInt32.max])])
    }
}
