import FeatureKit
import FeatureTesting
import Testing

@testable import News

/// The list without its screen.
@Suite struct ArticleListViewModelTests {
    private let httpClient = HTTPClientMock()
    private let list = "\(Service.url)/articles"

    init() {
        httpClient.answer(list, with: HTTPResponse(text: "[\(Service.lampJSON)]"))
        httpClient.answer("\(list)?search=boat", with: HTTPResponse(text: "[]"))
    }

    private func makeViewModel() -> ArticleListViewModel {
        NewsContainer(httpClient: httpClient).makeArticleListViewModel()
    }

    @Test("the list is idle, then loading, then loaded, and is not loaded again")
    func load() async {
        let client = InterruptedHTTPClient(httpClient)
        let viewModel = NewsContainer(httpClient: client).makeArticleListViewModel()
        var states = [viewModel.state]
        client.whileAsked = { _ in states.append(viewModel.state) }
        await viewModel.load()
        #expect(states + [viewModel.state] == [.idle, .loading, .loaded([Service.lamp])])
        await viewModel.load()
        #expect(httpClient.requests.map(\.url) == [list])
    }

    @Test("a search without a result is an empty list, and the articles before it stay meanwhile")
    func emptySearch() async {
        let client = InterruptedHTTPClient(httpClient)
        let viewModel = NewsContainer(httpClient: client).makeArticleListViewModel()
        await viewModel.load()
        #expect(!viewModel.isLoading)
        var states: [ArticleListViewState] = []
        client.whileAsked = { _ in
            #expect(viewModel.isLoading)
            states.append(viewModel.state)
        }
        viewModel.searchText = "boat"
        // A host that shows the screen before the task has begun waits too.
        #expect(viewModel.isLoading)
        await viewModel.load()
        #expect(states + [viewModel.state] == [.loaded([Service.lamp]), .loaded([])])
        #expect(!viewModel.isLoading)
    }

    @Test("the answer for a text that the user has changed meanwhile is passed over")
    func lateAnswer() async {
        let client = InterruptedHTTPClient(httpClient)
        let viewModel = NewsContainer(httpClient: client).makeArticleListViewModel()
        client.whileAsked = { url in
            guard !url.contains("search") else { return }
            viewModel.searchText = "boat"
            await viewModel.load()
        }
        await viewModel.load()
        #expect(httpClient.requests.map(\.url) == ["\(list)?search=boat", list])
        #expect(viewModel.state == .loaded([]))
    }

    @Test("a failure is said, and \"Try again\" is loading before it is loaded")
    func retry() async throws {
        httpClient.answer(list, with: Service.failure)
        let viewModel = makeViewModel()
        await viewModel.load()
        #expect(viewModel.state == .failed("The articles could not be loaded: nothing answers."))
        httpClient.answer(list, with: HTTPResponse(text: "[\(Service.lampJSON)]"))
        viewModel.didTapOnTryAgain()
        #expect(viewModel.state == .loading)
        while viewModel.state == .loading { await Task.yield() }
        #expect(viewModel.state == .loaded([Service.lamp]))
    }

    @Test("a refresh asks again, and its failure takes the place of the list")
    func refresh() async {
        let viewModel = makeViewModel()
        await viewModel.load()
        httpClient.answer(list, with: HTTPResponse(503))
        await viewModel.refresh()
        #expect(
            viewModel.state
                == .failed("The articles could not be loaded: the service answers with the status 503."))
    }

    @Test("a screen that disappears while it loads loads again when it reappears")
    func cancelled() async {
        let viewModel = makeViewModel()
        let task = Task { await viewModel.load() }
        task.cancel()
        await task.value
        #expect(viewModel.state == .idle)
        await viewModel.load()
        #expect(viewModel.state == .loaded([Service.lamp]) && !viewModel.isLoading)
    }
}
