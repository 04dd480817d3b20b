internal import FeatureContract

/// A picture. A host shows a symbol for it.
///
/// ```swift
/// Image(systemName: "star").accessibilityLabel("Favourite")
/// ```
public struct Image: PrimitiveView {
    let symbol: String
    private let name: String

    /// The symbol of this name, such as `house`. The host has a picture of its own for it, or none.
    public init(systemName: String) {
        symbol = systemName
        name = ""
    }

    /// A picture of the author's own. A library has none: a symbol stands for it, and its name is read out.
    public init(_ name: String) {
        symbol = "photo"
        self.name = name
    }

    /// A picture of the author's own with a text that is read out. A library has none: a symbol stands for it.
    public init(_ name: String, label: Text) {
        symbol = "photo"
        self.name = label.content.text
    }

    /// A picture of the author's own that is not read out. A library has none: a symbol stands for it.
    public init(decorative name: String) {
        symbol = "photo"
        self.name = ""
    }

    public func render(in renderer: ViewRenderer) {
        let node = Node(.label, symbol: symbol)
        if name.isEmpty || !renderer.accessibilityLabel.isEmpty { return renderer.node(node) }
        renderer.with(accessibilityLabel: name) { renderer.node(node) }
    }
}
