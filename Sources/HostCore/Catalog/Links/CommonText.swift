import FeatureContract

/// A search for the shortest text that two templates match.
///
/// A template is read as `TextTemplate.match(_:)` reads it, letter by letter: an argument ends at the first place where
/// the literal after it begins. Each template thus has one state for each beginning of a text, and the pairs of states
/// are searched breadth first. They are few: the position of one template in a literal limits that of the other.
struct CommonText {
    private let first: TypedTemplate
    private let second: TypedTemplate
    /// The letters to try next. The first is in no literal.
    private let letters: [Unicode.Scalar]

    /// The number of pairs of states after which the search gives up. Templates as people write them have some dozens.
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

    /// Returns the shortest text that both templates match without empty arguments. If there is none, and `canBeEmpty`
    /// is true, arguments may be empty.
    ///
    /// - Parameter others: Texts to pass over.
    func text(canBeEmpty: Bool, otherThan others: Set<String> = []) -> String? {
        search(canBeEmpty: false, others) ?? (canBeEmpty ? search(canBeEmpty: true, others) : nil)
    }

    private struct States: Hashable {
        var first = TypedTemplate.State()
        var second = TypedTemplate.State()
    }

    /// The states after a text, which is the text of the parent node with one letter more.
    private struct Node {
        let states: States
        let parent: Int
        let letter: Unicode.Scalar
    }

    private func search(canBeEmpty: Bool, _ others: Set<String>) -> String? {
        var nodes = [Node(states: States(), parent: 0, letter: "\0")]
        // Several texts may lead to one state, and the first of them may be passed over.
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

/// The total number of pairs of states that a search for common links may still visit.
final class SearchBudget {
    fileprivate(set) var states: Int

    /// - Parameter links: The number of patterns to compare. The budget grows with it, so that all links of a large app
    ///   are compared. The constant is enough for some thousand pairs of nearly equal patterns, and takes less than a
    ///   second.
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
    /// An argument and the literal after it. Only the first step may lack an argument.
    private struct Step {
        let type: ValueType.Scalar?
        var literal: [Unicode.Scalar] = []
        /// For each prefix of the literal, the length of its longest proper prefix that is also its suffix (Knuth,
        /// Morris and Pratt 1977).
        var shorter: [Int] = []
    }

    struct State: Hashable {
        fileprivate var step = 0
        /// The number of letters of the literal that the text ends with.
        fileprivate var matched = 0
        /// The state of the argument's text in the grammar of its type.
        fileprivate var argument = TypedText()
    }

    private var steps: [Step] = []

    /// - Parameter type: Returns the type of an argument.
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

    /// A template of one argument alone.
    init(_ type: ValueType.Scalar) {
        steps = [Step(type: type)]
    }

    /// A template that matches any text.
    static let any = TypedTemplate(.string)

    /// The letters that the template tells apart, those of its types first. It treats all others alike.
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

    /// The state after one letter more. Nil if no text that begins so matches the template.
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
        // While the end of the text may be part of the literal, it is not added to the argument.
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

/// The state of an argument's text in the grammar of its type.
private struct TypedText: Hashable {
    private var state = 0

    /// The letters of the texts of a type. Empty for `string`, which takes any letter.
    static func letters(of type: ValueType.Scalar) -> String.UnicodeScalarView {
        switch type {
        case .bool: "truefalse".unicodeScalars
        case .int: "1234567890-".unicodeScalars
        case .double: "1234567890-+.eE".unicodeScalars
        case .string: "".unicodeScalars
        }
    }

    /// - Returns: Whether a text of the type may continue with this letter.
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

    /// The next state: 1 to 4 in `true`, 5 to 9 in `false`. Nil if the letter does not fit.
    private func bool(_ letter: Unicode.Scalar) -> Int? {
        if state == 0, letter == "f" { return 5 }
        let letters = Array("truefalse".unicodeScalars)
        return state < letters.count && state != 4 && letters[state] == letter ? state + 1 : nil
    }

    /// The next state: 1 after the sign, 2 after zeros, and 1 more for each digit after them. Every number of 18 digits
    /// fits in 64 bits; the few of 19 digits that do are not tried.
    private func int(_ letter: Unicode.Scalar) -> Int? {
        switch letter {
        case "-": state == 0 ? 1 : nil
        case "0": state <= 2 ? 2 : state < 20 ? state + 1 : nil
        case "1"..."9": state < 20 ? max(state, 2) + 1 : nil
        default: nil
        }
    }

    /// The next state: 1 after the sign, 2 in the digits, 3 after a point without digits before it, 4 after another
    /// point or in the fraction, 5 after the `e`, 6 after its sign, 7 in its digits.
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
