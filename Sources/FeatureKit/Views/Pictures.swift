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

    /// The symbol of this name, which a phone fills up to a value from 0 to 1.
    public init(systemName: String, variableValue: Double?) { self.init(systemName: systemName) }

    /// A picture of the author's own with a text that is read out. A library has none: a symbol stands for it.
    public init(_ name: String, label: Text) {
        symbol = "photo"
        self.name = label.content.text
    }

    @available(*, unavailable, message: "there is no UIKit here: use Image(systemName:)")
    public init(uiImage: UIImage) { self.init(systemName: "") }

    /// A picture of the author's own that is not read out. A library has none: a symbol stands for it.
    public init(decorative name: String) {
        symbol = "photo"
        self.name = ""
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.picture(symbol, name: name)
    }

    /// How the pixels of a picture are taken.
    public enum Interpolation: Hashable, Sendable {
        /// A way.
        case none, low, medium, high
    }
    /// The colours of a picture.
    public enum TemplateRenderingMode: Hashable, Sendable {
        /// A way.
        case original, template
    }
    /// How a picture fills its place.
    public enum ResizingMode: Hashable, Sendable {
        /// A way.
        case stretch, tile
    }
    /// The size of a symbol.
    public typealias Scale = ImageScale

    /// Accepted for SwiftUI's sake; the host decides how large symbols are.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image { self }
    /// Accepted for SwiftUI's sake; the host decides how symbols look.
    public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }
    /// Accepted for SwiftUI's sake; the host decides how symbols look.
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    /// Accepted for SwiftUI's sake; the host decides how symbols look.
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
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

/// A picture from a URL. No host loads it: a symbol stands for it, which `accessibilityLabel` names.
public struct AsyncImage<Content: View>: View {
    private let content: Content

    /// The views for a picture, which are made of a symbol. The placeholder is not shown, as nothing is loaded.
    public init<Address>(
        url: Address?, scale: Double = 1, @ViewBuilder content: (Image) -> Content,
        @ViewBuilder placeholder: () -> some View
    ) {
        self.content = content(Image(decorative: ""))
    }

    /// The views for a picture that is loaded, which are made of a symbol.
    public init<Address>(
        url: Address?, scale: Double = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: (AsyncImagePhase) -> Content
    ) {
        self.content = content(.success(Image(decorative: "")))
    }

    public var body: Content { content }
}

extension AsyncImage where Content == Image {
    /// A symbol for a picture.
    public init<Address>(url: Address?, scale: Double = 1) { content = Image(decorative: "") }
}

/// How far the load of a picture is: always done, as nothing is loaded.
public enum AsyncImagePhase {
    /// A step.
    case empty
    /// The picture, which is a symbol.
    case success(Image)
    /// A load that failed.
    case failure(any Error)

    /// The picture, which is a symbol.
    public var image: Image? { if case .success(let image) = self { image } else { nil } }
    /// The failure of the load.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// A choice of a colour, among the meanings that a host has.
public struct ColorPicker: View {
    private let title: ViewTitle
    private let selection: Binding<Color>

    /// Makes a choice with a title.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        title = ViewTitle(titleKey)
        self.selection = selection
    }

    /// Makes a choice with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(LocalizedStringKey(verbatim: title), selection: selection)
    }

    /// Makes a choice with the texts of views as its title.
    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> some View) {
        title = ViewTitle(of: label())
        self.selection = selection
    }

    public var body: some View {
        Picker(title: title, selection: selection) {
            Text("Primary").tag(Color.primary)
            Text("Secondary").tag(Color.secondary)
            Text("Accent").tag(Color.accent)
            Text("Success").tag(Color.success)
            Text("Warning").tag(Color.warning)
            Text("Danger").tag(Color.danger)
        }
    }
}
