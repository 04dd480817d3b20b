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
        let picked: sy_picked = { argument, descriptor, name, code, reason in
            guard let answer = HostAnswer<Picked?>.released(from: argument) else { return }
            if descriptor >= 0 {
                return answer.deliver(.success(Picked(descriptor: descriptor, name: (try? String(abi: name)) ?? "")))
            }
            answer.deliver(descriptor == SY_FILES_CANCELLED ? .success(nil) : .failure(CallFailure(code, of: reason)))
        }
        let result = await HostAnswer<Picked?>.wait { argument throws(CallFailure) in
            let table = try table(SY_FILES_EXTENSION, of: sy_files.self)
            var arena = ABIArena()
            try callABI { error in
                if let suggestedName {
                    table.pointee.save_file(
                        table, arena.string(title), arena.string(suggestedName), picked, argument, error)
                } else {
                    table.pointee.open_file(table, arena.string(title), picked, argument, error)
                }
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
}
