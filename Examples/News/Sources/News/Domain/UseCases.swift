/// Fetches all articles.
struct FetchArticlesUseCase {
    let repository: any ArticleRepositoryContract

    func callAsFunction() async throws -> [Article] {
        try await repository.articles()
    }
}

/// Finds the articles that have what the user has typed; all of them if that is only spaces.
struct SearchArticlesUseCase {
    let repository: any ArticleRepositoryContract

    func callAsFunction(_ typed: String) async throws -> [Article] {
        let text = typed.split(separator: " ").joined(separator: " ")
        return text.isEmpty ? try await repository.articles() : try await repository.articles(matching: text)
    }
}

/// Fetches one article.
struct FetchArticleUseCase {
    let repository: any ArticleRepositoryContract

    func callAsFunction(_ identifier: Int) async throws -> Article? {
        try await repository.article(identifier: identifier)
    }
}
