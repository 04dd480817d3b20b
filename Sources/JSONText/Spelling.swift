/// Finds what somebody meant who mistyped a name.
package enum Spelling {
    /// The candidate that needs the fewest edits (insert, delete, replace, swap of neighbours) to become `text`, where
    /// that is at most a third of its length and at least one is allowed; of several the first. Case does not count.
    ///
    ///     Spelling.nearest(to: "rotues", in: ["list", "routes"])   // "routes"
    package static func nearest(to text: String, in candidates: some Sequence<String>) -> String? {
        let wanted = Array(text.lowercased().unicodeScalars.prefix(64))
        var best: (candidate: String, distance: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased().unicodeScalars.prefix(64))
            let allowed = max(1, max(wanted.count, letters.count) / 3)
            guard abs(wanted.count - letters.count) <= allowed else { continue }
            let distance = distance(wanted, letters)
            if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// The optimal string alignment distance (Damerau 1964, each place edited once).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
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
            beforeLast = last
            last = current
        }
        return last[right.count]
    }
}
