/// A figure of a literary work.
struct LiteraryCharacter: Identifiable, Hashable, Sendable {
    let identifier: Int
    let name: String
    let work: String
    let author: String
    /// Negative before the common era.
    let year: Int
    let summary: String

    var id: Int { identifier }

    /// The year as people write it: `1813`, `750 BCE`.
    var yearText: String { year < 0 ? "\(-year) BCE" : String(year) }

    /// Whether the name, the work or the author contains a text, in upper or lower case. All contain the empty one.
    func matches(_ text: String) -> Bool {
        let text = text.lowercased()
        return [name, work, author].contains { $0.lowercased().contains(text) }
    }
}
