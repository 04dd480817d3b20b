import Glibc

/// Rules for what this process may open, connect to and signal: landlock(7).
///
/// The kernel refuses everything else with EACCES, even to root. The rules are permanent, and hold for all programs and
/// processes that this one starts.
///
/// ```swift
/// var rules = try Landlock()
/// rules.allow(.reading, in: "/usr/lib")
/// try rules.enforce()
/// ```
package struct Landlock: ~Copyable {
    /// The version of the kernel's Landlock interface; 0 if it is missing or turned off.
    package static let version = max(0, LinuxProcess.systemCall(createNumber, 0, 0, 1))
    /// The version that covers all confinement of a worker: truncation (3), TCP ports (4), devices (5), signals and
    /// abstract sockets (6).
    package static let wholeVersion = 6

    /// The kinds of access to a file or to all files in a directory: `LANDLOCK_ACCESS_FS_*`.
    package struct Access: OptionSet, Sendable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) { self.rawValue = rawValue }

        private static let writeFile = Access(rawValue: 1 << 1)
        private static let readFile = Access(rawValue: 1 << 2)
        private static let readDirectory = Access(rawValue: 1 << 3)
        private static let makeCharacterDevice = Access(rawValue: 1 << 6)
        private static let makeSocket = Access(rawValue: 1 << 9)
        private static let makeBlockDevice = Access(rawValue: 1 << 11)
        private static let truncating = Access(rawValue: 1 << 14)
        private static let controllingDevices = Access(rawValue: 1 << 15)

        package static let executing = Access(rawValue: 1 << 0)
        package static let reading: Access = [.readFile, .readDirectory]
        /// Reading, writing, and making and removing files, directories, links and pipes, but no sockets and devices.
        package static let changing = Access.all.subtracting([
            .executing, .makeCharacterDevice, .makeSocket, .makeBlockDevice, .controllingDevices,
        ])
        /// The kinds of access to anything but a directory.
        fileprivate static let file: Access = [
            .executing, .writeFile, .readFile, .truncating, .controllingDevices,
        ]
        /// All kinds of access in the newest version known here.
        fileprivate static let all = Access(rawValue: 1 << 16 - 1)

        /// The kinds of access in a version of the interface.
        fileprivate static func known(to version: Int) -> Access {
            var known = all
            if version < 5 { known.remove(.controllingDevices) }
            if version < 3 { known.remove(.truncating) }
            if version < 2 { known.remove(Access(rawValue: 1 << 13)) }  // moving to another directory
            return known
        }
    }

    private static let createNumber = 444
    private static let addRuleNumber = 445
    private static let restrictNumber = 446

    /// `LANDLOCK_ACCESS_NET_BIND_TCP`, `LANDLOCK_ACCESS_NET_CONNECT_TCP`
    private static let (binding, connecting): (UInt64, UInt64) = (1, 2)
    /// `LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET` and `LANDLOCK_SCOPE_SIGNAL`
    private static let scopes: UInt64 = 3

    /// Confines signals to this process and those that it starts from now on, and forbids nothing else.
    ///
    /// The process must have no other thread, and no new privileges: ``LinuxProcess/giveUpPrivileges()``.
    package static func keepSignalsInside() throws(SystemError) {
        guard version >= 6 else { throw SystemError(code: EOPNOTSUPP, operation: "landlock_create_ruleset") }
        var attributes: (UInt64, UInt64, UInt64) = (0, 0, 2)
        let number = try HostSystem.systemCall("landlock_create_ruleset") {
            withUnsafeMutablePointer(to: &attributes) {
                LinuxProcess.systemCall(createNumber, Int(bitPattern: $0), 24, 0)
            }
        }
        let rules = FileDescriptor(taking: Int32(number))
        try HostSystem.systemCall("landlock_restrict_self") {
            LinuxProcess.systemCall(restrictNumber, Int(rules.number), 0)
        }
    }

    private let rules: FileDescriptor
    private let handled: Access

    /// Makes rules that allow nothing of all that this kernel can refuse.
    package init() throws(SystemError) {
        handled = .known(to: Self.version)
        rules = FileDescriptor(taking: try Self.create(for: handled))
    }

    private static func create(for handled: Access) throws(SystemError) -> Int32 {
        guard version > 0 else { throw SystemError(code: EOPNOTSUPP, operation: "landlock_create_ruleset") }
        // struct landlock_ruleset_attr: files, network, scopes. An older kernel knows only the first members.
        var attributes: (UInt64, UInt64, UInt64) = (handled.rawValue, binding | connecting, scopes)
        let size = version >= 6 ? 24 : version >= 4 ? 16 : 8
        let number = try HostSystem.systemCall("landlock_create_ruleset") {
            withUnsafeMutablePointer(to: &attributes) {
                LinuxProcess.systemCall(createNumber, Int(bitPattern: $0), size, 0)
            }
        }
        return Int32(number)
    }

    /// Allows access to a file, or to a directory and everything in it, now and later. Follows symbolic links. Does
    /// nothing if there is no such file.
    ///
    /// - Parameter version: The only version of the file to which this applies, times ignored. Nil for any.
    package borrowing func allow(_ access: Access, in path: String, of version: FileIdentity? = nil) {
        guard let file = try? FileDescriptor(opening: path, OpenedPath.flags) else { return }
        allow(access, in: file, of: version)
    }

    /// Allows access to an opened file or directory.
    package borrowing func allow(_ access: Access, in file: borrowing OpenedPath) {
        allow(access, in: file.descriptor)
    }

    private borrowing func allow(
        _ access: Access, in file: borrowing FileDescriptor, of version: FileIdentity? = nil
    ) {
        guard let status = try? file.status() else { return }
        if let version, !FileIdentity(status).mayDifferInTimesOnly(from: version) { return }
        let isDirectory = status.st_mode & S_IFMT == S_IFDIR
        let allowed = access.intersection(isDirectory ? handled : handled.intersection(.file))
        guard !allowed.isEmpty else { return }
        // struct landlock_path_beneath_attr is packed: the rights in 8 bytes, the descriptor in 4.
        withUnsafeTemporaryAllocation(byteCount: 12, alignment: 8) { rule in
            rule.storeBytes(of: allowed.rawValue, as: UInt64.self)
            rule.storeBytes(of: file.number, toByteOffset: 8, as: Int32.self)
            add(kind: 1, rule)
        }
    }

    /// Allows connections to a TCP port of any machine.
    package borrowing func allow(connectingTo port: UInt16) {
        // struct landlock_net_port_attr: the rights and the port.
        var rule = (Self.connecting, UInt64(port))
        withUnsafeMutableBytes(of: &rule) { add(kind: 2, $0) }
    }

    private borrowing func add(kind: Int, _ rule: UnsafeMutableRawBufferPointer) {
        _ = LinuxProcess.systemCall(
            Self.addRuleNumber, Int(rules.number), kind, Int(bitPattern: rule.baseAddress), 0)
    }

    /// Puts the rules into force for this thread and those that it starts. The process must have no other thread, and
    /// no new privileges: ``LinuxProcess/giveUpPrivileges()``.
    package consuming func enforce() throws(SystemError) {
        let number = rules.number
        try HostSystem.systemCall("landlock_restrict_self") {
            LinuxProcess.systemCall(Self.restrictNumber, Int(number), 0)
        }
    }
}
