import HostCore
import JSONText

enum LineCommand: Hashable {
    case showScreen
    case help
    case url
    case places
    case quit
    case find(String)
    /// Uses the control with that number on the screen; with a text, puts the text into it.
    case number(Int, text: String?)
    case step(Step)

    /// - Parameters:
    ///   - line: The line, without spaces around it.
    ///   - features: The ids of the installed features, which are destinations.
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
            do {
                self = .step(try Step(line, features: features))
            } catch {
                throw UsageError("\(error.message); 'help' shows what there is")
            }
        }
    }

    static let summary = """
        A number             use what has that number on the screen
        NUMBER=TEXT          put TEXT into the text field of that number, or choose that option
        NUMBER<<END          put the lines below into it, up to a line END
        an empty line        show the screen again
        url                  print the link that leads here
        places               print the links, destinations and tabs there are
        find TEXT            print the lines of the screen with TEXT in them
        quit                 leave; the next run goes on from here

        And each step of 'switchyard navigate': a link, a destination,
        \(Step.operationUsages),
        press:LABEL, type:LABEL=TEXT, rows:FIRST:COUNT, reload, METHOD:DESTINATION such as sheet:character/list, force:STEP.

        """

    private static let words: [String: LineCommand] = [
        "": .showScreen, "help": .help, "?": .help, "url": .url,
        "places": .places, "quit": .quit, "q": .quit,
        "exit": .quit,
    ]

    /// Reads a number alone, or with a text to put in: `3=TEXT`; nil for any other line.
    private static func numbered(_ line: String) throws(UsageError) -> LineCommand? {
        let digits = String(line.unicodeScalars.prefix { ("0"..."9").contains($0) })
        let rest = String(line.unicodeScalars.dropFirst(digits.unicodeScalars.count))
        guard !digits.isEmpty, rest.isEmpty || rest.hasPrefix("=") else { return nil }
        guard let number = Int(digits) else { throw UsageError("no screen has as many numbers as \(digits)") }
        return .number(number, text: rest.isEmpty ? nil : String(rest.dropFirst()))
    }

    /// Refuses a word that resembles a command and is not the id of an installed feature.
    private static func requireNoMistypedWord(_ line: String, _ features: [String]) throws(UsageError) {
        guard line.unicodeScalars.allSatisfy(\.properties.isAlphabetic), !features.contains(line) else { return }
        let words = ["help", "url", "places", "find", "quit", "exit"]
        // Steps and features come first: ``Step`` has its own message for a word that resembles one of them.
        let others = Step.words.map(\.description) + features
        guard let meant = Spelling.nearest(to: line, in: others + words), words.contains(meant) else { return }
        throw UsageError("'\(line)' is no command; did you mean '\(meant)'?")
    }
}
