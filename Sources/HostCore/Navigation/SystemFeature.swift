import FeatureContract

/// The host's own feature: the screens for cases where no other feature has one.
///
/// - `system`: the installed features, shown first if the wiring names no root.
/// - `system/notFound?destination=…&reason=…`: the destination asked for, and why it cannot be shown.
@MainActor
package final class SystemFeature: FeatureInstance {
    package let manifest = SystemRoutes.manifest
    private let catalog: Catalog

    package init(catalog: Catalog) {
        self.catalog = catalog
    }

    package func makeMainScreen(_ id: ScreenID) -> any ScreenInstance {
        guard !catalog.features().isEmpty else {
            var hint = ViewNode(
                .text, text: "Drop a feature's .so into a plugins directory; see switchyard list --help.")
            hint.role = .secondary
            return SystemScreen(
                RenderedScreen(title: "Features", nodes: [ViewNode(.text, text: "No features are installed."), hint]))
        }
        let links = catalog.features().map { entry in
            var link = ViewNode(.link, text: entry.manifest.name, destination: Destination(feature: entry.manifest.id))
            link.detail = entry.manifest.summary
            link.key = entry.manifest.id
            return link
        }
        return SystemScreen(RenderedScreen(title: "Features", nodes: [ViewNode(.list, children: links)]))
    }

    package func resolve(_ destination: Destination, _ id: ScreenID) -> (any ScreenInstance)? {
        guard destination.route == SystemRoutes.notFound.name, let asked = destination["destination"]?.scalarText,
            let reason = destination["reason"]?.scalarText
        else { return nil }
        var text = ViewNode(.text, text: "\(asked) cannot be shown.")
        text.role = .danger
        return SystemScreen(RenderedScreen(title: "Not found", nodes: [text, ViewNode(.text, text: reason)]))
    }

    package func resolve(url: String) -> Destination? { nil }
    package func receive(_ message: Message) -> Resume? { nil }
    package func deactivate() {}
}

/// A screen that never changes.
@MainActor
private final class SystemScreen: ScreenInstance {
    private let screen: RenderedScreen

    init(_ screen: RenderedScreen) {
        self.screen = screen
    }

    func render() -> RenderedScreen { screen }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        throw CallFailure(.notFound, "the screen has no actions")
    }

    func appear() {}
    func disappear() {}

    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        throw CallFailure(.notFound, "the screen has no checkpoints")
    }

    func receive(_ message: Message) -> Resume? { nil }
    func destroy() {}
}
