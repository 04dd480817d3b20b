import Glibc
import HostSystem

/// Changes modes, owners and times of files for the programs that a feature has started.
///
/// Landlock has no rules for these changes, and a filter of system calls does not see which file a path leads to. So
/// the filter passes such a call to the ``Keeper`` (seccomp_unotify(2)). The keeper opens the file, and makes the
/// change if the opened file lies in a folder that the feature may change. Everything else fails with EPERM.
struct AttributeBroker: ~Copyable {
    /// The descriptor by which the kernel passes calls on.
    let listener: FileDescriptor
    /// The real paths of the folders and files that the feature may change.
    private let places: [String]

    init(listener: consuming FileDescriptor, places: [String]) {
        self.listener = listener
        self.places = places
    }

    /// A change and its file.
    private struct Change {
        enum Kind {
            case mode(UInt64)
            case owner(UInt64, UInt64)
            /// Nil for the present time.
            case times([timespec]?)
        }
        /// The descriptor of a directory, or of the file itself if there is no path.
        let base: Int32
        let path: [CChar]?
        let follows: Bool
        let kind: Kind
    }

    private static let receive = 0xC050_2100  // SECCOMP_IOCTL_NOTIF_RECV
    private static let answer = 0xC018_2101  // SECCOMP_IOCTL_NOTIF_SEND
    private static let isValid = 0x4008_2102  // SECCOMP_IOCTL_NOTIF_ID_VALID

    /// Answers one call, after waiting for it.
    borrowing func serve() {
        // struct seccomp_notif: id, pid, flags; then struct seccomp_data: nr, arch, instruction pointer, six arguments.
        var notice = [UInt64](repeating: 0, count: 10)
        guard control(Self.receive, &notice) else { return }
        let process = UInt32(truncatingIfNeeded: notice[1])
        let error = change(notice[0], process, UInt32(truncatingIfNeeded: notice[2]), Array(notice[4...]))
        // struct seccomp_notif_resp: id, val, error and flags. The write fails if the process has ended meanwhile.
        var response = [notice[0], 0, UInt64(UInt32(bitPattern: -error))]
        _ = control(Self.answer, &response)
    }

    private borrowing func control(_ request: Int, _ argument: inout [UInt64]) -> Bool {
        argument.withUnsafeMutableBytes {
            LinuxProcess.systemCall(
                Int(SystemCall.ioctl.number ?? 0), Int(listener.number), request, Int(bitPattern: $0.baseAddress)) == 0
        }
    }

    /// Makes a change, and returns 0 or the error for the call.
    private borrowing func change(_ id: UInt64, _ process: UInt32, _ number: UInt32, _ arguments: [UInt64]) -> Int32 {
        do throws(SystemError) {
            let memory = try FileDescriptor(opening: "/proc/\(process)/mem", O_RDONLY)
            guard let change = Self.change(number, arguments, memory) else { return EFAULT }
            let base = try OpenedPath("/proc/\(process)/" + (change.base == AT_FDCWD ? "cwd" : "fd/\(change.base)"))
            // The id of a process that has ended may be in use again by now.
            var valid = [id]
            guard control(Self.isValid, &valid) else { return ESRCH }
            guard let path = change.path else { return try make(change.kind, base) }
            return try make(
                change.kind, OpenedPath(Self.path(path, of: process), in: base, followsLinks: change.follows))
        } catch {
            return error.code
        }
    }

    /// The path with `self` replaced by the calling process.
    private static func path(_ path: [CChar], of process: UInt32) -> [CChar] {
        let text = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for (prefix, place) in [("/proc/self/", ""), ("/proc/thread-self/", ""), ("/dev/fd/", "fd/")]
        where text.hasPrefix(prefix) {
            return Array("/proc/\(process)/\(place)".utf8CString.dropLast()) + path.dropFirst(prefix.utf8.count)
        }
        return path
    }

