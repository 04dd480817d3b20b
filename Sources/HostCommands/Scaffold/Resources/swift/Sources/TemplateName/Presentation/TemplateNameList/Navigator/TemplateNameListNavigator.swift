import FeatureKit

/// Leaves the list for the feature's own screen of an item.
struct TemplateNameListNavigator: TemplateNameListNavigatorContract {
    let navigator: any NavigatorContract

    func navigateToDetail(identifier: Int) {
        navigator.navigate(to: TemplateNameIncomingNavigation.detail(identifier: identifier))
    }
}
