import Glibc
import HostSystem
import Synchronization

/// Reports where a worker crashes: for each frame of the thread, the offset in its library, and the nearest function
/// that the library exports. The host adds names, files and lines: ``Symbolizer``.
///
/// The report of Swift's runtime would need another program, and a confined worker starts none. This one unwinds by the
/// tables of the libraries (Itanium C++ ABI, "Base ABI"), so code without frame pointers has callers too.
///     *** Signal 11: the frames follow
///       0 0x1139 read_notes + 25 in /home/ann/.cache/switchyard/libraries/1f-2a/libnotes.so
///       1 0x2e10f7 - in /usr/bin/switchyard
enum CrashReport {
    private typealias Handler =
        @convention(c) (
            Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
        ) -> Void
    private typealias Step = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
    private typealias Unwind = @convention(c) (Step, UnsafeMutableRawPointer?) -> Int32
    private typealias Address = @convention(c) (OpaquePointer?) -> UInt
    private typealias Find = @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32

    /// The functions that the handler uses. They are looked up before it is installed, since it may run while the heap
    /// is locked.
    private struct Tools {
        let unwind: Unwind
        let instruction: Address
        /// The function dladdr(3), which Glibc's module leaves out.
        let find: Find
        /// The offset of the registers in a signal's context, in bytes.
        let registers = MemoryLayout<ucontext_t>.offset(of: \.uc_mcontext) ?? 0
        /// The memory for a line.
        let line = UnsafeMutablePointer<UInt8>.allocate(capacity: Line.size)
    }

    /// The address of the tools; 0 before they are made, and again once a thread reports.
    private static let tools = Atomic<UInt>(0)

    private static let signals = [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]

    /// The most frames in a report: those that a user sees, after those of the system's libraries.
    static var maximumFrames: Int { 2 * WorkerExit.maximumFrames }

    /// Installs the handlers. The calling thread gets a separate stack for them, so that it can report an overflow of
    /// its stack.
    static func begin() {
        guard Registers.areKnown, !WorkerMain.hasSanitizer, tools.load(ordering: .relaxed) == 0,
            let unwind = dlsym(nil, "_Unwind_Backtrace"), let instruction = dlsym(nil, "_Unwind_GetIP"),
            let find = dlsym(nil, "dladdr")
        else { return }
        let made = UnsafeMutablePointer<Tools>.allocate(capacity: 1)
        made.initialize(
            to: Tools(
                unwind: unsafeBitCast(unwind, to: Unwind.self),
                instruction: unsafeBitCast(instruction, to: Address.self), find: unsafeBitCast(find, to: Find.self)))
        // The unwinder allocates memory at its first use.
        var warmUp = Walk(tools: made, from: 0)
        _ = made.pointee.unwind(step, &warmUp)
        tools.store(UInt(bitPattern: made), ordering: .relaxed)
        let size = 1 << 16
        var stack = stack_t()
        stack.ss_sp = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        stack.ss_size = size
        if stack.ss_sp != MAP_FAILED { sigaltstack(&stack, nil) }
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = report
        action.sa_flags = SA_SIGINFO | SA_ONSTACK
        for signal in signals { sigaction(signal, &action, nil) }
    }

    private static let report: Handler = { number, info, context in
        // Any other thread that crashes meanwhile waits until the process has ended.
        guard let tools = UnsafePointer<Tools>(bitPattern: CrashReport.tools.exchange(0, ordering: .relaxed)) else {
            while true { pause() }
        }
        // A crash from here on ends the process.
        CrashReport.reset(SIGABRT)
        CrashReport.reset(SIGBUS)
        CrashReport.reset(SIGFPE)
        CrashReport.reset(SIGILL)
        CrashReport.reset(SIGSEGV)
        CrashReport.reset(SIGTRAP)
        var first = Line(tools)
        first.begin(number)
        if let context {
            let registers = Registers(context + tools.pointee.registers)
            var walk = Walk(tools: tools, from: registers.instruction)
            _ = tools.pointee.unwind(CrashReport.step, &walk)
            // A call to an address without code has no table: its caller is at its return address.
            if walk.count <= 1 { walk.followPointers(from: registers) }
        }
        // On return, the instruction fails once more, which ends the process; a sent signal has to be sent again.
        raise(number)
    }

    private static func reset(_ number: Int32) { Glibc.signal(number, SIG_DFL) }

    private static let step: Step = { context, state in
        guard let walk = state?.assumingMemoryBound(to: Walk.self) else { return 1 }
        let instruction = walk.pointee.tools.pointee.instruction(context)
        return walk.pointee.report(instruction) ? 0 : 1
    }

    /// The unwinding of the stack, frame by frame.
    private struct Walk {
        let tools: UnsafePointer<Tools>
        /// The instruction that crashed; 0 for none. The frames before it are the handler's.
        let start: UInt
        private(set) var count = 0

        init(tools: UnsafePointer<Tools>, from start: UInt) {
            self.tools = tools
            self.start = start
        }

