import Observation

/// Shows the items, and leads to the next one to do.
@Observable
final class TemplateNameListViewModel {
    private let store: TemplateNameStore
    private let navigator: any TemplateNameListNavigatorContract

    init(store: TemplateNameStore, navigator: any TemplateNameListNavigatorContract) {
        self.store = store
        self.navigator = navigator
    }

    var items: [TemplateNameItem] { store.items }

    /// The first item that is not done; nil when all are.
    var nextItem: TemplateNameItem? { items.first { !store.isDone($0) } }

    func isDone(_ item: TemplateNameItem) -> Bool { store.isDone(item) }

    func didTapOnNext() {
        guard let nextItem else { return }
        navigator.navigateToDetail(identifier: nextItem.identifier)
    }
}
