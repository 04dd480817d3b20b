/// A text with arguments in it: `file-{name}.txt`, for a path segment, a query value or the fragment of a
/// ``LinkPattern``.
package struct TextTemplate: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case literal(String)
        case argument(String)
    }

    package let parts: [Part]

    /// Reads `text`, in which `{name}` is an argument and the rest is percent-encoded literal text. Two arguments need
    /// a literal between them; otherwise the end of the first would be ambiguous.
    package init(_ text: some StringProtocol) throws(LinkError) {
        var parts: [Part] = []
        var rest = text[...]
        while !rest.isEmpty {
            let (literal, afterBrace) = rest.splitOnce(at: "{")
            if !literal.isEmpty {
                guard !literal.utf8.contains(UInt8(ascii: "}")) else { throw .unbalancedBraces(String(text)) }
                guard let decoded = PercentCoding.decoded(literal) else {
                    throw .malformedPattern(String(literal))
                }
                parts.append(.literal(decoded))
            }
            guard let afterBrace else { break }
            let (name, after) = afterBrace.splitOnce(at: "}")
            guard let after else { throw .unbalancedBraces(String(text)) }
            guard Identifier.isName(name) else { throw .notAnArgumentName(String(name), in: String(text)) }
            if case .argument = parts.last { throw .adjacentArguments(in: String(text)) }
            parts.append(.argument(String(name)))
            rest = after
        }
        self.parts = parts
    }

    /// A template that is only an argument: `{name}`.
    package init(argument name: String) {
        parts = [.argument(name)]
    }

    package var argumentNames: [String] {
        parts.compactMap { part in
            if case .argument(let name) = part { name } else { nil }
        }
    }

    /// The decoded text; nil if the template has an argument.
    package var literal: String? {
        switch parts.count {
        case 0: return ""
        case 1: if case .literal(let text) = parts[0] { return text } else { return nil }
        default: return nil
        }
    }

    /// The name of the argument, if the template has no literal and no other argument.
    var onlyArgument: String? {
        guard parts.count == 1, case .argument(let name) = parts[0] else { return nil }
        return name
    }

    /// The length of the literal text in bytes. Of two templates with arguments, the one with more literal text is more
    /// specific.
    package var literalLength: Int {
        parts.reduce(0) { length, part in
            if case .literal(let text) = part { length + text.utf8.count } else { length }
        }
    }

    /// Returns the arguments' texts in order; nil if `text` does not have this shape. An argument ends at the first
    /// occurrence of the literal after it; the last literal ends the text.
    package func match(_ text: String) -> [(name: String, text: String)]? {
        var found: [(name: String, text: String)] = []
        var rest = text.utf8[...]
        var pending: String?
        for (index, part) in parts.enumerated() {
            switch part {
            case .argument(let name):
                pending = name
            case .literal(let literal):
                let isLast = index == parts.count - 1
                guard let range = Self.range(of: literal.utf8, in: rest, anchored: pending == nil, atEnd: isLast) else {
                    return nil
                }
                if let name = pending {
                    found.append((name, String(Substring(rest[..<range.lowerBound]))))
                    pending = nil
                }
                rest = rest[range.upperBound...]
            }
        }
        if let name = pending {
            found.append((name, String(Substring(rest))))
        } else if !rest.isEmpty {
            return nil
        }
        return found
    }

    /// Returns the text with its arguments filled in and everything percent-encoded; nil if `value` gives nil for one
    /// of them.
    package func filled(keepingSlashes: Bool, _ value: (String) -> String?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal):
                text += PercentCoding.encoded(literal, keepingSlashes: keepingSlashes)
            case .argument(let name):
                guard let value = value(name) else { return nil }
                text += PercentCoding.encoded(value, keepingSlashes: keepingSlashes)
            }
        }
        return text
    }

    private static func range(
        of literal: String.UTF8View, in text: Substring.UTF8View, anchored: Bool, atEnd: Bool
    ) -> Range<String.Index>? {
        let count = literal.count
        guard text.count >= count else { return nil }
        if atEnd {
            let start = text.index(text.endIndex, offsetBy: -count)
            guard !anchored || start == text.startIndex else { return nil }
            return text[start...].elementsEqual(literal) ? start..<text.endIndex : nil
        }
        var start = text.startIndex
        while text.distance(from: start, to: text.endIndex) >= count {
            if text[start...].starts(with: literal) { return start..<text.index(start, offsetBy: count) }
            if anchored { return nil }
            start = text.index(after: start)
        }
        return nil
    }
}
