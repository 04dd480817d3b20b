import Glibc
import Synchronization

/// Makes the Swift runtime's crash report of an abort begin in the code that called abort(3), which failed assertions
/// and checks of the heap call too. The runtime follows frame pointers, which the C library is built without, and would
/// report only the frame in the C library.
///
/// A handler of SIGABRT unwinds the stack by its unwind tables, and passes the registers of the first frame outside the
/// system's libraries to the runtime's handler.
enum AbortReport {
    private typealias Handler =
        @convention(c) (
            Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?
        ) -> Void
    private typealias Step = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
    private typealias Unwind = @convention(c) (Step, UnsafeMutableRawPointer?) -> Int32
    private typealias Register = @convention(c) (OpaquePointer?, Int32) -> UInt
    private typealias Address = @convention(c) (OpaquePointer?) -> UInt
    private typealias Find = @convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?) -> Int32

    /// The functions and addresses that the handler uses. They are looked up before it is installed, as it may run
    /// while the heap is locked.
    private struct Tools {
        /// The runtime's handler.
        let handler: Handler
        /// The platform's unwinder: Itanium C++ ABI, "Base ABI".
        let unwind: Unwind
        let register: Register
        let instruction: Address
        let stack: Address
        /// The function dladdr(3), which Glibc's module leaves out.
        let find: Find
        /// The start addresses of the libraries through which an abort may pass: the C library, Swift's and that of
        /// C++.
        let system: (UInt, UInt, UInt)
    }

    /// The address of the tools; 0 before they are made.
    private static let tools = Atomic<UInt>(0)

    /// Replaces the runtime's handler of SIGABRT, if the runtime reports crashes.
    static func begin() {
        var old = sigaction()
        sigaction(SIGABRT, nil, &old)
        guard Registers.areKnown, old.sa_flags & SA_SIGINFO != 0, tools.load(ordering: .relaxed) == 0,
            let handler = old.__sigaction_handler.sa_sigaction, let unwind = dlsym(nil, "_Unwind_Backtrace"),
            let register = dlsym(nil, "_Unwind_GetGR"), let instruction = dlsym(nil, "_Unwind_GetIP"),
            let stack = dlsym(nil, "_Unwind_GetCFA"), let address = dlsym(nil, "dladdr")
        else { return }
        let find = unsafeBitCast(address, to: Find.self)
        let made = UnsafeMutablePointer<Tools>.allocate(capacity: 1)
        made.initialize(
            to: Tools(
                handler: handler, unwind: unsafeBitCast(unwind, to: Unwind.self),
                register: unsafeBitCast(register, to: Register.self),
                instruction: unsafeBitCast(instruction, to: Address.self),
                stack: unsafeBitCast(stack, to: Address.self), find: find,
                system: (
                    library(of: dlsym(nil, "abort"), find), library(of: dlsym(nil, "swift_retain"), find),
                    library(of: dlsym(nil, "__cxa_throw"), find)
                )))
        tools.store(UInt(bitPattern: made), ordering: .relaxed)
        var new = old
        new.__sigaction_handler.sa_sigaction = report
        sigaction(SIGABRT, &new, nil)
    }

    /// The start address of the library that contains an address: `Dl_info` has the library's name and start, and a
    /// symbol's name and address. 0 if there is none.
    private static func library(of address: UnsafeRawPointer?, _ find: Find) -> UInt {
        var info: (UInt, UInt, UInt, UInt) = (0, 0, 0, 0)
        return find(address, &info) != 0 ? info.1 : 0
    }

    private static let report: Handler = { number, info, context in
        guard let tools = UnsafePointer<Tools>(bitPattern: AbortReport.tools.load(ordering: .relaxed)) else { return }
        var frame = Frame(tools: tools)
        _ = tools.pointee.unwind(AbortReport.step, &frame)
        guard frame.isFound, let context else { return tools.pointee.handler(number, info, context) }
        let registers = Registers(context)
        let own = registers.values
        registers.values = (frame.instruction, frame.stack, frame.pointer)
        tools.pointee.handler(number, info, context)
        // If the runtime's handler returns, the process continues in abort(3), which ends it.
        registers.values = own
    }

    /// The frame that the unwinder looks for.
    private struct Frame {
        let tools: UnsafePointer<Tools>
        /// Whether the unwinder has passed the frame of the C library that raised the signal.
        var isBehindSignal = false
        var isFound = false
        var instruction: UInt = 0
        var stack: UInt = 0
        var pointer: UInt = 0
    }

    private static let step: Step = { context, state in
        guard let frame = state?.assumingMemoryBound(to: Frame.self) else { return goOn + 1 }
        let tools = frame.pointee.tools.pointee
        // The address in a calling frame is the one after the call, which may be on another line.
        let instruction = tools.instruction(context) - 1
        let library = AbortReport.library(of: UnsafeRawPointer(bitPattern: instruction), tools.find)
        if library == 0 || library == tools.system.0 {
            frame.pointee.isBehindSignal = frame.pointee.isBehindSignal || library != 0
            return goOn
        }
        guard frame.pointee.isBehindSignal, library != tools.system.1, library != tools.system.2 else { return goOn }
        frame.pointee.instruction = instruction
        frame.pointee.stack = tools.stack(context)
        frame.pointee.pointer = tools.register(context, Registers.framePointer)
        frame.pointee.isFound = true
        return goOn + 1
    }

    /// `_URC_NO_REASON`: any other value stops the unwinder.
    private static let goOn: Int32 = 0
}

