import Testing

/// The commands and their options as the help lists them, which is made from the command table.
struct CommandTable {
    struct Command: Sendable {
        let name: String
        let summary: String
        /// The long options, with their dashes.
        let options: [String]
    }

    let commands: [Command]

    init(_ host: Sandbox) throws {
        commands = try Self.rows(of: "COMMANDS", in: host.output("--help")).map { row in
            let words = row.split(separator: " ", maxSplits: 1)
            let options = try Self.rows(of: "OPTIONS", in: host.output(String(words[0]), "--help")).compactMap {
                $0.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init)
            }
            return Command(
                name: String(words[0]), summary: String(words[1].drop { $0 == " " }), options: options)
        }
    }

    /// Returns the indented lines below a heading.
    private static func rows(of heading: Substring, in help: String) -> [Substring] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0 != heading }.dropFirst().prefix { $0.hasPrefix("  ") }.map { $0.dropFirst(2) }
    }
}
