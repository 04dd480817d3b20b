import HostCore
import Terminal

/// The styles of what is on the screen. They use sixteen colours, whose shades the terminal's owner has chosen; no
/// colour is the only sign of anything.
enum Theme {
    static let title = Style.bold
    static let secondary = Style.dim
    static let link = Style(.cyan)
    static let field = Style.underline
    static let button = Style(.default, .bold)
    static let danger = Style(.red, .bold)
    static let warning = Style(.yellow)
    static let success = Style(.green)
    static let rule = Style.dim
    static let badge = Style(.magenta)
    static let match = Style(.yellow, .reverse)

    /// The style of a node's text.
    static func style(_ node: ViewNode) -> Style {
        if node.flags.contains(.disabled) { return secondary }
        return switch node.role {
        case .primary: node.flags.contains(.header) ? .bold : .plain
        case .secondary: secondary
        case .accent: link
        case .success: success
        case .warning: warning
        case .danger: danger
        }
    }
}
