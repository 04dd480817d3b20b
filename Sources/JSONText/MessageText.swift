// A file or a link may hold texts of many kilobytes, and a message quotes no more of them than a user reads.

extension String {
    /// Returns the text as a message quotes it: its first `limit` scalars and an ellipsis if it is longer, else all of
    /// it.
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

extension DefaultStringInterpolation {
    /// Quotes a text that comes from a file or a link in single quotes, shortened.
    ///
    ///     "\(quoted: id) is not a feature id"   // 'Home' is not a feature id
    package mutating func appendInterpolation(quoted text: String) {
        appendInterpolation("'\(text.shortened())'")
    }
}
