import FeatureKit
import FeatureTesting
import Testing

@testable import Home

/// The operator's settings on their way to the Home screen.
@Suite struct HomeContainerTests {
    private let navigatorMock = NavigatorMock()

    @Test(
        "a setting that is absent or of another type has a default",
        arguments: ["{}", #"{ "greeting": 1, "featured": "7" }"#])
    func defaults(settings: String) throws {
        let viewModel = try makeHomeViewModel(settings: settings)
        viewModel.didTapOnFeaturedCharacter()
        #expect(viewModel.greeting == "Welcome to Switchyard.")
        #expect(navigatorMock.navigatedDestinations as? [HomeOutgoingNavigation] == [.character(identifier: 42)])
    }

    @Test("the operator chooses the greeting and the featured character")
    func settings() throws {
        let viewModel = try makeHomeViewModel(settings: #"{ "greeting": "Good morning.", "featured": 7 }"#)
        viewModel.didTapOnFeaturedCharacter()
        #expect(viewModel.greeting == "Good morning.")
        #expect(navigatorMock.navigatedDestinations as? [HomeOutgoingNavigation] == [.character(identifier: 7)])
    }

    private func makeHomeViewModel(settings: String) throws -> HomeViewModel {
        HomeContainer(settings: try #require(FeatureSettings(settings))).makeHomeViewModel(navigator: navigatorMock)
    }
}
