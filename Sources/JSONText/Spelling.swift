/// Finds the name that is meant by a mistyped one.
package enum Spelling {
    /// The candidate that needs the fewest edits (insert, delete, replace, swap of neighbours) to become `text`, where
    /// that is at most a third of its length and at least one is allowed; of several the first. Case does not count.
    ///
    ///     Spelling.nearest(to: "rotues", in: ["list", "routes"])   // "routes"
    package static func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
        nearest(to: text, in: candidates.lazy.map(SpelledName.init))
    }

    /// The same among names that are asked for often.
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
            // Nothing is nearer than the same.
            if distance == 0 { break }
        }
        return best?.candidate
    }

    /// The optimal string alignment distance (Damerau 1964, each place edited once); nil where it is more than `limit`.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int? {
        // What is common to both ends needs no edit.
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
            // Every way on leads through one of the two rows.
            if min(current.min() ?? 0, last.min() ?? 0) > limit { return nil }
            beforeLast = last
            last = current
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}

/// A name as ``Spelling`` compares it: made once where it is compared often.
package struct SpelledName: Sendable {
    fileprivate let name: String
    /// The first letters, without case.
    fileprivate let letters: [Unicode.Scalar]
    /// A bit for each letter that stands in it.
    private let bag: UInt64

    package init(_ name: String) {
        self.name = name
        let beginning = String(String.UnicodeScalarView(name.unicodeScalars.prefix(64)))
        letters = Array(beginning.lowercased().unicodeScalars.prefix(64))
        bag = letters.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }

    /// Whether so few edits can make one of the other, by their lengths and letters: most candidates are done with here.
    fileprivate func canBeWithin(_ edits: Int, of other: SpelledName) -> Bool {
        // An edit takes away one letter and brings one.
        abs(letters.count - other.letters.count) <= edits && (bag & ~other.bag).nonzeroBitCount <= edits
            && (other.bag & ~bag).nonzeroBitCount <= edits
    }
}
