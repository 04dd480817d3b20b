import FeatureKit

/// The destinations that Home leads to; the host's wiring decides which feature handles them.
public enum HomeOutgoingNavigation: Navigation {
    case characters
    case character(identifier: Int)

    public static let samples: [Self] = [.characters, .character(identifier: 0)]

    public var summary: String {
        switch self {
        case .characters: "All characters."
        case .character: "One character, by its number."
        }
    }
}
