/// The plural of an English word, for `^[\(count) day](inflect: true)`.
enum Inflection {
    private static let irregular = [
        "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet", "tooth": "teeth",
        "mouse": "mice", "goose": "geese", "is": "are", "was": "were", "has": "have", "this": "these", "that": "those",
        "sheep": "sheep", "series": "series", "species": "species", "fish": "fish",
    ]

    /// Fits the last word of a text to the number with which it begins: `3 new day` becomes `3 new days`.
    static func fitted(_ text: String) -> String {
        guard let space = text.firstIndex(of: " "), let last = text.lastIndex(of: " "),
            let number = Double(text[..<space].filter { $0 != "," }), abs(number) != 1
        else { return text }
        return text[...last] + plural(String(text[text.index(after: last)...]))
    }

    private static func plural(_ word: String) -> String {
        let folded = word.lowercased()
        if let plural = irregular[folded] { return String(word.prefix(1) + plural.dropFirst()) }
        let endings = ["ss", "us", "x", "z", "ch", "sh"]
        if endings.contains(where: folded.hasSuffix) { return word + "es" }
        // The word is a plural already, or no word.
        guard let end = folded.last, end != "s", end.isLetter else { return word }
        let isVowelBeforeY = folded.dropLast().last.map { "aeiou".contains($0) } ?? true
        return end == "y" && !isVowelBeforeY ? word.dropLast() + "ies" : word + "s"
    }
}
