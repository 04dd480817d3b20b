import FeatureContract

/// What is written on a node or a box, as wide as it is drawn.
enum GraphLabel {
    static let tabs = "Tabs"
    /// The cells of text that a node shows; the rest is told where it is looked at.
    static let maximumCells = 46

    /// The width of a cell in the font for names, 12 pixels of a fixed pitch: 0.602 em of DejaVu Sans Mono, one of the
    /// widest.
    private static let cell = 7.25
    private static let tagCell = 6.1
    /// A bold letter of the titles, on the wide side.
    private static let titleCell = 8.4
    private static let sidePadding = 9.0

    static func title(of feature: Graph.Feature) -> String { shortened(feature.name) }

    static func titleWidth(_ title: String) -> Double { Double(DisplayText.width(title)) * titleCell }

    /// What the node is called in its box.
    static func text(of node: Graph.Node) -> String { shortened(node.shape) }

    /// Where the text begins in a node, behind the word for its kind.
    static func indent(of node: Graph.Node) -> Double { sidePadding + Double(node.kind.word.count) * tagCell + 7 }

    static func width(of node: Graph.Node) -> Double {
        (indent(of: node) + Double(DisplayText.width(text(of: node))) * cell + sidePadding).rounded(.up)
    }

    /// At most so many cells, the last one for what is left out.
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
    /// `detail?identifier={int}`, as `routes` has it; what may be left out has a `?` behind its type.
    package var shape: String {
        let arguments = arguments.map { "\($0.name)={\($0.type)\($0.isRequired ? "" : "?")}" }
        let name = kind == .main ? feature ?? "" : name.isEmpty ? feature ?? "" : name
        return name + (arguments.isEmpty ? "" : "?" + arguments.joined(separator: "&"))
            + (type.map { " (\($0))" } ?? "")
    }
}

extension Graph.Node.Kind {
    /// The word that `routes` has for it.
    package var word: String {
        switch self {
        case .incoming: "in"
        case .outgoing: "out"
        default: rawValue
        }
    }
}
