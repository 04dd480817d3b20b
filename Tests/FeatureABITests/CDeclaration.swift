/// A C declaration as a name and a type, regardless of the names of parameters and of spaces.
struct CDeclaration: Equatable {
    let name: String
    /// The type, such as `const char *` or `sy_status (*)(const sy_screen *, uint64_t)`.
    let type: String

    /// Parses a member, a parameter or a typedef: `size_t count`, `void (*fail)(const sy_error *error)`.
    init(_ text: String) {
        if let marker = text.firstRange(of: "(*"), let end = text[marker.upperBound...].firstIndex(of: ")") {
            name = String(text[marker.upperBound..<end])
            type = "\(Self.plain(text[..<marker.lowerBound])) (*)\(Self.parameters(text[text.index(after: end)...]))"
        } else {
            let word = text.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let rest = text.dropLast(word.count)
            // A single word is a type: `void`.
            name = rest.allSatisfy(\.isWhitespace) ? "" : String(word.reversed())
            type = Self.plain(name.isEmpty ? text[...] : rest)
        }
    }

    /// A list of parameters in parentheses, each without its name.
    private static func parameters(_ list: Substring) -> String {
        var parameters: [String] = [""]
        var depth = 0
        for character in list {
            if character == ")" { depth -= 1 }
            if character == ",", depth == 1 {
                parameters.append("")
            } else if depth > 0 {
                parameters[parameters.count - 1].append(character)
            }
            if character == "(" { depth += 1 }
        }
        return "(\(parameters.map { CDeclaration($0).type }.joined(separator: ", ")))"
    }

    /// A type with one space between its words and before its asterisks, and without the word `struct`.
    private static func plain(_ text: Substring) -> String {
        let words = text.replacing("*", with: " * ").split(whereSeparator: \.isWhitespace).filter { $0 != "struct" }
        return words.joined(separator: " ").replacing("* *", with: "**")
    }
}
