import FeatureABI
import FeatureContract

/// A live screen of a feature in this process.
@MainActor
final class InlineScreen {
    private let feature: String
    private let table: UnsafePointer<sy_screen>
    private let calls: FeatureCalls

    init(
        _ pointer: UnsafePointer<sy_screen>?, of manifest: Manifest, _ calls: FeatureCalls
    ) throws(CallFailure) {
        feature = manifest.id
        self.calls = calls
        do {
            try sy_screen.read(pointer).requireFunctions(for: manifest)
        } catch {
            throw CallFailure(.other, "the feature '\(feature)' made a malformed screen: \(error)")
        }
        guard let pointer else { throw CallFailure(.other, "the feature '\(feature)' made no screen") }
        table = pointer
    }

    /// - Parameters:
    ///   - unseen: Whether no part of it is visible.
    ///   - parts: The parts of lists that are wanted.
    func render(unseen: Bool, parts: [ListPart]) throws(CallFailure) -> RenderedScreen {
        let table = table
        var arena = ABIArena()
        let how = arena.pointer(to: arena.render(unseen: unseen, parts: parts))
        return try ViewCollector.collect(from: feature, takingParts: !parts.isEmpty, calls) { sink, error in
            table.pointee.render(table, how, sink, error)
        }
    }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        var arena = ABIArena()
        let event = arena.pointer(to: arena.event(action, value))
        try mine("perform") { table.pointee.perform(table, event, $0) }
    }

    func appear() {
        calls.run("appear") { table.pointee.appear(table) }
    }

    func disappear() {
        calls.run("disappear") { table.pointee.disappear(table) }
    }

    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        // The function may be null if the manifest declares no checkpoints, but a screen may show one nevertheless.
        guard table.pointee.returned != nil else {
            throw CallFailure(.notFound, "the feature '\(feature)' declares no checkpoint '\(name)'")
        }
        var arena = ABIArena()
        let how = arena.pointer(to: arena.returned(to: name, with: value))
        try mine("returned") { table.pointee.returned(table, how, $0) }
    }

    func receive(_ message: Message) throws(CallFailure) -> Resume? {
        guard table.pointee.receive != nil else { return nil }
        let table = table
        return try calls.receive { sink, error in
            var arena = ABIArena()
            let message = arena.pointer(to: arena.message(message))
            return table.pointee.receive(table, message, sink, error)
        }
    }

    var keepsState: Bool { table.pointee.save != nil }

    func save() throws(CallFailure) -> ScreenState? {
        guard table.pointee.save != nil else { return nil }
        var taker = AnswerTaker<ScreenState>(from: feature)
        let table = table
        let isMine = try withUnsafeMutablePointer(to: &taker) { (taker) throws(CallFailure) in
            var sink = sy_state_sink.sized
            sink.instance = UnsafeMutableRawPointer(taker)
            sink.state = { sink, state in
                AnswerTaker<ScreenState>.receive(sink?.pointee.instance) { (_) throws(CallFailure) in
                    try ScreenState(abi: state)
                }
            }
            return try calls.make("save") { table.pointee.save(table, &sink, $0) }
        }
        guard isMine else { return nil }
        guard let state = try taker.answer(malformed: "it passed a malformed state") else {
            throw CallFailure(.other, "it passed no state, and did not say that there is nothing to keep")
        }
        return state
    }

    func restore(_ state: ScreenState) throws(CallFailure) {
        guard table.pointee.restore != nil else { throw CallFailure(.unsupported, "it takes no saved state") }
        var arena = ABIArena()
        let state = arena.pointer(to: arena.state(state))
        guard try calls.make("restore", { table.pointee.restore(table, state, $0) }) else {
            throw CallFailure(.unsupported, "it does not take this state")
        }
    }

    func destroy() {
        calls.run("destroy") { table.pointee.destroy(table) }
    }

    private func mine(
        _ function: String, _ call: (UnsafePointer<sy_error>) -> sy_status
    ) throws(CallFailure) {
        guard try calls.make(function, call) else { throw .notMine }
    }
}

extension ABIArena {
    package mutating func render(unseen: Bool = false, parts: [ListPart]) -> sy_render {
        var how = sy_render.sized
        if unseen { how.flags = UInt32(SY_RENDER_FLAG_UNSEEN) }
        how.parts = array(
            parts.map { part in
                var c = sy_list_part.sized
                c.key = string(part.key)
                (c.offset, c.count) = (part.offset, part.count)
                return c
            })
        how.part_count = parts.count
        return how
    }
}
