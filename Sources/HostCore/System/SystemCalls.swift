/// A system call by its number: syscalls(2). A test compares the numbers with the kernel's headers.
package struct SystemCall: Sendable {
    /// The name in syscalls(2).
    package let name: String
    /// The numbers on x86-64 and arm64; nil on a machine without the call.
    package let numbers: (x86_64: UInt32, arm64: UInt32?)

    private init(_ name: String, _ x86_64: UInt32, _ arm64: UInt32?) {
        self.name = name
        numbers = (x86_64, arm64)
    }

    /// A call with one number on all machines, as those since Linux 5.1 have.
    private init(_ name: String, _ number: UInt32) { self.init(name, number, number) }

    /// The number on this machine; nil if the machine lacks the call.
    package var number: UInt32? {
        #if arch(x86_64)
            numbers.x86_64
        #elseif arch(arm64)
            numbers.arm64
        #else
            nil
        #endif
    }
}

/// Groups of calls that ``Confinement`` allows to a confined process.
extension SystemCall {
    /// Descriptors, reading and writing.
    package static let descriptors = [
        SystemCall("read", 0, 63), SystemCall("write", 1, 64), SystemCall("readv", 19, 65),
        SystemCall("writev", 20, 66), SystemCall("pread64", 17, 67), SystemCall("pwrite64", 18, 68),
        SystemCall("preadv", 295, 69), SystemCall("pwritev", 296, 70), SystemCall("preadv2", 327, 286),
        SystemCall("pwritev2", 328, 287), SystemCall("lseek", 8, 62), SystemCall("close", 3, 57),
        SystemCall("close_range", 436), SystemCall("dup", 32, 23), SystemCall("dup2", 33, nil),
        SystemCall("dup3", 292, 24), SystemCall("pipe", 22, nil), SystemCall("pipe2", 293, 59),
        SystemCall("sendfile", 40, 71), SystemCall("copy_file_range", 326, 285), SystemCall("splice", 275, 76),
        SystemCall("tee", 276, 77), SystemCall("flock", 73, 32), SystemCall("fsync", 74, 82),
        SystemCall("fdatasync", 75, 83), SystemCall("sync_file_range", 277, 84),
        SystemCall("fadvise64", 221, 223), SystemCall("readahead", 187, 213), SystemCall("ftruncate", 77, 46),
        SystemCall("fallocate", 285, 47),
    ]

    /// Files by name. Landlock decides which may be opened, made, moved and removed.
    package static let files = [
        SystemCall("stat", 4, nil), SystemCall("fstat", 5, 80),
        SystemCall("lstat", 6, nil), SystemCall("newfstatat", 262, 79), SystemCall("statx", 332, 291),
        SystemCall("statfs", 137, 43), SystemCall("fstatfs", 138, 44), SystemCall("access", 21, nil),
        SystemCall("faccessat", 269, 48), SystemCall("faccessat2", 439), SystemCall("readlink", 89, nil),
        SystemCall("readlinkat", 267, 78), SystemCall("getdents", 78, nil), SystemCall("getdents64", 217, 61),
        SystemCall("getcwd", 79, 17), SystemCall("chdir", 80, 49), SystemCall("fchdir", 81, 50),
        SystemCall("umask", 95, 166), SystemCall("truncate", 76, 45), SystemCall("mkdir", 83, nil),
        SystemCall("mkdirat", 258, 34), SystemCall("rmdir", 84, nil), SystemCall("unlink", 87, nil),
        SystemCall("unlinkat", 263, 35), SystemCall("rename", 82, nil), SystemCall("renameat", 264, 38),
        SystemCall("link", 86, nil), SystemCall("linkat", 265, 37), SystemCall("symlink", 88, nil),
        SystemCall("symlinkat", 266, 36),
    ]

