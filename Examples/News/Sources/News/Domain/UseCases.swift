/// Fetches the articles that a user looks for.
struct FetchArticlesUseCase {
    let repository: any ArticleRepositoryContract

    func callAsFunction(matching text: String) async throws -> [Article] {
        let words = text.split(separator: " ").joined(separator: " ")
        return try await repository.articles(matching: words)
    }
}

/// Fetches one article.
struct FetchArticleUseCase {
    let repository: any ArticleRepositoryContract

    func callAsFunction(_ identifier: Int) async throws -> Article? {
        try await repository.article(identifier: identifier)
    }
}