/// The registers in a signal's context that describe where a thread is: `mcontext_t` of the C library.
private struct Registers {
    private let start: UnsafeMutableRawPointer

    init(_ context: UnsafeMutableRawPointer) {
        start = context + (MemoryLayout<ucontext_t>.offset(of: \.uc_mcontext) ?? 0)
    }

    var values: (instruction: UInt, stack: UInt, pointer: UInt) {
        get { (word(Self.places.instruction), word(Self.places.stack), word(Self.places.pointer)) }
        nonmutating set {
            start.storeBytes(of: newValue.instruction, toByteOffset: Self.places.instruction * 8, as: UInt.self)
            start.storeBytes(of: newValue.stack, toByteOffset: Self.places.stack * 8, as: UInt.self)
            start.storeBytes(of: newValue.pointer, toByteOffset: Self.places.pointer * 8, as: UInt.self)
        }
    }

    private func word(_ place: Int) -> UInt { start.load(fromByteOffset: place * 8, as: UInt.self) }

    #if arch(x86_64)
        static let areKnown = true
        /// The DWARF number of the frame pointer.
        static let framePointer: Int32 = 6
        /// `REG_RIP`, `REG_RSP` and `REG_RBP`
        private static let places = (instruction: 16, stack: 15, pointer: 10)
    #elseif arch(arm64)
        static let areKnown = true
        static let framePointer: Int32 = 29
        /// The address of a fault is followed by 31 registers, the stack pointer and the program counter.
        private static let places = (instruction: 33, stack: 32, pointer: 30)
    #else
        static let areKnown = false
        static let framePointer: Int32 = 0
        private static let places = (instruction: 0, stack: 0, pointer: 0)
    #endif
}

/// The time that crash reports may take beyond the deadlines of workers. All workers in a run of the host share it,
/// since a library can print such a report without crashing.
@MainActor
package final class ReportGrace {
    /// The grace of this process.
    static let ofThisRun = ReportGrace(.seconds(10))

    private let length: Duration
    /// The time when it is over. Nil before it has begun.
    private var end: SuspendingClock.Instant?

    init(_ length: Duration) {
        self.length = length
    }

    /// Returns the time that is left. The first call begins it.
    package func take() -> Duration {
        let now = SuspendingClock.now
        let end = self.end ?? now.advanced(by: length)
        self.end = end
        return max(.zero, now.duration(to: end))
    }
}
