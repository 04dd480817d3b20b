/// The language of a user or of a text as a BCP 47 tag (RFC 5646): `de-AT`, `zh-Hant`.
package struct LanguageTag: Hashable, Sendable, CustomStringConvertible {
    /// The language first, then script, region and variants if present, in the usual case.
    private let subtags: [String]

    /// Reads a tag; nil for any other text.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTag = parts.allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        guard isTag, let language = parts.first else { return nil }
        subtags =
            [language.lowercased()]
            + parts.dropFirst().map { part in
                switch part.count {
                case 2: part.uppercased()
                case 4 where part.allSatisfy(\.isLetter): part.prefix(1).uppercased() + part.dropFirst().lowercased()
                default: part.lowercased()
                }
            }
    }

    /// Reads the name of a locale, such as `de_AT.UTF-8` or `sr_RS@latin`: locale(7). Nil for `C` and `POSIX`, which
    /// are not languages.
    package init?(localeName name: some StringProtocol) {
        var tag = String(name.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
        guard tag != "C", tag != "POSIX" else { return nil }
        // Of the modifiers these are scripts; others, such as `@euro`, are not part of a language.
        let modifier = name.split(separator: "@", maxSplits: 1).dropFirst().first?.lowercased()
        if let modifier, let script = ["latin": "Latn", "cyrillic": "Cyrl"][modifier] {
            tag.insert(contentsOf: "-\(script)", at: tag.firstIndex(of: "-") ?? tag.endIndex)
        }
        self.init(tag)
    }

    package var description: String { subtags.joined(separator: "-") }

    /// The language alone: `de` of `de-AT`.
    package var language: String { subtags[0] }

    private var script: String? { subtags.dropFirst().first { $0.count == 4 && $0.allSatisfy(\.isLetter) } }

    /// The tags to try for a text in this language, the nearest first: `zh-TW`, `zh-Hant` and `zh` for `zh-TW`;
    /// `zh-Hant-TW`, `zh-Hant`, `zh-TW` and `zh` for `zh-Hant-TW`.
    package var fallbacks: [String] {
        var fallbacks = (1...subtags.count).reversed().map { subtags.prefix($0).joined(separator: "-") }
        if let script {
            let others = subtags.filter { $0 != script }
            if others.count > 1 { fallbacks.insert(others.joined(separator: "-"), at: fallbacks.count - 1) }
        } else if language == "zh" {
            // Chinese has two scripts, and the region determines which.
            let isTraditional = subtags.contains { ["TW", "HK", "MO"].contains($0) }
            fallbacks.insert(isTraditional ? "zh-Hant" : "zh-Hans", at: fallbacks.count - 1)
        }
        return fallbacks
    }
}
