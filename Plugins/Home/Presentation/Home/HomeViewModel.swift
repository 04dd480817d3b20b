import Observation

/// The greeting that Home shows, and the navigation of its buttons.
@Observable
final class HomeViewModel {
    let greeting: String

    private let featuredCharacter: Int
    private let navigator: any HomeNavigatorContract

    init(greeting: String, featuredCharacter: Int, navigator: any HomeNavigatorContract) {
        self.greeting = greeting
        self.featuredCharacter = featuredCharacter
        self.navigator = navigator
    }

    func didTapOnCharacters() {
        navigator.navigateToCharacters()
    }

    func didTapOnFeaturedCharacter() {
        navigator.navigateToCharacter(identifier: featuredCharacter)
    }
}
