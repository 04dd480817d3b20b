// The code of a feature in router.md, in its order, for the feature "character".
// swift-format-ignore-file
import FeatureKit
import Foundation

// Features/Character/Sources/Presentation/Navigation/CharacterIncomingNavigation.swift

public enum CharacterIncomingNavigation: Navigation {
    case list
    case detail(identifier: Int)
}

// Features/Character/Sources/Presentation/Navigation/CharacterDeepLinkHandler.swift

struct CharacterDeepLinkHandler: DeepLinkHandler {
    let scheme = "challenge"
    let host = "character"  // e.g., "character"

    func resolve(_ url: URL) -> (any Navigation)? {
        switch url.path {
        case "/list":
            return CharacterIncomingNavigation.list

        case "/detail":
            guard let id = url.queryParameter("id").flatMap(Int.init) else {
                return nil
            }
            return CharacterIncomingNavigation.detail(identifier: id)

        default:
            return nil
        }
    }
}

// Features/Character/Sources/Presentation/Character/Navigator/CharacterNavigatorContract.swift
protocol CharacterNavigatorContract {
    func navigateToDetail(id: Int)  // Internal navigation
    func goBack()
}

// Features/Character/Sources/Presentation/Character/Navigator/CharacterNavigator.swift

struct CharacterNavigator: CharacterNavigatorContract {
    private let navigator: NavigatorContract

    init(navigator: NavigatorContract) {
        self.navigator = navigator
    }

    func navigateToDetail(id: Int) {
        // Uses IncomingNavigation (same feature)
        navigator.navigate(to: CharacterIncomingNavigation.detail(identifier: id))
    }

    func goBack() {
        navigator.goBack()
    }
}

// Features/Character/Sources/CharacterFeature.swift

public struct CharacterFeature: Feature {
    private let container: CharacterContainer

    public init(httpClient: any HTTPClientContract) {
        self.container = CharacterContainer(httpClient: httpClient)
    }

    // MARK: - Feature Protocol

    public var deepLinkHandler: (any DeepLinkHandler)? {
        CharacterDeepLinkHandler()
    }

    public func makeMainView(navigator: any NavigatorContract) -> AnyView {
        AnyView(CharacterListView(
            viewModel: container.makeCharacterListViewModel(navigator: navigator)
        ))
    }

    public func resolve(
        _ navigation: any Navigation,
        navigator: any NavigatorContract
    ) -> AnyView? {
        guard let navigation = navigation as? CharacterIncomingNavigation else {
            return nil
        }
        switch navigation {
        case .list:
            return makeMainView(navigator: navigator)
        case .detail(let identifier):
            return AnyView(CharacterDetailView(
                viewModel: container.makeCharacterDetailViewModel(
                    identifier: identifier,
                    navigator: navigator
                )
            ))
        }
    }
}

// Features/Character/Sources/Presentation/ViewModels/CharacterViewModel.swift

@Observable
final class CharacterViewModel {
    private(set) var state: CharacterViewState = .idle

    private let getCharacterUseCase: GetCharacterUseCaseContract
    private let navigator: CharacterNavigatorContract

    init(getCharacterUseCase: GetCharacterUseCaseContract, navigator: CharacterNavigatorContract) {
        self.getCharacterUseCase = getCharacterUseCase
        self.navigator = navigator
    }

    func didSelectItem(_ item: Item) {
        navigator.navigateToDetail(id: item.id)
    }

    func didTapOnBack() {
        navigator.goBack()
    }
}

// The document leaves out what loads the state; private members can be used in this file alone.
extension CharacterViewModel {
    func didAppear() async {
        state = .loaded(await getCharacterUseCase.execute())
    }
}
