/// The package, the feature and its data.
extension SwiftTemplate {
    var package: String {
        """
        // swift-tools-version: 6.3
        import PackageDescription

        /// Features are app modules: their code lives on the main actor unless it says otherwise.
        let feature: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

        let package = Package(
            name: "\(name.type)",
            products: [.library(name: "\(name.type)Feature", type: .dynamic, targets: ["\(name.type)"])],
            dependencies: [\(dependency.declaration)],
            targets: [
                .target(
                    name: "\(name.type)",
                    dependencies: [.product(name: "FeatureKit", package: "\(dependency.package)")],
                    swiftSettings: feature),
                .testTarget(
                    name: "\(name.type)Tests",
                    dependencies: ["\(name.type)", .product(name: "FeatureTesting", package: "\(dependency.package)")],
                    swiftSettings: feature),
            ]
        )

        """
    }

    var feature: String {
        """
        import FeatureKit

        /// A list of items, and a screen for each of them.
        public struct \(name.type)Feature: Feature {
            public typealias Incoming = \(name.type)IncomingNavigation

            public static let id = "\(name.id)"
            public static let name = "\(name.title)"
            public static let version = "0.1.0"
            public static let summary = "A list of items, and a screen for each of them."
            public static var mainDestination: \(name.type)IncomingNavigation? { .list }
            public static var deepLinkHandler: (any DeepLinkHandler)? { \(name.type)DeepLinkHandler() }

            private let container = \(name.type)Container(store: \(name.type)Store())

            public init(context: FeatureContext) {}

            public func makeMainView(navigator: any NavigatorContract) -> AnyView {
                AnyView(\(name.type)ListView(viewModel: container.makeListViewModel(navigator: navigator)))
            }

            public func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
                guard let navigation = navigation as? \(name.type)IncomingNavigation else { return nil }
                switch navigation {
                case .list:
                    return makeMainView(navigator: navigator)
                case .detail(let identifier):
                    let viewModel = container.makeDetailViewModel(identifier: identifier, navigator: navigator)
                    return viewModel.map { AnyView(\(name.type)DetailView(viewModel: $0)) }
                }
            }
        }

        """
    }

    var container: String {
        """
        import FeatureKit

        /// Makes the view models of the feature's screens with what they depend on.
        struct \(name.type)Container {
            let store: \(name.type)Store

            func makeListViewModel(navigator: any NavigatorContract) -> \(name.type)ListViewModel {
                \(name.type)ListViewModel(store: store, navigator: \(name.type)ListNavigator(navigator: navigator))
            }

            /// Nil where there is no item of that number.
            func makeDetailViewModel(
                identifier: Int, navigator: any NavigatorContract
            ) -> \(name.type)DetailViewModel? {
                guard let item = store.item(identifier: identifier) else { return nil }
                let navigator = \(name.type)DetailNavigator(navigator: navigator)
                return \(name.type)DetailViewModel(item: item, store: store, navigator: navigator)
            }
        }

        """
    }

    var export: String {
        """
        import FeatureKit

        @c(feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(\(name.type)Feature.self) }

        """
    }

    var item: String {
        """
        /// One item of the list.
        struct \(name.type)Item: Identifiable, Hashable, Sendable {
            let identifier: Int
            let title: String
            let text: String

            var id: Int { identifier }
        }

        """
    }

    var store: String {
        """
        import Observation

        /// The items, and which of them are done, for as long as the feature runs.
        @Observable
        final class \(name.type)Store {
            let items = [
                \(name.type)Item(
                    identifier: 1, title: "Look around",
                    text: "A row leads to the screen of its item, and so does a link."),
                \(name.type)Item(
                    identifier: 2, title: "Change something",
                    text: "Edit the source, build and test it, and copy it over the library that is installed."),
                \(name.type)Item(
                    identifier: 3, title: "Lead to another feature",
                    text: "Declare an outgoing route; the host's wiring file says where it leads."),
            ]
            private var doneIdentifiers: Set<Int> = []

            func item(identifier: Int) -> \(name.type)Item? {
                items.first { $0.identifier == identifier }
            }

            func isDone(_ item: \(name.type)Item) -> Bool {
                doneIdentifiers.contains(item.identifier)
            }

            func setDone(_ isDone: Bool, _ item: \(name.type)Item) {
                if isDone {
                    doneIdentifiers.insert(item.identifier)
                } else {
                    doneIdentifiers.remove(item.identifier)
                }
            }
        }

        """
    }

    var incomingNavigation: String {
        """
        import FeatureKit

        /// The destinations that the feature handles.
        public enum \(name.type)IncomingNavigation: Navigation {
            case list
            case detail(identifier: Int)

            public static let samples: [Self] = [.list, .detail(identifier: 0)]

            public var parents: [Self] {
                switch self {
                case .list: []
                case .detail: [.list]
                }
            }

            public var summary: String {
                switch self {
                case .list: "All items."
                case .detail: "One item, by its number."
                }
            }
        }

        """
    }

    var deepLinkHandler: String {
        """
        import FeatureKit

        /// The links that lead to the feature.
        struct \(name.type)DeepLinkHandler: DeepLinkHandler {
            let scheme = "\(scheme)"
            let host = "\(name.id)"
            let links = [
                DeepLink("/list", to: \(name.type)IncomingNavigation.list),
                DeepLink("/detail?id={identifier}", to: \(name.type)IncomingNavigation.detail(identifier: 0)),
            ]
        }

        """
    }
}
