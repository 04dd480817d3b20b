import FeatureKit

/// Leaves an item for where one came from.
struct TemplateNameDetailNavigator: TemplateNameDetailNavigatorContract {
    let navigator: any NavigatorContract

    func goBack() {
        navigator.goBack()
    }
}
