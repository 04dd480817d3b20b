import FeatureKit

/// Whether the user has signed in. The feature sends it, and the wiring decides what it is good for.
public struct SignedIn: RawRepresentable, NavigationValue {
    public let rawValue: Bool

    public init(rawValue: Bool) {
        self.rawValue = rawValue
    }
}
