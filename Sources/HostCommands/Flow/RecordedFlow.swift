import HostCore
import HostSystem
import HostTools

/// A recorded run as a script: its steps, what each led to, and what went wrong in it.
@MainActor
enum RecordedFlow {
    static func text(of steps: [Replay.Step], from name: String) -> String {
        var lines = ["# From the recording \(line(name)).", ""]
        var state: NavigationState?
        var secrets: [String: Int] = [:]
        for (index, step) in steps.enumerated() {
            if step.number > 0, !isTypedOver(step, by: steps.dropFirst(index + 1).first) {
                lines += Self.lines(of: step, &secrets)
                // That a feature ended of itself is no answer to a step: the flow fails where it does so again.
                lines += step.problems.filter(\.isFailure).map {
                    $0.kind == .ended ? "# \(line($0.text))" : "expect-error \(escaped(line($0.text)))"
                }
            }
            guard let shown = step.shown, shown.state.tabs != state?.tabs || shown.state.top.id != state?.top.id else {
                continue
            }
            state = shown.state
            lines += ["expect-state \(escaped(line(shown.state.text)))", ""]
        }
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n") + "\n"
    }

    /// - Parameter secrets: How many secrets have been typed into each field.
    private static func lines(of step: Replay.Step, _ secrets: inout [String: Int]) -> [String] {
        guard let control = step.control else { return [escaped(line(step.text))] }
        guard let label = control.label.map(escaped) else {
            return ["# No label finds the control of this step alone: \(line(step.text))"]
        }
        guard let text = control.text else { return ["press:\(label)"] }
        if control.isSecure {
            let letters = label.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
            var name = (letters.first?.isNumber == true ? "_" : "") + String(letters)
            secrets[name, default: 0] += 1
            if let number = secrets[name], number > 1 { name += "_\(number)" }
            return ["# A secret is not recorded: give it by --set.", "type:\(label)=${\(name)}"]
        }
        let rows = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Blanks at both ends of a line do not count, those of a text do.
        guard rows.count > 1 || text.trimmed != text else { return ["type:\(label)=\(escaped(text))"] }
        // A script's lines may end with a carriage return, which is not part of the text: one that is needs another.
        var word = "END"
        while rows.contains(where: { $0.trimmed == word }) { word += "_" }
        return ["type:\(label)<<\(word)"] + rows.map { escaped($0) + ($0.hasSuffix("\r") ? "\r" : "") } + [word]
    }

    /// Whether the next step types into the same field, as each key that a user presses does.
    private static func isTypedOver(_ step: Replay.Step, by next: Replay.Step?) -> Bool {
        guard let label = step.control?.label, step.control?.text != nil, step.problems.isEmpty else { return false }
        return next?.control?.label == label && next?.control?.text != nil
    }

    private static func escaped(_ text: String) -> String { text.replacing("${", with: "$${") }

    /// A text on one line; a recording may have any.
    private static func line(_ text: String) -> String {
        DisplayText.safe(String(text.prefix { $0 != "\n" && $0 != "\r\n" }))
    }
}
