import FeatureKit

/// Whether what one has read is told to those who wrote it. Another feature decides, and sends it.
public struct Receipts: RawRepresentable, NavigationValue {
    public let rawValue: Bool

    public init(rawValue: Bool) {
        self.rawValue = rawValue
    }
}
