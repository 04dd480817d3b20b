import FeatureKit

/// Whether others get to know what one has read: sent to whoever the wiring leads to.
public struct ReadReceipts: RawRepresentable, NavigationValue {
    public let rawValue: Bool

    public init(rawValue: Bool) {
        self.rawValue = rawValue
    }
}
