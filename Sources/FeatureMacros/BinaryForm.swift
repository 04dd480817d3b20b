/// The binary form of a struct or an enum that `@BinaryCoded` stands before: its stored properties or the values of its
/// case, one after the other as they are declared.
struct BinaryForm {
    private enum Kind { case structure, enumeration }

    private let kind: Kind
    /// The names of the stored properties.
    private var properties: [String] = []
    /// Whether several properties stand in one declaration, which are not told apart.
    private var isAmbiguous = false
    /// The cases, each with the labels of its values; nil for a value without one.
    private var cases: [(name: String, labels: [String?])] = []

    /// Reads the declaration of a type; nil for any other.
    init?(_ source: String) {
        let tokens = Token.all(in: source)
        guard let word = tokens.firstIndex(where: { ["struct", "enum"].contains($0.text) && $0.depth == 0 }) else {
            return nil
        }
        kind = tokens[word].text == "struct" ? .structure : .enumeration
        let body = tokens[word...].filter { $0.depth > 0 }
        for index in body.indices where body[index].depth == 1 {
            let rest = body[(index + 1)...]
            switch (kind, body[index].text) {
            case (.structure, "let"), (.structure, "var"): readProperty(body, at: index)
            case (.enumeration, "case"): readCases(rest)
            default: break
            }
        }
    }

    /// Reads a property, which is stored unless it is static, computed, or a constant with a value.
    private mutating func readProperty(_ body: [Token], at index: Int) {
        let before = body[..<index].reversed().prefix { Self.modifiers.contains($0.text) || $0.depth > 1 }
        guard !before.contains(where: { ["static", "lazy"].contains($0.text) }), index + 1 < body.count else { return }
        let rest = body[(index + 2)...].filter { $0.depth == 1 || $0.text == "{" && $0.depth == 2 }
        let line = rest.prefix { !$0.isAtLineStart || $0.text == "{" }
        let end = line.first { ["=", "{"].contains($0.text) }
        if end?.text == "{" || end != nil && body[index].text == "let" { return }
        // A comma between the parameters of a generic type is none between properties.
        var generics = 0
        for token in line {
            generics += token.text == "<" ? 1 : token.text == ">" ? -1 : 0
            if token.text == ",", generics == 0 { isAmbiguous = true }
        }
        properties.append(body[index + 1].text)
    }

    private static let modifiers: Set<String> = [
        "static", "lazy", "private", "fileprivate", "internal", "package", "public", "nonisolated", "(", ")",
    ]

    /// Reads the cases behind the word `case`: `a, b(Int, label: [String: Int])`.
    private mutating func readCases(_ rest: ArraySlice<Token>) {
        var index = rest.startIndex
        while index < rest.endIndex {
            let name = rest[index].text
            index += 1
            var labels: [String?] = []
            if index < rest.endIndex, rest[index].text == "(", rest[index].depth == 2 {
                index += 1
                // A comma between the parameters of a generic type is none between values.
                var (isBeginning, generics) = (true, 0)
                while index < rest.endIndex, rest[index].depth > 2 || rest[index].text != ")" {
                    if isBeginning {
                        let isLabel = index + 1 < rest.endIndex && rest[index + 1].text == ":"
                        labels.append(isLabel && rest[index].text != "_" ? rest[index].text : nil)
                    }
                    generics += rest[index].text == "<" ? 1 : rest[index].text == ">" ? -1 : 0
                    isBeginning = rest[index].text == "," && rest[index].depth == 2 && generics == 0
                    index += 1
                }
                index += 1
            }
            cases.append((name, labels))
            guard index < rest.endIndex, rest[index].text == ",", rest[index].depth == 1 else { return }
            index += 1
        }
    }

    /// The conformance of the type of that name.
    func conformance(of type: String) -> String {
        let write: [String]
        let read: [String]
        switch kind {
        case .structure:
            let error = #"#error("@BinaryCoded takes one property in each declaration")"#
            write = (isAmbiguous ? [error] : []) + properties.map { "self.\($0).write(binary: &writer)" }
            read = properties.map { "self.\($0) = try reader.read()" }
        case .enumeration:
            write =
                ["switch self {"]
                + cases.map { name, labels in
                    let values = labels.indices.map { "let v\($0)" }.joined(separator: ", ")
                    let pattern = labels.isEmpty ? ".\(name)" : ".\(name)(\(values))"
                    let parts = labels.indices.map { "; v\($0).write(binary: &writer)" }.joined()
                    return "case \(pattern): writer.append(name: \"\(name)\")\(parts)"
                } + ["}"]
            read =
                ["let name = try reader.text()", "switch name {"]
                + cases.map { name, labels in
                    let values = labels.map { ($0.map { "\($0): " } ?? "") + "try reader.read()" }
                    let list = labels.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
                    return "case \"\(name)\": self = .\(name)\(list)"
                } + ["default: throw BinaryError(unknownCase: name)", "}"]
        }
        return """
            extension \(type): BinaryCoded {
                package func write(binary writer: inout BinaryWriter) {
                    \(write.joined(separator: "\n        "))
                }

                package init(binary reader: inout BinaryReader) throws(BinaryError) {
                    try reader.descend()
                    \(read.joined(separator: "\n        "))
                    reader.ascend()
                }
            }
            """
    }
}

/// A word or a sign of a declaration, without comments and texts.
private struct Token {
    let text: String
    /// How many brackets are open; those around the token itself count, so that `{` and `}` are within.
    let depth: Int
    let isAtLineStart: Bool

    static func all(in source: String) -> [Token] {
        var tokens: [Token] = []
        var depth = 0
        var isAtLineStart = true
        var rest = Substring(source)
        func skip(through end: String) {
            rest = rest.firstRange(of: end).map { rest[$0.upperBound...] } ?? ""
        }
        while let first = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                skip(through: "*/")
            } else if rest.hasPrefix(#"""""#) {
                rest.removeFirst(3)
                skip(through: #"""""#)
            } else if first == "\"" {
                rest.removeFirst()
                while let next = rest.popFirst(), next != "\"" { if next == "\\" { rest = rest.dropFirst() } }
            } else if first.isNewline || first.isWhitespace {
                isAtLineStart = isAtLineStart || first.isNewline
                rest.removeFirst()
            } else {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
                let text = word.isEmpty ? String(rest.removeFirst()) : String(word)
                rest = word.isEmpty ? rest : rest.dropFirst(word.count)
                if "{([".contains(text) { depth += 1 }
                tokens.append(Token(text: text, depth: depth, isAtLineStart: isAtLineStart))
                if "})]".contains(text) { depth -= 1 }
                isAtLineStart = false
            }
        }
        return tokens
    }
}
