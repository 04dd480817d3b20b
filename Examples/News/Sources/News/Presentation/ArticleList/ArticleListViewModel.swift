import FeatureKit
import Observation

/// What the list shows.
enum ArticleListViewState: Equatable {
    case idle
    case loading
    case loaded([Article])
    /// Loading has failed, with one sentence for the user.
    case failed(String)
}

/// Loads the articles that the user looks for.
@Observable
final class ArticleListViewModel {
    private(set) var state: ArticleListViewState = .idle
    var searchText = ""

    private let fetchArticles: FetchArticlesUseCase
    private let navigator: any ArticleListNavigatorContract

    init(fetchArticles: FetchArticlesUseCase, navigator: any ArticleListNavigatorContract) {
        self.fetchArticles = fetchArticles
        self.navigator = navigator
    }

    /// Loads the articles unless they are loaded: the screen calls this each time it appears.
    func load() async {
        if case .loaded = state { return }
        state = .loading
        await fetch()
    }

    /// Loads the articles again, and shows those that are there until the new ones have come.
    func refresh() async {
        if case .loaded = state {} else { state = .loading }
        await fetch()
    }

    private func fetch() async {
        do {
            let text = searchText
            let articles = try await fetchArticles(matching: text)
            // The user may have written on meanwhile; that text is looked for next.
            if text == searchText { state = .loaded(articles) }
        } catch is CancellationError {
            // The screen has disappeared, and loads again when it reappears.
            if state == .loading { state = .idle }
        } catch {
            state = .failed("The articles could not be loaded: \(error).")
        }
    }

    /// Asks again, by *Try again* or for what the user has written.
    func fetchAnew() {
        // Set before the task runs, so that the screen never shows what was there as the answer.
        state = .loading
        Task { await fetch() }
    }

    func didTap(on article: Article) {
        navigator.navigateToArticle(identifier: article.id)
    }
}

/// The search outlives the screen.
extension ArticleListViewModel: Restorable {
    var savedState: String {
        get { searchText }
        set { searchText = newValue }
    }
}
