internal import FeatureContract

/// A name and what it stands for.
///
/// ```swift
/// LabeledContent("Author", value: book.author)
/// LabeledContent("Order") { Picker("Order", selection: $order) { … } }
/// ```
public struct LabeledContent<Content: View>: PrimitiveView {
    private let title: ViewTitle
    private let value: String?
    private let content: Content

    /// A name, and the views that it stands for.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        title = ViewTitle(titleKey)
        value = nil
        self.content = content()
    }

    /// The texts of views, and the views that they stand for.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> some View) {
        title = ViewTitle(of: label())
        value = nil
        self.content = content()
    }

    public func render(in renderer: ViewRenderer) {
        let title = title.text(in: renderer)
        if let value {
            renderer.node(Node(.label, text: title, detail: value))
        } else if let text = renderer.onlyText(of: content) {
            renderer.node(Node(.label, text: title, detail: text))
        } else {
            let nodes = renderer.collect { content.render(in: renderer) }
            if let control = nodes.named(title) { return renderer.replay(control) }
            renderer.node(Node(.section, text: title)) { renderer.replay(nodes) }
        }
    }
}

extension LabeledContent where Content == EmptyView {
    /// A name and a text.
    public init(_ titleKey: LocalizedStringKey, value: some StringProtocol) {
        title = ViewTitle(titleKey)
        self.value = String(value)
        content = EmptyView()
    }
}

/// A value between two ends.
///
/// ```swift
/// Gauge(value: battery.level, in: 0...100) { Text("Battery") }
/// ```
public struct Gauge<Content: View>: PrimitiveView {
    private let fraction: Double
    private let label: Content
    private let current: any View

    /// A value within bounds, its name, and what is said of the value. A value outside counts as the nearer end.
    public init<Value: BinaryFloatingPoint>(
        value: Value, in bounds: ClosedRange<Value> = 0...1, @ViewBuilder label: () -> Content,
        @ViewBuilder currentValueLabel: () -> some View = { EmptyView() },
        @ViewBuilder minimumValueLabel: () -> some View = { EmptyView() },
        @ViewBuilder maximumValueLabel: () -> some View = { EmptyView() }
    ) {
        let ratio = Double(value - bounds.lowerBound) / Double(bounds.upperBound - bounds.lowerBound)
        fraction = ratio.isNaN ? 0 : min(max(ratio, 0), 1)
        self.label = label()
        current = currentValueLabel()
    }

    public func render(in renderer: ViewRenderer) {
        let texts = [renderer.plainText(of: label), renderer.plainText(of: current)].filter { !$0.isEmpty }
        renderer.node(Node(.progress, text: texts.joined(separator: " "), value: .double(fraction)))
    }
}
