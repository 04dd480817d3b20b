import FeatureABI
import FeatureContract
import Synchronization

/// One call into the library. It decides whether its error and sinks may still be used. All of them stay for the life
/// of the process, in order to catch a feature that uses them later.
final class CallRecord: Sendable {
    private struct State {
        var isOver = false
        /// The failures that were left, by the library itself or by calls to which it has passed its error on.
        var left: [CallFailure] = []
        /// The first failure that the library has left itself.
        var own: CallFailure?
    }

    /// Whether a function of the host is running, which leaves its failure in the given error. Only the main thread
    /// changes it.
    private static let isHostAnswering = Atomic(false)

    private let state = Mutex(State())
    /// The error passed to the library.
    nonisolated(unsafe) let error: UnsafePointer<sy_error>

    init() {
        let memory = UnsafeMutablePointer<sy_error>.allocate(capacity: 1)
        memory.initialize(to: .sized)
        error = UnsafePointer(memory)
        memory.pointee.instance = Unmanaged.passRetained(self).toOpaque()
        memory.pointee.fail = { error, code, reason in
            guard let record = CallRecord.of(error, "the error's fail") else { return }
            guard record.isUsable("the error's fail") else { return }
            record.fail(code, reason)
        }
    }

    private static func of(_ error: UnsafePointer<sy_error>?, _ what: String) -> CallRecord? {
        guard let instance = error?.pointee.instance else {
            Reporter.broken(.hostCalls, "it calls \(what) without the error that it was given")
            return nil
        }
        return Unmanaged<CallRecord>.fromOpaque(instance).takeUnretainedValue()
    }

    /// Whether an object of the call may be used; if not, this is reported.
    func isUsable(_ what: String) -> Bool {
        if state.withLock(\.isOver) {
            Reporter.broken(.lifetime, "it calls \(what) after the call that it was given for")
            return false
        }
        guard Reporter.isMainThread else {
            Reporter.broken(.threads, "it calls \(what) on another thread than that of the call")
            return false
        }
        return true
    }

    private func fail(_ code: sy_error_code, _ reason: sy_string) {
        let failure: CallFailure
        do {
            failure = CallFailure(FailureCode(rawValue: code), try WatchedText.read(reason, "a reason"))
            if reason.count > ABILimit.reasonSize {
                Reporter.broken(
                    .limits, "a reason of \(reason.count) bytes; what is over \(ABILimit.reasonSize) is cut")
            }
        } catch {
            Reporter.broken(.failures, "it passes a reason that cannot be read: \(error)")
            failure = CallFailure(.other, "it fails, and its reason cannot be read: \(error)")
        }
        state.withLock { state in
            state.left.append(failure)
            if !Self.isHostAnswering.load(ordering: .relaxed) { state.own = state.own ?? failure }
        }
    }

    /// Runs a function of the host for the library, which may pass the error of its own call.
    static func answering<Result>(_ body: () -> Result) -> Result {
        guard Reporter.isMainThread else { return body() }
        isHostAnswering.store(true, ordering: .relaxed)
        defer { isHostAnswering.store(false, ordering: .relaxed) }
        return body()
    }

    /// Ends the call and returns its answer, after comparing its status with the failures left in the error.
    func ended(_ status: sy_status, _ call: ProbeCall, mayDisown: Bool) throws(ProbeError) -> Answer {
        let (left, own) = state.withLock { state in
            state.isOver = true
            return (state.left, state.own)
        }
        func broken(_ what: String) { Reporter.broken(.failures, what) }
        func warn(_ what: String) { Reporter.broken(.failures, what, as: .warning) }
        switch Int(status) {
        case SY_OK:
            if let own { warn("it answers SY_OK, and leaves a reason, which nobody sees: \(own)") }
            return .done
        case SY_NOT_MINE:
            if let own { warn("it answers SY_NOT_MINE, and leaves a reason, which nobody sees: \(own)") }
            guard mayDisown else {
                broken("it answers SY_NOT_MINE, which is no answer to that")
                throw .answer(call, "it answers SY_NOT_MINE, which is no answer to that")
            }
            return .notMine
        case SY_FAILED:
            guard let failure = left.last, !failure.reason.isEmpty else {
                broken("it fails without a reason")
                throw .failure(call, CallFailure(left.last?.code ?? .other, "it gives no reason"))
            }
            if left.count > 1 { warn("a reason replaces another: '\(left[left.count - 2])', then '\(failure)'") }
            throw .failure(call, failure)
        default:
            broken("it answers with the unknown status \(status)")
            throw .answer(call, "it answers with the unknown status \(status)")
        }
    }
}
