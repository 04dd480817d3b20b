// View code of the documents that this project begins with, with FeatureKit imported in the place of SwiftUI, and the types
// that the documents leave out.
import FeatureKit

struct SeedItem: Identifiable, Hashable {
    let id: Int
    let name: String
}

enum SeedDestination: Hashable {
    case itemDetail(Int)
}

final class SeedRouter: ObservableObject {
    @Published var path = NavigationPath()

    func navigate(to destination: SeedDestination) { path.append(destination) }
}

@MainActor
final class SeedHomeViewModel: ObservableObject {
    @Published var items: [SeedItem] = []  // Data only
}

struct SeedItemRow: View {
    @EnvironmentObject var router: SeedRouter
    let item: SeedItem

    var body: some View {
        Button(item.name) {
            router.navigate(to: .itemDetail(item.id))
        }
    }
}

struct SeedItemLinkRow: View {
    let item: SeedItem

    var body: some View {
        NavigationLink {
            SeedItemDetailView(id: item.id)
        } label: {
            Text(item.name)
        }
    }
}

struct SeedItemDetailView: View {
    let id: Int

    var body: some View { Text("Item \(id)").navigationTitle("Detail") }
}

struct SeedHomeView: View {
    @StateObject var homeRouter = SeedRouter()
    @StateObject var viewModel = SeedHomeViewModel()

    var body: some View {
        NavigationStack(path: $homeRouter.path) {
            List {
                ForEach(viewModel.items) { SeedItemRow(item: $0) }
                SeedItemLinkRow(item: SeedItem(id: 9, name: "Linked"))
            }
            .navigationTitle("Home")
            .navigationDestination(for: SeedDestination.self) { destination in
                switch destination {
                case .itemDetail(let id): SeedItemDetailView(id: id)
                }
            }
        }
        .environmentObject(homeRouter)
        .onAppear { viewModel.items = [SeedItem(id: 1, name: "First"), SeedItem(id: 2, name: "Second")] }
    }
}
