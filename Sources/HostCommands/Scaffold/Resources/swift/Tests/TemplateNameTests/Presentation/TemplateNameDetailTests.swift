import FeatureTesting
import Testing

@testable import TemplateName

/// Tests of an item's view model and navigator.
@Suite struct TemplateNameDetailTests {
    private let store = TemplateNameStore()
    private let navigatorMock = TemplateNameDetailNavigatorMock()

    @Test("the toggle marks this item, and no other")
    func done() {
        let viewModel = makeViewModel(store.items[1])
        viewModel.isDone = true
        #expect(store.items.filter(store.isDone) == [store.items[1]])
        viewModel.isDone = false
        #expect(store.items.filter(store.isDone) == [])
    }

    @Test("the back button goes back")
    func back() {
        makeViewModel(store.items[0]).didTapOnBack()
        #expect(navigatorMock.goBackCallCount == 1)
        let hostNavigatorMock = NavigatorMock()
        TemplateNameDetailNavigator(navigator: hostNavigatorMock).goBack()
        #expect(hostNavigatorMock.goBackCallCount == 1)
    }

    private func makeViewModel(_ item: TemplateNameItem) -> TemplateNameDetailViewModel {
        TemplateNameDetailViewModel(item: item, store: store, navigator: navigatorMock)
    }
}
