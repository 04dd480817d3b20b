internal import FeatureContract
internal import JSONText

/// The texts of a feature in the user's language, by their keys.
///
/// They lie beside the library, one JSON object for each language: `character.de.strings.json` for the feature
/// `character` in German.
struct FeatureStrings: Sendable {
    private var texts: [String: String] = [:]

    /// Reads the files of a feature; nil if there is none for these languages.
    ///
    /// A text is looked up in the user's locale, then in the language without its region and script (`de-AT`, `de`;
    /// `zh-TW`, `zh-Hant`, `zh`), then in the development language.
    ///
    /// - Parameters:
    ///   - locale: A BCP 47 tag; empty if the host knows none.
    ///   - development: The language that the feature falls back to.
    ///   - report: Takes the problem of a file that cannot be read. The others still count.
    init?(feature: String, locale: String, development: String, directory: String, report: (String) -> Void) {
        guard !directory.isEmpty else { return nil }
        // The most specific one last: it replaces the others.
        for language in Self.languages(of: locale, development: development).reversed() {
            let path = "\(directory)/\(feature).\(language).strings.json"
            do {
                guard let bytes = try SmallFile.read(path) else { continue }
                for (key, field) in try JSONField(JSONDocument.parse(bytes)).members() {
                    texts[key] = try field.string()
                }
            } catch {
                report("\(path): \(error)")
            }
        }
        guard !texts.isEmpty else { return nil }
    }

    /// The languages in which texts are looked up, in this order.
    static func languages(of locale: String, development: String) -> [String] {
        var languages = LanguageTag(locale)?.fallbacks ?? []
        if !languages.contains(development) { languages.append(development) }
        return languages
    }

    /// Returns the text of a key; the key's own text if no language has it.
    func text(of key: LocalizedStringKey) -> String { translation(of: key, plain: { $0 }) ?? key.text }

    /// Returns the translation of a key; nil if no language has it.
    ///
    /// - Parameter plain: Takes the marks out of a translation, before its arguments are in it.
    func translation(of key: LocalizedStringKey, plain: (String) -> String = { Markdown.plain($0) }) -> String? {
        switch key.lookup {
        case .verbatim: nil
        case .key: texts[key.text].map(plain)
        case .format(let format): texts[format.key].map { Self.fill(plain($0), with: format.arguments) }
        }
    }

    /// Puts the arguments into a translation, in its own order. What names no argument stays as it is written.
    static func fill(_ text: String, with arguments: [String]) -> String {
        var filled = ""
        var rest = text[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            filled += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                filled += "%"
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            var specifier = rest.dropFirst(digits.count)
            var index = next
            if specifier.first == "$", let position = Int(digits) {
                index = position - 1
                specifier.removeFirst()
            } else if digits.isEmpty {
                next += 1
            } else {
                index = -1
            }
            let name = ["lld", "lf", "@"].first { specifier.hasPrefix($0) }
            if let name, arguments.indices.contains(index) {
                filled += arguments[index]
                rest = specifier.dropFirst(name.count)
            } else {
                filled += "%"
            }
        }
        return filled + rest
    }
}
