import FeatureCore

extension Button where Content == Label {
    /// A button that shows a text that is not looked up, with a symbol.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil,
        action: @escaping () -> Void
    ) {
        self.init(role: role, action: action) { Label(title, systemImage: systemImage) }
    }
}

extension TextField {
    /// Makes a field with a title that is not looked up.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal
    ) {
        self.init(LocalizedStringKey(verbatim: title), text: text, prompt: prompt, axis: axis)
    }
    /// Makes a field that edits a number, with a text as its title.
    public init<Value: LosslessStringConvertible>(
        value: Binding<Value>, format: TextFormat, prompt: Text? = nil, @ViewBuilder label: () -> Text
    ) {
        self.init(label().content, value: value, format: format, prompt: prompt)
    }
    /// Makes a field with the texts of views as its title.
    public init(text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal, @ViewBuilder label: () -> Text) {
        self.init(label().content, text: text, prompt: prompt, axis: axis)
    }
}

extension SecureField {
    /// Makes a field with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
        self.init(LocalizedStringKey(verbatim: title), text: text, prompt: prompt)
    }
}

extension Toggle {
    /// Makes a switch with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
        self.init(LocalizedStringKey(verbatim: title), isOn: isOn)
    }
}

extension Picker {
    /// Makes a choice with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
        self.init(LocalizedStringKey(verbatim: title), selection: selection, content: content)
    }
}

extension DisclosureGroup {
    /// Makes a group with a title that is not looked up, which is closed at first.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: @escaping () -> Content) {
        self.init(LocalizedStringKey(verbatim: title), content: content)
    }
    /// Makes a group with a title that is not looked up, which is open while the binding is true.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(LocalizedStringKey(verbatim: title), isExpanded: isExpanded, content: content)
    }
}

extension Menu {
    /// Makes a menu with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage: String = "", @ViewBuilder content: () -> Content) {
        self.init(LocalizedStringKey(verbatim: title), systemImage: systemImage, content: content)
    }
}

extension NavigationLink where Content == EmptyView {
    /// A link that shows a text that is not looked up, to a value.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, value: (some Hashable)?) {
        self.init(LocalizedStringKey(verbatim: title), value: value)
    }
    /// A link that shows a text that is not looked up, to views of the feature's own.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder destination: @escaping () -> some View) {
        self.init(LocalizedStringKey(verbatim: title), destination: destination)
    }
    /// A link that shows a text that is not looked up, to a view of the feature's own.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, destination: @autoclosure @escaping () -> some View,
        isActive: Binding<Bool>? = nil
    ) {
        self.init(LocalizedStringKey(verbatim: title), destination: destination(), isActive: isActive)
    }
}

extension Link {
    /// Makes a link with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, destination url: some CustomStringConvertible) {
        self.init(LocalizedStringKey(verbatim: title), destination: url)
    }
}

extension LabeledContent {
    /// A name that is not looked up, and the views that it stands for.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(LocalizedStringKey(verbatim: title), content: content)
    }
}

extension LabeledContent where Content == EmptyView {
    /// A name that is not looked up, and a text.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, value: some StringProtocol) {
        self.init(LocalizedStringKey(verbatim: title), value: value)
    }
}

extension ContentUnavailableView where Title == Label, Description == Text?, Actions == EmptyView {
    /// A title that is not looked up, with a symbol, and a description.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage: String, description: Text? = nil) {
        self.init(LocalizedStringKey(verbatim: title), systemImage: systemImage, description: description)
    }
}

extension Stepper {
    /// Makes a stepper with a title that is not looked up.
    @_disfavoredOverload
    public init<Value: Strideable>(
        _ title: some StringProtocol, value: Binding<Value>, in bounds: ClosedRange<Value>? = nil,
        step: Value.Stride = 1
    ) {
        self.init(LocalizedStringKey(verbatim: title), value: value, in: bounds, step: step)
    }
}

extension DatePicker {
    /// Makes a field with a title that is not looked up.
    @_disfavoredOverload
    public init<Moment: Codable>(
        _ title: some StringProtocol, selection: Binding<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute]
    ) {
        self.init(LocalizedStringKey(verbatim: title), selection: selection, displayedComponents: displayedComponents)
    }
}

extension Tab {
    /// The views that the closure lists, with a title that is not looked up, which a value selects.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String = "", value: some Hashable, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.init(LocalizedStringKey(verbatim: title), value: value, content: content)
    }
}

extension TableColumn {
    /// A column that shows a view, with a title that is not looked up.
    @_disfavoredOverload
    @MainActor
    public init(_ title: some StringProtocol, @ViewBuilder content: @escaping (Row) -> some View) {
        self.init(LocalizedStringKey(verbatim: title), content: content)
    }
    /// A column that shows a text of the row, with a title that is not looked up.
    @_disfavoredOverload
    @MainActor
    public init(_ title: some StringProtocol, value: KeyPath<Row, String>) {
        self.init(LocalizedStringKey(verbatim: title), value: value)
    }
}

extension Label {
    /// Makes a label of strings, which are not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, detail: String = "", systemImage: String = "") {
        self.init(LocalizedStringKey(verbatim: title), detail: detail, systemImage: systemImage)
    }
}

extension ProgressView {
    /// Makes a progress view for unknown progress with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol) {
        self.init(LocalizedStringKey(verbatim: title))
    }
    /// Makes a progress view for unknown progress with a text as its title.
    public init(@ViewBuilder label: () -> Text) {
        self.init(label().content)
    }
    /// Makes a progress view for `value` of `total` with a text as its title.
    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1, @ViewBuilder label: () -> Text
    ) {
        self.init(label().content, value: value, total: total)
    }
    /// Makes a progress view for `value` of `total` with texts as its title and as what is said of the value.
    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1, @ViewBuilder label: () -> Text, @ViewBuilder currentValueLabel: () -> Text
    ) {
        self.init((label() + Text(verbatim: " ") + currentValueLabel()).content, value: value, total: total)
    }
    /// Makes a progress view for `value` of `total` with a title that is not looked up.
    @_disfavoredOverload
    public init<Value: BinaryFloatingPoint>(_ title: some StringProtocol, value: Value?, total: Value = 1) {
        self.init(LocalizedStringKey(verbatim: title), value: value, total: total)
    }
}

extension ColorPicker {
    /// Makes a choice with a title that is not looked up.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(LocalizedStringKey(verbatim: title), selection: selection)
    }
}
