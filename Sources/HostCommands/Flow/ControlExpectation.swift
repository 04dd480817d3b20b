import FeatureContract
import HostCore

/// An `expect-value`, `expect-enabled`, `expect-disabled` or `expect-count` of a script.
struct ControlExpectation {
    private enum Expected {
        case value(String)
        case isEnabled(Bool)
        case count(Int)
    }

    private let label: String
    private let expected: Expected

    /// - Parameters:
    ///   - word: The word in front, such as `expect-value`.
    ///   - text: The rest of the line.
    init(_ word: String, _ text: String) throws(FlowError) {
        switch word {
        case "expect-value":
            guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
                throw FlowError(["'expect-value' lacks a value: expect-value LABEL=TEXT"], code: .dataError)
            }
            label = String(text[..<sign])
            expected = .value(String(text[text.index(after: sign)...]))
        case "expect-count":
            let words = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else {
                throw FlowError(["'expect-count' lacks a number and a label: expect-count N LABEL"], code: .dataError)
            }
            guard let count = Int(words[0]), count >= 0 else {
                throw FlowError(
                    ["'\(words[0])' is no count: expected a number from 0 on: expect-count N LABEL"], code: .dataError)
            }
            label = words[1].trimmed
            expected = .count(count)
        default:
            guard !text.isEmpty else {
                throw FlowError(["'\(word)' lacks the label of a control: \(word) LABEL"], code: .dataError)
            }
            label = text
            expected = .isEnabled(word == "expect-enabled")
        }
    }

    /// A text on one line.
    private func shown(_ text: String) -> String { text.replacing("\n", with: "⏎") }

    /// Returns what is not as expected; nil if nothing is.
    func problem(with finder: NodeFinder) -> String? {
        do {
            switch expected {
            case .count(let count):
                let found = finder.count(of: label)
                func times(_ count: Int) -> String { "\(count) time\(count == 1 ? "" : "s")" }
                return found == count ? nil : "expected '\(label)' \(times(count)), and it is there \(times(found)):"
            case .isEnabled(let isEnabled):
                guard try finder.isUsable(label) != isEnabled else { return nil }
                return isEnabled
                    ? "expected '\(label)' to be enabled, and it is disabled:"
                    : "expected '\(label)' to be disabled, and it is enabled:"
            case .value(let text):
                let (label, text) = finder.split(label, text)
                let node = try finder.control(label).node
                guard !node.flags.contains(.secure) else { return "the value of '\(label)' is secret" }
                let value = node.controlValue
                let found = value?.description ?? ""
                // As a screen or a message shows it: 5 for 5.0, and ⏎ for the end of a line.
                var isSame = found == text || shown(found) == text
                if case .number(let number)? = value { isSame = isSame || Double(text) == number }
                return isSame
                    ? nil : "expected '\(label)' to have the value '\(shown(text))', and it has '\(shown(found))':"
            }
        } catch {
            return "\(error)"
        }
    }
}
