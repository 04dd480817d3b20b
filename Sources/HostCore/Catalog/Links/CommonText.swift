import FeatureContract

/// A search for one text that two templates match: the shortest there is.
///
/// A template is read as `TextTemplate.match(_:)` reads it, letter by letter: an argument ends at the first place where
/// the literal after it begins. So each template has one state for each beginning of a text, and the pairs of states are
/// searched breadth first. They are few: how far one template is in a literal says how far the other is in its own.
struct CommonText {
    private let first: TypedTemplate
    private let second: TypedTemplate
    /// What is tried as the next letter: one that stands in no literal first.
    private let letters: [Unicode.Scalar]

    /// How many pairs of states are looked at, before a text is taken not to be there. Templates as people write them
    /// have some dozens.
    private static let maximumStates = 20_000

    private let budget: SearchBudget

    init(of first: TypedTemplate, _ second: TypedTemplate, within budget: SearchBudget) {
        (self.first, self.second, self.budget) = (first, second, budget)
        let letters = first.letters + second.letters
        let known = Set(letters)
        let free = "abcdefghijklmnopqrstuvwxyz0123456789".unicodeScalars.first { !known.contains($0) } ?? "\u{4E00}"
        var seen: Set<Unicode.Scalar> = []
        self.letters = ([free] + letters).filter { seen.insert($0).inserted }
    }

    /// The shortest text that both templates match, each of whose arguments has a text of its own; where there is none,
    /// and an argument may be empty, one with empty arguments.
    ///
    /// - Parameter others: Texts that do not count.
    func text(canBeEmpty: Bool, otherThan others: Set<String> = []) -> String? {
        search(canBeEmpty: false, others) ?? (canBeEmpty ? search(canBeEmpty: true, others) : nil)
    }

    private struct States: Hashable {
        var first = TypedTemplate.State()
        var second = TypedTemplate.State()
    }

    /// The states after a text, which is that of another node with a letter more.
    private struct Node {
        let states: States
        let parent: Int
        let letter: Unicode.Scalar
    }

    private func search(canBeEmpty: Bool, _ others: Set<String>) -> String? {
        var nodes = [Node(states: States(), parent: 0, letter: "\0")]
        // A second text may come to the state of one that does not count.
        var visits = [nodes[0].states: 1]
        var next = 0
        defer { budget.states -= nodes.count }
        while next < nodes.count, nodes.count < min(Self.maximumStates, budget.states) {
            let states = nodes[next].states
            if first.isMatch(states.first, canBeEmpty: canBeEmpty),
                second.isMatch(states.second, canBeEmpty: canBeEmpty)
            {
                let text = Self.text(to: next, nodes)
                if !others.contains(text) { return text }
            }
            for letter in letters {
                guard let first = first.state(after: letter, states.first, canBeEmpty: canBeEmpty),
                    let second = second.state(after: letter, states.second, canBeEmpty: canBeEmpty)
                else { continue }
                let after = States(first: first, second: second)
                guard visits[after, default: 0] <= others.count else { continue }
                visits[after, default: 0] += 1
                nodes.append(Node(states: after, parent: next, letter: letter))
            }
            next += 1
        }
        return nil
    }

    private static func text(to node: Int, _ nodes: [Node]) -> String {
        var letters: [Unicode.Scalar] = []
        var node = node
        while node > 0 {
            letters.append(nodes[node].letter)
            node = nodes[node].parent
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters.reversed())
        return String(text)
    }
}

/// The pairs of states that a search for common links may still visit, in all.
final class SearchBudget {
    fileprivate(set) var states: Int

    /// - Parameter links: The number of patterns that are compared. The budget grows with it, so that an app with many
    ///   features is compared whole. The constant is enough for some thousand pairs of nearly equal patterns, and takes
    ///   less than a second.
    convenience init(links: Int = 0) {
        self.init(states: 400_000 + 100 * links)
    }

    init(states: Int) {
        self.states = states
    }

    var isSpent: Bool { states <= 0 }
}

/// A template whose arguments have types, read one letter at a time.
struct TypedTemplate {
    /// An argument, where one stands there, and the literal behind it.
    private struct Step {
        let type: ValueType.Scalar?
        var literal: [Unicode.Scalar] = []
        /// For each beginning of the literal the length of the longest shorter one that it ends with (Knuth, Morris and
        /// Pratt 1977).
        var shorter: [Int] = []
    }

    struct State: Hashable {
        fileprivate var step = 0
        /// How much of the literal the text ends with.
        fileprivate var matched = 0
        /// Where the text of the argument is in its type's grammar.
        fileprivate var argument = TypedText()
    }

    private var steps: [Step] = []

    /// - Parameter type: That of an argument.
    init(_ template: TextTemplate, type: (String) -> ValueType.Scalar) {
        for part in template.parts {
            switch part {
            case .argument(let name):
                steps.append(Step(type: type(name)))
            case .literal(let text):
                if steps.isEmpty { steps.append(Step(type: nil)) }
                let literal = Array(text.unicodeScalars)
                steps[steps.count - 1].literal = literal
                steps[steps.count - 1].shorter = Self.shorter(literal)
            }
        }
        if steps.isEmpty { steps.append(Step(type: nil)) }
    }

