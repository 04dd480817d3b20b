/// An article of the service.
struct Article: Identifiable, Hashable, Sendable, Decodable {
    let id: Int
    let title: String
    let source: String
    /// The day on which it was published, as people write it.
    let published: String
    let summary: String
    /// The whole text; nil in a list.
    let body: String?
}
