// What router.md leaves out of the feature "character", and in extensions what a Feature has here besides.
import FeatureKit
import Foundation

extension CharacterIncomingNavigation {
    public static let samples: [Self] = [.list, .detail(identifier: 0)]
}

extension CharacterFeature {
    public typealias Incoming = CharacterIncomingNavigation

    public static var id: String { "character" }
    public static var version: String { "1.0.0" }

    public init(context: FeatureContext) {
        self.init(httpClient: FixedClient())
    }
}

@c(switchyard_feature_entry) public func featureEntry() -> FeatureEntry { FeatureLibrary.export(CharacterFeature.self) }

extension URL {
    nonisolated func queryParameter(_ name: String) -> String? {
        URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
    }
}

public protocol HTTPClientContract {
    func names() -> [String]
}

struct FixedClient: HTTPClientContract {
    func names() -> [String] { ["Ada", "Ben"] }
}

struct CharacterContainer {
    let httpClient: any HTTPClientContract

    func makeCharacterListViewModel(navigator: any NavigatorContract) -> CharacterViewModel {
        makeViewModel(of: nil, navigator: navigator)
    }

    func makeCharacterDetailViewModel(identifier: Int, navigator: any NavigatorContract) -> CharacterViewModel {
        makeViewModel(of: identifier, navigator: navigator)
    }

    private func makeViewModel(of identifier: Int?, navigator: any NavigatorContract) -> CharacterViewModel {
        CharacterViewModel(
            getCharacterUseCase: GetCharacterUseCase(client: httpClient, identifier: identifier),
            navigator: CharacterNavigator(navigator: navigator))
    }
}

struct Item: Identifiable {
    let id: Int
    let name: String
}

enum CharacterViewState {
    case idle
    case loaded([Item])
}

protocol GetCharacterUseCaseContract {
    func execute() async -> [Item]
}

struct GetCharacterUseCase: GetCharacterUseCaseContract {
    let client: any HTTPClientContract
    let identifier: Int?

    func execute() async -> [Item] {
        let items = client.names().enumerated().map { Item(id: $0.offset, name: $0.element) }
        return items.filter { identifier == nil || $0.id == identifier }
    }
}

extension CharacterViewModel {
    var isLoading: Bool {
        if case .idle = state { true } else { false }
    }

    var items: [Item] {
        guard case .loaded(let items) = state else { return [] }
        return items
    }
}

struct CharacterListView: View {
    let viewModel: CharacterViewModel

    var body: some View {
        List(viewModel.items) { item in
            Button(item.name) { viewModel.didSelectItem(item) }
        }
        .navigationTitle("Characters")
        .navigationLoading(viewModel.isLoading)
        .task { await viewModel.didAppear() }
    }
}

struct CharacterDetailView: View {
    let viewModel: CharacterViewModel

    var body: some View {
        Form {
            ForEach(viewModel.items) { Text("This is \($0.name)") }
            Button("Leave") { viewModel.didTapOnBack() }
        }
        .navigationTitle("Character")
        .navigationLoading(viewModel.isLoading)
        .task { await viewModel.didAppear() }
    }
}
