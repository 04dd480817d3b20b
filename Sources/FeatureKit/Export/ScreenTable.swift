internal import FeatureABI
internal import FeatureContract

/// The `sy_screen` of a live screen: C functions over ``ExportedScreen``.
@MainActor
enum ScreenTable {
    static func make(_ screen: ExportedScreen) -> UnsafePointer<sy_screen> {
        var table = sy_screen.sized
        table.instance = Unmanaged.passRetained(screen).toOpaque()
        table.render = { table, how, sink, error in
            answer(error) { () throws(CallFailure) in
                guard let sink else { throw .nullArgument }
                let how = try sy_render.read(how)
                let parts = try sy_list_part.readArray(how.parts, how.part_count)
                try ExportedScreen.of(table).render(ListParts(abi: parts), to: sink)
                return SY_OK
            }
        }
        table.perform = { table, event, error in
            answer(error) { () throws(CallFailure) in
                let event = try sy_event.read(event)
                try ExportedScreen.of(table).perform(event.action, Value(abi: event.value))
                return SY_OK
            }
        }
        table.appear = { table in onMainActor { try? ExportedScreen.of(table).appear() } }
        table.disappear = { table in onMainActor { try? ExportedScreen.of(table).disappear() } }
        table.returned = { table, how, error in
            answer(error) { () throws(CallFailure) in
                let how = try sy_return.read(how)
                let name = try String(abi: how.name)
                try ExportedScreen.of(table).returned(to: name, with: Value(abi: how.value))
                return SY_OK
            }
        }
        table.receive = { table, message, sink, error in
            answer(error) { () throws(CallFailure) in
                let screen = try ExportedScreen.of(table)
                let feature = screen.feature.library.id
                let message = try Message(abi: sy_message.read(message), sender: feature)
                return try answerReceiver(try screen.receive(message), to: sink, feature: feature)
            }
        }
        table.save = { table, sink, error in
            answer(error) { () throws(CallFailure) in
                guard let sink else { throw .nullArgument }
                guard let state = try ExportedScreen.of(table).save() else { return SY_NOT_MINE }
                var arena = ABIArena()
                _ = sink.pointee.state(sink, arena.pointer(to: arena.state(state)))
                return SY_OK
            }
        }
        table.restore = { table, state, error in
            answer(error) { () throws(CallFailure) in
                try ExportedScreen.of(table).restore(ScreenState(abi: state))
                return SY_OK
            }
        }
        table.destroy = { table in
            onMainActor {
                guard let table, let screen = try? ExportedScreen.of(table), let instance = table.pointee.instance
                else { return }
                screen.disappear()
                Unmanaged<ExportedScreen>.fromOpaque(instance).release()
                table.deallocate()
            }
        }
        let pointer = UnsafeMutablePointer<sy_screen>.allocate(capacity: 1)
        pointer.initialize(to: table)
        return UnsafePointer(pointer)
    }
}

extension ExportedScreen {
    fileprivate static func of(_ table: UnsafePointer<sy_screen>?) throws(CallFailure) -> ExportedScreen {
        guard let instance = table?.pointee.instance else { throw .nullArgument }
        return Unmanaged<ExportedScreen>.fromOpaque(instance).takeUnretainedValue()
    }
}
