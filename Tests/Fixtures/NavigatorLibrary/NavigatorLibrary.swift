// The code of navigator-library.md, in its order. Of several forms of one type, one stands here.
import FeatureKit

// Defining Navigation Destinations, and Advanced Destinations

nonisolated public enum HomeDestinations: Navigation, View {
    case home
    case page2
    case page3
    case pageN(Int)

    public static let samples: [Self] = [.home, .page2, .page3, .pageN(0)]

    public var body: some View {
        HomeDestinationsView(destination: self)
    }
}

private struct HomeDestinationsView: View {
    let destination: HomeDestinations
    @Environment(\.homeDependencies) var resolver
    var body: some View {
        switch destination {
        case .home:
            HomePageView(viewModel: HomePageViewModel(dependencies: resolver))
        case .page2:
            HomePage2View(viewModel: HomePage2ViewModel(dependencies: resolver))
        case .page3:
            HomePage3View(viewModel: HomePage3ViewModel(dependencies: resolver))
        case .pageN(let value):
            HomePageNView(viewModel: HomePageNViewModel(dependencies: resolver), number: value)
        }
    }
}

// Managed Navigation Stacks

struct RootView: View {
    var body: some View {
        NavigationStack {
            List {
                NavigationLink(to: HomeDestinations.page3) {
                    Text("Link to Page 3!")
                }
            }
        }
    }
}

// Eliminating Navigation Destination Registrations

struct SettingsTabView: View {
    var body: some View {
        NavigationStack {
            List {
                NavigationLink(to: ProfileDestinations.main) {
                    Text("User Profile")
                }
                NavigationLink(to: SettingsDestinations.main) {
                    Text("Settings")
                }
                NavigationLink(to: AboutDestinations.main) {
                    Text("About Navigator")
                }
            }
            .navigationTitle("Settings")
        }
    }
}

// Programatic Navigation Destinations, Navigation Methods, and Checkpoints

struct ProgrammaticView: View {
    // Sample using optional destination
    @State var page: SettingsDestinations?
    // Sample using trigger value
    @State var triggerPage3: Bool = false
    @Environment(\.navigator) var navigator: any NavigatorContract

    var body: some View {
        List {
            Button("Modifier Navigate to Page 3!") {
                page = .page3
            }
            .navigate(to: $page)
            Button("Modifier Trigger Page 3!") {
                triggerPage3.toggle()
            }
            .navigate(trigger: $triggerPage3, destination: SettingsDestinations.page3)
            Button("Button Navigate To Home Page 55") {
                navigator.navigate(to: HomeDestinations.pageN(55))
            }
            Button("Button Push Home Page 55") {
                navigator.push(HomeDestinations.pageN(55))
            }
            Button("Present Home Page 55 Via Sheet") {
                navigator.navigate(to: HomeDestinations.pageN(55), method: .sheet)
            }
        }
    }
}

extension HomeDestinations {
    public var method: NavigationMethod {
        switch self {
        case .page3:
            .sheet
        default:
            .push
        }
    }
}

struct KnownCheckpoints: NavigationCheckpoints {
    public static var home: NavigationCheckpoint<Void> { checkpoint() }
}

// Define a checkpoint with an Int value handler.
extension KnownCheckpoints {
    public static var settings: NavigationCheckpoint<Int> { checkpoint() }
}

struct CheckpointButtons: View {
    @Environment(\.navigator) var navigator: any NavigatorContract

    var body: some View {
        Button("Pop To Previous Screen") {
            navigator.pop()
        }
        Button("Dismiss Presented View") {
            navigator.dismiss()
        }
        Button("Return To Checkpoint Home") {
            navigator.returnToCheckpoint(KnownCheckpoints.home)
        }
        .disabled(!navigator.canReturnToCheckpoint(KnownCheckpoints.home))
        // Return, passing a value.
        Button("Return to Settings Checkpoint Passing Value 5") {
            navigator.returnToCheckpoint(KnownCheckpoints.settings, value: 5)
        }
    }
}

// Deep Linking Support

struct RootTabView: View {
    @SceneStorage("selectedTab") var selectedTab: RootTabs = .home
    var body: some View {
        TabView(selection: $selectedTab) {
            RootHomeView()
                .tabItem { Label("Home", systemImage: "house") }
                .tag(RootTabs.home)
            RootSettingsView()
                .tabItem { Label("Settings", systemImage: "gear") }
                .tag(RootTabs.settings)
        }
        .onNavigationReceive { (tab: RootTabs) in
            if tab == selectedTab {
                return .immediately
            }
            selectedTab = tab
            return .auto
        }
    }
}

struct SendButton: View {
    @Environment(\.navigator) var navigator: any NavigatorContract

    var body: some View {
        Button("Send Tab Home, Page 2") {
            navigator.send(
                RootTabs.home,
                HomeDestinations.page2
            )
        }
    }
}

struct RootHomeView: View {
    var body: some View {
        NavigationStack {
            HomeContentView(title: "Home Navigation")
                .navigationAutoReceive(HomeDestinations.self)  // shortcut
                .navigationCheckpoint(KnownCheckpoints.home)
        }
    }
}

struct RootSettingsView: View {
    @State private var returnValue: Int?

    var body: some View {
        SettingsTabView()
        SendButton()
        Text("Returned \(returnValue ?? 0)")
            // Establish the checkpoint and handler in our view
            .navigationCheckpoint(KnownCheckpoints.settings) { result in
                returnValue = result
            }
    }
}

// Modular Applications

nonisolated public enum SharedDestinations: Navigation {
    case newOrder
    case orderDetails(Int)
    case produceDetails(Int)

    public static let samples: [Self] = [.newOrder, .orderDetails(0), .produceDetails(0)]
}
