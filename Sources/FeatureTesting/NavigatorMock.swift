public import FeatureKit

/// A navigator that goes nowhere and records its requests.
///
/// ```swift
/// let navigatorMock = NavigatorMock()
/// HomeNavigator(navigator: navigatorMock).navigateToCharacters()
/// #expect(navigatorMock.navigatedDestinations.first as? HomeOutgoingNavigation == .characters)
/// ```
@MainActor
public final class NavigatorMock: NavigatorContract {
    /// All requests in order, including refused ones.
    public private(set) var requests: [NavigationRequest] = []
    /// The error that refuses every request; nil to accept requests.
    public var refusal: NavigationError?
    /// The names of the checkpoints to which screens can return.
    public var returnableCheckpoints: Set<String> = []

    /// Makes a navigator without requests.
    public init() {}

    /// The destinations of all navigation requests, by any method.
    public var navigatedDestinations: [any Navigation] { requests.navigatedDestinations }

    /// The number of requests to go back.
    public var goBackCallCount: Int { requests.goBackCallCount }

    public func perform(_ request: NavigationRequest) throws(NavigationError) {
        requests.append(request)
        if let refusal { throw refusal }
    }

    public func canReturn(toCheckpointNamed name: String) -> Bool {
        returnableCheckpoints.contains(name)
    }
}
