import FoundationEssentials

/// An app in the static design, with a number of features.
public final class SeedProgram {
    private let features: [any Feature]
    private let outgoing: [any Navigation]
    private let coordinator: NavigationCoordinator

    /// - Parameter count: The number of features: 2, or as many as were generated.
    public init(count: Int) {
        features = Array(everyFeature().prefix(count))
        precondition(features.count == count, "\(count) features are measured and fewer compiled: run Benchmarks/run")
        outgoing = Array(everyOutgoing().prefix(count))
        coordinator = NavigationCoordinator(redirector: everyRedirect(count))
    }

    public var count: Int { features.count }

    /// Follows a link to a destination, and goes back.
    ///
    /// - Returns: Whether the link led anywhere.
    public func follow(link text: String) -> Bool {
        guard let url = URL(string: text) else { return false }
        for feature in features {
            if let navigation = feature.deepLinkHandler?.resolve(url) {
                coordinator.navigate(to: navigation)
                defer { coordinator.goBack() }
                return !coordinator.path.isEmpty
            }
        }
        return false
    }

    /// Goes to a feature's outgoing destination, renders the screen that it leads to, and goes back.
    public func show(outgoingOf feature: Int) -> String {
        coordinator.navigate(to: outgoing[feature])
        defer { coordinator.goBack() }
        guard let top = coordinator.path.last?.base as? any Navigation else { return "" }
        var text = ""
        for feature in features {
            if let view = feature.resolve(top, navigator: coordinator) {
                view.render(into: &text)
                break
            }
        }
        return text
    }
}
