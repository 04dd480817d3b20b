/// A line or a paragraph of text.
public struct Text: PrimitiveView {
    @usableFromInline package let content: LocalizedStringKey

    /// Makes a text of a literal, which is looked up in the feature's strings. It may have several lines.
    @inlinable
    public init(_ key: LocalizedStringKey) {
        content = key
    }

    /// Makes a text of a string, which is not looked up.
    @_disfavoredOverload
    @inlinable
    public init(_ content: some StringProtocol) {
        self.content = LocalizedStringKey(verbatim: content)
    }

    /// Makes a text of a literal that is not looked up.
    @inlinable
    public init(verbatim content: String) {
        self.content = LocalizedStringKey(verbatim: content)
    }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.text, text: renderer.text(of: content)))
    }
}

/// A text with a symbol before it, or a second, quieter text after it.
///
/// ```swift
/// Label("Characters", systemImage: "person.3")
/// Label("Elizabeth Bennet", detail: "Pride and Prejudice, 1813")
/// ```
public struct Label: PrimitiveView {
    private let title: ViewTitle
    private let detail: String
    private let systemImage: String
    private var icon: AnyView?

    /// Makes a label with a title, a quieter text after it, and the name of a symbol. A host shows its own picture for
    /// the symbol, or none. The detail is not looked up.
    public init(_ titleKey: LocalizedStringKey, detail: String = "", systemImage: String = "") {
        title = ViewTitle(titleKey)
        self.detail = detail
        self.systemImage = systemImage
    }

    /// Makes a label with the texts of views, and a symbol.
    public init(@ViewBuilder title: () -> some View, @ViewBuilder icon: () -> some View) {
        self.title = ViewTitle(of: title())
        detail = ""
        systemImage = ""
        self.icon = AnyView(icon())
    }

    public func render(in renderer: ViewRenderer) {
        let symbol = icon.map { renderer.symbol(of: $0) } ?? systemImage
        renderer.node(Node(.label, text: title.text(in: renderer), detail: detail, symbol: symbol))
    }
}

/// A line between views.
public struct Divider: PrimitiveView {
    /// Makes a line.
    public init() {}

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.divider))
    }
}

/// An activity in progress. Without a value, it marks its screen as loading; with a value, only
/// ``View/navigationLoading(_:)`` does.
///
/// ```swift
/// ProgressView("Loading characters")
/// ProgressView("Importing", value: 0.4)
/// ```
public struct ProgressView: PrimitiveView {
    private let title: LocalizedStringKey
    private let fraction: Double?

    /// Makes a progress view for unknown progress.
    public init(_ titleKey: LocalizedStringKey = "") {
        title = titleKey
        fraction = nil
    }

    /// Makes a progress view for `value` of `total`. A value outside 0 to `total` counts as the nearer end.
    /// Nil is unknown progress.
    public init<Value: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey = "", value: Value?, total: Value = 1) {
        title = titleKey
        guard let value else {
            fraction = nil
            return
        }
        let ratio = Double(value) / Double(total)
        fraction = ratio.isNaN ? 0 : min(max(ratio, 0), 1)
    }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.progress, text: renderer.text(of: title), value: fraction.map { .double($0) } ?? .null))
        if fraction == nil { renderer.isLoading = true }
    }
}

/// A title: a text, or the texts of views.
@MainActor
@usableFromInline
package struct ViewTitle {
    @usableFromInline let key: LocalizedStringKey
    @usableFromInline let views: (any View)?

    @inlinable
    package init(_ key: LocalizedStringKey) {
        self.key = key
        views = nil
    }

    package init(of views: some View) {
        key = ""
        self.views = views
    }

    @usableFromInline
    func text(in renderer: ViewRenderer) -> String {
        guard let views else { return renderer.text(of: key) }
        return renderer.plainText(of: AnyView(views))
    }
}
