import FeatureContract
import HostCore

extension CheckTest {
    /// Tests of saving and restoring screens.
    static let stateTests: [CheckTest] = [
        CheckTest(
            "state", "What a screen saves makes a screen like it, and a state that is damaged does no harm.",
            requires: ["activate"], survives: ["routes", "render", "actions"]
        ) { (probe) throws(ProbeError) in
            try probe.activate()
            let saved = await probe.exploreStates { Reporter.found($0, $1) }
            if saved == 0 { throw .nothingToTest("no screen saves a state") }
        }
    ]
}

extension Probe {
    /// The most restored states of one screen.
    private static let maximumStates = 4

    /// Receives faults of a screen's save and restore.
    typealias StateReport = @MainActor (CheckStatus, String) -> Void

    /// Opens every screen, uses all its controls, and restores the states saved meanwhile in screens of the same
    /// destination.
    ///
    /// - Returns: The number of the screens that save or restore.
    @discardableResult
    func exploreStates(_ report: StateReport = { _, _ in }) async -> Int {
        var count = 0
        for destination in [nil] + (await explore()).map(Optional.some) {
            do throws(ProbeError) {
                guard let screen = try makeAgain(destination) else { continue }
                let (saves, restores) = (screen.table.pointee.save != nil, screen.table.pointee.restore != nil)
                if saves || restores { count += 1 }
                if saves != restores {
                    report(
                        saves ? .failed : .warning,
                        saves
                            ? "\(screen.name) has save, and no restore that takes what it saves"
                            : "\(screen.name) has restore, and no save: no host restores anything in it")
                }
                guard saves else {
                    destroy(screen)
                    continue
                }
                let states = await statesOfUse(of: screen, report)
                guard restores else { continue }
                for state in states { try await restoreOwn(state, destination, report) }
                if let last = states.last { try await restoreHostile(last, destination, report) }
            } catch {
                report(error.status, error.description)
            }
        }
        return count
    }

    /// Uses all controls of a screen, then destroys it. Returns the states saved meanwhile.
    private func statesOfUse(of screen: ProbeScreen, _ report: StateReport) async -> [ScreenState] {
        defer { destroy(screen) }
        appear(screen)
        defer { disappear(screen) }
        var states: [ScreenState] = []
        do throws(ProbeError) {
            func saveOnce() throws(ProbeError) {
                guard let state = try saved(screen, report), !states.contains(state) else { return }
                // The last one counts: it has the most in it.
                if states.count == Self.maximumStates { states.removeLast() }
                states.append(state)
            }
            var rendered = try await renderAtRest(screen)
            try saveOnce()
            for action in actions(on: rendered) {
                var isShown = false
                rendered.forEachNode { isShown = isShown || $0.action == action.number }
                guard isShown else { continue }
                do throws(ProbeError) {
                    try perform(screen, action.number, action.value)
                } catch {
                    // A refusal with a reason is correct, and the test of the actions reports other errors.
                }
                rendered = try await renderAtRest(screen)
                try saveOnce()
            }
        } catch {
            report(error.status, error.description)
        }
        return states
    }

    /// The state of a screen, which saving must not change.
    private func saved(_ screen: ProbeScreen, _ report: StateReport) throws(ProbeError) -> ScreenState? {
        host?.invalidated = []
        let before = try render(screen)
        let state = try save(screen)
        let after = try render(screen)
        // A screen that has asked to be rendered again may have changed by itself.
        if host?.invalidated.isEmpty == true, let difference = RenderDifference(before, after) {
            report(.failed, "\(screen.name) is described otherwise after it has saved its state: \(difference)")
        }
        return state
    }

    /// Restores a saved state in a second screen, which saves again.
    private func restoreOwn(
        _ state: ScreenState, _ destination: Destination?, _ report: StateReport
    ) async throws(ProbeError) {
        guard let screen = try makeAgain(destination) else { return }
        defer { destroy(screen) }
        guard try restore(state, in: screen) else {
            report(.failed, "\(screen.name) does not take the state that it has saved itself: \(state.name)")
            return
        }
        let again = try save(screen)
        if again != state {
            report(
                .failed,
                "\(screen.name) saves another state than the one that it has just restored: \(state.name), then "
                    + (again?.name ?? "none"))
        }
        _ = try await renderAtRest(screen)
    }

    /// Restores states that no screen has saved: each is refused, or makes a screen that works.
    private func restoreHostile(
        _ state: ScreenState, _ destination: Destination?, _ report: StateReport
    ) async throws(ProbeError) {
        for hostile in hostileStates(like: state) {
            guard let screen = try makeAgain(destination) else { return }
            defer { destroy(screen) }
            do throws(ProbeError) {
                guard try restore(hostile, in: screen) else { continue }
            } catch {
                if case .failure = error { continue }
                throw error
            }
            do throws(ProbeError) {
                _ = try render(screen)
                _ = try save(screen)
            } catch {
                report(error.status, "after it has taken \(hostile.name), \(error)")
            }
        }
    }

    private func hostileStates(like state: ScreenState) -> [ScreenState] {
        // The deadline is for the library alone.
        Reporter.rest()
        let (version, bytes) = (state.version, state.bytes)
        let block = (0..<4096).map { _ in UInt8.random(in: 0...255, using: &random) }
        func noise(_ count: Int) -> [UInt8] {
            var noise: [UInt8] = []
            noise.reserveCapacity(count + block.count)
            while noise.count < count { noise += block }
            return Array(noise.prefix(count))
        }
        let cut = (1..<8).map { Array(bytes.prefix(bytes.count * $0 / 8)) }.filter { $0.count < bytes.count }
        return [[], noise(1), noise(max(bytes.count, 8)), noise(ScreenState.maximumSize)].map {
            ScreenState(version: version, bytes: $0)
        } + cut.map { ScreenState(version: version, bytes: $0) }
            + [ScreenState(version: version, bytes: Array(repeating: 0, count: ScreenState.maximumSize))]
            + [version &+ 1, version &- 1, .max].map { ScreenState(version: $0, bytes: bytes) }
    }
}

extension ScreenState {
    /// The state in a message: `12 bytes of version 1`.
    fileprivate var name: String { "\(bytes.count) byte\(bytes.count == 1 ? "" : "s") of version \(version)" }
}
