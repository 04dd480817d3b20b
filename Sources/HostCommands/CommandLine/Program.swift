import Glibc
import HostCore
import HostSystem

enum Program {
    /// The path of the running executable; nil if unknown.
    static let path = Path.resolved("/proc/self/exe")

    /// The program's name if a shell finds this executable by it, else the absolute path by which it was called.
    static let word: String = {
        if find(HostName.name) == path { return HostName.name }
        guard let called = CommandLine.arguments.first, called.contains("/") else { return path ?? HostName.name }
        return absolute(called)
    }()

    /// Finds the file in PATH that a shell runs for a program's name, with its symbolic links resolved; nil if there is
    /// none.
    static func find(_ name: String) -> String? {
        let folders = (HostEnvironment.current["PATH"] ?? "").split(separator: ":")
        return folders.lazy.compactMap { Path.resolved(Path.join(String($0), name)) }.first
    }

    /// Makes a path absolute, and resolves a leading `./` or `../`, which would make it hard to read.
    private static func absolute(_ called: String) -> String {
        var folder = Path.resolved(".") ?? "/"
        var rest = called[...]
        while true {
            if rest.hasPrefix("./") {
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("../") {
                rest = rest.dropFirst(3)
                folder = Path.parent(folder) ?? folder
            } else {
                return Path.join(folder, String(rest))
            }
        }
    }
}

enum StandardDescriptors {
    /// Waits until a descriptor is ready after a call failed with EAGAIN. A process at the other end, or an earlier
    /// owner of this one, may have made it non-blocking.
    static func wait(for number: Int32, _ event: Int32) {
        var descriptor = pollfd(fd: number, events: Int16(event), revents: 0)
        // The result does not matter: the caller repeats its call, which reports any error.
        _ = poll(&descriptor, 1, -1)
    }
}

/// The program's requirements of the system, checked before anything else.
enum SystemNeeds {
    /// The descriptors that commands need beside open ones: for scanning four libraries at a time, and for those that
    /// libdispatch opens itself.
    private static let descriptors = 48

    /// The KiB needed for a thread's stack and a process's addresses, as ulimit(1) counts them. With less the runtime
    /// cannot make a thread, and waits for memory forever.
    private static let (stack, addresses): (UInt64, UInt64) = (256, 256 << 10)

    private static func limit(_ resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) >> 10 : .max
    }

    /// - Returns: The unmet requirement with the remedy; nil if all are met.
    static func missing() -> String? {
        for (name, flag, needed, found) in [
            ("stack", "s", stack, limit(RLIMIT_STACK)), ("address space", "v", addresses, limit(RLIMIT_AS)),
        ] where found < needed {
            return "a process needs \(needed) KiB of \(name), and this one may have \(found); 'ulimit -\(flag)' "
                + "or whoever has set that limit (ulimit -H\(flag)) allows more"
        }
        let free = fcntl(STDIN_FILENO, F_DUPFD, 0)
        if free >= 0 { close(free) }
        guard free >= 0, DescriptorLimit.leaves(descriptors, beyond: free) else {
            return "at least \(descriptors) more files must be open at a time than are now, and this process may have "
                + "\(DescriptorLimit.current) in all; 'ulimit -n' or whoever has set that limit (ulimit -Hn) allows more"
        }
        return LinuxProcess.missingProc
    }
}
