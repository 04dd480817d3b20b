import FeatureContract
import HostCore
import HostSystem
import JSONText

/// One step of a flow, as the user writes it on the command line.
indirect enum Step: Hashable, Sendable {
    case link(String)
    /// - Parameter method: The method that shows the destination, whatever the wiring and the route say.
    case destination(String, method: NavigationMethod? = nil)
    /// - Parameter text: The step as the user writes it.
    case operation(Operation, text: String)
    case press(String)
    case type(label: String, text: String)
    /// Shows these rows of the lists on the screen, the first of them counted from 1.
    case rows(Rows)
    /// Adopts changes of the plugins directories and the wiring.
    case reload
    /// A step that overrides locks.
    case forced(Step)

    /// An operation whose destinations are texts.
    typealias Operation = NavigationOperation<String, [Message], Value>

    /// A user's operation that is a step, with its help.
    private struct Named: Sendable {
        let word: String
        /// The text after the word and a colon; nil for a step of one word.
        var operand: String?
        let help: String
        let operation: @Sendable (_ operand: String) -> Operation

        var usage: String { word + (operand.map { ":\($0)" } ?? "") }
    }

    private static let operations =
        Operation.plain.compactMap { plain in
            plain.help.map { Named(word: plain.word, help: $0) { _ in plain.operation } }
        } + [
            Named(word: "swap", operand: "DESTINATION", help: "show it in the place of the topmost screen") {
                .swap($0)
            },
            Named(word: "tab", operand: "NAME", help: "select a tab of the wiring") { .selectTab($0) },
        ]

    static var operationRows: String {
        operations.map { "  \(DisplayText.padded($0.usage, to: 18))  \($0.help)" }.joined(separator: "\n")
    }

    /// The operations in one line: `back, root, …, tab:NAME`.
    static var operationUsages: String { operations.map(\.usage).joined(separator: ", ") }

    static let back = Step.operation(.back, text: "back")
    static func tab(_ name: String) -> Step { .operation(.selectTab(name), text: "tab:\(name)") }

    /// - Parameter features: The ids of the installed features, which are destinations.
    init(_ word: String, features: @autoclosure () -> [String]) throws(UsageError) {
        let step = Self.words.first { $0.description == word }
        self = if let step { step } else { try Self.reading(word, features) }
    }

    /// The steps of one word.
    static let words: [Step] =
        operations.filter { $0.operand == nil }.map { .operation($0.operation(""), text: $0.word) } + [.reload]

    /// The words before the colon in steps with an operand.
    static let prefixes =
        operations.filter { $0.operand != nil }.map(\.word) + ["press", "type", "rows", "force"] + methods

    /// The methods that a step can name. `send` is not one: the receiving feature shows a sent destination.
    private static let methods = NavigationMethod.allCases.filter { $0 != .send }.map(\.rawValue)

    private static func reading(_ word: String, _ features: () -> [String]) throws(UsageError) -> Step {
        let (kind, rest) = word.splitOnce(at: ":")
        // The label of a control may be empty.
        guard let rest, !rest.isEmpty || kind == "press" || !prefixes.contains(String(kind)) else {
            try requireOperand(word, String(kind), features)
            try requireNoMistypedStep(word, features)
            return try going(to: word)
        }
        switch kind {
        case "press": return .press(String(rest))
        case "type":
            let (label, text) = rest.splitOnce(at: "=")
            guard let text else {
                throw UsageError("the step '\(word)' lacks a text: expected type:LABEL=TEXT", command: "navigate")
            }
            return .type(label: String(label), text: String(text))
        case "rows":
            return .rows(try Rows(String(rest), in: "the step '\(word)'"))
        // A tab may have any name, and no link begins like this step.
        case "tab": return .operation(.selectTab(String(rest)), text: word)
        case _ where LinkURL.isLink(word): return .link(word)
        case "force": return .forced(try forcible(String(rest), in: word, features))
        case _ where methods.contains(String(kind)):
            return try going(to: String(rest), method: NavigationMethod(rawValue: String(kind)))
        default:
            if let named = operations.first(where: { $0.word == kind && $0.operand != nil }) {
                let operation = named.operation(String(rest))
                if let target = operation.target { try requireDestination(target) }
                return .operation(operation, text: word)
            }
            // A colon may occur in a destination's arguments, but not in its feature or route.
            if kind.contains("?") { return try going(to: word) }
            let hint = Spelling.nearest(to: String(kind), in: prefixes).map {
                "; did you mean '\($0):'?"
            }
            throw UsageError(
                "'\(word)' is neither a link (SCHEME://HOST/PATH), a destination nor a step\(hint ?? "")",
                command: "navigate")
        }
    }

    /// Refuses the beginning of a step without the rest, unless a feature has that id.
    private static func requireOperand(
        _ word: String, _ kind: String, _ features: () -> [String]
    ) throws(UsageError) {
        guard prefixes.contains(kind), word != kind || !features().contains(word) else { return }
        let operand =
            switch kind {
            case "press": "LABEL"
            case "type": "LABEL=TEXT"
            case "rows": "FIRST or rows:FIRST:COUNT"
            case "force": "STEP"
            default: operations.first { $0.word == kind }?.operand ?? "DESTINATION"
            }
        throw UsageError("the step '\(word)' is not whole: expected \(kind):\(operand)", command: "navigate")
    }

    /// Refuses a word that resembles a step and is not the id of an installed feature.
    private static func requireNoMistypedStep(_ word: String, _ features: () -> [String]) throws(UsageError) {
        let isID = !word.unicodeScalars.contains { $0 == "/" || $0 == "?" }
        guard isID else { return }
        let features = features()
        guard !features.contains(word) else { return }
        // The steps come first, and win over features at equal distance.
        let words = words.map(\.description)
        guard let meant = Spelling.nearest(to: word, in: words + features), words.contains(meant) else { return }
        throw UsageError(
            "'\(word)' is neither a step nor the id of an installed feature; did you mean '\(meant)'?",
            command: "navigate")
    }

    private static func going(to text: String, method: NavigationMethod? = nil) throws(UsageError) -> Step {
        try requireDestination(text)
        return .destination(text, method: method)
    }

    private static func requireDestination(_ text: String) throws(UsageError) {
        do {
            _ = try DestinationText(text)
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

    /// Whether the step itself navigates, so that `force:` can override locks.
    var isForcible: Bool {
        switch self {
        case .press, .type, .rows, .forced: false
        default: true
        }
    }

    /// Whether the step looks for a label on the screen.
    var readsScreen: Bool {
        switch self {
        case .press, .type, .rows: true
        default: false
        }
    }

    /// Whether the step may leave a screen that the visible one shows by its own nodes.
    var leavesInnerScreens: Bool {
        guard case .operation(let operation, _) = forcedOrSelf else { return false }
        return switch operation {
        case .back, .pop, .popToRoot, .dismiss, .dismissAll: true
        default: false
        }
    }

    /// Whether the step depends on features' code, beyond their declarations.
    var needsScreens: Bool {
        switch forcedOrSelf {
        case .press, .type, .rows, .reload: true
        default: false
        }
    }

    /// The forced step, or the step itself.
    var forcedOrSelf: Step {
        if case .forced(let step) = self { step } else { self }
    }

    /// Whether the step names no target, so that a broken screen after it may be an earlier one.
    var goesBack: Bool {
        switch self {
        case .operation(_, let text): !text.contains(":")
        case .press: true
        case .forced(let step): step.goesBack
        case .link, .destination, .type, .rows, .reload: false
        }
    }

    /// Refuses a destination of one word that is not a feature's id, since it is mistyped.
    func requireKnownWord(_ catalog: Catalog) throws(UsageError) {
        switch self {
        case .forced(let step): try step.requireKnownWord(catalog)
        case .destination, .operation:
            guard let text = destination, !text.unicodeScalars.contains("/"),
                let id = try? DestinationText(text).feature,
                id != Manifest.systemID, catalog.feature(id) == nil
            else { return }
            throw UsageError("'\(self)' names nothing to go to: \(catalog.absence(of: id))")
        default: return
        }
    }

    /// The destination of the step; nil if it names none.
    var destination: String? {
        switch forcedOrSelf {
        case .destination(let text, _): text
        case .operation(let operation, _): operation.target
        case .link, .press, .type, .rows, .reload, .forced: nil
        }
    }

    /// The link or destination of the step; nil if it names none.
    var target: String? {
        if case .link(let text) = forcedOrSelf { text } else { destination }
    }

    /// The subject of the step: a link, a destination, a label or the name of a tab.
    var subject: String {
        switch self {
        case .link(let text), .destination(let text, _): text
        case .operation(_, let text): String(text.splitOnce(at: ":").1 ?? text[...])
        case .reload, .rows: description
        case .press(let label), .type(let label, _): label
        case .forced(let step): step.subject
        }
    }
}

extension Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .link(let text): text
        case .destination(let text, let method): (method.map { "\($0.rawValue):" } ?? "") + text
        case .operation(_, let text): text
        case .reload: "reload"
        case .press(let label): "press:\(label)"
        case .type(let label, let text): "type:\(label)=\(text)"
        case .rows(let rows): "rows:\(rows.first):\(rows.count)"
        case .forced(let step): "force:\(step)"
        }
    }
}

/// Rows of a list, as the user writes them: the number of the first, counted from 1, and how many.
struct Rows: Hashable, Sendable {
    let first: UInt64
    var count = ListPart.usualCount

    static let mostAtOnce: UInt64 = 10_000

    init(from first: UInt64) { self.first = first }

    /// Reads `500` or `500:100`.
    ///
    /// - Parameter what: What has the text, for the message.
    init(_ text: String, in what: String) throws(UsageError) {
        let (first, count) = text.splitOnce(at: ":")
        guard let first = UInt64(first), first > 0, let count = count.map({ UInt64($0) }) ?? ListPart.usualCount,
            (1...Self.mostAtOnce).contains(count)
        else {
            throw UsageError(
                "\(what) names no rows: expected the number of the first row, and with a colon how many (at most "
                    + "\(Self.mostAtOnce)), such as 500:100", command: "navigate")
        }
        (self.first, self.count) = (first, count)
    }
}
