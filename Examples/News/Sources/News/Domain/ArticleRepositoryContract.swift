/// The source of the articles.
protocol ArticleRepositoryContract: Sendable {
    /// The articles with a text in them, the newest first; all for an empty text.
    func articles(matching text: String) async throws -> [Article]
    /// Returns the article with this number, or nil if there is none.
    func article(identifier: Int) async throws -> Article?
}
