internal import FeatureABI
internal import FeatureContract

extension HostHandle {
    /// Connects through the host's extension `switchyard.connect/1`.
    @MainActor
    func connect(to machine: String, port: UInt16) async throws -> OwnedDescriptor {
        let result = await HostAnswer<Int32>.wait { argument throws(CallFailure) in
            let table = try table(SY_CONNECT_EXTENSION, of: sy_connect.self)
            var arena = ABIArena()
            try callABI { error in
                table.pointee.connect(
                    table, arena.string(machine), port,
                    { argument, descriptor, code, reason in
                        guard let answer = HostAnswer<Int32>.released(from: argument) else { return }
                        if descriptor >= 0 { return answer.deliver(.success(descriptor)) }
                        answer.deliver(.failure(CallFailure(code, of: reason)))
                    }, argument, error)
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

    /// Returns the functions of an extension.
    @MainActor
    func table<Table>(_ name: String, of type: Table.Type) throws(CallFailure) -> UnsafePointer<Table> {
        guard let host else { throw CallFailure(.invalidState, "the feature is not active any more") }
        var arena = ABIArena()
        guard let found = host.pointee.extension(host, arena.string(name)) else {
            throw CallFailure(.unsupported, "this host does not offer '\(name)'")
        }
        return found.assumingMemoryBound(to: type)
    }
}
