// Titles that are a string, which is not looked up, or a text, in the place of a `LocalizedStringKey`. One form for each
// initializer of a view that has a title.

import FeatureCore

extension Button where Content == Label {
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, role: ButtonRole? = nil,
        action: @escaping () -> Void
    ) {
        self.init(role: role, action: action) { Label(title, systemImage: systemImage) }
    }
}

extension TextField {
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal
    ) {
        self.init(LocalizedStringKey(verbatim: title), text: text, prompt: prompt, axis: axis)
    }
    public init<Value: LosslessStringConvertible>(
        value: Binding<Value>, format: TextFormat, prompt: Text? = nil, @ViewBuilder label: () -> Text
    ) {
        self.init(label().content, value: value, format: format, prompt: prompt)
    }
    public init(text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal, @ViewBuilder label: () -> Text) {
        self.init(label().content, text: text, prompt: prompt, axis: axis)
    }
}

extension SecureField {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
        self.init(LocalizedStringKey(verbatim: title), text: text, prompt: prompt)
    }
}

extension Toggle {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
        self.init(LocalizedStringKey(verbatim: title), isOn: isOn)
    }
}

extension Picker {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
        self.init(LocalizedStringKey(verbatim: title), selection: selection, content: content)
    }
}

extension DisclosureGroup {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: @escaping () -> Content) {
        self.init(LocalizedStringKey(verbatim: title), content: content)
    }
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(LocalizedStringKey(verbatim: title), isExpanded: isExpanded, content: content)
    }
}

extension Menu {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage: String = "", @ViewBuilder content: () -> Content) {
        self.init(LocalizedStringKey(verbatim: title), systemImage: systemImage, content: content)
    }
}

extension NavigationLink where Content == EmptyView {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, value: (some Hashable)?) {
        self.init(LocalizedStringKey(verbatim: title), value: value)
    }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder destination: @escaping () -> some View) {
        self.init(LocalizedStringKey(verbatim: title), destination: destination)
    }
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, destination: @autoclosure @escaping () -> some View,
        isActive: Binding<Bool>? = nil
    ) {
        self.init(LocalizedStringKey(verbatim: title), destination: destination(), isActive: isActive)
    }
}

extension Link {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, destination url: some CustomStringConvertible) {
        self.init(LocalizedStringKey(verbatim: title), destination: url)
    }
}

extension LabeledContent {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(LocalizedStringKey(verbatim: title), content: content)
    }
}

extension LabeledContent where Content == EmptyView {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, value: some StringProtocol) {
        self.init(LocalizedStringKey(verbatim: title), value: value)
    }
}

extension ContentUnavailableView where Title == Label, Description == Text?, Actions == EmptyView {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage: String, description: Text? = nil) {
        self.init(LocalizedStringKey(verbatim: title), systemImage: systemImage, description: description)
    }
}

extension Stepper {
    @_disfavoredOverload
    public init<Value: Strideable>(
        _ title: some StringProtocol, value: Binding<Value>, in bounds: ClosedRange<Value>? = nil,
        step: Value.Stride = 1
    ) {
        self.init(LocalizedStringKey(verbatim: title), value: value, in: bounds, step: step)
    }
}

extension DatePicker {
    @_disfavoredOverload
    public init<Moment: Codable>(
        _ title: some StringProtocol, selection: Binding<Moment>,
        displayedComponents: Components = [.date, .hourAndMinute]
    ) {
        self.init(LocalizedStringKey(verbatim: title), selection: selection, displayedComponents: displayedComponents)
    }
}

extension Tab {
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String = "", value: some Hashable, role: TabRole? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.init(LocalizedStringKey(verbatim: title), value: value, content: content)
    }
}

extension TableColumn {
    @_disfavoredOverload
    @MainActor
    public init(_ title: some StringProtocol, @ViewBuilder content: @escaping (Row) -> some View) {
        self.init(LocalizedStringKey(verbatim: title), content: content)
    }
    @_disfavoredOverload
    @MainActor
    public init(_ title: some StringProtocol, value: KeyPath<Row, String>) {
        self.init(LocalizedStringKey(verbatim: title), value: value)
    }
}

extension Label {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, detail: String = "", systemImage: String = "") {
        self.init(LocalizedStringKey(verbatim: title), detail: detail, systemImage: systemImage)
    }
}

extension ProgressView {
    @_disfavoredOverload
    public init(_ title: some StringProtocol) {
        self.init(LocalizedStringKey(verbatim: title))
    }
    public init(@ViewBuilder label: () -> Text) {
        self.init(label().content)
    }
    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1, @ViewBuilder label: () -> Text
    ) {
        self.init(label().content, value: value, total: total)
    }
    public init<Value: BinaryFloatingPoint>(
        value: Value?, total: Value = 1, @ViewBuilder label: () -> Text, @ViewBuilder currentValueLabel: () -> Text
    ) {
        self.init((label() + Text(verbatim: " ") + currentValueLabel()).content, value: value, total: total)
    }
    @_disfavoredOverload
    public init<Value: BinaryFloatingPoint>(_ title: some StringProtocol, value: Value?, total: Value = 1) {
        self.init(LocalizedStringKey(verbatim: title), value: value, total: total)
    }
}

extension ColorPicker {
    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(LocalizedStringKey(verbatim: title), selection: selection)
    }
}
