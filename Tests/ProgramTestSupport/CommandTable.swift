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
        let help = try host.output("--help")
        let groups = ["USE AN APP", "UNDERSTAND AN APP", "WRITE A FEATURE", "SET UP"]
        commands = try groups.flatMap { Self.rows(of: $0, in: help) }.map { row in
            let words = row.split(separator: " ", maxSplits: 1)
            let own = try host.output(String(words[0]), "--help")
            let options = ["OPTIONS", "COMMON OPTIONS"].flatMap { Self.rows(of: $0, in: own) }.compactMap {
                $0.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init)
            }
            return Command(
                name: String(words[0]), summary: String(words[1].drop { $0 == " " }), options: options)
        }
    }

    /// Returns the rows below a heading, each on one line.
    private static func rows(of heading: String, in help: String) -> [String] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        let rows = lines.drop { $0 != heading }.dropFirst().prefix { $0.hasPrefix("  ") }
        return rows.reduce(into: []) { rows, line in
            if line.hasPrefix("    "), !rows.isEmpty {
                rows[rows.count - 1] += " " + line.drop { $0 == " " }
            } else {
                rows.append(String(line.dropFirst(2)))
            }
        }
    }
}
