internal import FeatureABI
internal import FeatureContract

/// The function that takes the host's answer to a request, behind the argument of the callback.
final class HostAnswer<Value: Sendable>: Sendable {
    let deliver: @Sendable (Result<Value, CallFailure>) -> Void

    private init(_ deliver: @escaping @Sendable (Result<Value, CallFailure>) -> Void) { self.deliver = deliver }

    /// Makes a request, and waits for its answer.
    ///
    /// - Parameter request: Gets the argument of the callback.
    @MainActor
    static func wait(
        _ request: (_ argument: UnsafeMutableRawPointer) throws(CallFailure) -> Void
    ) async -> Result<Value, CallFailure> {
        await withCheckedContinuation { continuation in
            let argument = Unmanaged.passRetained(HostAnswer { continuation.resume(returning: $0) })
            do throws(CallFailure) {
                try request(argument.toOpaque())
            } catch {
                argument.takeRetainedValue().deliver(.failure(error))
            }
        }
    }

    /// Returns the answer behind the argument of a callback, which was retained for it.
    static func released(from argument: UnsafeMutableRawPointer?) -> HostAnswer? {
        argument.map { Unmanaged<HostAnswer>.fromOpaque($0).takeRetainedValue() }
    }
}

extension CallFailure {
    /// Reads the reason for an answer that is a failure.
    init(_ code: sy_error_code, of reason: UnsafePointer<sy_string>?) {
        self.init(FailureCode(rawValue: code), (try? String(abi: reason)) ?? "the host gave no reason")
    }
}
