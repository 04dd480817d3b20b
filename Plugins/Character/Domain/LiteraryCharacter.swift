/// A figure of a literary work.
struct LiteraryCharacter: Identifiable, Hashable, Sendable {
    let identifier: Int
    let name: String
    let work: String
    let author: String
    /// The year of publication, negative before the common era.
    let year: Int
    let summary: String

    var id: Int { identifier }

    /// The year as people write it: `1813`, `750 BCE`.
    var yearText: String { year < 0 ? "\(-year) BCE" : String(year) }

    /// Whether the name, the work or the author contains `text`, ignoring case. The empty text matches every character.
    func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return [name, work, author].contains { $0.lowercased().contains(text) }
    }
}
