internal import FeatureContract

/// Views that are shown when the user opens them.
///
/// ```swift
/// DisclosureGroup("Advanced") {
///     Toggle("Keep a log", isOn: $keepsLog)
/// }
/// ```
public struct DisclosureGroup<Content: View>: View {
    private let title: ViewTitle
    private let isExpanded: Binding<Bool>?
    private let content: () -> Content
    @State private var isOpen = false

    public var body: some View { Disclosure(title: title, isOpen: isExpanded ?? $isOpen, content: content) }
}

extension DisclosureGroup {
    /// Makes a group with a title, which is closed at first.
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(title: ViewTitle(titleKey), isExpanded: nil, content: content)
    }

    /// Makes a group with a title that is open while the binding is true.
    public init(
        _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(title: ViewTitle(titleKey), isExpanded: isExpanded, content: content)
    }

    /// Makes a group with the texts of views as its title, which is closed at first.
    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> some View) {
        self.init(title: ViewTitle(of: label()), isExpanded: nil, content: content)
    }

    /// Makes a group with the texts of views as its title that is open while the binding is true.
    public init(
        isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> some View
    ) {
        self.init(title: ViewTitle(of: label()), isExpanded: isExpanded, content: content)
    }
}

private struct Disclosure<Content: View>: PrimitiveView {
    let title: ViewTitle
    let isOpen: Binding<Bool>
    let content: () -> Content

    func render(in renderer: ViewRenderer) {
        renderer.node(Node(.disclosure)) {
            renderer.child(0) { renderer.toggle(title, isOpen) }
            if isOpen.wrappedValue { renderer.child(1) { content().render(in: renderer) } }
        }
    }
}

/// Controls under one title.
///
/// ```swift
/// Menu("Sort", systemImage: "arrow.up.arrow.down") {
///     Button("By Name") { order = .name }
///     Button("By Date") { order = .date }
/// }
/// ```
public struct Menu<Content: View>: PrimitiveView {
    private let title: ViewTitle
    private let symbol: String
    private let content: Content
    private var primaryAction: (() -> Void)?

    /// Makes a menu with a title.
    public init(_ titleKey: LocalizedStringKey, systemImage: String = "", @ViewBuilder content: () -> Content) {
        title = ViewTitle(titleKey)
        symbol = systemImage
        self.content = content()
    }

    /// Makes a menu with the texts of views as its title.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> some View) {
        title = ViewTitle(of: label())
        symbol = ""
        self.content = content()
    }

    /// Makes a menu with the texts of views as its title, before which a button with the same title does the usual thing.
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> some View, primaryAction: @escaping () -> Void
    ) {
        self.init(content: content, label: label)
        self.primaryAction = primaryAction
    }

    /// Makes a menu with a title, before which a button with the same title does the usual thing.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String = "", @ViewBuilder content: () -> Content,
        primaryAction: @escaping () -> Void
    ) {
        self.init(titleKey, systemImage: systemImage, content: content)
        self.primaryAction = primaryAction
    }

    public func render(in renderer: ViewRenderer) {
        if let primaryAction {
            renderer.button(LocalizedStringKey(verbatim: title.text(in: renderer)), nil, primaryAction, {})
        }
        let title = title.text(in: renderer)
        // Without words, what is read out is shown: a menu has no label that a symbol could stand in.
        let words = title.isEmpty ? renderer.accessibilityLabel : title
        renderer.node(Node(.menu, text: words, symbol: symbol)) { content.render(in: renderer) }
    }
}
