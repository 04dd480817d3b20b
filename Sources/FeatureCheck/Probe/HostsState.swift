import Glibc
import HostCore
import HostSystem

/// The parts of a process that belong to the host: FeatureABI.h, *Process*.
struct HostsState {
    private let handlers: [Int32: UInt]
    /// The address of the main thread's stack for handlers: sigaltstack(2); 0 for none.
    private let signalStack: UInt
    private let blocked: Set<Int32>
    private let directory: String
    private let mask: mode_t
    private let locale: String
    private let environment: [String]

    init() {
        var handlers: [Int32: UInt] = [:]
        var blocked: Set<Int32> = []
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        // Including real-time signals; 32 and 33 belong to the C library.
        for signal in 1...Int32(64) {
            if sigismember(&mask, signal) == 1 { blocked.insert(signal) }
            var action = sigaction()
            if sigaction(signal, nil, &action) == 0 {
                handlers[signal] = unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            }
        }
        self.handlers = handlers
        var stack = stack_t()
        sigaltstack(nil, &stack)
        signalStack = stack.ss_flags & Int32(SS_DISABLE) != 0 ? 0 : UInt(bitPattern: stack.ss_sp)
        self.blocked = blocked
        directory = Path.resolved(".") ?? ""
        let creationMask = umask(0)
        umask(creationMask)
        self.mask = creationMask
        locale = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? ""
        environment = Self.currentEnvironment
    }

    /// Returns the signals whose handler differs in `later`, and their stack if it differs, one sentence each.
    func changedHandlers(to later: HostsState) -> [String] {
        handlers.keys.sorted().filter { handlers[$0] != later.handlers[$0] }.map {
            "it sets a handler for \(Signals.name($0))"
        } + (signalStack == later.signalStack ? [] : ["it sets another stack for the main thread's signal handlers"])
    }

    /// Returns the other differences in `later`, one sentence each.
    func changes(to later: HostsState) -> [String] {
        var changes: [String] = []
        for signal in later.blocked.subtracting(blocked).sorted() {
            changes.append("it blocks \(Signals.name(signal)) on the main thread")
        }
        if directory != later.directory { changes.append("it changes the working directory to \(later.directory)") }
        if mask != later.mask { changes.append("it sets the umask to \(String(later.mask, radix: 8))") }
        if locale != later.locale { changes.append("it sets the locale to \(later.locale)") }
        let (old, new) = (Set(environment), Set(later.environment))
        for name in Set(old.symmetricDifference(new).map(Self.name)).sorted() {
            changes.append("it changes the environment variable '\(name)'")
        }
        return changes
    }

    private static func name(_ variable: String) -> String {
        String(variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0])
    }

    private static var currentEnvironment: [String] {
        var variables: [String] = []
        // clearenv(3) leaves a null pointer, which the `environ` of Glibc's module does not expect.
        typealias Variables = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
        guard var entry = dlsym(nil, "environ")?.assumingMemoryBound(to: Variables?.self).pointee else { return [] }
        while let text = entry.pointee {
            variables.append(String(cString: text))
            entry += 1
        }
        return variables
    }
}
