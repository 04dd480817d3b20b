internal import FeatureABI
internal import FeatureContract

extension HostHandle {
    /// Connects through the host's extension `switchyard.connect/1`.
    @MainActor
    func connect(to machine: String, port: UInt16) async throws -> OwnedDescriptor {
        let result = await withCheckedContinuation { continuation in
            let answer = HostAnswer<Int32> { continuation.resume(returning: $0) }
            do throws(CallFailure) {
                try request(machine, port, answer)
            } catch {
                answer.deliver(.failure(error))
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
    private func request(_ machine: String, _ port: UInt16, _ answer: HostAnswer<Int32>) throws(CallFailure) {
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
                        guard let answer = HostAnswer<Int32>.released(from: argument) else { return }
                        if descriptor >= 0 { return answer.deliver(.success(descriptor)) }
                        answer.deliver(.failure(CallFailure(code, of: reason)))
                    }, argument.toOpaque(), error)
            }
        } catch {
            argument.release()
            throw error
        }
    }
}