    /// Waiting for descriptors and for time.
    package static let waiting = [
        SystemCall("poll", 7, nil), SystemCall("ppoll", 271, 73), SystemCall("select", 23, nil),
        SystemCall("pselect6", 270, 72), SystemCall("epoll_create", 213, nil),
        SystemCall("epoll_create1", 291, 20), SystemCall("epoll_ctl", 233, 21),
        SystemCall("epoll_wait", 232, nil), SystemCall("epoll_pwait", 281, 22), SystemCall("epoll_pwait2", 441),
        SystemCall("eventfd", 284, nil), SystemCall("eventfd2", 290, 19), SystemCall("signalfd", 282, nil),
        SystemCall("signalfd4", 289, 74), SystemCall("timerfd_create", 283, 85),
        SystemCall("timerfd_settime", 286, 86), SystemCall("timerfd_gettime", 287, 87),
        SystemCall("nanosleep", 35, 101), SystemCall("clock_nanosleep", 230, 115),
        SystemCall("clock_gettime", 228, 113), SystemCall("clock_getres", 229, 114),
        SystemCall("gettimeofday", 96, 169), SystemCall("time", 201, nil), SystemCall("times", 100, 153),
    ]

    /// Memory that the data limit counts, and calls that take none.
    package static let memory = [
        SystemCall("brk", 12, 214), SystemCall("munmap", 11, 215), SystemCall("msync", 26, 227),
        SystemCall("mincore", 27, 232), SystemCall("mlock", 149, 228), SystemCall("mlock2", 325, 284),
        SystemCall("munlock", 150, 229), SystemCall("mseal", 462),
    ]

    /// Threads of this process.
    package static let threads = [
        SystemCall("futex", 202, 98), SystemCall("futex_waitv", 449), SystemCall("futex_wake", 454),
        SystemCall("futex_wait", 455), SystemCall("futex_requeue", 456), SystemCall("set_robust_list", 273, 99),
        SystemCall("set_tid_address", 218, 96), SystemCall("rseq", 334, 293), SystemCall("gettid", 186, 178),
        SystemCall("sched_yield", 24, 124), SystemCall("sched_getaffinity", 204, 123),
        SystemCall("sched_getparam", 143, 121), SystemCall("sched_getscheduler", 145, 120),
        SystemCall("sched_getattr", 315, 275), SystemCall("sched_get_priority_max", 146, 125),
        SystemCall("sched_get_priority_min", 147, 126), SystemCall("sched_rr_get_interval", 148, 127),
        SystemCall("getcpu", 309, 168), SystemCall("exit", 60, 93),
    ]

    package static let signals = [
        SystemCall("rt_sigaction", 13, 134), SystemCall("rt_sigprocmask", 14, 135),
        SystemCall("rt_sigreturn", 15, 139), SystemCall("rt_sigpending", 127, 136),
        SystemCall("rt_sigtimedwait", 128, 137), SystemCall("rt_sigsuspend", 130, 133),
        SystemCall("sigaltstack", 131, 132), SystemCall("pause", 34, nil),
        SystemCall("restart_syscall", 219, 128), SystemCall("alarm", 37, nil), SystemCall("getitimer", 36, 102),
        SystemCall("setitimer", 38, 103), SystemCall("timer_create", 222, 107),
        SystemCall("timer_settime", 223, 110), SystemCall("timer_gettime", 224, 108),
        SystemCall("timer_getoverrun", 225, 109), SystemCall("timer_delete", 226, 111),
    ]

    /// Facts about this process and the machine, random numbers, and the end of this process and its children.
    package static let process = [
        SystemCall("getpid", 39, 172), SystemCall("getppid", 110, 173), SystemCall("getuid", 102, 174),
        SystemCall("geteuid", 107, 175), SystemCall("getgid", 104, 176), SystemCall("getegid", 108, 177),
        SystemCall("getresuid", 118, 148), SystemCall("getresgid", 120, 150), SystemCall("getgroups", 115, 158),
        SystemCall("getpgrp", 111, nil), SystemCall("getpgid", 121, 155), SystemCall("getsid", 124, 156),
        SystemCall("getpriority", 140, 141), SystemCall("ioprio_get", 252, 31),
        SystemCall("getrlimit", 97, 163), SystemCall("setrlimit", 160, 164), SystemCall("getrusage", 98, 165),
        SystemCall("capget", 125, 90), SystemCall("uname", 63, 160), SystemCall("sysinfo", 99, 179),
        SystemCall("getrandom", 318, 278), SystemCall("get_mempolicy", 239, 236),
        SystemCall("exit_group", 231, 94), SystemCall("wait4", 61, 260), SystemCall("waitid", 247, 95),
    ]

    /// Connected sockets.
    package static let sockets = [
        SystemCall("recvfrom", 45, 207), SystemCall("recvmsg", 47, 212), SystemCall("recvmmsg", 299, 243),
        SystemCall("shutdown", 48, 210), SystemCall("getsockname", 51, 204), SystemCall("getpeername", 52, 205),
    ]

