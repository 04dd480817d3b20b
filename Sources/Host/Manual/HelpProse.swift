/// The parts of a command's discussion, for the manual. The help prints a discussion as it is.
enum HelpProse {
    enum Part: Hashable, Sendable {
        case paragraph(String)
        /// Rows of two columns: a term and its meaning.
        case rows([Row])
        /// Other indented lines, kept as they are.
        case lines([String])
    }

    struct Row: Hashable, Sendable {
        let term: String
        let meaning: String

        /// Reads lines as a table whose second column begins at the same place in all of them; nil if they are no
        /// table.
        static func all(in lines: some Sequence<Substring>) -> [Row]? {
            let lines = lines.map { Array($0.drop { $0 == " " }) }
            let place = (2..<max(2, lines.map(\.count).min() ?? 0)).first { place in
                lines.allSatisfy { $0[place] != " " && $0[place - 1] == " " && $0[place - 2] == " " }
            }
            guard let place else { return nil }
            return lines.map { line in
                let term = line[..<place]
                return Row(
                    term: String(term[...(term.lastIndex { $0 != " " } ?? 0)]), meaning: String(line[place...]))
            }
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
            let other = Row.all(in: indented).map(Part.rows) ?? .lines(indented.map { String($0.drop { $0 == " " }) })
            return paragraph + [other]
        }
    }
}
