internal import Synchronization

/// A text that is looked up in the feature's strings file, as SwiftUI's type of that name is: a string literal in
/// ``Text`` and the titles of other views makes one. Without a translation the text itself is shown.
///
/// ```swift
/// Text("Characters")             // looked up by "Characters"
/// Text("\(count) items")         // looked up by "%lld items"
/// Text(character.name)           // a String is shown as it is
/// Text(verbatim: "Switchyard")   // a literal that is not looked up
/// ```
///
/// In the key of a text with interpolations, an integer is `%lld`, a floating-point number `%lf`, anything else `%@`,
/// and a percent sign `%%`. A translation has the same, or `%1$lld`, `%2$@` for another order.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Sendable {
    @usableFromInline enum Lookup: Sendable {
        case verbatim
        case key
        case format(Format)
    }

    /// The text with its arguments in it, in the language of the code.
    @usableFromInline package let text: String
    @usableFromInline let lookup: Lookup

    @inlinable
    init(_ text: String, _ lookup: Lookup) {
        self.text = text
        self.lookup = lookup
    }

    /// Makes a key of a text.
    @inlinable
    public init(_ value: String) { self.init(value, .key) }

    @inlinable
    public init(stringLiteral value: String) { self.init(value, .key) }

    @inlinable
    public init(stringInterpolation: StringInterpolation) {
        let text = String(stringInterpolation: stringInterpolation.text)
        if let format = stringInterpolation.format {
            self.init(text, .format(format))
        } else {
            // No literal has Markdown, and arguments are shown as they are.
            self.init(text, .verbatim)
        }
    }

    /// Returns a translation, or the text in the language of the code, without the marks of Markdown.
    func plain(_ translation: String?) -> String {
        if let translation { return translation }
        return switch lookup {
        case .verbatim: text
        case .key: Markdown.plain(text)
        case .format(let format): Markdown.plain(text, arguments: format.ranges)
        }
    }

    @usableFromInline static func hasMarks(_ literal: String) -> Bool { Markdown.hasMarks(literal) }

    /// Makes a text that is not looked up.
    @inlinable
    package init(verbatim text: some StringProtocol) { self.init(String(text), .verbatim) }

    /// The key of a text with interpolations, and the texts of these.
    @usableFromInline final class Format: Sendable {
        private let parts = Mutex<(key: String, arguments: [String], ranges: [Range<Int>])>(("", [], []))

        @usableFromInline init() {}

        @usableFromInline
        func append(literal: String) {
            parts.withLock { $0.key += literal.contains("%") ? literal.split("%", by: "%%") : literal }
        }

        @usableFromInline
        func append(_ argument: String, _ specifier: String) {
            parts.withLock {
                $0.key += specifier
                $0.arguments.append(argument)
            }
        }

        /// Notes where an argument stands in the text with its arguments, in UTF-8 positions.
        @usableFromInline
        func protect(_ range: Range<Int>) {
            parts.withLock { $0.ranges.append(range) }
        }

        var ranges: [Range<Int>] { parts.withLock(\.ranges) }
        var key: String { parts.withLock(\.key) }
        var arguments: [String] { parts.withLock(\.arguments) }
    }

    /// The text of a literal with interpolations, while the literal is evaluated.
    public struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var text: DefaultStringInterpolation
        /// Nil where no feature of the process has strings, so that the key is not needed, and no literal has marks of
        /// Markdown, from which the arguments are kept.
        @usableFromInline var format: Format?

        @inlinable
        public init(literalCapacity: Int, interpolationCount: Int) {
            text = DefaultStringInterpolation(
                literalCapacity: literalCapacity, interpolationCount: interpolationCount)
            format = LocalizedStringKey.keepsFormats ? Format() : nil
        }

        @inlinable
        public mutating func appendLiteral(_ literal: String) {
            if format == nil, LocalizedStringKey.hasMarks(literal) {
                format = Format()
                format?.protect(0..<position)
            }
            text.appendLiteral(literal)
            format?.append(literal: literal)
        }

        /// The number of UTF-8 code units up to here, where it is needed.
        @inlinable var position: Int { format == nil ? 0 : text.description.utf8.count }

        /// Takes a text, which stands as `%@` in the key.
        @inlinable
        public mutating func appendInterpolation(_ value: String) {
            let start = position
            text.appendInterpolation(value)
            format?.append(value, "%@")
            format?.protect(start..<position)
        }

        /// Takes an integer, which stands as `%lld` in the key.
        @inlinable
        public mutating func appendInterpolation<Value: FixedWidthInteger>(_ value: Value) {
            let start = position
            text.appendInterpolation(value)
            format?.append(String(value), "%lld")
            format?.protect(start..<position)
        }

        /// Takes a floating-point number, which stands as `%lf` in the key.
        @inlinable
        public mutating func appendInterpolation<Value: BinaryFloatingPoint & CustomStringConvertible>(_ value: Value) {
            let start = position
            text.appendInterpolation(value)
            format?.append(value.description, "%lf")
            format?.protect(start..<position)
        }

        /// Takes any other value by its description, which stands as `%@` in the key.
        @inlinable
        public mutating func appendInterpolation<Value>(_ value: Value) {
            let start = position
            text.appendInterpolation(value)
            format?.append(String(describing: value), "%@")
            format?.protect(start..<position)
        }
    }

    /// Whether a feature of the process has strings, so that texts with interpolations need their keys.
    @usableFromInline static var keepsFormats: Bool { hasStrings.load(ordering: .relaxed) }

    static func keepFormats() { hasStrings.store(true, ordering: .relaxed) }
}

private let hasStrings = Atomic(false)

extension String {
    /// Replaces one character by a text.
    fileprivate func split(_ character: Character, by replacement: String) -> String {
        split(separator: character, omittingEmptySubsequences: false).joined(separator: replacement)
    }

    /// Returns the text of a key in the user's language, for a text outside a view.
    ///
    /// ```swift
    /// title = String(localized: "\(count) items", context: context)
    /// ```
    public init(localized key: LocalizedStringKey, context: FeatureContext) {
        self = context.strings?.text(of: key) ?? key.text
    }
}