    /// The calls allowed to every confined process, for any arguments.
    package static let unconditional =
        descriptors + files + waiting + memory + threads + signals + process + sockets

    /// Modes, owners and times of files, for which Landlock has no rules.
    package static let attributes = [
        SystemCall("chmod", 90, nil), SystemCall("fchmod", 91, 52), SystemCall("fchmodat", 268, 53),
        SystemCall("fchmodat2", 452), SystemCall("chown", 92, nil), SystemCall("lchown", 94, nil),
        SystemCall("fchown", 93, 55), SystemCall("fchownat", 260, 54), SystemCall("utime", 132, nil),
        SystemCall("utimes", 235, nil), SystemCall("futimesat", 261, nil), SystemCall("utimensat", 280, 88),
    ]

    /// Extended attributes of files, such as access control lists: xattr(7).
    package static let extendedAttributes = [
        SystemCall("setxattr", 188, 5), SystemCall("lsetxattr", 189, 6), SystemCall("fsetxattr", 190, 7),
        SystemCall("getxattr", 191, 8), SystemCall("lgetxattr", 192, 9), SystemCall("fgetxattr", 193, 10),
        SystemCall("listxattr", 194, 11), SystemCall("llistxattr", 195, 12), SystemCall("flistxattr", 196, 13),
        SystemCall("removexattr", 197, 14), SystemCall("lremovexattr", 198, 15), SystemCall("fremovexattr", 199, 16),
    ]

    /// Programs: starting them, and the groups, sessions and identities that shells and daemons set. Without
    /// capabilities, a process can take no new identity.
    package static let programs = [
        SystemCall("fork", 57, nil), SystemCall("vfork", 58, nil),
        SystemCall("execveat", 322, 281), SystemCall("setsid", 112, 157), SystemCall("setpgid", 109, 154),
        SystemCall("setuid", 105, 146), SystemCall("setgid", 106, 144), SystemCall("setreuid", 113, 145),
        SystemCall("setregid", 114, 143), SystemCall("setresuid", 117, 147), SystemCall("setresgid", 119, 149),
        SystemCall("setgroups", 116, 159), SystemCall("setfsuid", 122, 151), SystemCall("setfsgid", 123, 152),
    ]

}

/// Calls that a confined process may make with certain arguments.
extension SystemCall {
    package static let open = SystemCall("open", 2, nil)
    package static let openat = SystemCall("openat", 257, 56)
    package static let creat = SystemCall("creat", 85, nil)
    package static let execve = SystemCall("execve", 59, 221)
    package static let socket = SystemCall("socket", 41, 198)
    package static let socketpair = SystemCall("socketpair", 53, 199)
    package static let connect = SystemCall("connect", 42, 203)
    package static let sendto = SystemCall("sendto", 44, 206)
    package static let sendmsg = SystemCall("sendmsg", 46, 211)
    package static let sendmmsg = SystemCall("sendmmsg", 307, 269)
    package static let setsockopt = SystemCall("setsockopt", 54, 208)
    package static let getsockopt = SystemCall("getsockopt", 55, 209)
    package static let ioctl = SystemCall("ioctl", 16, 29)
    package static let fcntl = SystemCall("fcntl", 72, 25)
    package static let prctl = SystemCall("prctl", 157, 167)
    package static let archPrctl = SystemCall("arch_prctl", 158, nil)
    package static let mmap = SystemCall("mmap", 9, 222)
    package static let mprotect = SystemCall("mprotect", 10, 226)
    package static let madvise = SystemCall("madvise", 28, 233)
    package static let membarrier = SystemCall("membarrier", 324, 283)
    package static let clone = SystemCall("clone", 56, 220)
    package static let clone3 = SystemCall("clone3", 435)
    package static let kill = SystemCall("kill", 62, 129)
    package static let tgkill = SystemCall("tgkill", 234, 131)
    package static let prlimit64 = SystemCall("prlimit64", 302, 261)
    package static let mknod = SystemCall("mknod", 133, nil)
    package static let mknodat = SystemCall("mknodat", 259, 33)
    package static let renameat2 = SystemCall("renameat2", 316, 276)
    package static let seccomp = SystemCall("seccomp", 317, 277)
    package static let personality = SystemCall("personality", 135, 92)
}
