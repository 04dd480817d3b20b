import HostCore

/// Takes the steps of a script, and checks its expectations.
@MainActor
struct ScriptRun {
    let script: Script
    let flow: Flow

    /// Runs the script up to the first line that fails.
    func run() async throws(FlowError) {
        // The first line may be about the screen with which the app begins.
        try await flow.settle()
        for item in script.items {
            switch item.action {
            case .step(let step, let errors): try await perform(step, errors, item)
            case .expect(let text): try expect(text, item)
            case .expectNot(let text): try expect(noText: text, item)
            case .expectControl(let control):
                if let problem = control.problem(with: NodeFinder(flow.coordinator.show())) {
                    throw failure(item, [problem], notes: shownLines)
                }
            case .expectState(let state): try expect(state, item)
            case .expectURL(let url): try expect(url: url, item)
            }
        }
    }

    private func perform(_ step: Step, _ errors: [Script.ExpectedError], _ item: Script.Item) async throws(FlowError) {
        do {
            // The screen settles after each step, since expectations are about the screen that has stopped changing.
            try await flow.perform(step, settling: true)
        } catch {
            // A variable may hold a secret.
            let messages = error.messages.map { $0.replacing(step.description, with: item.written) }
            guard !errors.isEmpty else { throw failure(item, messages, code: error.code) }
            for expected in errors where !error.reasons.contains(where: { $0.contains(expected.text) }) {
                throw failure(
                    item, line: expected.line,
                    ["expected '\(item.written)' to fail with '\(expected.text)'"],
                    notes: error.reasons.map { "found  \($0)" })
            }
            flow.isFailureExpected = true
            return
        }
        if let expected = errors.first {
            throw failure(
                item, line: expected.line,
                ["expected '\(item.written)' to fail with '\(expected.text)', and it did not fail"])
        }
    }

    private func expect(_ text: String, _ item: Script.Item) throws(FlowError) {
        guard !shownText.contains(text) else { return }
        let isAbove = FlowReport.text(of: flow.coordinator).contains(text)
        let hint = isAbove ? " (for what stands above the screen, there are 'expect-state' and 'expect-url')" : ""
        throw failure(item, ["expected '\(text)', and the screen does not show it\(hint):"], notes: shownLines)
    }

    private func expect(noText text: String, _ item: Script.Item) throws(FlowError) {
        guard shownText.contains(text) else { return }
        throw failure(item, ["expected no '\(text)', and the screen shows it:"], notes: shownLines)
    }

    private func expect(url: String, _ item: Script.Item) throws(FlowError) {
        let found = flow.coordinator.url
        guard found != url else { return }
        throw failure(
            item, ["the link of the screen is not the expected one"],
            notes: ["expected  \(url)", "found     \(found ?? "no link")"])
    }

    /// The screen itself, without its place and its link.
    private var shownText: String { TextRenderer.text(of: flow.coordinator.show()) }

    private var shownLines: [String] {
        let shown = FlowReport.text(of: flow.coordinator)
        return shown.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private func expect(_ state: StateExpectation, _ item: Script.Item) throws(FlowError) {
        let found = flow.coordinator.state
        guard let difference = state.difference(from: found, labelledBy: flow.coordinator.wiring) else { return }
        let place = difference.path.map { " at \($0)" } ?? ""
        throw failure(
            item, ["the state is not the expected one\(place)"],
            notes: ["expected  \(difference.expected)", "found     \(difference.found)", ""] + shownLines)
    }

    /// - Parameter line: The line, if it is another one than that of the item.
    private func failure(
        _ item: Script.Item, line: Int? = nil, _ messages: [String], notes: [String] = [], code: ExitCode = .no
    ) -> FlowError {
        let line = line ?? item.line
        var error = FlowError(
            messages.map { "\(item.script), line \(line): \($0)" }, notes: notes.map { "  \($0)" }, code: code)
        error.place = (item.script, line)
        return error
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