    private borrowing func make(_ kind: Change.Kind, _ file: borrowing OpenedPath) throws(SystemError) -> Int32 {
        let (number, real) = (file.descriptor.number, file.real)
        guard places.contains(where: { Path.isIn($0, real) }) else { return EPERM }
        let name = "/proc/self/fd/\(number)"
        switch kind {
        case .mode(let mode):
            // No set-user-ID and set-group-ID bits.
            guard mode & 0o6000 == 0 else { return EPERM }
            try systemCall("chmod") { chmod(name, mode_t(mode & 0o1777)) }
        case .owner(let user, let group):
            let (user, group) = (uid_t(truncatingIfNeeded: user), gid_t(truncatingIfNeeded: group))
            try systemCall("fchownat") { fchownat(number, "", user, group, 0x1000) }  // AT_EMPTY_PATH
        case .times(let times):
            try systemCall("utimensat") { utimensat(AT_FDCWD, name, times, 0) }
        }
        return 0
    }

    /// Reads the change that a call asks for. Nil if an address is wrong.
    private static func change(_ number: UInt32, _ arguments: [UInt64], _ memory: borrowing FileDescriptor) -> Change? {
        guard let call = SystemCall.attributes.first(where: { $0.number == number }) else { return nil }
        var rest = arguments[...]
        let takesDirectory = call.name.hasSuffix("at") || call.name.hasSuffix("at2")
        let takesFile = call.name == "fchmod" || call.name == "fchown"
        let base =
            takesDirectory || takesFile ? Int32(truncatingIfNeeded: rest.removeFirst()) : Int32(AT_FDCWD)
        var path: [CChar]?
        if !takesFile {
            let address = rest.removeFirst()
            // utimensat without a path is for the descriptor.
            if address != 0 || call.name != "utimensat" {
                guard let text = text(at: address, memory) else { return nil }
                path = text
            }
        }
        let kind: Change.Kind
        var flags: UInt64 = 0
        switch call.name {
        case "chmod", "fchmod", "fchmodat": kind = .mode(rest.removeFirst())
        case "fchmodat2":
            kind = .mode(rest.removeFirst())
            flags = rest.removeFirst()
        case "chown", "lchown", "fchown": kind = .owner(rest.removeFirst(), rest.removeFirst())
        case "fchownat":
            kind = .owner(rest.removeFirst(), rest.removeFirst())
            flags = rest.removeFirst()
        default:
            let address = rest.removeFirst()
            // utime(2) has whole seconds, and utimes(2) and futimesat(2) microseconds.
            let (count, unit) = call.name == "utime" ? (2, 0) : (4, call.name == "utimensat" ? 1 : 1000)
            if call.name == "utimensat" { flags = rest.removeFirst() }
            if address == 0 {
                kind = .times(nil)
            } else {
                guard let words = words(count, at: address, memory) else { return nil }
                kind = .times(
                    [0, 1].map { index in
                        unit == 0
                            ? timespec(tv_sec: words[index], tv_nsec: 0)
                            : timespec(tv_sec: words[2 * index], tv_nsec: words[2 * index + 1] &* unit)
                    })
            }
        }
        // AT_EMPTY_PATH
        if path?.first == 0, flags & 0x1000 != 0 { path = nil }
        let follows = call.name != "lchown" && flags & UInt64(AT_SYMLINK_NOFOLLOW) == 0
        return Change(base: base, path: path, follows: follows, kind: kind)
    }

    /// Reads a text of at most `PATH_MAX` bytes, with its final 0.
    private static func text(at address: UInt64, _ memory: borrowing FileDescriptor) -> [CChar]? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = pread(memory.number, &bytes, bytes.count, off_t(bitPattern: UInt(address)))
        guard count > 0, let end = bytes[..<count].firstIndex(of: 0) else { return nil }
        return Array(bytes[...end])
    }

    private static func words(_ count: Int, at address: UInt64, _ memory: borrowing FileDescriptor) -> [Int]? {
        var words = [Int](repeating: 0, count: count)
        let size = count * MemoryLayout<Int>.size
        return pread(memory.number, &words, size, off_t(bitPattern: UInt(address))) == size ? words : nil
    }
}
