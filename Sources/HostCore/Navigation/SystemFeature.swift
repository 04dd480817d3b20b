import FeatureContract
import HostSystem

/// The host's own feature: the screens for cases where no other feature has one.
///
/// - `system`: the installed features, shown first if the wiring names no root.
/// - `system/notFound?destination=…&reason=…`: the destination asked for, and why it cannot be shown.
@MainActor
final class SystemFeature: FeatureInstance {
    let manifest = SystemRoutes.manifest
    private let catalog: Catalog
    /// The paths of the plugins directories, shown if no features are installed.
    private let directories: [String]
    /// The screens, which never change.
    private var screens: [ScreenID: RenderedScreen] = [:]

    init(catalog: Catalog, directories: [String]) {
        self.catalog = catalog
        self.directories = directories
    }

    func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply {
        switch message {
        case .makeMainScreen(let id):
            screens[id] = mainScreen
            return .made(keepsState: false)
        case .resolve(let destination, let id):
            screens[id] = notFound(destination)
            return screens[id] == nil ? .notMine : .made(keepsState: false)
        case .render(let id, _, _): return screens[id].map { .screen($0) } ?? .notMine
        case .destroy(let id): screens[id] = nil
        case .resolveURL, .receive, .screenReceive, .save: return .notMine
        case .perform: throw CallFailure(.notFound, "the screen has no actions")
        case .returned: throw CallFailure(.notFound, "the screen has no checkpoints")
        case .restore: throw CallFailure(.unsupported, "it takes no saved state")
        case .activate, .deactivate, .appear, .disappear, .connected, .picked, .answered: break
        }
        return .done
    }

    private var mainScreen: RenderedScreen {
        guard !catalog.features().isEmpty else {
            return RenderedScreen(
                title: SystemRoutes.title, nodes: [ViewNode(.text, text: "No features are installed.")] + hints)
        }
        let links = catalog.features().map { entry in
            var link = ViewNode(.link, text: entry.manifest.name, destination: Destination(feature: entry.manifest.id))
            link.detail = entry.manifest.summary
            link.key = entry.manifest.id
            return link
        }
        return RenderedScreen(title: SystemRoutes.title, nodes: [ViewNode(.list, children: links)])
    }

    /// Instructions while no features are installed: where to put one, and how to start one.
    private var hints: [ViewNode] {
        let directories = directories.map { "  \(Path.resolved($0) ?? $0)" }
        let texts =
            (directories.isEmpty ? [] : ["", "Copy a feature's .so into this directory, and it is here at once:"])
            + directories + ["", "Or begin a feature of your own:", "  \(HostName.name) new hello"]
        return texts.map { ViewNode(.text, text: $0) }
    }

    private func notFound(_ destination: Destination) -> RenderedScreen? {
        guard destination.route == SystemRoutes.notFound.name, let asked = destination["destination"]?.scalarText,
            let reason = destination["reason"]?.scalarText
        else { return nil }
        return .failed(SystemRoutes.titleOfNotFound, "\(asked) cannot be shown.", reason)
    }
}
