import FeatureContract
import HostCore
import JSONText

/// One step of a flow, as the user writes it on the command line.
indirect enum Step: Hashable, Sendable {
    case link(String)
    /// - Parameter method: The method by which the destination is shown, whatever the wiring and the route say.
    case destination(String, method: NavigationMethod? = nil)
    case back
    case root
    case dismiss
    case dismissAll
    case tab(String)
    case press(String)
    case type(label: String, text: String)
    /// Takes up changes of the plugins directories and the wiring.
    case reload
    /// A step that overrides locks.
    case forced(Step)

    /// - Parameter features: The ids of the installed features, any of which is a destination.
    init(_ word: String, features: @autoclosure () -> [String]) throws(UsageError) {
        let step = Self.words.first { $0.description == word }
        self = if let step { step } else { try Self.reading(word, features) }
    }

    /// The steps that are one word.
    static let words: [Step] = [.back, .root, .dismiss, .dismissAll, .reload]

    /// The words before the colon in steps that have an operand.
    static let prefixes = ["tab", "press", "type", "force"] + methods

    /// The methods that a step can name. `send` is none: the receiving feature shows a destination that is sent.
    private static let methods = NavigationMethod.allCases.filter { $0 != .send }.map(\.rawValue)

    private static func reading(_ word: String, _ features: () -> [String]) throws(UsageError) -> Step {
        let (kind, rest) = word.splitOnce(at: ":")
        guard let rest else {
            try requireNoMistypedStep(word, features)
            return try going(to: word)
        }
        switch kind {
        case "tab": return .tab(String(rest))
        case "press": return .press(String(rest))
        case "type":
            let (label, text) = rest.splitOnce(at: "=")
            guard let text else {
                throw UsageError("the step '\(word)' lacks a text: expected type:LABEL=TEXT", command: "navigate")
            }
            return .type(label: String(label), text: String(text))
        case _ where rest.hasPrefix("//"): return .link(word)
        case "force": return .forced(try forcible(String(rest), in: word, features))
        case _ where methods.contains(String(kind)):
            return try going(to: String(rest), method: NavigationMethod(rawValue: String(kind)))
        default:
            // A colon may stand in a destination's arguments, but not in its feature or route.
            if kind.contains("?") { return try going(to: word) }
            let hint = Spelling.nearest(to: String(kind), in: prefixes).map {
                "; did you mean '\($0):'?"
            }
            throw UsageError(
                "'\(word)' is neither a link (SCHEME://HOST/PATH), a destination nor a step\(hint ?? "")",
                command: "navigate")
        }
    }

    /// Refuses a word that is no installed feature's id and nearly a step.
    private static func requireNoMistypedStep(_ word: String, _ features: () -> [String]) throws(UsageError) {
        let isID = !word.unicodeScalars.contains { $0 == "/" || $0 == "?" }
        guard isID else { return }
        let features = features()
        guard !features.contains(word) else { return }
        // The steps come first: of a step and a feature that are equally near, the step is meant.
        let words = words.map(\.description)
        guard let meant = Spelling.nearest(to: word, in: words + features), words.contains(meant) else { return }
        throw UsageError(
            "'\(word)' is neither a step nor the id of an installed feature; did you mean '\(meant)'?",
            command: "navigate")
    }

    private static func going(to text: String, method: NavigationMethod? = nil) throws(UsageError) -> Step {
        do {
            _ = try DestinationText(text)
            return .destination(text, method: method)
        } catch {
            throw UsageError(error.description, command: "navigate")
        }
    }

    private static func forcible(
        _ text: String, in word: String, _ features: () -> [String]
    ) throws(UsageError) -> Step {
        let step = try Step(text, features: features())
        guard step.isForcible else {
            throw UsageError(
                "'\(word)' cannot be forced: expected 'force:' and a step that navigates, such as force:back",
                command: "navigate")
        }
        return step
    }

    /// Whether the step navigates by itself, so that `force:` can override locks.
    var isForcible: Bool {
        switch self {
        case .press, .type, .forced: false
        default: true
        }
    }

    /// Whether the step looks for a label on the screen.
    var readsScreen: Bool {
        switch self {
        case .press, .type: true
        default: false
        }
    }

    /// The request of a step that goes back or selects a tab; nil for any other step.
    var request: NavigationRequest? {
        switch forcedOrSelf {
        case .back: .back
        case .root: .popToRoot
        case .dismiss: .dismiss
        case .dismissAll: .dismissAll
        case .tab(let name): .selectTab(name)
        case .link, .destination, .press, .type, .reload, .forced: nil
        }
    }

    /// Whether the step depends on what features do, and not only on what they declare.
    var needsScreens: Bool {
        switch forcedOrSelf {
        case .press, .type, .reload: true
        default: false
        }
    }

    /// The step that is forced, or the step itself.
    var forcedOrSelf: Step {
        if case .forced(let step) = self { step } else { self }
    }

    /// Whether the step names no target, so that a broken screen after it may be one from before.
    var goesBack: Bool {
        switch self {
        case .back, .root, .dismiss, .dismissAll, .press: true
        case .forced(let step): step.goesBack
        case .link, .destination, .tab, .type, .reload: false
        }
    }

    /// Refuses a destination of one word that is no feature's id: it is a mistyped word.
    func requireKnownWord(_ catalog: Catalog) throws(UsageError) {
        switch self {
        case .forced(let step): try step.requireKnownWord(catalog)
        case .destination(let text, _):
            guard !text.unicodeScalars.contains("/"), let id = try? DestinationText(text).feature,
                id != Manifest.systemID, catalog.feature(id) == nil
            else { return }
            throw UsageError("'\(self)' names nothing to go to: \(catalog.absence(of: id))")
        default: return
        }
    }

    /// The subject of the step: a link, a destination or a label.
    var subject: String {
        switch self {
        case .link(let text), .destination(let text, _): text
        case .back, .root, .dismiss, .dismissAll, .reload: description
        case .tab(let name): name
        case .press(let label), .type(let label, _): label
        case .forced(let step): step.subject
        }
    }
}

extension Step: CustomStringConvertible {
    /// The step as the user writes it.
    var description: String {
        switch self {
        case .link(let text): text
        case .destination(let text, let method): (method.map { "\($0.rawValue):" } ?? "") + text
        case .back: "back"
        case .root: "root"
        case .dismiss: "dismiss"
        case .dismissAll: "dismissAll"
        case .reload: "reload"
        case .tab(let name): "tab:\(name)"
        case .press(let label): "press:\(label)"
        case .type(let label, let text): "type:\(label)=\(text)"
        case .forced(let step): "force:\(step)"
        }
    }
}
