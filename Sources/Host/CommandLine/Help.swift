import HostCore
import HostSystem

/// The help texts, made from the command table.
enum Help {
    /// Returns the output of `switchyard --help`.
    static func text(of commands: [Command]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let rows = commands.map { "  \(DisplayText.padded($0.name, to: width))  \($0.summary)\n" }.joined()
        return """
            switchyard: \(ProgramEnvironment.purpose)

            USAGE: switchyard COMMAND [OPTION…] [OPERAND…]

            COMMANDS
            \(rows)
            Each takes --help. 'switchyard --version' shows the version.

            \(ProgramEnvironment.plugins)

            \(ProgramEnvironment.wiring)
            \(ProgramEnvironment.wiringReference)

            EXIT CODES
            \(ExitCode.allCases.map { "\(number($0))  \($0.meaning)\n" }.joined())
            """
    }

    private static func number(_ code: ExitCode) -> String {
        let digits = String(code.rawValue)
        return String(repeating: " ", count: max(0, 3 - digits.count)) + digits
    }

    private static let lineLength = 120

    /// Breaks a text between words into lines of at most `width` characters.
    private static func wrapped(_ text: String, to width: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
    }

    /// Returns the output of `switchyard COMMAND --help`.
    static func text(of command: Command) -> String {
        let options = command.allOptions
        let names = options.map { option in
            option.names.joined(separator: ", ") + (option.value.map { " \($0.name)" } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        let rows = zip(names, options).map { name, option in
            let lines = wrapped(option.help, to: lineLength - width - 4)
            return "  \(DisplayText.padded(name, to: width))  "
                + lines.joined(separator: "\n" + String(repeating: " ", count: width + 4)) + "\n"
        }.joined()
        return """
            \(command.summary)

            USAGE: \(command.usage)

            \(command.discussion)

            OPTIONS
            \(rows)
            """
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
        Console.print(command.map(Help.text(of:)) ?? Help.text(of: Command.all))
        return .ok
    }
}
