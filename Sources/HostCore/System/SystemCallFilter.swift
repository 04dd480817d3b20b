import Glibc

/// The system calls that this process may make from now on: seccomp(2).
///
/// Every other call fails with EPERM, including any added by a later kernel, and does not end the process. The filter
/// is permanent, and holds for the programs and processes that this one starts.
///
/// ```swift
/// var filter = SystemCallFilter()
/// filter.allow(SystemCall.descriptors)
/// filter.allow(.kill, when: [.isOneOf(0, [UInt32(getpid())])])
/// try filter.enforce()
/// ```
package struct SystemCallFilter {
    /// A condition for one argument of a call, counted from 0. The kernel's functions read the lower half of these
    /// arguments, so the tests do too.
    package enum Test: Sendable {
        case isOneOf(Int, [UInt32])
        /// Only these bits may be set.
        case hasOnly(Int, UInt32)
        case has(Int, UInt32)
        case lacks(Int, UInt32)
        /// All 64 bits are 0.
        case isNull(Int)
    }

    /// An instruction of the kernel's packet filter: `struct sock_filter`.
    private struct Instruction: Equatable {
        let code: UInt16
        let yes: UInt8
        let no: UInt8
        let value: UInt32

        // BPF_LD | BPF_W | BPF_ABS
        static func load(_ offset: Int) -> Self { Self(code: 0x20, yes: 0, no: 0, value: UInt32(offset)) }
        // BPF_JMP | BPF_JEQ, _JGE and _JSET | BPF_K
        static func equals(_ value: UInt32, yes: Int = 0, no: Int = 0) -> Self { test(0x15, value, yes, no) }
        static func isAtLeast(_ value: UInt32, yes: Int = 0, no: Int = 0) -> Self { test(0x35, value, yes, no) }
        static func hasAny(_ bits: UInt32, yes: Int = 0, no: Int = 0) -> Self { test(0x45, bits, yes, no) }
        // BPF_ALU | BPF_AND | BPF_K
        static func keep(_ bits: UInt32) -> Self { Self(code: 0x54, yes: 0, no: 0, value: bits) }
        // BPF_JMP | BPF_JA
        static func skip(_ count: Int) -> Self { Self(code: 0x05, yes: 0, no: 0, value: UInt32(count)) }
        // BPF_RET | BPF_K with SECCOMP_RET_ALLOW; and with SECCOMP_RET_ERRNO, to which the error is added.
        static let allow = Self(code: 0x06, yes: 0, no: 0, value: 0x7fff_0000)
        // SECCOMP_RET_USER_NOTIF
        static let ask = Self(code: 0x06, yes: 0, no: 0, value: 0x7fc0_0000)
        // SECCOMP_RET_KILL_PROCESS
        static let end = Self(code: 0x06, yes: 0, no: 0, value: 0x8000_0000)
        static func fail(_ error: Int32) -> Self { Self(code: 0x06, yes: 0, no: 0, value: 0x0005_0000 | UInt32(error)) }

        private static func test(_ code: UInt16, _ value: UInt32, _ yes: Int, _ no: Int) -> Self {
            Self(code: code, yes: UInt8(yes), no: UInt8(no), value: value)
        }
    }

    /// The instructions for calls with a special answer, by the call's number.
    private var answers: [UInt32: [Instruction]] = [:]

    #if arch(x86_64)
        /// AUDIT_ARCH_X86_64
        private static let machine: UInt32? = 0xC000_003E
    #elseif arch(arm64)
        /// AUDIT_ARCH_AARCH64
        private static let machine: UInt32? = 0xC000_00B7
    #else
        private static let machine: UInt32? = nil
    #endif

    /// Whether this machine's system call numbers are known.
    package static var isKnown: Bool { machine != nil }

    package init() {}

    /// Allows calls, whatever their arguments.
    package mutating func allow(_ calls: [SystemCall]) {
        for call in calls { answer(call, Self.allowed) }
    }

    /// Allows a call if all tests of one alternative hold.
    package mutating func allow(_ call: SystemCall, when alternatives: [Test]...) {
        allow(call, when: alternatives)
    }

    package mutating func allow(_ call: SystemCall, when alternatives: [[Test]]) {
        answer(call, alternatives.flatMap { Self.allowing($0[...]) } + [Self.refuse])
    }

    /// Ends the process by SIGSYS at a call, unless all tests hold.
    package mutating func end(at call: SystemCall, unless tests: [Test]) {
        answer(call, Self.allowing(tests[...]) + [.end])
    }

    /// Has a supervisor answer these calls: ``enforceWithListener()``.
    package mutating func ask(_ calls: [SystemCall]) {
        for call in calls { answer(call, [.ask]) }
    }

    /// Makes a call fail with an error other than EPERM.
    package mutating func refuse(_ call: SystemCall, with error: Int32) {
        answer(call, [.fail(error)])
    }

    private mutating func answer(_ call: SystemCall, _ instructions: [Instruction]) {
        if let number = call.number { answers[number] = instructions }
    }

    private static let allowed = [Instruction.allow]
    private static let refused = [refuse]
    private static let refuse = Instruction.fail(EPERM)

    /// Allows a call if all tests hold; otherwise continues after these instructions.
    private static func allowing(_ tests: ArraySlice<Test>) -> [Instruction] {
        guard let test = tests.first else { return [.allow] }
        let rest = allowing(tests.dropFirst())
        // The arguments begin at byte 16 of struct seccomp_data, and on these machines the lower half comes first.
        func load(_ argument: Int) -> Instruction { .load(16 + 8 * argument) }
        switch test {
        case .isOneOf(let argument, let values):
            let comparisons = values.enumerated().map { index, value in
                let left = values.count - 1 - index
                return Instruction.equals(value, yes: left, no: left == 0 ? rest.count : 0)
            }
            return [load(argument)] + comparisons + rest
        case .hasOnly(let argument, let bits): return [load(argument), .hasAny(~bits, yes: rest.count)] + rest
        case .lacks(let argument, let bits): return [load(argument), .hasAny(bits, yes: rest.count)] + rest
        case .has(let argument, let bits):
            return [load(argument), .keep(bits), .equals(bits, no: rest.count)] + rest
        case .isNull(let argument):
            let upper = [Instruction.load(20 + 8 * argument), .equals(0, no: rest.count)]
            return [load(argument), .equals(0, no: upper.count + rest.count)] + upper + rest
        }
    }

    /// The number of instructions. The kernel takes at most 4,096.
    package var count: Int { program(on: Self.machine ?? 0).count }

    private func program(on machine: UInt32) -> [Instruction] {
        var program: [Instruction] = []
        program.reserveCapacity(1024)
        appendSearch(to: &program)
        // seccomp_data.arch: calls of another machine, such as 32-bit ones, fail. Then seccomp_data.nr.
        program += [.load(0), Self.refuse, .equals(machine, yes: 1), .load(4)]
        program.reverse()
        return program
    }

    /// Appends the answers as a binary search for the call's number. It is built from the end, since a test skips the
    /// instructions after it. The kernel runs a new filter once for each known call: with a chain of comparisons, that
    /// time would grow with the square of their number.
    private func appendSearch(to program: inout [Instruction]) {
        var ranges: [(first: UInt32, answer: [Instruction])] = [(0, Self.refused)]
        func append(_ first: UInt32, _ answer: [Instruction]) {
            if ranges[ranges.count - 1].first == first { ranges.removeLast() }
            if ranges.last?.answer != answer { ranges.append((first, answer)) }
        }
        for (number, answer) in answers.sorted(by: { $0.key < $1.key }) {
            append(number, answer)
            append(number + 1, Self.refused)
        }
        Self.appendSearch(ranges[...], to: &program)
    }

    private static func appendSearch(
        _ ranges: ArraySlice<(first: UInt32, answer: [Instruction])>, to program: inout [Instruction]
    ) {
        let middle = ranges.startIndex + ranges.count / 2
        guard middle > ranges.startIndex else { return program.append(contentsOf: ranges[middle].answer.reversed()) }
        appendSearch(ranges[middle...], to: &program)
        let above = program.count
        appendSearch(ranges[..<middle], to: &program)
        let below = program.count - above
        // A test skips at most 255 instructions.
        if below > 255 { program.append(.skip(below)) }
        program.append(.isAtLeast(ranges[middle].first, yes: below > 255 ? 0 : below, no: below > 255 ? 1 : 0))
    }

    /// Puts the filter into force for all threads. The process must have no new privileges:
    /// ``LinuxProcess/giveUpPrivileges()``.
    package func enforce() throws(SystemError) {
        try enforce(1)  // SECCOMP_FILTER_FLAG_TSYNC
    }

    /// Puts the filter into force in a process with one thread. Returns the descriptor through which a supervisor
    /// answers calls: seccomp_unotify(2).
    package func enforceWithListener() throws(SystemError) -> FileDescriptor {
        FileDescriptor(taking: Int32(try enforce(8)))  // SECCOMP_FILTER_FLAG_NEW_LISTENER
    }

    @discardableResult
    private func enforce(_ flags: Int) throws(SystemError) -> Int {
        guard let machine = Self.machine, let number = SystemCall.seccomp.number else {
            throw SystemError(code: EOPNOTSUPP, operation: "seccomp")
        }
        var program = program(on: machine)
        return try systemCall("seccomp") {
            program.withUnsafeMutableBytes { instructions in
                // struct sock_fprog: the count, and the address at byte 8.
                var list = (UInt(instructions.count / 8), UInt(bitPattern: instructions.baseAddress))
                return withUnsafeMutablePointer(to: &list) {
                    LinuxProcess.systemCall(Int(number), 1, flags, Int(bitPattern: $0))  // SECCOMP_SET_MODE_FILTER
                }
            }
        }
    }
}
