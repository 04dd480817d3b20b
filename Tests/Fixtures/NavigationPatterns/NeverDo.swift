// The code of "NEVER Do" of navigation-patterns.md, in its order: what its names hide from each other in Wrong and
// Right.
import FeatureKit
import Foundation

enum Wrong {
    // ❌ ViewModel owns navigation — couples business logic to navigation
    @MainActor
    final class HomeViewModel: ObservableObject {
        @Published var path = NavigationPath()  // Wrong layer!
    }

    // ❌ Shared path across tabs — navigation becomes unpredictable
    struct MainTabView: View {
        @StateObject var router = Router()  // Single router!

        var body: some View {
            TabView {
                // Both tabs share same path — chaos
            }
        }
    }

    // ❌ View knows too much about app structure
    struct ItemRow: View {
        let item: Item

        var body: some View {
            NavigationLink {
                ItemDetailView(item: item)  // View creates destination
            } label: {
                Text(item.name)
            }
        }
    }
}

enum Right {
    // ✅ Router/Coordinator owns navigation, ViewModel owns data
    @MainActor
    final class Router: ObservableObject {
        @Published var path = NavigationPath()
    }

    @MainActor
    final class HomeViewModel: ObservableObject {
        @Published var items: [Item] = []  // Data only
    }

    // ✅ Each tab has independent navigation stack
    struct MainTabView: View {
        @StateObject var homeRouter = Router()
        @StateObject var searchRouter = Router()

        var body: some View {
            TabView {
                NavigationStack(path: $homeRouter.path) { ItemList(name: "Home") }
                NavigationStack(path: $searchRouter.path) { ItemList(name: "Search") }
            }
        }
    }
}

// ✅ Queue deep link for deferred handling
struct MyApp: View {
    @StateObject var router = Router()
    @State var pendingDeepLink: URL?

    var body: some View {
        ContentView()
            .environmentObject(router)
            .onAppear {
                if let url = pendingDeepLink {
                    router.handle(url)
                    pendingDeepLink = nil
                }
            }
    }
}

// ✅ Enum routes with associated values
enum Route: Hashable {
    case profile(userId: String)
    case settings
}

// ✅ Delegate navigation to Router
struct ItemRow: View {
    let item: Item
    @EnvironmentObject var router: Router

    var body: some View {
        Button(item.name) {
            router.navigate(to: .itemDetail(item.id))
        }
    }
}

// ✅ Persist for important flows (optional based on UX needs)
struct KeptStack: View {
    @StateObject var router = Router()
    @SceneStorage("navigationPath") private var pathData: Data?

    var body: some View {
        NavigationStack(path: $router.path) { KeptHome(router: router) }
            .onAppear { router.restore(from: pathData) }
            .onChange(of: router.path) { pathData = router.serialize() }
    }
}
