/// The source of the articles.
protocol ArticleRepositoryContract: Sendable {
    /// All articles, the newest first.
    func articles() async throws -> [Article]
    /// The articles with a text in the title or the summary, the newest first.
    func articles(matching text: String) async throws -> [Article]
    /// Returns the article with this number, or nil if there is none.
    func article(identifier: Int) async throws -> Article?
}
