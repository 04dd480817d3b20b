/// A line or a paragraph of text.
public struct Text: View {
    let content: String

    /// That text, which may have several lines.
    public init(_ content: some StringProtocol) {
        self.content = String(content)
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.text, text: content))
    }
}

/// A text with a symbol before it, or a second, quieter text after it.
///
/// ```swift
/// Label("Characters", systemImage: "person.3")
/// Label("Elizabeth Bennet", detail: "Pride and Prejudice, 1813")
/// ```
public struct Label: View {
    private let title: String
    private let detail: String
    private let systemImage: String

    /// That text, with a quieter one after it, and a symbol by its name: a host shows a picture of its own for that, or
    /// none.
    public init(_ title: some StringProtocol, detail: String = "", systemImage: String = "") {
        self.title = String(title)
        self.detail = detail
        self.systemImage = systemImage
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.label, text: title, detail: detail, symbol: systemImage))
    }
}

/// A line between views.
public struct Divider: View {
    /// A line.
    public init() {}

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.divider))
    }
}

/// Something that goes on. Without a value a screen that shows one counts as loading; with one it does where
/// ``View/navigationLoading(_:)`` says so.
///
/// ```swift
/// ProgressView("Loading characters")
/// ProgressView("Importing", value: 0.4)
/// ```
public struct ProgressView: View {
    private let title: String
    private let fraction: Double?

    /// It is not known how far it is.
    public init(_ title: String = "") {
        self.title = title
        fraction = nil
    }

    /// `value` of `total`. Outside of 0 to `total` counts as its nearest end.
    public init(_ title: String = "", value: Double, total: Double = 1) {
        self.title = title
        let ratio = value / total
        fraction = ratio.isNaN ? 0 : min(max(ratio, 0), 1)
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.progress, text: title, value: fraction.map { .double($0) } ?? .null))
        if fraction == nil { renderer.isLoading = true }
    }
}
