import FeatureContract
import HostCore
import JSONText

/// One line of a script.
enum ScriptLine {
    case step(Step)
    case expect(String)
    case expectState(StateExpectation)
    case expectError(String)

    /// Reads a line without its line feed; nil if it is blank or a comment.
    ///
    /// - Parameters:
    ///   - features: The ids of the installed features.
    ///   - reader: The reader of expected states.
    init?(
        _ bytes: ArraySlice<UInt8>, features: [String], reader: NavigationStateReader
    ) throws(FlowError) {
        guard !bytes.contains(0) else { throw FlowError(["the line holds a NUL; expected text"], code: .dataError) }
        guard let line = String(validating: bytes, as: UTF8.self) else {
            throw FlowError(["the line is not UTF-8"], code: .dataError)
        }
        let text = line.trimmed
        guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
        let word = text.unicodeScalars.prefix { $0 != " " && $0 != "\t" }
        let rest = String(text.unicodeScalars.dropFirst(word.count)).trimmed
        switch String(word) {
        case "expect":
            self = .expect(try Self.given(rest, "'expect' lacks the text that the screen is to show: expect TEXT"))
        case "expect-state":
            let state = try Self.given(
                rest, "'expect-state' lacks a state: expect-state STATE, as --state prints it or as JSON")
            self = .expectState(try StateExpectation(state, reader: reader))
        case "expect-error":
            self = .expectError(
                try Self.given(rest, "'expect-error' lacks a part of the message: expect-error TEXT"))
        case let word where word.hasPrefix("expect-"):
            let hint = Spelling.nearest(to: word, in: ["expect-state", "expect-error"]).map { "did you mean '\($0)'?" }
            throw FlowError(
                ["'\(word)' is not an expectation; \(hint ?? "there are expect, expect-state, expect-error")"],
                code: .dataError)
        default:
            do throws(UsageError) {
                self = .step(try Step(text, features: features))
            } catch {
                throw FlowError([error.message], code: .dataError)
            }
        }
    }

    private static func given(_ text: String, _ complaint: String) throws(FlowError) -> String {
        guard !text.isEmpty else { throw FlowError([complaint], code: .dataError) }
        return text
    }
}
