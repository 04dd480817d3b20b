public import FeatureKit

/// A navigator that goes nowhere and remembers what it was asked.
///
/// ```swift
/// let navigatorMock = NavigatorMock()
/// HomeNavigator(navigator: navigatorMock).navigateToCharacters()
/// #expect(navigatorMock.navigatedDestinations.first as? HomeOutgoingNavigation == .characters)
/// ```
@MainActor
public final class NavigatorMock: NavigatorContract {
    /// Everything that was asked, in order, also what was refused.
    public private(set) var requests: [NavigationRequest] = []
    /// When set, every request is refused with it.
    public var refusal: NavigationError?
    /// The names of the checkpoints that can be returned to.
    public var returnableCheckpoints: Set<String> = []

    /// A navigator that has been asked nothing.
    public init() {}

    /// The destinations that were navigated to, by whichever method.
    public var navigatedDestinations: [any Navigation] { requests.navigatedDestinations }

    /// How often it was asked to go back.
    public var goBackCallCount: Int { requests.goBackCallCount }

    public func perform(_ request: NavigationRequest) throws(NavigationError) {
        requests.append(request)
        if let refusal { throw refusal }
    }

    public func canReturn(toCheckpointNamed name: String) -> Bool {
        returnableCheckpoints.contains(name)
    }
}
