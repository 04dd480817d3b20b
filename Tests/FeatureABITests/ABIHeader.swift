import TestSupport

/// The declarations in the text of FeatureABI.h, in its order.
struct ABIHeader {
    struct Struct: CustomStringConvertible {
        let name: String
        /// The declarations without comments: `uint32_t size`.
        let members: [String]

        var description: String { name }
    }

    /// An enumeration: a type, and the constants right behind it.
    struct Enumeration {
        let name: String
        /// The names of the constants.
        let values: [String]
    }

    /// A macro without parameters.
    struct Macro {
        let name: String
        var text: String
    }

    let text: String
    private(set) var structs: [Struct] = []
    private(set) var enumerations: [Enumeration] = []
    /// The typedefs, without those that define a struct.
    private(set) var types: [CDeclaration] = []
    private(set) var macros: [Macro] = []

    /// Reads the header that the host is built with, or a copy of it.
    init(at path: String = "\(Repository.includeDirectory)/FeatureABI.h") throws {
        self.init(String(decoding: try File.read(path), as: UTF8.self))
    }

    init(_ text: String) {
        self.text = text
        let lines = Self.withoutComments(text).split(separator: "\n")
        for line in lines where line.hasPrefix("#define ") {
            let words = line.split(separator: " ", maxSplits: 2)
            // A macro without a text is the guard of the header.
            guard words.count == 3 else { continue }
            let text = Self.trimmed(words[2])
            // A macro with a text for each compiler is one.
            if let last = macros.last, last.name == words[1] {
                macros[macros.count - 1].text += " or \(text)"
            } else {
                macros.append(Macro(name: String(words[1]), text: text))
            }
        }
        let code = lines.filter { !$0.hasPrefix("#") && $0 != #"extern "C" {"# }.joined(separator: "\n")
        for piece in Self.pieces(of: code) { take(piece) }
    }

    private mutating func take(_ piece: String) {
        let (head, body) = Self.parts(of: piece)
        if head.hasPrefix("typedef struct "), let body {
            let members = body.split(separator: ";").map(Self.trimmed).filter { !$0.isEmpty }
            structs.append(Struct(name: String(head.dropFirst("typedef struct ".count)), members: members))
        } else if head == "enum", let body {
            let values = body.split(separator: ",").compactMap { $0.split(separator: "=").first.map(Self.trimmed) }
            enumerations.append(Enumeration(name: types.last?.name ?? "", values: values.filter { !$0.isEmpty }))
        } else if head.hasPrefix("typedef ") {
            types.append(CDeclaration(String(head.dropFirst("typedef ".count))))
        }
    }

    /// The declarations at the outermost level, each to its semicolon.
    private static func pieces(of code: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var depth = 0
        for character in code {
            if character == "{" { depth += 1 }
            if character == "}" { depth -= 1 }
            if character != ";" || depth > 0 { piece.append(character) }
            guard depth == 0, character == ";" else { continue }
            pieces.append(piece)
            piece = ""
        }
        return pieces
    }

    /// The text before the outermost braces, and the text between them.
    private static func parts(of piece: String) -> (head: String, body: Substring?) {
        guard let opening = piece.firstIndex(of: "{"), let closing = piece.lastIndex(of: "}") else {
            return (trimmed(piece), nil)
        }
        return (trimmed(piece[..<opening]), piece[piece.index(after: opening)..<closing])
    }

    private static func withoutComments(_ text: String) -> String {
        let parts = text.components(separatedBy: "/*")
        return parts[0] + parts.dropFirst().map { $0.components(separatedBy: "*/").dropFirst().joined() }.joined()
    }

    /// The text in one line, without spaces around it.
    private static func trimmed(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension String {
    /// The parts between the occurrences of a text.
    func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
