// What navigator-library.md names and leaves out. A feature has one enum of destinations: those of the document's other
// modules stand for pages of it.
import FeatureKit

typealias SettingsDestinations = HomeDestinations

extension HomeDestinations {
    static var main: Self { .home }
}

enum ProfileDestinations {
    static var main: HomeDestinations { .pageN(1) }
}

enum AboutDestinations {
    static var main: HomeDestinations { .pageN(2) }
}

enum RootTabs: Int, Codable, NavigationValue {
    case home, settings
}

struct HomeDependencies {
    var name = "the dependencies"
}

extension EnvironmentValues {
    @Entry var homeDependencies = HomeDependencies()
}

class HomePageViewModel {
    let text: String

    init(dependencies: HomeDependencies) {
        text = "Made with \(dependencies.name)"
    }
}

final class HomePage2ViewModel: HomePageViewModel {}
final class HomePage3ViewModel: HomePageViewModel {}
final class HomePageNViewModel: HomePageViewModel {}

struct HomeContentView: View {
    let title: String

    var body: some View {
        List {
            RootView()
            ProgrammaticView()
            NavigationLink("New order", to: SharedDestinations.newOrder)
        }
        .navigationTitle(title)
    }
}

struct HomePageView: View {
    let viewModel: HomePageViewModel

    var body: some View {
        Text(viewModel.text)
        CheckpointButtons()
            .navigationTitle("Home Page")
    }
}

struct HomePage2View: View {
    let viewModel: HomePage2ViewModel

    var body: some View {
        Text(viewModel.text)
        CheckpointButtons()
            .navigationTitle("Page 2")
    }
}

struct HomePage3View: View {
    let viewModel: HomePage3ViewModel

    var body: some View {
        Text(viewModel.text)
        CheckpointButtons()
            .navigationTitle("Page 3")
    }
}

struct HomePageNView: View {
    let viewModel: HomePageNViewModel
    let number: Int

    var body: some View {
        Text(viewModel.text)
        CheckpointButtons()
            .navigationTitle("Page \(number)")
    }
}

struct NavigatorLibraryFeature: Feature {
    typealias Outgoing = SharedDestinations

    static let id = "navigator-library"
    static let version = "1.0.0"
    static var checkpoints: [AnyNavigationCheckpoint] {
        [.of(KnownCheckpoints.home), .of(KnownCheckpoints.settings)]
    }
    static var receivedValues: [any NavigationValue.Type] { [RootTabs.self] }

    init(context: FeatureContext) {}

    func makeMainView(navigator: any NavigatorContract) -> some View { RootTabView() }

    func resolve(_ navigation: HomeDestinations, navigator: any NavigatorContract) -> some View { navigation }
}

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry {
    FeatureLibrary.export(NavigatorLibraryFeature.self)
}
