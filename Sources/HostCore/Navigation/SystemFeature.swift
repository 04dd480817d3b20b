import FeatureContract
import HostSystem

/// The host's own feature: the screens for cases where no other feature has one.
///
/// - `system`: the installed features, shown first if the wiring names no root.
/// - `system/notFound?destination=…&reason=…`: the destination asked for, and why it cannot be shown.
@MainActor
package final class SystemFeature: FeatureInstance {
    package let manifest = SystemRoutes.manifest
    private let catalog: Catalog
    /// The paths of the plugins directories, shown where no features are installed.
    private let directories: [String]

    package init(catalog: Catalog, directories: [String]) {
        self.catalog = catalog
        self.directories = directories
    }

    package func makeMainScreen(_ id: ScreenID) -> any ScreenInstance {
        guard !catalog.features().isEmpty else {
            return SystemScreen(
                RenderedScreen(
                    title: SystemRoutes.title, nodes: [ViewNode(.text, text: "No features are installed.")] + hints))
        }
        let links = catalog.features().map { entry in
            var link = ViewNode(.link, text: entry.manifest.name, destination: Destination(feature: entry.manifest.id))
            link.detail = entry.manifest.summary
            link.key = entry.manifest.id
            return link
        }
        return SystemScreen(RenderedScreen(title: SystemRoutes.title, nodes: [ViewNode(.list, children: links)]))
    }

    /// What to do while no features are installed: where one goes, and how to begin one.
    private var hints: [ViewNode] {
        let texts =
            (directories.isEmpty ? [] : ["Put a feature's .so into a plugins directory:"] + directories)
            + ["Begin a feature of your own: \(HostName.name) new hello"]
        return texts.map { text in
            var node = ViewNode(.text, text: text)
            node.role = .secondary
            return node
        }
    }

    package func resolve(_ destination: Destination, _ id: ScreenID) -> (any ScreenInstance)? {
        guard destination.route == SystemRoutes.notFound.name, let asked = destination["destination"]?.scalarText,
            let reason = destination["reason"]?.scalarText
        else { return nil }
        var text = ViewNode(.text, text: "\(asked) cannot be shown.")
        text.role = .danger
        return SystemScreen(
            RenderedScreen(title: SystemRoutes.titleOfNotFound, nodes: [text, ViewNode(.text, text: reason)]))
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