        /// Reports a frame, and returns whether to continue.
        mutating func report(_ instruction: UInt) -> Bool {
            guard start != 0, count > 0 || instruction == start else { return true }
            // The function that began the thread has no return address.
            guard count == 0 || instruction != 0 else { return false }
            // The address in a calling frame is after the call, and may be on another line.
            write(count == 0 ? instruction : instruction &- 1)
            return count < CrashReport.maximumFrames
        }

        /// Reports the frames found by frame pointers.
        mutating func followPointers(from registers: Registers) {
            let size = UInt(MemoryLayout<UInt>.size)
            if count == 0 { write(registers.instruction) }
            if let back = registers.back, library(of: back &- 1) { write(back &- 1) }
            var (lowest, pointer) = (registers.stack, registers.pointer)
            while count < CrashReport.maximumFrames, pointer >= lowest, pointer &- registers.stack < 8 << 20,
                pointer % size == 0, let frame = UnsafePointer<UInt>(bitPattern: pointer), library(of: frame[1] &- 1)
            {
                write(frame[1] &- 1)
                (lowest, pointer) = (pointer &+ 2 * size, frame[0])
            }
        }

        private func library(of address: UInt) -> Bool {
            var info: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)
            return tools.pointee.find(UnsafeRawPointer(bitPattern: address), &info) != 0
        }

        private mutating func write(_ address: UInt) {
            // struct Dl_info: the library's path and start, a symbol's name and address.
            var info: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)
            let isKnown = tools.pointee.find(UnsafeRawPointer(bitPattern: address), &info) != 0
            var line = Line(tools)
            line.append("  ")
            line.append(decimal: UInt(count))
            line.append(" 0x")
            line.append(hexadecimal: isKnown ? address &- info.1 : address)
            if isKnown, let path = UnsafePointer<CChar>(bitPattern: info.0) {
                line.append(" ")
                if let name = UnsafePointer<CChar>(bitPattern: info.2) {
                    line.append(cString: name)
                    line.append(" + ")
                    line.append(decimal: address &- info.3)
                } else {
                    line.append("-")
                }
                line.append(" in ")
                line.append(cString: path)
            } else {
                line.append(" - in ?")
            }
            line.write()
            count += 1
        }
    }

    /// A line that is built without the heap, which a crash may have left locked.
    private struct Line {
        static var size: Int { 1024 }
        private let memory: UnsafeMutablePointer<UInt8>
        private var count = 0

        init(_ tools: UnsafePointer<Tools>) { memory = tools.pointee.line }

        mutating func begin(_ signal: Int32) {
            append("\n*** Signal ")
            append(decimal: UInt(signal))
            append(": the frames follow")
            write()
        }

        mutating func append(_ text: StaticString) {
            for index in 0..<text.utf8CodeUnitCount { append(byte: text.utf8Start[index]) }
        }

        // A label: a literal would otherwise become a pointer by way of a string on the heap.
        mutating func append(cString text: UnsafePointer<CChar>) {
            var next = text
            while next.pointee != 0 {
                append(byte: UInt8(bitPattern: next.pointee))
                next += 1
            }
        }

        mutating func append(decimal number: UInt) {
            if number >= 10 { append(decimal: number / 10) }
            append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
        }

        mutating func append(hexadecimal number: UInt) {
            if number >= 16 { append(hexadecimal: number / 16) }
            let digit = UInt8(truncatingIfNeeded: number % 16)
            append(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }

        private mutating func append(byte: UInt8) {
            guard count < Self.size - 1 else { return }
            memory[count] = byte
            count += 1
        }

        mutating func write() {
            memory[count] = UInt8(ascii: "\n")
            _ = Glibc.write(STDERR_FILENO, memory, count + 1)
        }
    }
}

/// The registers in a signal's context that describe the position of a thread: `mcontext_t` of the C library.
private struct Registers {
    let instruction: UInt
    let stack: UInt
    /// The frame pointer.
    let pointer: UInt
    /// The register with the return address of a function just called; nil if the address is on the stack.
    private let link: UInt?

    init(_ start: UnsafeMutableRawPointer) {
        func word(_ place: Int) -> UInt { start.load(fromByteOffset: place * 8, as: UInt.self) }
        #if arch(x86_64)
            // REG_RIP, REG_RSP, REG_RBP
            (instruction, stack, pointer) = (word(16), word(15), word(10))
            link = nil
        #elseif arch(arm64)
            // The address of a fault is followed by 31 registers, the stack pointer and the program counter.
            (instruction, stack, pointer, link) = (word(33), word(32), word(30), word(31))
        #else
            (instruction, stack, pointer, link) = (0, 0, 0, nil)
        #endif
    }

    /// The return address of a function just called. Read only if the call was the last instruction, since the stack
    /// may be full.
    var back: UInt? { link ?? UnsafePointer<UInt>(bitPattern: stack)?.pointee }

    #if arch(x86_64) || arch(arm64)
        static let areKnown = true
    #else
        static let areKnown = false
    #endif
}
