import FeatureKit
import FeatureTesting
import Testing

@testable import News

/// The screen of one article without its view.
@Suite struct ArticleDetailViewModelTests {
    private let httpClient = HTTPClientMock()
    private let navigatorMock = NavigatorMock()
    private let url = "\(Service.url)/articles/3"

    private func makeViewModel() -> ArticleDetailViewModel {
        NewsContainer(httpClient: httpClient).makeArticleDetailViewModel(identifier: 3, navigator: navigatorMock)
    }

    @Test("an article is idle, then loading, then loaded with its title, and is not loaded again")
    func load() async {
        httpClient.answer(url, with: HTTPResponse(text: Service.wholeLampJSON))
        let client = InterruptedHTTPClient(httpClient)
        let viewModel = NewsContainer(httpClient: client)
            .makeArticleDetailViewModel(identifier: 3, navigator: navigatorMock)
        #expect(viewModel.state == .idle)
        client.whileAsked = { _ in
            #expect(viewModel.state == .loading)
            #expect(viewModel.title == "Article 3")
        }
        await viewModel.load()
        #expect(viewModel.title == "Lamp")
        await viewModel.load()
        #expect(httpClient.requests.map(\.url) == [url])
    }

    @Test("an article that is not there leads to all articles")
    func unknown() async {
        httpClient.answer(url, with: HTTPResponse(404))
        let viewModel = makeViewModel()
        await viewModel.load()
        #expect(viewModel.state == .unknown)
        viewModel.didTapOnAllArticles()
        #expect(navigatorMock.navigatedDestinations as? [NewsIncomingNavigation] == [.list])
    }

    @Test("a failure is said, and \"Try again\" is loading before it is loaded")
    func retry() async {
        httpClient.answer(url, with: Service.failure)
        let viewModel = makeViewModel()
        await viewModel.load()
        #expect(viewModel.state == .failed("The article could not be loaded: nothing answers."))
        httpClient.answer(url, with: HTTPResponse(text: Service.wholeLampJSON))
        viewModel.didTapOnTryAgain()
        #expect(viewModel.state == .loading)
        while viewModel.state == .loading { await Task.yield() }
        #expect(viewModel.title == "Lamp")
    }

    @Test("a screen that disappears while it loads loads again when it reappears")
    func cancelled() async {
        httpClient.answer(url, with: HTTPResponse(text: Service.wholeLampJSON))
        let viewModel = makeViewModel()
        let task = Task { await viewModel.load() }
        task.cancel()
        await task.value
        #expect(viewModel.state == .idle)
        await viewModel.load()
        #expect(viewModel.title == "Lamp")
    }
}
