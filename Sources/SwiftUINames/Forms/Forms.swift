import FeatureCore

extension TextField {
    /// Makes a field with a title. What begins and ends its input is the host's.
    public init(
        _ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void
    ) {
        self.init(titleKey, text: text)
    }
}

extension Toggle {
    /// Makes a switch with a title. Its symbol is not shown.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(titleKey, isOn: isOn)
    }
}

extension Picker {
    /// Makes a choice with a title. Its symbol is not shown.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<Selection>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(titleKey, selection: selection, content: content)
    }
    /// Makes a choice with a title. The label of what is chosen is that of its option.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Selection>, @ViewBuilder content: () -> Content,
        @ViewBuilder currentValueLabel: () -> some View
    ) {
        self.init(titleKey, selection: selection, content: content)
    }
    /// Makes a choice with the texts of views as its title.
    public init(selection: Binding<Selection>, label: some View, @ViewBuilder content: () -> Content) {
        self.init(selection: selection, content: content, label: { label })
    }
}

/// A picture of what is shared, which no host shows.
public struct SharePreview: Sendable {
    /// A picture with a title.
    public init(_ titleKey: LocalizedStringKey, image: Image? = nil, icon: Image? = nil) {}
    /// A picture with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, image: Image? = nil, icon: Image? = nil) {}
}

/// The columns of a ``NavigationSplitView`` that are seen. The host decides that.
public enum NavigationSplitViewVisibility: Hashable, Sendable {
    case automatic, all, doubleColumn, detailOnly
}

/// A column of a ``NavigationSplitView``.
public enum NavigationSplitViewColumn: Hashable, Sendable {
    case sidebar, content, detail
}

/// A modifier that changes nothing.
public struct EmptyModifier: ViewModifier {
    public init() {}
    public func body(content: Content) -> ModifiedContent { content }
}

extension ShareLink {
    /// Shows a text or a URL. Its preview is not shown.
    public init(
        item: some CustomStringConvertible, subject: Text? = nil, message: Text? = nil, preview: SharePreview
    ) {
        self.init("Share", item: item)
    }
    /// Shows texts or URLs.
    public init(
        items: some Sequence<some CustomStringConvertible>, subject: Text? = nil, message: Text? = nil
    ) {
        self.init("Share", item: items.map(\.description).joined(separator: " "))
    }
    /// Shows a text or a URL.
    public init(
        item: some CustomStringConvertible, subject: Text? = nil, message: Text? = nil
    ) {
        self.init("Share", item: item)
    }
}

extension LabeledContent where Content == EmptyView {
    /// A name, and a number, a date or a size in a form.
    public init<Input>(_ titleKey: LocalizedStringKey, value: Input, format: TextFormat) {
        self.init(titleKey, value: format.text(of: value))
    }
}

extension ContentUnavailableView where Title == Label, Description == Text?, Actions == EmptyView {
    /// A title with a picture of the author's own, which a symbol stands for, and a description.
    public init(_ titleKey: LocalizedStringKey, image: String, description: Text? = nil) {
        self.init(titleKey, systemImage: "photo", description: description)
    }
    /// The words of a search that has found nothing.
    public static func search(text: String) -> Self {
        Self("No Results for “\(text)”", systemImage: "magnifyingglass")
    }
    /// The words of a search that has found nothing.
    public static var search: Self { Self("No Results", systemImage: "magnifyingglass") }
}

extension Stepper {
    /// Makes a stepper with the texts of views as its title.
    public init<Value: Strideable>(
        value: Binding<Value>, in bounds: ClosedRange<Value>? = nil, step: Value.Stride = 1,
        @ViewBuilder label: () -> some View
    ) {
        self.init(value: value, in: bounds, step: step, label: label, onEditingChanged: { _ in })
    }
}

extension Slider {
    /// Makes a slider with the texts of views as its title. Its ends have no labels of their own here.
    public init<Value: BinaryFloatingPoint>(
        value: Binding<Value>, in bounds: ClosedRange<Value> = 0...1, step: Value = 0,
        @ViewBuilder label: () -> some View, @ViewBuilder minimumValueLabel: () -> some View,
        @ViewBuilder maximumValueLabel: () -> some View, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(value: value, in: bounds, step: step, label: label)
    }
}

extension Tab {
    /// The views that the closure lists to search in, which a value selects.
    public init(value: some Hashable, role: TabRole, @ViewBuilder content: () -> Content) {
        self.init("Search", value: value, content: content)
    }
}

extension Table {
    /// Makes a table of these rows in the order that they have: the code sorts them.
    public init(
        _ rows: [Row], sortOrder: Binding<some Any>, @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
    ) {
        self.init(rows, columns: columns)
    }
    /// Makes a table of these rows in the order that they have, of which one is selected.
    public init(
        _ rows: [Row], selection: Binding<Row.ID?>, sortOrder: Binding<some Any>,
        @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
    ) {
        self.init(rows, selection: selection, columns: columns)
    }
    /// Makes a table of these rows in the order that they have, of which several are selected.
    public init(
        _ rows: [Row], selection: Binding<Set<Row.ID>>, sortOrder: Binding<some Any>,
        @TableColumnBuilder<Row> columns: () -> [TableColumn<Row>]
    ) {
        self.init(rows, selection: selection, columns: columns)
    }
}

extension TableColumn {
    /// A column that shows a view. The user sorts it by what it shows.
    @MainActor
    public init(
        _ titleKey: LocalizedStringKey, value: KeyPath<Row, some Comparable>,
        @ViewBuilder content: @escaping (Row) -> some View
    ) {
        self.init(titleKey, content: content)
    }
}

