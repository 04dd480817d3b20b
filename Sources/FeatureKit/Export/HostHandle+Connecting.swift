internal import FeatureABI
internal import FeatureContract

extension HostHandle {
    /// Connects through the host's extension `switchyard.connect/1`.
    @MainActor
    func connect(to machine: String, port: UInt16) async throws -> OwnedDescriptor {
        let result = await withCheckedContinuation { continuation in
            let answer = ConnectionAnswer { continuation.resume(returning: $0) }
            do throws(CallFailure) {
                try request(machine, port, answer)
            } catch {
                answer.take(.failure(error))
            }
        }
        switch result {
        case .success(let number):
            let descriptor = OwnedDescriptor(number)
            try Task.checkCancellation()
            return descriptor
        case .failure(let failure): throw ConnectionError(failure)
        }
    }

    @MainActor
    private func request(_ machine: String, _ port: UInt16, _ answer: ConnectionAnswer) throws(CallFailure) {
        guard let host else { throw CallFailure(.invalidState, "the feature is not active any more") }
        var arena = ABIArena()
        guard let found = host.pointee.extension(host, arena.string(SY_CONNECT_EXTENSION)) else {
            throw CallFailure(.unsupported, "this host does not offer '\(SY_CONNECT_EXTENSION)'")
        }
        let table = found.assumingMemoryBound(to: sy_connect.self)
        let argument = Unmanaged.passRetained(answer)
        do {
            try callABI { error in
                table.pointee.connect(
                    table, arena.string(machine), port,
                    { argument, descriptor, code, reason in
                        guard let argument else { return }
                        let answer = Unmanaged<ConnectionAnswer>.fromOpaque(argument).takeRetainedValue()
                        if descriptor >= 0 { return answer.take(.success(descriptor)) }
                        let text = (try? String(abi: reason)) ?? "the host gave no reason"
                        answer.take(.failure(CallFailure(FailureCode(rawValue: code), text)))
                    }, argument.toOpaque(), error)
            }
        } catch {
            argument.release()
            throw error
        }
    }
}

/// The function that takes the answer to a request to connect, behind the argument of the callback.
private final class ConnectionAnswer: Sendable {
    let take: @Sendable (Result<Int32, CallFailure>) -> Void

    init(_ take: @escaping @Sendable (Result<Int32, CallFailure>) -> Void) { self.take = take }
}
