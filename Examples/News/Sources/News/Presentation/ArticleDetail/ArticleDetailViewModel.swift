import Observation

/// What the screen of one article shows.
enum ArticleDetailViewState: Equatable {
    case idle
    case loading
    case loaded(Article)
    /// No article has this number.
    case unknown
    /// Loading has failed, with one sentence for the user.
    case failed(String)
}

/// Loads one article.
@Observable
final class ArticleDetailViewModel {
    let identifier: Int
    private(set) var state: ArticleDetailViewState = .idle

    private let fetchArticle: FetchArticleUseCase

    init(identifier: Int, fetchArticle: FetchArticleUseCase) {
        self.identifier = identifier
        self.fetchArticle = fetchArticle
    }

    /// The article's title once it is loaded.
    var title: String {
        if case .loaded(let article) = state { article.title } else { "Article \(identifier)" }
    }

    /// Loads the article unless it is loaded: the screen calls this each time it appears.
    func load() async {
        if case .loaded = state { return }
        state = .loading
        do {
            state = try await fetchArticle(identifier).map { .loaded($0) } ?? .unknown
        } catch is CancellationError {
            if state == .loading { state = .idle }
        } catch {
            state = .failed("The article could not be loaded: \(error).")
        }
    }

    func didTapOnTryAgain() {
        state = .loading
        Task { await load() }
    }
}
