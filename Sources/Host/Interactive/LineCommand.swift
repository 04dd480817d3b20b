import HostCore
import JSONText

/// What a line says to line mode.
enum LineCommand: Hashable {
    case showScreen
    case help
    case url
    case places
    case quit
    case find(String)
    /// Use what has that number on the screen; with a text, put that into it.
    case number(Int, text: String?)
    case step(Step)

    /// - Parameters:
    ///   - line: Without spaces around it.
    ///   - features: The ids of the installed features, any of which is a destination.
    init(_ line: String, features: [String]) throws(UsageError) {
        if let command = Self.words[line] {
            self = command
        } else if line == "find" || line.hasPrefix("find ") {
            let text = String(line.dropFirst(4)).trimmed
            guard !text.isEmpty else { throw UsageError("'find' lacks what to look for: expected find TEXT") }
            self = .find(text)
        } else if let command = try Self.numbered(line) {
            self = command
        } else {
            try Self.requireNoMistypedWord(line, features)
            do throws(UsageError) {
                self = .step(try Step(line, features: features))
            } catch {
                throw UsageError("\(error.message); 'help' shows what there is")
            }
        }
    }

    /// What each command is, as 'help' prints it.
    static let summary = """
        A number             use what has that number on the screen
        NUMBER=TEXT          put TEXT into the text field of that number
        an empty line        show the screen again
        url                  print the link that leads here
        places               print the links and destinations there are
        find TEXT            print the lines of the screen with TEXT in them
        quit                 leave; the next run goes on from here

        And each step of 'switchyard navigate': a link, a destination, back, root, dismiss, dismissAll, tab:NAME,
        press:LABEL, type:LABEL=TEXT, reload, METHOD:DESTINATION such as sheet:character/list, force:STEP.

        """

    private static let words: [String: LineCommand] = [
        "": .showScreen, "help": .help, "?": .help, "url": .url, "places": .places, "quit": .quit, "q": .quit,
        "exit": .quit,
    ]

    /// A number alone, or with what it is to be. Nil where the line begins with none.
    private static func numbered(_ line: String) throws(UsageError) -> LineCommand? {
        let digits = String(line.unicodeScalars.prefix { ("0"..."9").contains($0) })
        let rest = String(line.unicodeScalars.dropFirst(digits.unicodeScalars.count))
        guard !digits.isEmpty, rest.isEmpty || rest.hasPrefix("=") else { return nil }
        guard let number = Int(digits) else { throw UsageError("no screen has as many numbers as \(digits)") }
        return .number(number, text: rest.isEmpty ? nil : String(rest.dropFirst()))
    }

    /// Refuses what would be the destination of a feature that is not there, and is nearly a command.
    private static func requireNoMistypedWord(_ line: String, _ features: [String]) throws(UsageError) {
        guard line.unicodeScalars.allSatisfy(\.properties.isAlphabetic), !features.contains(line) else { return }
        let words = ["help", "url", "places", "find", "quit", "exit"]
        // Steps and features first, each of which says for itself what it is near.
        let others = Step.words.map(\.description) + features
        guard let meant = Spelling.nearest(to: line, in: others + words), words.contains(meant) else { return }
        throw UsageError("'\(line)' is no command; did you mean '\(meant)'?")
    }
}
