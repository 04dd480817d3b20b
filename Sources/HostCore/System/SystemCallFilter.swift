import Glibc

/// A filter of the system calls of this process, for what Landlock has no rules for: seccomp(2).
///
/// It is a program of the kernel's packet filter. Calls that it refuses fail with an error, and do not end the process.
/// It cannot be taken back, and holds for the programs and processes that this one starts.
package struct SystemCallFilter {
    /// An instruction of the packet filter: `struct sock_filter`.
    private struct Instruction {
        let code: UInt16
        let yes: UInt8
        let no: UInt8
        let value: UInt32
    }

    private var program: [Instruction] = []

    // BPF_LD | BPF_W | BPF_ABS, BPF_JMP | BPF_JEQ, _JGE and _JSET | BPF_K, BPF_ALU | BPF_AND | BPF_K, BPF_RET | BPF_K
    private static let (load, equal, atLeast, hasBits): (UInt16, UInt16, UInt16, UInt16) = (0x20, 0x15, 0x35, 0x45)
    private static let (keepBits, answer): (UInt16, UInt16) = (0x54, 0x06)
    /// SECCOMP_RET_ALLOW, and SECCOMP_RET_ERRNO, to which the error is added.
    private static let (allowed, failed): (UInt32, UInt32) = (0x7fff_0000, 0x0005_0000)

    #if arch(x86_64)
        /// AUDIT_ARCH_X86_64
        private static let machine: UInt32? = 0xC000_003E
    #elseif arch(arm64)
        /// AUDIT_ARCH_AARCH64
        private static let machine: UInt32? = 0xC000_00B7
    #else
        private static let machine: UInt32? = nil
    #endif

    /// Whether the numbers of this machine's system calls are known.
    package static var isKnown: Bool { machine != nil }

    /// Begins a filter that allows all calls of this machine, and none of another one's, such as those of 32 bits.
    package init() {
        program = [
            Instruction(code: Self.load, yes: 0, no: 0, value: 4),  // seccomp_data.arch
            Instruction(code: Self.equal, yes: 1, no: 0, value: Self.machine ?? 0),
            Instruction(code: Self.answer, yes: 0, no: 0, value: Self.failed | UInt32(EPERM)),
            Instruction(code: Self.load, yes: 0, no: 0, value: 0),  // seccomp_data.nr
        ]
        #if arch(x86_64)
            // The calls of x32.
            program += [
                Instruction(code: Self.atLeast, yes: 0, no: 1, value: 0x4000_0000),
                Instruction(code: Self.answer, yes: 0, no: 0, value: Self.failed | UInt32(ENOSYS)),
            ]
        #endif
    }

    /// Refuses calls.
    package mutating func refuse(_ calls: [SystemCall], with code: Int32 = EPERM) {
        for number in calls.compactMap(\.number) {
            program += [
                Instruction(code: Self.equal, yes: 0, no: 1, value: number),
                Instruction(code: Self.answer, yes: 0, no: 0, value: Self.failed | UInt32(code)),
            ]
        }
    }

    /// Refuses calls unless the lower half of each of these arguments, counted from 0, is one of some values.
    package mutating func refuse(_ calls: [SystemCall], unless conditions: (argument: Int, isOneOf: [UInt32])...) {
        var test: [Instruction] = []
        for (argument, values) in conditions {
            test.append(Self.load(argument))
            test += values.indices.map { index in
                Instruction(code: Self.equal, yes: UInt8(values.count - index), no: 0, value: values[index])
            }
            test.append(Self.refuse)
        }
        append(test + [Self.allow], for: calls)
    }

    /// Refuses calls if the lower half of an argument is one of some values.
    package mutating func refuse(_ calls: [SystemCall], if argument: Int, isOneOf values: [UInt32]) {
        let tests = values.indices.map { index in
            Instruction(code: Self.equal, yes: UInt8(values.count - index), no: 0, value: values[index])
        }
        append([Self.load(argument)] + tests + [Self.allow, Self.refuse], for: calls)
    }

    /// Refuses calls unless one of some bits of an argument is set.
    package mutating func refuse(_ calls: [SystemCall], unless argument: Int, has bits: UInt32) {
        let test = Instruction(code: Self.hasBits, yes: 1, no: 0, value: bits)
        append([Self.load(argument), test, Self.refuse, Self.allow], for: calls)
    }

    /// Refuses calls if all bits of one of some masks are set in an argument.
    package mutating func refuse(_ calls: [SystemCall], if argument: Int, hasAllOfOne masks: [UInt32]) {
        let tests = masks.flatMap { mask in
            [
                Self.load(argument), Instruction(code: Self.keepBits, yes: 0, no: 0, value: mask),
                Instruction(code: Self.equal, yes: 0, no: 1, value: mask), Self.refuse,
            ]
        }
        append(tests + [Self.allow], for: calls)
    }

    /// Appends a test of arguments, which ends in an answer whatever they are.
    private mutating func append(_ test: [Instruction], for calls: [SystemCall]) {
        for number in calls.compactMap(\.number) {
            program.append(Instruction(code: Self.equal, yes: 0, no: UInt8(test.count), value: number))
            program += test
        }
    }

    private static let refuse = Instruction(code: answer, yes: 0, no: 0, value: failed | UInt32(EPERM))
    private static let allow = Instruction(code: answer, yes: 0, no: 0, value: allowed)

    /// Loads the lower half of an argument. The arguments begin at byte 16 of struct seccomp_data, and the lower half
    /// comes first on these machines.
    private static func load(_ argument: Int) -> Instruction {
        Instruction(code: load, yes: 0, no: 0, value: UInt32(16 + 8 * argument))
    }

    /// Lets the filter hold from now on, for all threads of this process. The process must have no new privileges:
    /// ``LinuxProcess/giveUpPrivileges()``.
    package func enforce() throws(SystemError) {
        guard Self.isKnown else { throw SystemError(code: EOPNOTSUPP, operation: "seccomp") }
        var whole = program + [Instruction(code: Self.answer, yes: 0, no: 0, value: Self.allowed)]
        try systemCall("seccomp") {
            whole.withUnsafeMutableBytes { instructions in
                // struct sock_fprog: the count, and the address at byte 8.
                var list = (UInt(instructions.count / 8), UInt(bitPattern: instructions.baseAddress))
                return withUnsafeMutablePointer(to: &list) {
                    // SECCOMP_SET_MODE_FILTER with SECCOMP_FILTER_FLAG_TSYNC
                    LinuxProcess.systemCall(Int(SystemCall.seccomp.number ?? 0), 1, 1, Int(bitPattern: $0))
                }
            }
        }
    }
}

