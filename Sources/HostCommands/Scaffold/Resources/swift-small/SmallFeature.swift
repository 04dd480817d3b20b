import FeatureKit

/// The destinations that the feature handles.
enum TemplateNameNavigation: Navigation {
    case list

    static let samples: [Self] = [.list]

    var summary: String { "All items." }
}

/// The links that lead to the feature.
struct TemplateNameLinks: DeepLinkHandler {
    let scheme = "template-scheme"
    let host = "template-name"
    let links = [DeepLink("/list", to: TemplateNameNavigation.list)]
}

/// A list of items, each of which can be marked as done.
struct TemplateNameFeature: Feature {
    typealias Incoming = TemplateNameNavigation

    static let id = "template-name"
    static let name = "Template name"
    static let version = "0.1.0"
    static let summary = "A list of items, each of which can be marked as done."
    static var mainDestination: TemplateNameNavigation? { .list }
    static var deepLinkHandler: (any DeepLinkHandler)? { TemplateNameLinks() }

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> AnyView { AnyView(TemplateNameView()) }

    func resolve(_ navigation: any Navigation, navigator: any NavigatorContract) -> AnyView? {
        switch navigation as? TemplateNameNavigation {
        case .list: makeMainView(navigator: navigator)
        case nil: nil
        }
    }
}

/// The screen.
struct TemplateNameView: View {
    private static let items = ["Look around", "Change something", "Lead to another feature"]

    @State private var done: Set<String> = []

    var body: some View {
        List {
            ForEach(Self.items, id: \.self) { item in
                Toggle(item, isOn: isDone(item))
            }
            Text("\(done.count) of \(Self.items.count) done")
        }
        .navigationTitle("Template name")
    }

    private func isDone(_ item: String) -> Binding<Bool> {
        Binding {
            done.contains(item)
        } set: { isDone in
            if isDone { done.insert(item) } else { done.remove(item) }
        }
    }
}

/// The host calls this function first. It finds the function only if that is both `public` and `@c`.
@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry {
    FeatureLibrary.export(TemplateNameFeature.self)
}
