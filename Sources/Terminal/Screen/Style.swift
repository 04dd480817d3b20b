/// The sixteen colours that every terminal has, as the user has configured them.
package enum Color: UInt8, Hashable, Sendable, CaseIterable {
    case black, red, green, yellow, blue, magenta, cyan, white
    case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
    /// The colour of ordinary text.
    case `default`
}

/// The style of a cell. It has no background: ``Attributes/reverse`` is readable with every choice of colours.
package struct Style: Hashable, Sendable {
    package var color: Color
    package var attributes: Attributes

    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let italic = Attributes(rawValue: 4)
        package static let underline = Attributes(rawValue: 8)
        package static let reverse = Attributes(rawValue: 16)
    }

    package init(_ color: Color = .default, _ attributes: Attributes = []) {
        self.color = color
        self.attributes = attributes
    }

    package static let plain = Style()
    package static let bold = Style(.default, .bold)
    package static let dim = Style(.default, .dim)
    package static let italic = Style(.default, .italic)
    package static let underline = Style(.default, .underline)
    package static let reverse = Style(.default, .reverse)

    package func with(_ attributes: Attributes) -> Style {
        Style(color, self.attributes.union(attributes))
    }
}

extension Style {
    /// A text in this style, for a terminal with colours, followed by plain text.
    package func applied(to text: String) -> String {
        StyleChange.text(from: .plain, to: self) + text + StyleChange.text(from: self, to: .plain)
    }
}

package enum ColorSupport: Hashable, Sendable {
    /// No colours; bold, underlined and reversed text stays so.
    case none
    case sixteen
    /// The program's own colours, which are readable on this background.
    case exact(Background)

    /// Chooses by the user's variables `NO_COLOR` (no-color.org: any value but an empty one) and `TERM`.
    package init(noColor: String?, term: String?) {
        let isUnwanted = noColor?.isEmpty == false
        let isUnable = term == nil || term == "" || term == "dumb"
        self = isUnwanted || isUnable ? .none : .sixteen
    }

    /// The background for which there are exact colours.
    var background: Background? { if case .exact(let background) = self { background } else { nil } }

    /// Whether `COLORTERM` says that the terminal shows any colour.
    package static func isExact(colorTerm: String?) -> Bool { colorTerm == "truecolor" || colorTerm == "24bit" }
}

/// The sequence that changes a terminal's style: SGR of ECMA-48.
enum StyleChange {
    /// Returns the shorter of two sequences: from the old style, or from a reset. Empty if the styles are equal.
    static func text(from old: Style, to new: Style, on background: Background? = nil) -> String {
        guard old != new else { return "" }
        if new == .plain { return Escape.plain }
        let steps = steps(from: old, to: new, background).joined(separator: ";")
        let anew = (["0"] + Self.steps(from: .plain, to: new, background)).joined(separator: ";")
        // Two styles may look alike with exact colours.
        return steps.isEmpty ? "" : Escape.control(steps.utf8.count <= anew.utf8.count ? steps : anew, "m")
    }

    private static func steps(from old: Style, to new: Style, _ background: Background?) -> [String] {
        var steps: [String] = []
        // An exact colour includes the dimming, since a terminal's own is unknown.
        let unused: Style.Attributes = background == nil ? [] : .dim
        var present = old.attributes.subtracting(unused)
        let wanted = new.attributes.subtracting(unused)
        for (attributes, ending) in endings where !present.intersection(attributes).isSubset(of: wanted) {
            steps.append(ending)
            present.subtract(attributes)
        }
        for (attribute, beginning) in beginnings where wanted.subtracting(present).contains(attribute) {
            steps.append(beginning)
        }
        let color = code(of: new, background)
        if code(of: old, background) != color { steps.append(color) }
        return steps
    }

    private static func code(of style: Style, _ background: Background?) -> String {
        guard let exact = background?.color(of: style) else { return "\(code(of: style.color))" }
        return "38;2;\(exact.red);\(exact.green);\(exact.blue)"
    }

    /// The codes that end attributes. Code 22 ends both bold and dim.
    private static let endings: [(Style.Attributes, String)] = [
        ([.bold, .dim], "22"), (.italic, "23"), (.underline, "24"), (.reverse, "27"),
    ]
    private static let beginnings: [(Style.Attributes, String)] = [
        (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
    ]

    private static func code(of color: Color) -> Int {
        switch color {
        case .default: 39
        case .black, .red, .green, .yellow, .blue, .magenta, .cyan, .white: 30 + Int(color.rawValue)
        default: 90 + Int(color.rawValue) - Int(Color.brightBlack.rawValue)
        }
    }
}

/// The control sequences that all terminals know: ECMA-48, and xterm's modes.
enum Escape {
    /// Returns CSI with parameters. The caller leaves out those that are 1, the default.
    static func control(_ parameters: String, _ final: Character) -> String { "\u{1B}[\(parameters)\(final)" }

    static func set(_ mode: Int) -> String { "\u{1B}[?\(mode)h" }
    static func reset(_ mode: Int) -> String { "\u{1B}[?\(mode)l" }

    static let plain = "\u{1B}[m"
    static let clearScreen = "\u{1B}[H\u{1B}[2J"
    static let clearToEndOfLine = "\u{1B}[K"

    /// xterm's private modes, by DECSET and DECRST.
    enum Mode {
        static let autowrap = 7
        static let cursor = 25
        static let mouseButtons = 1000
        static let mouseDrags = 1002
        static let mouseAsText = 1006
        static let alternateScreen = 1049
        static let bracketedPaste = 2004
        /// Shows all output until the mode is reset at once. Many terminals do not know it, and ignore it.
        static let synchronized = 2026
    }
}