extension Label {
    /// Makes a label with a picture of the author's own, which a symbol stands for.
    public init(_ titleKey: LocalizedStringKey, image: String) {
        self.init(titleKey, systemImage: "photo")
    }
}

extension GroupBox {
    /// The views that the closure lists, under the texts of another.
    public init(label: some View, @ViewBuilder content: () -> Content) {
        self.init(content: content, label: { label })
    }
}

extension Section {
    /// The rows that the closure lists, under the texts of other views.
    public init(header: some View, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { header })
    }
    /// The rows that the closure lists, above the texts of other views.
    public init(footer: some View, @ViewBuilder content: () -> Content) {
        self.init(content: content, footer: { footer })
    }
    /// The rows that the closure lists, between the texts of other views.
    public init(header: some View, footer: some View, @ViewBuilder content: () -> Content) {
        self.init(content: content, header: { header }, footer: { footer })
    }
    /// The rows that the closure lists, which the user opens under a title.
    public init<Rows: View>(
        _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Rows
    ) where Content == DisclosureGroup<Rows> {
        self.init { DisclosureGroup(titleKey, isExpanded: isExpanded, content: content) }
    }
    /// The rows that the closure lists, which the user opens under the texts of other views.
    public init<Rows: View>(
        isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Rows, @ViewBuilder header: () -> some View
    ) where Content == DisclosureGroup<Rows> {
        self.init { DisclosureGroup(isExpanded: isExpanded, content: content, label: header) }
    }
}

extension Image {
    /// The symbol of this name, which a phone fills up to a value from 0 to 1.
    public init(systemName: String, variableValue: Double?) { self.init(systemName: systemName) }
}

extension NavigationSplitView {
    /// A list, and what is selected in it. Which columns are seen, the host decides.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>,
        preferredCompactColumn: Binding<NavigationSplitViewColumn> = .constant(.detail),
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail
    ) where Content == EmptyView {
        self.init(sidebar: sidebar, detail: detail)
    }
    /// A list, and what is selected in it. Which column is seen, the selection decides.
    public init(
        preferredCompactColumn: Binding<NavigationSplitViewColumn>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) where Content == EmptyView {
        self.init(sidebar: sidebar, detail: detail)
    }
    /// A list, a list of what is selected in it, and what is selected there. Which columns are seen, the host decides.
    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>,
        preferredCompactColumn: Binding<NavigationSplitViewColumn> = .constant(.detail),
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.init(sidebar: sidebar, content: content, detail: detail)
    }
}

extension AppStorage {
    /// Makes the same for a store of SwiftUI's: here all values are in one file.
    public init<Store>(wrappedValue: Content, _ key: String, store: Store?) where Content: Codable {
        self.init(wrappedValue: wrappedValue, key)
    }
    /// Makes the same for a store of SwiftUI's, for an enum with raw values.
    public init<Store>(wrappedValue: Content, _ key: String, store: Store?)
    where Content: RawRepresentable, Content.RawValue: Codable {
        self.init(wrappedValue: wrappedValue, key)
    }
}

extension Section {
    /// The rows that the closure lists, under the texts of other views.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> some View) {
        self.init(content: content, header: header, footer: { EmptyView() })
    }
    /// The rows that the closure lists, above the texts of other views.
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> some View) {
        self.init(content: content, header: { EmptyView() }, footer: footer)
    }
}

extension Hashable where Self: AnyObject & CustomDebugStringConvertible {
    /// Makes a beat at equal distances in seconds, for a `RunLoop` of Foundation's.
    @_disfavoredOverload
    public static func publish<Loop>(
        every interval: Double, tolerance: Double? = nil, on loop: Loop, in mode: TimerPublisher.Loop.Mode
    ) -> TimerPublisher {
        publish(every: interval, on: .main, in: .common)
    }
}

extension LazyVGrid {
    /// The views that the closure lists, of a `LazyHGrid`: as many stand beside one another as there is room for.
    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: Double? = nil,
        pinnedViews: PinnedScrollableViews = [], @ViewBuilder content: () -> Content
    ) {
        self.init(columns: [], content: content)
    }
}

extension Button where Content == EmptyView {
    /// A button with the title that its role usually has.
    public init(role: ButtonRole, action: @escaping () -> Void) {
        let title: LocalizedStringKey =
            switch role {
            case .cancel: "Cancel"
            case .destructive: "Delete"
            case .close: "Close"
            case .confirm: "Done"
            }
        self.init(title, role: role, action: action)
    }
}

extension Text {
    /// A text, and behind it another one.
    public static func + (left: Text, right: Text) -> Text {
        Text(verbatim: left.content.text + right.content.text)
    }
}

extension Binding {
    /// A binding to a value that is there; nil where it is missing.
    public init?(_ base: Binding<Value?>) {
        guard let value = base.wrappedValue else { return nil }
        self.init(get: { base.wrappedValue ?? value }, set: { base.wrappedValue = $0 })
    }
}

extension Text {
    /// Makes a text of a literal, which is looked up. The comment is for translators.
    public init(_ key: LocalizedStringKey, comment: StaticString) {
        self.init(key)
    }
}

extension PlottableValue {
    /// A case that is a name.
    public static func value<Value: RawRepresentable<String>>(
        _ labelKey: LocalizedStringKey, _ value: Value
    ) -> PlottableValue {
        .value(labelKey, value.rawValue)
    }
}

extension OpenURLAction {
    /// Shows the link to a URL, then calls a closure with true.
    public func callAsFunction(_ url: some CustomStringConvertible, completion: (Bool) -> Void) {
        self(url)
        completion(true)
    }
}

extension Button where Content == Label {
    /// A button that shows a text with a symbol.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil,
        action: @escaping () -> Void
    ) {
        self.init(role: role, action: action) { Label(titleKey, systemImage: systemImage) }
    }
}
