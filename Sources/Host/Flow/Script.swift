import HostCore

/// A flow as a text: steps and expectations, one a line.
///
///     # A comment.
///     press:Characters
///     expect 72 characters
///     expect-state home > character/list
///     press:Nobody
///     expect-error shows no 'Nobody'
struct Script {
    /// An `expect-error`: a text that a failure of the step before it must contain.
    struct ExpectedError {
        let line: Int
        let text: String
    }

    enum Action {
        /// - Parameter errors: The errors that the step must fail with; empty if it must succeed.
        case step(Step, errors: [ExpectedError])
        case expect(String)
        case expectState(StateExpectation)
    }

    struct Item {
        let line: Int
        var action: Action
    }

    /// The script's name in messages.
    let name: String
    private(set) var items: [Item] = []

    /// Reads a whole script.
    ///
    /// - Throws: A message for each line that is wrong.
    init(_ bytes: [UInt8], name: String, catalog: Catalog) throws(FlowError) {
        self.name = name
        let reader = NavigationStateReader(catalog)
        let features = catalog.ids
        var messages: [String] = []
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            do throws(FlowError) {
                guard let line = try ScriptLine(line, features: features, reader: reader) else { continue }
                try append(line, number: index + 1)
            } catch {
                messages += error.messages.map { "\(name), line \(index + 1): \($0)" }
            }
        }
        if !messages.isEmpty { throw FlowError(messages, code: .dataError) }
    }

    private mutating func append(_ line: ScriptLine, number: Int) throws(FlowError) {
        switch line {
        case .step(let step): items.append(Item(line: number, action: .step(step, errors: [])))
        case .expect(let text): items.append(Item(line: number, action: .expect(text)))
        case .expectState(let state): items.append(Item(line: number, action: .expectState(state)))
        case .expectError(let text):
            guard let last = items.last, case .step(let step, let errors) = last.action else {
                throw FlowError(["'expect-error' must stand right behind the step that is to fail"], code: .dataError)
            }
            items[items.count - 1].action = .step(step, errors: errors + [ExpectedError(line: number, text: text)])
        }
    }
}
