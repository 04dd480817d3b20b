import HostCore

/// Takes the steps of a script, and checks its expectations.
@MainActor
struct ScriptRun {
    let script: Script
    let flow: Flow

    /// Runs the script up to the first line that fails.
    func run() async throws(FlowError) {
        for item in script.items {
            switch item.action {
            case .step(let step, let errors): try await perform(step, errors, line: item.line)
            case .expect(let text): try expect(text, line: item.line)
            case .expectState(let state): try expect(state, line: item.line)
            }
        }
    }

    private func perform(_ step: Step, _ errors: [Script.ExpectedError], line: Int) async throws(FlowError) {
        do {
            // The screen settles after each step, since expectations are about the screen that has stopped changing.
            try await flow.perform(step, settling: true)
        } catch {
            guard !errors.isEmpty else { throw failure(line, error.messages, code: error.code) }
            for expected in errors where !error.reasons.contains(where: { $0.contains(expected.text) }) {
                throw failure(
                    expected.line, ["expected '\(step)' to fail with '\(expected.text)'"],
                    notes: error.reasons.map { "found  \($0)" })
            }
            return
        }
        if let expected = errors.first {
            throw failure(expected.line, ["expected '\(step)' to fail with '\(expected.text)', and it did not fail"])
        }
    }

    private func expect(_ text: String, line: Int) throws(FlowError) {
        let shown = FlowReport.text(of: flow.coordinator)
        guard !shown.contains(text) else { return }
        throw failure(
            line, ["expected '\(text)', and the screen does not show it:"],
            notes: shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
    }

    private func expect(_ state: StateExpectation, line: Int) throws(FlowError) {
        let found = flow.coordinator.state
        guard let difference = state.difference(from: found, labelledBy: flow.coordinator.wiring) else { return }
        guard let path = difference.path else {
            throw failure(
                line, ["the state is not the expected one"],
                notes: ["expected  \(difference.expected)", "found     \(difference.found)"])
        }
        throw failure(
            line, ["the state is not the expected one at \(path)"],
            notes: ["expected  \(difference.expected)", "found     \(difference.found)", "state     \(found.text)"])
    }

    private func failure(
        _ line: Int, _ messages: [String], notes: [String] = [], code: ExitCode = .no
    ) -> FlowError {
        FlowError(
            messages.map { "\(script.name), line \(line): \($0)" }, notes: notes.map { "  \($0)" }, code: code)
    }
}

extension HostApplication {
    /// Takes a step that does not read the screen; `press` and `type` are left to the caller.
    ///
    /// - Returns: The result of a reload; nil for any other step.
    func perform(_ step: Step, in coordinator: NavigationCoordinator) -> Reload? {
        switch step {
        case .link(let text): coordinator.open(text)
        case .destination(let text, let method): coordinator.go(toText: text, method: method)
        case .operation(let operation, _): coordinator.perform(text: operation)
        case .reload: return reload(coordinator)
        case .forced(.reload): return reload(coordinator, isForced: true)
        case .forced(let step): coordinator.overridingLocks { _ = perform(step, in: coordinator) }
        case .rows(let rows): coordinator.show(elementsFrom: rows.first - 1, count: rows.count)
        case .press, .type: break
        }
        return nil
    }
}
