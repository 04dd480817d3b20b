import Glibc
import HostCore
import HostSystem

/// The path and the name of this program, as the user calls it.
enum Program {
    /// The path of the running executable; nil if it cannot be found out.
    static let path = Path.resolved("/proc/self/exe")

    /// The program's name if a shell finds this executable by it, else the absolute path by which it was called.
    static let word: String = {
        if find(HostName.name) == path { return HostName.name }
        guard let called = CommandLine.arguments.first, called.contains("/") else { return path ?? HostName.name }
        return absolute(called)
    }()

    /// Finds the file in PATH that a shell runs for the name of a program, with its symbolic links resolved.
    ///
    /// - Returns: Nil if there is none.
    static func find(_ name: String) -> String? {
        let folders = (HostEnvironment.current["PATH"] ?? "").split(separator: ":")
        return folders.lazy.compactMap { Path.resolved(Path.join(String($0), name)) }.first
    }

    /// Makes a path absolute. A leading `./` or `../` is resolved, since it would make the path hard to read.
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

/// Descriptors 0, 1 and 2: standard input, output and error.
enum StandardDescriptors {
    /// Waits until a descriptor is ready on which a call failed with EAGAIN. A process that has the other end, or had
    /// this one before, may have made it non-blocking.
    static func wait(for number: Int32, _ event: Int32) {
        var descriptor = pollfd(fd: number, events: Int16(event), revents: 0)
        // The result does not matter: the caller repeats its call, which reports what is wrong.
        _ = poll(&descriptor, 1, -1)
    }
}

/// The program's requirements of the system, checked before it does anything else.
enum SystemNeeds {
    /// The number of descriptors that the commands need beside those that are open: to scan four libraries at a time,
    /// and for those that libdispatch opens by itself.
    private static let descriptors = 48

    /// The memory in KiB that a thread's stack and a process's addresses need, as ulimit(1) counts it. With less the
    /// runtime cannot make a thread, and waits for memory for ever.
    private static let (stack, addresses): (UInt64, UInt64) = (256, 256 << 10)

    private static func limit(_ resource: __rlimit_resource) -> UInt64 {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) >> 10 : .max
    }

    /// - Returns: The requirement that is not met and how to meet it; nil if all are met.
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
