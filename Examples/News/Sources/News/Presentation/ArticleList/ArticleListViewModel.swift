import FeatureKit
import Observation

/// Loads the articles, and those that the user looks for.
@Observable
final class ArticleListViewModel {
    private(set) var state: ArticleListViewState = .idle
    var searchText = ""

    private let fetchArticles: FetchArticlesUseCase
    private let searchArticles: SearchArticlesUseCase
    private var isAsking = false
    /// The text of the search that the state is the answer for.
    private var answeredText: String?

    init(fetchArticles: FetchArticlesUseCase, searchArticles: SearchArticlesUseCase) {
        self.fetchArticles = fetchArticles
        self.searchArticles = searchArticles
    }

    /// Whether the answer for the search is still to come. Meanwhile the articles that were there stay.
    var isLoading: Bool { isAsking || answeredText != searchText }

    /// Loads the articles of the search unless they are already loaded: the screen calls this each time it appears,
    /// and for each new text.
    func load() async {
        if case .loaded = state, answeredText == searchText { return }
        await refresh()
    }

    /// Loads the articles of the search, even if they are already loaded.
    func refresh() async {
        let text = searchText
        if case .loaded = state {} else { state = .loading }
        isAsking = true
        let answer: ArticleListViewState?
        do {
            answer = .loaded(try await text.isEmpty ? fetchArticles() : searchArticles(text))
        } catch is CancellationError {
            answer = nil
        } catch {
            answer = .failed("The articles could not be loaded: \(error).")
        }
        // While the user writes on, the answer for an older text may come last.
        guard text == searchText else { return }
        isAsking = false
        if let answer {
            state = answer
            answeredText = text
        } else if state == .loading {
            // The screen has disappeared and loads again when it reappears. A load that has finished meanwhile keeps
            // its result.
            state = .idle
        }
    }

    func didTapOnTryAgain() {
        // Set before the task runs, so that the screen never shows the old failure as the answer to the button.
        state = .loading
        Task { await refresh() }
    }
}

/// The search outlives the screen.
extension ArticleListViewModel: Restorable {
    var savedState: String {
        get { searchText }
        set { searchText = newValue }
    }
}
