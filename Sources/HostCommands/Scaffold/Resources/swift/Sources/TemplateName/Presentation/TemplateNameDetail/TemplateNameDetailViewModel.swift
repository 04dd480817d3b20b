import Observation

/// Shows one item, and marks it as done.
@Observable
final class TemplateNameDetailViewModel {
    let item: TemplateNameItem

    private let store: TemplateNameStore
    private let navigator: any TemplateNameDetailNavigatorContract

    init(item: TemplateNameItem, store: TemplateNameStore, navigator: any TemplateNameDetailNavigatorContract) {
        self.item = item
        self.store = store
        self.navigator = navigator
    }

    var isDone: Bool {
        get { store.isDone(item) }
        set { store.setDone(newValue, item) }
    }

    func didTapOnBack() {
        navigator.goBack()
    }
}
