import HostSystem
import JSONText

/// The options and operands of one command.
struct Arguments: Sendable {
    let command: String
    private(set) var operands: [String] = []
    private var values: [Option: [String]] = [:]

    func has(_ option: Option) -> Bool { values[option] != nil }

    /// The values given for an option, in order.
    func all(_ option: Option) -> [String] { values[option] ?? [] }

    func last(_ option: Option) -> String? { values[option]?.last }

    /// The time given for an option, such as 500ms or 5s.
    ///
    /// - Parameter usual: The time without the option.
    func time(_ option: Option, usual: Duration) throws(UsageError) -> Duration {
        guard let text = last(option) else { return usual }
        guard let seconds = Duration.seconds(inText: text), seconds <= 86_400 else {
            throw UsageError(
                "'\(text)' is not a time to wait: expected more than 0, such as 500ms or 5s", command: command)
        }
        return .milliseconds(Int64(seconds * 1000))
    }

    /// Sorts the words of a command line. `--name VALUE` and `--name=VALUE` are equal; after `--` all are operands.
    init(_ words: [String], of command: Command) throws(UsageError) {
        self.command = command.name
        try sort(words, command)
    }

    /// Refuses a wrong number of operands.
    fileprivate func requireOperands(of command: Command) throws(UsageError) {
        let (least, most) = (command.operands.least, command.operands.limit ?? .max)
        let given: String
        if operands.count > most {
            given = "'\(operands[most])' was given" + (most > 0 ? " too" : "")
        } else if operands.count < least {
            given = operands.isEmpty ? "none was given" : "only '\(operands[0])' was given"
        } else {
            return
        }
        throw UsageError("'\(command.name)' takes \(command.operands.phrase), and \(given)", command: command.name)
    }

    private mutating func sort(_ words: [String], _ command: Command) throws(UsageError) {
        let options = command.allOptions
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let (name, attached) = Self.split(word)
            guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
                throw UsageError(
                    "'\(name)' is not an option of 'switchyard \(command.name)'"
                        + (Spelling.nearest(to: name, in: options.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""),
                    command: command.name)
            }
            var value = ""
            if let parameter = option.value {
                guard let given = attached ?? rest.popFirst() else {
                    throw UsageError("'\(name)' needs a value: \(name) \(parameter.name)", command: command.name)
                }
                value = given
                if case .word(let words) = parameter, !words.contains(value) {
                    let hint = Spelling.nearest(to: value, in: words).map { "; did you mean '\($0)'?" } ?? ""
                    throw UsageError(
                        "'\(name) \(value)' is none of \(words.map { "'\($0)'" }.joined(separator: ", "))\(hint)",
                        command: command.name)
                }
            } else if attached != nil {
                throw UsageError("'\(name)' takes no value", command: command.name)
            }
            values[option, default: []].append(value)
        }
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let index = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<index]), String(word[word.index(after: index)...]))
    }
}

struct UsageError: Error {
    let message: String
    let hint: String

    init(_ message: String, command: String? = nil) {
        self.message = message
        hint = "Run 'switchyard \(command.map { $0 + " " } ?? "")--help' for what there is."
    }
}

enum Invocation {
    case run(Command, Arguments)
    /// The commands, in a few words each.
    case overview
    /// The help of one command, or of all.
    case help(Command?)
    case version

    init(_ words: [String], commands: [Command]) throws(UsageError) {
        switch words.first {
        case nil: self = .overview
        case "--help", "-h": self = .help(nil)
        case "--version", "-V", "version": self = .version
        case let name?:
            let command = try Command.named(name, in: commands)
            let arguments = try Arguments(Array(words.dropFirst()), of: command)
            if arguments.has(.help) {
                self = .help(command)
            } else {
                try arguments.requireOperands(of: command)
                self = .run(command, arguments)
            }
        }
    }
}

extension Command {
    /// Finds a command by its name, also a hidden one.
    static func named(_ name: String, in commands: [Command] = all) throws(UsageError) -> Command {
        if let command = (commands + hidden).first(where: { $0.name == name }) { return command }
        let names = commands.map(\.name)
        if name.hasPrefix("-") {
            throw UsageError("'\(name)' stands where a command is expected: \(names.joined(separator: ", "))")
        }
        let hint = Spelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        throw UsageError("'\(name)' is not a command\(hint.map { "; \($0)" } ?? "")")
    }
}
