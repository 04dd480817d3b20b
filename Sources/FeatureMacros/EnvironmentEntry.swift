/// A property of `EnvironmentValues` that `@Entry` stands before: `@Entry var isCompact: Bool = false`.
struct EnvironmentEntry {
    private let name: String
    /// The type as it is written; nil where the value says it.
    private let type: String?
    /// The value as it is written; nil where there is none.
    private let value: String?

    /// Reads the declaration of the property; nil for any other.
    init?(_ source: String) {
        // A comment before the declaration may hold the word too: it ends at the last line that begins with it.
        guard let word = source.ranges(of: "var ").first(where: { Self.isCode(source[..<$0.lowerBound]) }) else {
            return nil
        }
        let declaration = source[word.upperBound...]
        let name = declaration.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard !name.isEmpty else { return nil }
        self.name = String(name)
        let rest = declaration[name.endIndex...]
        // No type has an equals sign in it.
        let sign = rest.firstIndex(of: "=")
        let written = rest[..<(sign ?? rest.endIndex)].drop { $0.isWhitespace }
        type = written.first == ":" ? Self.trimmed(written.dropFirst()) : nil
        value = sign.map { Self.trimmed(rest[rest.index(after: $0)...]) }
    }

    /// The getter and the setter of the property.
    var accessors: String {
        """
        {
            get { self[__Key_\(name).self] }
            set { self[__Key_\(name).self] = newValue }
        }
        """
    }

    /// The key of the value.
    var key: String {
        let declared: String
        if let type {
            declared = "static var defaultValue: \(type) { \(value ?? "nil") }"
        } else {
            declared = "static let defaultValue = \(value ?? "()")"
        }
        return """
            private struct __Key_\(name): FeatureKit.EnvironmentKey {
                \(declared)
            }
            """
    }

    /// Whether a place in a declaration is code, and no comment.
    private static func isCode(_ before: Substring) -> Bool {
        let line = before.split(separator: "\n", omittingEmptySubsequences: false).last ?? ""
        return !line.contains("//")
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
