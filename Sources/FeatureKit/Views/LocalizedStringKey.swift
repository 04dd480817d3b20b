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
    @usableFromInline let text: String
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
            self.init(text, .key)
        }
    }

    /// Makes a text that is not looked up.
    @inlinable
    init(verbatim text: some StringProtocol) { self.init(String(text), .verbatim) }

    /// The key of a text with interpolations, and the texts of these.
    @usableFromInline final class Format: Sendable {
        private let parts = Mutex<(key: String, arguments: [String])>(("", []))

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

        var key: String { parts.withLock(\.key) }
        var arguments: [String] { parts.withLock(\.arguments) }
    }

    /// The text of a literal with interpolations, while the literal is evaluated.
    public struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var text: DefaultStringInterpolation
        /// Nil where no feature of the process has strings: then the key is not needed.
        @usableFromInline let format: Format?

        @inlinable
        public init(literalCapacity: Int, interpolationCount: Int) {
            text = DefaultStringInterpolation(
                literalCapacity: literalCapacity, interpolationCount: interpolationCount)
            format = LocalizedStringKey.keepsFormats ? Format() : nil
        }

        @inlinable
        public mutating func appendLiteral(_ literal: String) {
            text.appendLiteral(literal)
            format?.append(literal: literal)
        }

        /// Takes a text, which stands as `%@` in the key.
        @inlinable
        public mutating func appendInterpolation(_ value: String) {
            text.appendInterpolation(value)
            format?.append(value, "%@")
        }

        /// Takes an integer, which stands as `%lld` in the key.
        @inlinable
        public mutating func appendInterpolation<Value: FixedWidthInteger>(_ value: Value) {
            text.appendInterpolation(value)
            format?.append(String(value), "%lld")
        }

        /// Takes a floating-point number, which stands as `%lf` in the key.
        @inlinable
        public mutating func appendInterpolation<Value: BinaryFloatingPoint & CustomStringConvertible>(_ value: Value) {
            text.appendInterpolation(value)
            format?.append(value.description, "%lf")
        }

        /// Takes any other value by its description, which stands as `%@` in the key.
        @inlinable
        public mutating func appendInterpolation<Value>(_ value: Value) {
            text.appendInterpolation(value)
            format?.append(String(describing: value), "%@")
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
