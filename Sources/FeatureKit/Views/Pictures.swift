internal import FeatureContract

/// A picture, of which a host shows a symbol.
///
/// ```swift
/// Image(systemName: "star").accessibilityLabel("Favourite")
/// ```
public struct Image: View {
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

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.picture(symbol, name: name)
    }
}

extension ViewRenderer {
    fileprivate func picture(_ symbol: String, name: String) {
        if !accessibilityLabel.isEmpty || name.isEmpty {
            node(Node(.label, symbol: symbol))
        } else {
            with(accessibilityLabel: name) { node(Node(.label, symbol: symbol)) }
        }
    }
}

/// A choice of a colour, among the meanings that a host has.
public struct ColorPicker: View {
    private let title: ViewTitle
    private let selection: Binding<ForegroundStyle>

    /// Makes a choice with a title.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<ForegroundStyle>, supportsOpacity: Bool = true) {
        title = ViewTitle(titleKey)
        self.selection = selection
    }

    /// Makes a choice with the texts of views as its title.
    public init(selection: Binding<ForegroundStyle>, supportsOpacity: Bool = true, @ViewBuilder label: () -> some View)
    {
        title = ViewTitle(of: label())
        self.selection = selection
    }

    public var body: some View {
        Picker(title: title, selection: selection) {
            Text("Primary").tag(ForegroundStyle.primary)
            Text("Secondary").tag(ForegroundStyle.secondary)
            Text("Accent").tag(ForegroundStyle.accent)
            Text("Success").tag(ForegroundStyle.success)
            Text("Warning").tag(ForegroundStyle.warning)
            Text("Danger").tag(ForegroundStyle.danger)
        }
    }
}
