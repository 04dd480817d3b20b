import Observation

/// Loads one article.
@Observable
final class ArticleDetailViewModel {
    let identifier: Int
    private(set) var state: ArticleDetailViewState = .idle

    private let fetchArticle: FetchArticleUseCase
    private let navigator: any ArticleDetailNavigatorContract

    init(identifier: Int, fetchArticle: FetchArticleUseCase, navigator: any ArticleDetailNavigatorContract) {
        self.identifier = identifier
        self.fetchArticle = fetchArticle
        self.navigator = navigator
    }

    /// The article's title once it is loaded; otherwise `Article` and its number.
    var title: String {
        if case .loaded(let article) = state { article.title } else { "Article \(identifier)" }
    }

    /// Loads the article unless it is already loaded: the screen calls this each time it appears.
    func load() async {
        if case .loaded = state { return }
        state = .loading
        do {
            state = try await fetchArticle(identifier).map { .loaded($0) } ?? .unknown
        } catch is CancellationError {
            // The screen has disappeared and loads again when it reappears. A load that has finished meanwhile keeps
            // its result.
            if state == .loading { state = .idle }
        } catch {
            state = .failed("The article could not be loaded: \(error).")
        }
    }

    func didTapOnTryAgain() {
        // Set before the task runs, so that the screen never shows the old failure as the answer to the button.
        state = .loading
        Task { await load() }
    }

    func didTapOnAllArticles() {
        navigator.navigateToList()
    }
}
