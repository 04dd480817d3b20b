internal import FeatureABI
internal import FeatureContract

extension HostHandle {
    /// A file that the user has picked.
    private struct Picked: Sendable {
        let descriptor: Int32
        let name: String
    }

    /// Lets the user pick a file through the host's extension `switchyard.files/1`.
    ///
    /// - Parameter suggestedName: The name under which to save; nil to pick a file to read.
    @MainActor
    func pickFile(_ title: String, savingAs suggestedName: String?) async throws -> PickedFile? {
        let result = await withCheckedContinuation { continuation in
            let answer = HostAnswer<Picked?> { continuation.resume(returning: $0) }
            do throws(CallFailure) {
                try request(title, suggestedName, answer)
            } catch {
                answer.deliver(.failure(error))
            }
        }
        switch result {
        case .success(let picked?):
            let file = PickedFile(OwnedDescriptor(picked.descriptor), name: picked.name)
            try Task.checkCancellation()
            return file
        case .success(nil): return nil
        case .failure(let failure): throw PickedFileError(failure)
        }
    }

    @MainActor
    private func request(
        _ title: String, _ suggestedName: String?, _ answer: HostAnswer<Picked?>
    ) throws(CallFailure) {
        guard let host else { throw CallFailure(.invalidState, "the feature is not active any more") }
        var arena = ABIArena()
        guard let found = host.pointee.extension(host, arena.string(SY_FILES_EXTENSION)) else {
            throw CallFailure(.unsupported, "this host does not offer '\(SY_FILES_EXTENSION)'")
        }
        let table = found.assumingMemoryBound(to: sy_files.self)
        let argument = Unmanaged.passRetained(answer)
        let picked: sy_picked = { argument, descriptor, name, code, reason in
            guard let answer = HostAnswer<Picked?>.released(from: argument) else { return }
            if descriptor >= 0 {
                return answer.deliver(.success(Picked(descriptor: descriptor, name: (try? String(abi: name)) ?? "")))
            }
            answer.deliver(descriptor == SY_FILES_CANCELLED ? .success(nil) : .failure(CallFailure(code, of: reason)))
        }
        do {
            try callABI { error in
                if let suggestedName {
                    table.pointee.save_file(
                        table, arena.string(title), arena.string(suggestedName), picked, argument.toOpaque(), error)
                } else {
                    table.pointee.open_file(table, arena.string(title), picked, argument.toOpaque(), error)
                }
            }
        } catch {
            argument.release()
            throw error
        }
    }
}
