import FeatureContract
import JSONText

/// One step of a walk, as it is written on the command line.
enum Step: Hashable, CustomStringConvertible {
    case link(String)
    case destination(String)
    case back
    case root
    case dismiss
    case tab(String)
    case press(String)
    case type(label: String, text: String)

    init(_ word: String) throws(UsageError) {
        switch word {
        case "back": self = .back
        case "root": self = .root
        case "dismiss": self = .dismiss
        default: self = try Self.reading(word)
        }
    }

    private static func reading(_ word: String) throws(UsageError) -> Step {
        let (kind, rest) = word.splitOnce(at: ":")
        guard let rest else { return try going(to: word) }
        switch kind {
        case "tab": return .tab(String(rest))
        case "press": return .press(String(rest))
        case "type":
            let (label, text) = rest.splitOnce(at: "=")
            guard let text else {
                throw UsageError("the step '\(word)' lacks a text: expected type:LABEL=TEXT", command: "navigate")
            }
            return .type(label: String(label), text: String(text))
        default:
            if rest.hasPrefix("//") { return .link(word) }
            // A destination's arguments may hold a colon, its feature and route not.
            if kind.contains("?") { return try going(to: word) }
            let hint = Spelling.nearest(to: String(kind), in: ["tab", "press", "type"]).map {
                "; did you mean '\($0):'?"
            }
            throw UsageError(
                "'\(word)' is neither a link (SCHEME://HOST/PATH), a destination nor a step\(hint ?? "")",
                command: "navigate")
        }
    }

    private static func going(to word: String) throws(UsageError) -> Step {
        do {
            _ = try DestinationText(word)
            return .destination(word)
        } catch {
            throw UsageError(error.description, command: "navigate")
        }
    }

    /// Whether it looks for something on the screen.
    var readsScreen: Bool {
        switch self {
        case .press, .type: true
        default: false
        }
    }

    /// What it is about: a link, a destination, a label.
    var subject: String {
        switch self {
        case .link(let text), .destination(let text): text
        case .back, .root, .dismiss: description
        case .tab(let name): name
        case .press(let label), .type(let label, _): label
        }
    }

    var description: String {
        switch self {
        case .link(let text), .destination(let text): text
        case .back: "back"
        case .root: "root"
        case .dismiss: "dismiss"
        case .tab(let name): "tab:\(name)"
        case .press(let label): "press:\(label)"
        case .type(let label, let text): "type:\(label)=\(text)"
        }
    }
}
