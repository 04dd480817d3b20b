import HostCore
import HostSystem
import Terminal

/// The help texts, made from the command table and fitted to the terminal's width.
struct Help {
    private let layout: TextLayout
    private var lines: [String] = []

    private init(_ layout: TextLayout) {
        self.layout = layout
    }

    static func text(_ layout: TextLayout = .output) -> String {
        var help = Help(layout)
        help.commands(\.summary)
        help.paragraph("Each takes --help. '\(HostName.name) --version' shows the version.")
        help.section("WHERE IT LOOKS")
        help.paragraph(ProgramEnvironment.plugins)
        help.paragraph("\(ProgramEnvironment.wiring) \(ProgramEnvironment.wiringReference)")
        help.section("EXIT CODES")
        help.rows(ExitCode.allCases.map { (number($0), $0.meaning) })
        help.section("EXAMPLES")
        for (index, example) in ProgramEnvironment.examples.enumerated() {
            if index > 0 { help.lines.append("") }
            help.fill(example.meaning, indent: 2)
            help.lines.append("    \(example.command)")
        }
        return help.text
    }

    /// The commands alone, each in a few words: what the program prints without arguments.
    static func overview(_ layout: TextLayout = .output) -> String {
        var help = Help(layout)
        help.commands { String($0.summary.prefix { !".,:;".contains($0) }) }
        help.paragraph("Begin with '\(HostName.name) run'. Each takes --help; '\(HostName.name) --help' says more.")
        return help.text
    }

    static func text(of command: Command, _ layout: TextLayout = .output) -> String {
        var help = Help(layout)
        help.paragraph(command.summary)
        help.usage(command.usage)
        for part in HelpProse.parts(of: command.discussion) {
            switch part {
            case .paragraph(let text) where isHeading(text): help.section(text)
            case .paragraph(let text): help.paragraph(text)
            case .rows(let rows):
                help.separate()
                help.rows(rows)
            case .lines(let lines):
                help.separate()
                help.lines += lines.map { "  \($0)" }
            }
        }
        let common = command.allOptions.dropFirst(command.options.count)
        let width = width(of: command.allOptions.map(row))
        if !command.options.isEmpty {
            help.section("OPTIONS")
            help.rows(command.options.map(row), termWidth: width)
        }
        help.section("COMMON OPTIONS")
        help.rows(common.map(row), termWidth: width)
        return help.text
    }

    private static func row(_ option: Option) -> (term: String, meaning: String) {
        (option.names.joined(separator: ", ") + (option.value.map { " \($0.name)" } ?? ""), option.help)
    }

    private static func number(_ code: ExitCode) -> String {
        let digits = String(code.rawValue)
        return String(repeating: " ", count: max(0, 3 - digits.count)) + digits
    }

    /// Whether a paragraph is a heading: words in capitals on one line.
    private static func isHeading(_ text: String) -> Bool {
        text == text.uppercased() && !text.contains("\n") && text.contains { $0.isLetter }
    }

    private var text: String { lines.map { $0 + "\n" }.joined() }

    // MARK: Parts

    /// Adds the purpose and the usage of the program, and its commands by groups.
    private mutating func commands(_ summary: (Command) -> String) {
        paragraph("\(HostName.name): \(ProgramEnvironment.purpose)")
        usage("\(HostName.name) COMMAND [OPTION…] [OPERAND…]")
        let width = Command.all.map(\.name.count).max() ?? 0
        for group in Command.groups {
            section(group.heading)
            rows(group.commands.map { ($0.name, summary($0)) }, termWidth: width)
        }
    }

    /// Adds a blank line, except at the beginning and after a heading.
    private mutating func separate() {
        if let last = lines.last, !last.isEmpty, !isBelowHeading { lines.append("") }
        isBelowHeading = false
    }

    private var isBelowHeading = false

    private mutating func section(_ heading: String) {
        separate()
        lines.append(layout.styled(heading, .bold))
        isBelowHeading = true
    }

    private mutating func usage(_ usage: String) {
        separate()
        lines.append("\(layout.styled("USAGE:", .bold)) \(usage)")
    }

    private mutating func paragraph(_ text: String) {
        separate()
        fill(text)
    }

    private mutating func fill(_ text: String, indent: Int = 0) {
        let margin = String(repeating: " ", count: indent)
        lines += TextLayout.wrapped(text, to: layout.proseWidth - indent).map { margin + $0 }
    }

    /// The widest term with its meaning beside it.
    private static let widestTerm = 26
    private static let narrowestMeaning = 24

    /// Returns the width of the column of terms.
    private static func width(of rows: [(term: String, meaning: String)]) -> Int {
        rows.map(\.term.count).filter { $0 <= widestTerm }.max() ?? 4
    }

    /// Adds rows of two columns. A wider term stands above its meaning.
    private mutating func rows(_ rows: [(term: String, meaning: String)], termWidth: Int? = nil) {
        isBelowHeading = false
        let width = termWidth ?? Self.width(of: rows)
        let column = layout.proseWidth - width - 4 < Self.narrowestMeaning ? 6 : width + 4
        for (term, meaning) in rows {
            let meaning = TextLayout.wrapped(meaning, to: layout.proseWidth - column)
            let isBeside = term.count <= column - 4
            let first = isBeside ? meaning.first.map { "  \(DisplayText.padded(term, to: column - 4))  \($0)" } : nil
            lines.append(first ?? "  \(term)")
            let margin = String(repeating: " ", count: column)
            lines += meaning.dropFirst(first == nil ? 0 : 1).map { margin + $0 }
        }
    }
}

extension Command {
    /// The usage line: `switchyard graph [OPTION…] [FEATURE…]`.
    var usage: String {
        (["switchyard \(name) [OPTION…]"] + [operands.usage].compactMap(\.self)).joined(separator: " ")
    }
}

extension Command {
    static let help = Command(
        name: "help", summary: "Show the help of a command, or this list.", operands: .optional(.command),
        discussion: "The same as --help, of the command or of the whole program.",
        options: [], printsData: false, looksAtApp: false
    ) { arguments in
        let command = try arguments.operands.first.map { (name) throws(UsageError) in try Command.named(name) }
        Console.print(command.map { Help.text(of: $0) } ?? Help.text())
        return .ok
    }
}
