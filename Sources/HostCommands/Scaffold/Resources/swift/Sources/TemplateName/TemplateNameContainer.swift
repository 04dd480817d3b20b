import FeatureKit

/// Makes the view models of the feature's screens with what they depend on.
struct TemplateNameContainer {
    let store: TemplateNameStore

    func makeListViewModel(navigator: any NavigatorContract) -> TemplateNameListViewModel {
        TemplateNameListViewModel(store: store, navigator: TemplateNameListNavigator(navigator: navigator))
    }

    /// Nil where there is no item of that number.
    func makeDetailViewModel(
        identifier: Int, navigator: any NavigatorContract
    ) -> TemplateNameDetailViewModel? {
        guard let item = store.item(identifier: identifier) else { return nil }
        let navigator = TemplateNameDetailNavigator(navigator: navigator)
        return TemplateNameDetailViewModel(item: item, store: store, navigator: navigator)
    }
}
