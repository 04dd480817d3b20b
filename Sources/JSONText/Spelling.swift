/// Finds what somebody meant who mistyped a name.
package enum Spelling {
    /// The candidate that needs the fewest edits (insert, delete, replace, swap of neighbours) to become `text`, where
    /// that is at most a third of its length and at least one is allowed; of several the first. Case does not count.
    ///
    ///     Spelling.nearest(to: "rotues", in: ["list", "routes"])   // "routes"
    package static func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
        let wanted = letters(text)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = letters(candidate)
            let allowed = min(max(1, max(wanted.count, letters.count) / 3), (best?.distance ?? .max) - 1)
            guard let distance = distance(wanted, letters, atMost: allowed) else { continue }
            best = (candidate, distance)
            // Nothing is nearer than the same.
            if distance == 0 { break }
        }
        return best?.candidate
    }

    /// What is compared: the first letters, without case.
    private static func letters(_ text: String) -> [Unicode.Scalar] {
        let beginning = String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))
        return Array(beginning.lowercased().unicodeScalars.prefix(64))
    }

    /// The optimal string alignment distance (Damerau 1964, each place edited once); nil where it is more than `limit`.
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int) -> Int? {
        // Most candidates differ in length or in their first letters, and are done with soon.
        guard abs(left.count - right.count) <= limit else { return nil }
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
