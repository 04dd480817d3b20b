/// A line or a paragraph of text.
public struct Text: View {
    @usableFromInline let content: String

    /// Makes a text, which may have several lines.
    @inlinable
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

    /// Makes a label with a title, a quieter text after it, and the name of a symbol. A host shows its own picture for
    /// the symbol, or none.
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
    /// Makes a line.
    public init() {}

    public var body: EmptyView { EmptyView() }

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
public struct ProgressView: View {
    private let title: String
    private let fraction: Double?

    /// Makes a progress view for unknown progress.
    public init(_ title: String = "") {
        self.title = title
        fraction = nil
    }

    /// Makes a progress view for `value` of `total`. A value outside 0 to `total` counts as the nearer end.
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
