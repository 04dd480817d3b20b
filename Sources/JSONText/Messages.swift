/// Finds the name that the user meant by a mistyped one.
package enum Spelling {
    /// Returns the candidate that needs the fewest edits (insert, delete, replace, swap of neighbours) to become
    /// `text`, and the first of several. Nil if that is more than a third of the longer name's length, though one edit
    /// is always allowed. Ignores case.
    ///
    ///     Spelling.nearest(to: "rotues", in: ["list", "routes"])   // "routes"
    package static func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
        nearest(to: text, in: candidates.lazy.map(SpelledName.init))
    }

    /// Returns the nearest of candidates that are prepared once, for frequent searches.
    package static func nearest(to text: String, in candidates: some Sequence<SpelledName>) -> String? {
        let wanted = SpelledName(text)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let length = max(wanted.letters.count, candidate.letters.count)
            let allowed = min(max(1, length / 3), (best?.distance ?? .max) - 1)
            guard wanted.canBeWithin(allowed, of: candidate),
                let distance = distance(wanted.letters, candidate.letters, atMost: allowed)
            else { continue }
            best = (candidate.name, distance)
            // No other candidate is nearer than an equal name.
            if distance == 0 { break }
        }
        return best?.candidate
    }

    /// Returns the optimal string alignment distance (Damerau 1964, each place edited once); nil if it is more than
    /// `limit`.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int? {
        // A common beginning and a common end need no edit.
        let beginning = zip(left, right).prefix { $0 == $1 }.count
        let end = zip(left.dropFirst(beginning).reversed(), right.dropFirst(beginning).reversed()).prefix { $0 == $1 }
            .count
        return distance(left[beginning..<left.count - end], right[beginning..<right.count - end], atMost: limit)
    }

    private static func distance(
        _ left: ArraySlice<Unicode.Scalar>, _ right: ArraySlice<Unicode.Scalar>, atMost limit: Int
    ) -> Int? {
        let (left, right) = (Array(left), Array(right))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let substitution = last[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(substitution, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            // Every further path leads through one of the two rows.
            if min(current.min() ?? 0, last.min() ?? 0) > limit { return nil }
            beforeLast = last
            last = current
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}

/// A name prepared for ``Spelling``, once for many comparisons.
package struct SpelledName: Sendable {
    fileprivate let name: String
    /// The first 64 scalars, in lower case.
    fileprivate let letters: [Unicode.Scalar]
    /// The set of the name's scalars, as one bit for each value modulo 64.
    private let bag: UInt64

    package init(_ name: String) {
        self.name = name
        let beginning = String(String.UnicodeScalarView(name.unicodeScalars.prefix(64)))
        letters = Array(beginning.lowercased().unicodeScalars.prefix(64))
        bag = letters.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }

    /// Whether the lengths and letters of two names allow for so few edits. This rules out most candidates.
    fileprivate func canBeWithin(_ edits: Int, of other: SpelledName) -> Bool {
        // One edit removes at most one letter and adds at most one.
        abs(letters.count - other.letters.count) <= edits && (bag & ~other.bag).nonzeroBitCount <= edits
            && (other.bag & ~bag).nonzeroBitCount <= edits
    }
}

// A file or a link may have texts of many kilobytes, and a message quotes only as much as a user reads.

extension String {
    /// Returns the text for quotation in a message: its first `limit` scalars and an ellipsis if it is longer, else all
    /// of it.
    package func shortened(to limit: Int = 200) -> String {
        guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end != endIndex else {
            return self
        }
        return String(unicodeScalars[..<end]) + "…"
    }

    /// The message without its middle, if it is longer than about twenty lines.
    package var withoutMiddle: String {
        let (beginning, end) = (1200, 400)
        guard unicodeScalars.count > beginning + end else { return self }
        return shortened(to: beginning) + String(unicodeScalars.suffix(end))
    }
}

extension Unicode.Scalar {
    /// The number of a character for a message: `U+00E9`.
    package var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension DefaultStringInterpolation {
    /// Quotes a text from a file or a link in single quotes, shortened.
    ///
    ///     "\(quoted: id) is not a feature id"   // 'Home' is not a feature id
    package mutating func appendInterpolation(quoted text: String) {
        appendInterpolation("'\(text.shortened())'")
    }
}