/// A system call, by its number on this machine: syscalls(2).
package struct SystemCall: Sendable {
    /// Nil on a machine that does not have it.
    let number: UInt32?

    /// - Parameter arm: The number on arm64; nil if there is none.
    private init(_ intel: UInt32, _ arm: UInt32?) {
        #if arch(x86_64)
            number = intel
        #elseif arch(arm64)
            number = arm
        #else
            number = nil
        #endif
    }

    /// A call that has one number on all machines, as those since Linux 5.1 have.
    private init(_ number: UInt32) { self.init(number, number) }

    fileprivate static let seccomp = SystemCall(317, 277)

    /// Reading, writing and tracing other processes.
    package static let tracing = [
        SystemCall(101, 117),  // ptrace
        SystemCall(310, 270), SystemCall(311, 271),  // process_vm_readv, process_vm_writev
        SystemCall(312, 272),  // kcmp
        SystemCall(434), SystemCall(438), SystemCall(424),  // pidfd_open, pidfd_getfd, pidfd_send_signal
        SystemCall(440), SystemCall(448),  // process_madvise, process_mrelease
        SystemCall(279, 239), SystemCall(256, 238),  // move_pages, migrate_pages
    ]
    /// Signals with data, and signals to a thread whose process is not named.
    package static let odd = [
        SystemCall(200, 130), SystemCall(129, 138), SystemCall(297, 240),  // tkill, rt_sigqueueinfo, rt_tgsigqueueinfo
    ]
    package static let signalling = [SystemCall(62, 129), SystemCall(234, 131)]  // kill, tgkill
    package static let limiting = [SystemCall(302, 261)]  // prlimit64
    package static let prctl = [SystemCall(157, 167)]
    package static let ioctl = [SystemCall(16, 29)]
    package static let fcntl = [SystemCall(72, 25)]
    package static let starting = [SystemCall(59, 221), SystemCall(322, 281)]  // execve, execveat
    package static let forking = [SystemCall(57, nil), SystemCall(58, nil)]  // fork, vfork
    package static let clone = [SystemCall(56, 220)]
    package static let clone3 = [SystemCall(435)]
    /// Leaving the session and the group by which the host ends a worker with all that it has started.
    package static let leaving = [SystemCall(112, 157), SystemCall(109, 154), SystemCall(153, 58)]
    package static let socket = [SystemCall(41, 198)]
    /// The other calls for sockets that are not open yet: connect, bind, listen, accept, accept4.
    package static let connecting = [
        SystemCall(42, 203), SystemCall(49, 200), SystemCall(50, 201), SystemCall(43, 202), SystemCall(288, 242),
    ]
    /// Sending, by the argument with the flags: sendmsg; sendto, sendmmsg.
    package static let sending: [(calls: [SystemCall], flags: Int)] = [
        ([SystemCall(46, 211)], 2), ([SystemCall(44, 206), SystemCall(307, 269)], 3),
    ]
    /// Memory that is shared by name or has none in any directory: System V's, POSIX queues, memfd.
    package static let sharing = [
        SystemCall(29, 194), SystemCall(30, 196), SystemCall(31, 195),  // shmget, shmat, shmctl
        SystemCall(64, 190), SystemCall(65, 193), SystemCall(66, 191), SystemCall(220, 192),  // semget, …
        SystemCall(68, 186), SystemCall(69, 189), SystemCall(70, 188), SystemCall(71, 187),  // msgget, …
        SystemCall(240, 180), SystemCall(241, 181),  // mq_open, mq_unlink
        SystemCall(319, 279), SystemCall(447),  // memfd_create, memfd_secret
    ]
    /// Rights, owners, times and attributes of files, for which Landlock has no rules.
    package static let marking = [
        SystemCall(90, nil), SystemCall(91, 52), SystemCall(268, 53), SystemCall(452),  // chmod, fchmod, fchmodat(2)
        SystemCall(92, nil), SystemCall(94, nil), SystemCall(93, 55), SystemCall(260, 54),  // chown, lchown, …
        SystemCall(188, 5), SystemCall(189, 6), SystemCall(190, 7), SystemCall(463),  // setxattr, …
        SystemCall(197, 14), SystemCall(198, 15), SystemCall(199, 16), SystemCall(466),  // removexattr, …
        SystemCall(132, nil), SystemCall(235, nil), SystemCall(261, nil),  // utime, utimes, futimesat
        SystemCall(280, 88),  // utimensat, which changes files that are open for reading
        SystemCall(468), SystemCall(469),  // file_getattr, file_setattr
        SystemCall(191, 8), SystemCall(192, 9), SystemCall(193, 10), SystemCall(464),  // getxattr, …
        SystemCall(194, 11), SystemCall(195, 12), SystemCall(196, 13), SystemCall(465),  // listxattr, …
    ]
    /// Watching files that may not be read: inotify_init(1), inotify_add_watch, fanotify_init, fanotify_mark. The user's
    /// programs share the number of watches.
    package static let watching = [
        SystemCall(253, nil), SystemCall(294, 26), SystemCall(254, 27), SystemCall(300, 262), SystemCall(301, 263),
    ]
    package static let socketpair = [SystemCall(53, 199)]
    package static let mmap = [SystemCall(9, 222)]
    /// Interfaces of the kernel that no feature needs, and that have had many holes.
    package static let kernel = [
        SystemCall(425), SystemCall(426), SystemCall(427),  // io_uring_setup, _enter, _register
        SystemCall(250, 219), SystemCall(248, 217), SystemCall(249, 218),  // keyctl, add_key, request_key
        SystemCall(321, 280), SystemCall(298, 241), SystemCall(323, 282),  // bpf, perf_event_open, userfaultfd
        SystemCall(165, 40), SystemCall(166, 39), SystemCall(155, 41), SystemCall(161, 51),  // mount, …, chroot
        SystemCall(428), SystemCall(429), SystemCall(430), SystemCall(431), SystemCall(432), SystemCall(433),
        SystemCall(442), SystemCall(467),  // open_tree, move_mount, fsopen, …, fspick; mount_setattr, open_tree_attr
        SystemCall(272, 97), SystemCall(308, 268),  // unshare, setns
        SystemCall(175, 105), SystemCall(313, 273), SystemCall(176, 106),  // init_module, …
        SystemCall(246, 104), SystemCall(320, 294), SystemCall(169, 142),  // kexec_load, kexec_file_load, reboot
        SystemCall(167, 224), SystemCall(168, 225), SystemCall(179, 60), SystemCall(443),  // swapon, …, quotactl
        SystemCall(103, 116), SystemCall(163, 89),  // syslog, acct
        SystemCall(164, 170), SystemCall(227, 112), SystemCall(305, 266), SystemCall(159, 171),  // settimeofday, …
        SystemCall(170, 161), SystemCall(171, 162), SystemCall(172, nil), SystemCall(173, nil),  // sethostname, …, iopl
        SystemCall(303, 264), SystemCall(304, 265),  // name_to_handle_at, open_by_handle_at
        SystemCall(135, 92), SystemCall(154, nil),  // personality, modify_ldt
        SystemCall(206, 0),  // io_setup, whose number the whole machine shares
        SystemCall(457), SystemCall(458), SystemCall(460),  // statmount, listmount, lsm_set_self_attr
    ]
    /// The share of the processors: sched_setaffinity, _setscheduler, _setparam, _setattr, setpriority, ioprio_set.
    package static let scheduling = [
        SystemCall(203, 122), SystemCall(144, 119), SystemCall(142, 118), SystemCall(314, 274), SystemCall(141, 140),
        SystemCall(251, 30),
    ]
}