    /// One argument alone.
    init(_ type: ValueType.Scalar) {
        steps = [Step(type: type)]
    }

    /// Any text.
    static let any = TypedTemplate(.string)

    /// The letters that make a difference to it, those of its types first. It reads all other ones alike.
    var letters: [Unicode.Scalar] {
        steps.compactMap(\.type).flatMap(TypedText.letters) + steps.flatMap(\.literal)
    }

    private static func shorter(_ literal: [Unicode.Scalar]) -> [Int] {
        var shorter: [Int] = []
        for (index, letter) in literal.enumerated() {
            var length = index == 0 ? 0 : shorter[index - 1]
            while length > 0, literal[length] != letter { length = shorter[length - 1] }
            shorter.append(index > 0 && literal[length] == letter ? length + 1 : 0)
        }
        return shorter
    }

    /// The state with one letter more; nil where no text that begins so is of the template.
    fileprivate func state(after letter: Unicode.Scalar, _ state: State, canBeEmpty: Bool) -> State? {
        let step = steps[state.step]
        let (literal, isLast) = (step.literal, state.step == steps.count - 1)
        var next = state
        guard let type = step.type else {
            guard state.matched < literal.count, literal[state.matched] == letter else { return nil }
            next.matched += 1
            if next.matched == literal.count, !isLast { next = State(step: state.step + 1) }
            return next
        }
        // As long as it may be that of the literal, the end of the text is not counted as the argument's.
        var matched = state.matched
        while matched > 0, matched == literal.count || literal[matched] != letter {
            matched = step.shorter[matched - 1]
        }
        if matched < literal.count, literal[matched] == letter { matched += 1 }
        for index in 0..<(state.matched + 1 - matched) {
            let released = index < state.matched ? literal[index] : letter
            guard next.argument.append(released, of: type) else { return nil }
        }
        next.matched = matched
        if matched == literal.count, !literal.isEmpty, !isLast {
            guard next.argument.isWhole(of: type, canBeEmpty: canBeEmpty) else { return nil }
            return State(step: state.step + 1)
        }
        return next
    }

    fileprivate func isMatch(_ state: State, canBeEmpty: Bool) -> Bool {
        let step = steps[state.step]
        guard state.step == steps.count - 1, state.matched == step.literal.count else { return false }
        return step.type.map { state.argument.isWhole(of: $0, canBeEmpty: canBeEmpty) } ?? true
    }
}

/// The beginning of an argument's text, as far as the grammar of its type tells beginnings apart.
private struct TypedText: Hashable {
    private var state = 0

    /// The letters that the texts of a type are made of; none for `string`, whose are made of any.
    static func letters(of type: ValueType.Scalar) -> String.UnicodeScalarView {
        switch type {
        case .bool: "truefalse".unicodeScalars
        case .int: "1234567890-".unicodeScalars
        case .double: "1234567890-+.eE".unicodeScalars
        case .string: "".unicodeScalars
        }
    }

    /// - Returns: Whether a text of the type may go on so.
    mutating func append(_ letter: Unicode.Scalar, of type: ValueType.Scalar) -> Bool {
        let next: Int?
        switch type {
        case .string: next = 1
        case .bool: next = bool(letter)
        case .int: next = int(letter)
        case .double: next = double(letter)
        }
        state = next ?? state
        return next != nil
    }

    func isWhole(of type: ValueType.Scalar, canBeEmpty: Bool) -> Bool {
        switch type {
        case .string: state > 0 || canBeEmpty
        case .bool: state == 4 || state == 9
        case .int: state > 1
        case .double: [2, 4, 7].contains(state)
        }
    }

    /// 1 to 4 in `true`, 5 to 9 in `false`.
    private func bool(_ letter: Unicode.Scalar) -> Int? {
        if state == 0, letter == "f" { return 5 }
        let letters = Array("truefalse".unicodeScalars)
        return state < letters.count && state != 4 && letters[state] == letter ? state + 1 : nil
    }

    /// 1 behind the sign, 2 behind zeros, and 1 more for each digit after them. Of 18 digits every number has 64 bits;
    /// the few of one more are not tried.
    private func int(_ letter: Unicode.Scalar) -> Int? {
        switch letter {
        case "-": state == 0 ? 1 : nil
        case "0": state <= 2 ? 2 : state < 20 ? state + 1 : nil
        case "1"..."9": state < 20 ? max(state, 2) + 1 : nil
        default: nil
        }
    }

    /// 1 behind the sign, 2 in the digits, 3 behind a point without digits, 4 behind another or in the fraction, 5
    /// behind the `e`, 6 behind its sign, 7 in its digits.
    private func double(_ letter: Unicode.Scalar) -> Int? {
        switch (letter, state) {
        case ("0"..."9", 0...2): 2
        case ("0"..."9", 3...4): 4
        case ("0"..."9", _): 7
        case ("+", 0), ("-", 0): 1
        case (".", 0...1): 3
        case (".", 2): 4
        case ("e", 2), ("E", 2), ("e", 4), ("E", 4): 5
        case ("+", 5), ("-", 5): 6
        default: nil
        }
    }
}
