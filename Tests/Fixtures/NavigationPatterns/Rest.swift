// What navigation-patterns.md names and leaves out.
import FeatureKit
import Foundation

struct Item: Hashable, Identifiable {
    let id: Int
    var name: String { "Item \(id)" }
}

enum SettingsSection: String, Codable {
    case account
}

extension Router {
    func handle(_ url: URL) {
        if let deepLink = DeepLink(url: url) { handle(deepLink) }
    }

    func serialize() -> Data? { try? JSONEncoder().encode(path) }

    func restore(from data: Data?) {
        guard let data, let routes = try? JSONDecoder().decode([Route].self, from: data) else { return }
        replaceStack(with: routes)
    }
}

struct HomeView: View {
    @EnvironmentObject var router: Router
    @State private var search = ""

    var body: some View {
        List {
            TextField("Search", text: $search)
            Button("Users") { router.navigate(to: .userList) }
            NavigationLink("Settings", value: Router.Route.settings)
            ItemRow(item: Item(id: 7))
        }
        .navigationTitle("Home")
    }
}

struct ProfileView: View {
    @EnvironmentObject var router: Router

    var body: some View {
        Button("Account") { router.navigate(to: .settingsSection(.account)) }
            .navigationTitle("Profile")
    }
}

struct UserListView: View {
    @EnvironmentObject var router: Router

    var body: some View {
        Button("Ada") { router.navigate(to: .userDetail(userId: "ada")) }
            .navigationTitle("Users")
    }
}

struct UserDetailView: View {
    let userId: String
    @EnvironmentObject var router: Router
    @State private var note = ""

    var body: some View {
        Form {
            Text("\(router.path.count) above the root")
            TextField("Note", text: $note)
            Button("Home") { router.popToRoot() }
        }
        .navigationTitle("User \(userId)")
    }
}

struct SettingsView: View {
    var body: some View { Text("All settings").navigationTitle("Settings") }
}

struct SettingsSectionView: View {
    let section: SettingsSection
    @EnvironmentObject var router: Router

    var body: some View {
        Button("Pop") { router.pop() }
            .navigationTitle("Section \(section.rawValue)")
    }
}

struct ProductDetailView: View {
    let productId: String

    var body: some View { Text("A product").navigationTitle("Product \(productId)") }
}

struct ItemDetailView: View {
    let item: Item

    var body: some View { Text("An item").navigationTitle(item.name) }
}

/// The root of MyApp.
struct ContentView: View {
    @EnvironmentObject var router: Router

    var body: some View {
        NavigationStack(path: Binding(get: { router.path }, set: { router.path = $0 })) {
            HomeView()
                .navigationDestination(for: Router.Route.self) { router.destination(for: $0) }
        }
    }
}

/// The root of each tab of Right.MainTabView.
struct ItemList: View {
    let name: String

    var body: some View {
        List {
            NavigationLink("First", value: Item(id: 1))
            Wrong.ItemRow(item: Item(id: 2))
        }
        .navigationTitle(name)
        .navigationDestination(for: Item.self) { ItemDetailView(item: $0) }
    }
}

/// The root of KeptStack.
struct KeptHome: View {
    let router: Router

    var body: some View {
        Button("Settings") { router.navigate(to: .settings) }
            .navigationTitle("Kept")
            .navigationDestination(for: Router.Route.self) { router.destination(for: $0) }
    }
}
