import FeatureTesting
import Testing

@testable import TemplateName

/// Tests of the list's view model and navigator.
@Suite struct TemplateNameListTests {
    private let store = TemplateNameStore()
    private let navigatorMock = TemplateNameListNavigatorMock()

    @Test("the button leads to the first item that is not done")
    func next() {
        let viewModel = TemplateNameListViewModel(store: store, navigator: navigatorMock)
        viewModel.didTapOnNext()
        store.setDone(true, store.items[0])
        viewModel.didTapOnNext()
        #expect(navigatorMock.navigateToDetailIdentifiers == [1, 2])
    }

    @Test("when all are done there is no next one")
    func allDone() {
        let viewModel = TemplateNameListViewModel(store: store, navigator: navigatorMock)
        for item in store.items { store.setDone(true, item) }
        viewModel.didTapOnNext()
        #expect(viewModel.nextItem == nil)
        #expect(navigatorMock.navigateToDetailIdentifiers == [])
    }

    @Test("an item is a destination of the feature itself, with its number")
    func navigator() {
        let navigatorMock = NavigatorMock()
        TemplateNameListNavigator(navigator: navigatorMock).navigateToDetail(identifier: 2)
        let destinations = navigatorMock.navigatedDestinations as? [TemplateNameIncomingNavigation]
        #expect(destinations == [.detail(identifier: 2)])
    }
}
