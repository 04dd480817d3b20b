internal import FeatureABI
internal import FeatureContract

/// The `sy_feature` of an activated feature: C functions over ``ExportedFeature``.
@MainActor
enum FeatureTable {
    static func make(_ feature: ExportedFeature) -> UnsafePointer<sy_feature> {
        var table = sy_feature.sized
        table.instance = Unmanaged.passRetained(feature).toOpaque()
        table.make_main_screen = { table, id, screen, error in
            answer(error) { () throws(CallFailure) in
                guard let screen else { throw .nullArgument }
                screen.pointee = ScreenTable.make(try ExportedFeature.of(table).makeMainScreen(id))
                return SY_OK
            }
        }
        table.resolve = { table, destination, id, screen, error in
            answer(error) { () throws(CallFailure) in
                let feature = try ExportedFeature.of(table)
                guard let screen else { throw .nullArgument }
                let destination = try Destination(abi: destination, sender: feature.library.id)
                guard let resolved = try feature.resolve(destination, id) else { return SY_NOT_MINE }
                screen.pointee = ScreenTable.make(resolved)
                return SY_OK
            }
        }
        table.resolve_url = { table, url, sink, error in
            answer(error) { () throws(CallFailure) in
                guard let sink else { throw .nullArgument }
                let url = try String(abi: url)
                guard let destination = try ExportedFeature.of(table).resolve(url: url) else { return SY_NOT_MINE }
                var arena = ABIArena()
                _ = sink.pointee.destination(sink, arena.pointer(to: arena.destination(destination)))
                return SY_OK
            }
        }
        table.receive = { table, message, sink, error in
            answer(error) { () throws(CallFailure) in
                let feature = try ExportedFeature.of(table)
                let message = try Message(abi: sy_message.read(message), sender: feature.library.id)
                return try answerReceiver(try feature.receive(message), to: sink, feature: feature.library.id)
            }
        }
        table.deactivate = { table in
            onMainActor {
                guard let table, let feature = try? ExportedFeature.of(table), let instance = table.pointee.instance
                else { return }
                feature.handle.end()
                Unmanaged<ExportedFeature>.fromOpaque(instance).release()
                table.deallocate()
            }
        }
        let pointer = UnsafeMutablePointer<sy_feature>.allocate(capacity: 1)
        pointer.initialize(to: table)
        return UnsafePointer(pointer)
    }
}

extension ExportedFeature {
    fileprivate static func of(_ table: UnsafePointer<sy_feature>?) throws(CallFailure) -> ExportedFeature {
        guard let instance = table?.pointee.instance else { throw .nullArgument }
        return Unmanaged<ExportedFeature>.fromOpaque(instance).takeUnretainedValue()
    }
}

/// Passes a receiver's answer to the host; nil is "not mine".
@MainActor
func answerReceiver(
    _ resume: NavigationResume?, to sink: UnsafePointer<sy_resume_sink>?, feature: String
) throws(CallFailure) -> Int {
    guard let resume else { return SY_NOT_MINE }
    guard let sink else { throw .nullArgument }
    let answer: Resume
    do {
        answer = try resume.contract(sender: NavigationSender(id: feature))
    } catch {
        throw CallFailure(.invalidArgument, error.reason)
    }
    var arena = ABIArena()
    _ = sink.pointee.answer(sink, arena.pointer(to: arena.resume(answer)))
    return SY_OK
}

extension NavigationResume {
    fileprivate func contract(sender: NavigationSender) throws(NavigationError) -> Resume {
        func messages(_ values: [any NavigationSendable]) throws(NavigationError) -> [Message] {
            var messages: [Message] = []
            for value in values { messages.append(try value.navigationMessage(from: sender).message) }
            return messages
        }
        switch self {
        case .auto: return .auto
        case .immediately: return .immediately
        case .after(let seconds): return .after(seconds: seconds)
        case .inserting(let values): return .inserting(try messages(values))
        case .appending(let values): return .appending(try messages(values))
        case .replacing(let values): return .replacing(try messages(values))
        case .pause: return .pause
        case .cancel: return .cancel
        }
    }
}
