import HostCore
import HostSystem

/// The manual page switchyard(1), made from the command table and the texts of the help.
enum ManualPage {
    /// The manual pages by name, that of the program first.
    static let pages: [(name: String, text: @Sendable () -> String)] = [
        (HostName.name, { text }), (WiringPage.name, { WiringPage.text }),
    ]

    static var text: String {
        var page = Roff(HostName.name, section: 1)
        page.macro("SH", "NAME")
        page.fill("\(HostName.name) - \(ProgramEnvironment.purpose)")
        page.macro("SH", "SYNOPSIS")
        for (index, usage) in ["COMMAND [OPTION…] [OPERAND…]", "COMMAND --help", "--version"].enumerated() {
            if index > 0 { page.macro("br") }
            page.term(HostName.name, usage)
        }
        page.macro("SH", "DESCRIPTION")
        page.fill(ProgramEnvironment.plugins)
        page.macro("PP")
        page.fill(ProgramEnvironment.wiring)
        page.fill(ProgramEnvironment.wiringReference)
        page.macro("SH", "COMMANDS")
        page.fill("Options and operands stand in any order; after -- all are operands.")
        page.fill("A value stands behind its option, or after an equals sign: --config FILE, --config=FILE.")
        for command in Command.all { describe(command, &page) }
        page.macro("SH", "COMMON OPTIONS")
        for option in Option.common { describe(option, note: commands(without: option), &page) }
        page.macro("SH", "EXIT STATUS")
        for code in ExitCode.allCases { page.item(String(code.rawValue), code.meaning) }
        page.macro("SH", "ENVIRONMENT")
        for variable in ProgramEnvironment.environment { page.item(variable.name, variable.meaning) }
        page.macro("SH", "FILES")
        for file in ProgramEnvironment.files { page.item(file.path, file.meaning) }
        page.macro("SH", "EXAMPLES")
        for (index, example) in ProgramEnvironment.examples.enumerated() {
            if index > 0 { page.macro("PP") }
            page.fill(example.meaning)
            page.example([example.command])
        }
        page.macro("SH", "SEE ALSO")
        page.fill("\(WiringPage.name)(5), bash(1), dot(1), fish(1), pkg-config(1), zsh(1), sysexits.h(3head)")
        return page.text
    }

    private static func describe(_ command: Command, _ page: inout Roff) {
        page.macro("SS", command.name)
        page.term(
            "\(HostName.name) \(command.name)",
            (["[OPTION…]"] + [command.operands.usage].compactMap(\.self)).joined(separator: " "))
        page.macro("PP")
        page.fill(command.summary)
        for part in HelpProse.parts(of: command.discussion) {
            switch part {
            case .paragraph(let text):
                page.macro("PP")
                page.fill(text)
            case .rows(let rows): page.table(rows)
            case .lines(let lines): page.example(lines)
            }
        }
        for option in command.options { describe(option, note: nil, &page) }
    }

    private static func describe(_ option: Option, note: String?, _ page: inout Roff) {
        page.item(option.names.joined(separator: ", "), value: option.value?.name ?? "", option.help)
        if let note { page.fill(note) }
    }

    /// Returns a sentence with the commands that lack a common option; nil if all have it.
    private static func commands(without option: Option) -> String? {
        let names = Command.all.filter { !$0.allOptions.contains(option) }.map(\.name)
        guard let last = names.last else { return nil }
        let list = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and " + last
        return "All commands take it but \(list)."
    }
}

/// The parts of a command's discussion, for the help and the manual.
enum HelpProse {
    typealias Row = (term: String, meaning: String)

    enum Part: Sendable {
        case paragraph(String)
        /// Rows of two columns: a term and its meaning.
        case rows([Row])
        /// Other indented lines, unchanged.
        case lines([String])
    }

    /// Reads lines as a table whose second column always begins at the same place; nil for other lines.
    private static func rows(in lines: some Sequence<Substring>) -> [Row]? {
        let lines = lines.map { Array($0.drop { $0 == " " }) }
        let place = (2..<max(2, lines.map(\.count).min() ?? 0)).first { place in
            lines.allSatisfy { $0[place] != " " && $0[place - 1] == " " && $0[place - 2] == " " }
        }
        guard let place else { return nil }
        return lines.map { line in
            let term = line[..<place]
            return (String(term[...(term.lastIndex { $0 != " " } ?? 0)]), String(line[place...]))
        }
    }

    /// Splits a discussion at blank lines, and before the first indented line of each group.
    static func parts(of discussion: String) -> [Part] {
        let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.split(separator: "").flatMap { group -> [Part] in
            // A heading in capitals may stand right above its rows.
            let text = group.prefix { !$0.hasPrefix("  ") }
            let indented = group.dropFirst(text.count)
            let paragraph: [Part] = text.isEmpty ? [] : [.paragraph(text.joined(separator: "\n"))]
            guard !indented.isEmpty else { return paragraph }
            let other = rows(in: indented).map(Part.rows) ?? .lines(indented.map { String($0.drop { $0 == " " }) })
            return paragraph + [other]
        }
    }
}
