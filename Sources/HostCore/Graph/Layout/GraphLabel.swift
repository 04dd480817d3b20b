import FeatureContract
import HostSystem

/// The texts of nodes and boxes, shortened to fit, and their widths.
enum GraphLabel {
    static let tabs = "Tabs"
    /// The most cells of text on a node; the node's details show the full text.
    static let maximumCells = 46

    /// The width of a cell in the font for names, 12 px monospace: 0.602 em in DejaVu Sans Mono, one of the widest.
    private static let cell = 7.25
    private static let tagCell = 6.1
    /// The width of a bold letter in a title, estimated generously.
    private static let titleCell = 8.4
    private static let sidePadding = 9.0

    static func title(of feature: Graph.Feature) -> String { shortened(feature.name) }

    static func titleWidth(_ title: String) -> Double { Double(DisplayText.width(title)) * titleCell }

    /// The text of a node in its box.
    static func text(of node: Graph.Node) -> String { shortened(node.shape) }

    /// The offset of a node's text from the left, behind the word for its kind.
    static func indent(of node: Graph.Node) -> Double { sidePadding + Double(node.kind.word.count) * tagCell + 7 }

    static func width(of node: Graph.Node) -> Double {
        (indent(of: node) + Double(DisplayText.width(text(of: node))) * cell + sidePadding).rounded(.up)
    }

    /// The text, cut to ``maximumCells`` with an ellipsis in the last cell.
    private static func shortened(_ text: String) -> String {
        let text = DisplayText.safe(text)
        guard DisplayText.width(text) > maximumCells else { return text }
        var (shortened, width) = ("", 0)
        for character in text {
            width += DisplayText.width(String(character))
            if width >= maximumCells { break }
            shortened.append(character)
        }
        return shortened + "…"
    }
}

extension Graph.Node {
    /// The name with its arguments, `detail?identifier={int}`, as `switchyard routes` writes it. An optional argument
    /// has a `?` behind its type.
    package var shape: String {
        let arguments = arguments.map { "\($0.name)={\($0.type)\($0.isRequired ? "" : "?")}" }
        let name = kind == .main ? feature ?? "" : name.isEmpty ? feature ?? "" : name
        return name + (arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&"))
            + (type.map { " (\($0))" } ?? "")
    }
}

extension Graph.Node.Kind {
    /// The word that `switchyard routes` has for the kind.
    package var word: String {
        switch self {
        case .incoming: "in"
        case .outgoing: "out"
        default: rawValue
        }
    }
}
