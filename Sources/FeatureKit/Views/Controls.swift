internal import FeatureContract
internal import Observation

/// The effect of a button on the user's data.
public enum ButtonRole: Hashable, Sendable {
    /// The button changes nothing.
    case cancel
    /// The button deletes or discards data.
    case destructive
    /// The button closes what is shown.
    case close
    /// The button confirms.
    case confirm
}

/// A control that runs an action when the user presses it.
public struct Button<Content: View>: PrimitiveView {
    @usableFromInline let title: LocalizedStringKey
    @usableFromInline let role: ButtonRole?
    @usableFromInline let action: () -> Void
    @usableFromInline let label: Content

    /// A button that shows views.
    @inlinable
    public init(role: ButtonRole? = nil, action: @escaping () -> Void, @ViewBuilder label: () -> Content) {
        title = ""
        self.role = role
        self.action = action
        self.label = label()
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.button(title, role, action) { label.render(in: renderer) }
    }
}

extension ViewRenderer {
    @usableFromInline
    func button(
        _ title: LocalizedStringKey, _ role: ButtonRole?, _ action: @escaping () -> Void, _ label: () -> Void
    ) {
        var node = Node(.button, text: text(of: title), action: press(action))
        if role == .cancel { node.flags.insert(.cancel) }
        if role == .destructive { node.flags.insert(.destructive) }
        self.node(node, children: label)
    }
}

extension Button where Content == EmptyView {
    /// A button that shows a text that is not looked up.
    @_disfavoredOverload
    @inlinable
    public init(_ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping () -> Void) {
        self.init(LocalizedStringKey(verbatim: title), role: role, action: action)
    }

    /// A button that shows a text.
    @inlinable
    public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping () -> Void) {
        title = titleKey
        self.role = role
        self.action = action
        label = EmptyView()
    }
}

/// A line of text to edit.
///
/// ```swift
/// TextField("Filter", text: $viewModel.filter)
/// ```
public struct TextField: PrimitiveView {
    private let title: LocalizedStringKey
    private let prompt: LocalizedStringKey?
    private let text: Binding<String>
    private let axis: Axis
    private var commit: (() -> Void)?
    /// Takes what the user has written, where it is a number.
    private var acceptNumber: ((String) throws(CallFailure) -> Void)?

    /// Makes a field with a title that edits a text. The prompt stands in it while it is empty. A vertical field may have
    /// several lines.
    public init(
        _ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis = .horizontal
    ) {
        // A field needs a name: without a title that is the prompt.
        title = titleKey.text.isEmpty ? prompt?.content ?? titleKey : titleKey
        self.prompt = titleKey.text.isEmpty ? nil : prompt?.content
        self.text = text
        self.axis = axis
    }

    public func render(in renderer: ViewRenderer) {
        let number = acceptNumber.map { accept in
            NumberInput(draft: renderer.states.nextObject(of: renderer.place) { NumberDraft() }, accept: accept)
        }
        renderer.field(
            title, text, prompt: prompt, flags: axis == .vertical ? .multiline : [], commit: commit, number: number)
    }
}

extension TextField {
    /// Makes a field with a title; `onCommit` runs when the user ends the input by Enter, as `onSubmit` does.
    public init(
        _ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        onCommit: @escaping () -> Void
    ) {
        self.init(titleKey, text: text)
        commit = onCommit
    }
}

extension TextField {
    /// Makes a field that edits a number. The user may write the signs of the format or leave them out (`€1,234.50`,
    /// `1234.5`; `25%` and `25` are 0.25 by ``TextFormat/percent``). The binding has the number once the user ends the
    /// input. If the text is no number, the binding keeps its value, `onSubmit` does not run, and the host says why.
    public init<Value: LosslessStringConvertible>(
        _ titleKey: LocalizedStringKey, value: Binding<Value>, format: TextFormat, prompt: Text? = nil
    ) {
        self.init(
            titleKey, Binding(get: { value.wrappedValue }, set: { if let new = $0 { value.wrappedValue = new } }),
            format, prompt,
            isOptional: false
        ) { Value($0) }
    }

    /// - Parameter read: Reads a number's digits; nil if they are none.
    package init<Value>(
        _ titleKey: LocalizedStringKey, _ value: Binding<Value?>, _ format: TextFormat, _ prompt: Text?,
        isOptional: Bool, _ read: @escaping (String) -> Value?
    ) {
        let isWhole = Value.self is any BinaryInteger.Type
        self.init(
            titleKey, text: Binding(get: { value.wrappedValue.map(format.digits) ?? "" }, set: { _ in }),
            prompt: prompt)
        acceptNumber = { (text) throws(CallFailure) in
            if isOptional, text.allSatisfy(\.isWhitespace) { return value.wrappedValue = nil }
            let digits = format.digits(typed: text, isWhole: isWhole)
            guard let number = digits.flatMap(read), (number as? any FloatingPoint)?.isFinite != false else {
                let isTooLarge = digits?.allSatisfy { $0.isNumber || $0 == "-" } == true
                let wanted = isWhole ? "a whole number, such as 42" : "a number, such as 1234.5"
                throw CallFailure(
                    .invalidArgument,
                    text.isEmpty ? "write \(wanted)" : "'\(text)' is \(isTooLarge ? "out of range" : "not \(wanted)")")
            }
            value.wrappedValue = number
        }
    }
}

/// A line of text to edit that is not shown, such as a password.
public struct SecureField: PrimitiveView {
    private let title: LocalizedStringKey
    private let prompt: LocalizedStringKey?
    private let text: Binding<String>
    private var commit: (() -> Void)?

    /// Makes a field with a title that edits a text. The prompt stands in it while it is empty.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        // A field needs a name: without a title that is the prompt.
        title = titleKey.text.isEmpty ? prompt?.content ?? titleKey : titleKey
        self.prompt = titleKey.text.isEmpty ? nil : prompt?.content
        self.text = text
    }

    /// Makes a field with a title; `onCommit` runs when the user ends the input by Enter, as `onSubmit` does.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(titleKey, text: text)
        commit = onCommit
    }

    public func render(in renderer: ViewRenderer) {
        renderer.field(title, text, prompt: prompt, flags: .secure, commit: commit)
    }
}

extension ViewRenderer {
    /// - Parameters:
    ///   - triggers: Which `onSubmit` the end of the input runs.
    ///   - commit: What the end of the input does besides.
    ///   - number: Takes what the user writes, instead of the binding.
    func field(
        _ title: LocalizedStringKey, _ text: Binding<String>, prompt: LocalizedStringKey? = nil, symbol: String = "",
        flags: Node.Flags = [], triggers: SubmitTriggers = .text, commit: (() -> Void)? = nil,
        number: NumberInput? = nil
    ) {
        // Enter is a new line in a text of several lines.
        let submits = flags.contains(.multiline) ? [] : self.submits.filter { $0.triggers.contains(triggers) }
        let actions = (commit.map { [$0] } ?? []) + submits.map(\.action)
        let focus = takeFocus()
        let action = action { value in
            switch value {
            case .string(let entered):
                if let number { try number.write(entered) } else { text.wrappedValue = entered }
            case .null where !actions.isEmpty:
                try number?.end()
                for action in actions { action() }
            case .bool(let hasFocus) where focus != nil || number != nil:
                focus?.wrappedValue = hasFocus
                number?.draft.isBegun = hasFocus
                if !hasFocus { try number?.end() }
            default: throw CallFailure.wrongValue("a string")
            }
        }
        var flags = flags
        if !actions.isEmpty { flags.insert(.submits) }
        // A number is read when its input ends.
        if focus != nil || number != nil { flags.insert(.focus) }
        if focus?.wrappedValue == true { flags.insert(.focused) }
        node(
            Node(
                .textField, text: self.text(of: title), detail: prompt.map(self.text) ?? "", symbol: symbol,
                value: .string(number?.draft.text ?? text.wrappedValue), action: action, flags: flags))
    }
}

/// What the user has written into a field of numbers, until the input ends.
@MainActor
@Observable
final class NumberDraft {
    var text: String?
    /// Whether the host has said that the user writes. A host that does not say so sends each text as a whole input.
    @ObservationIgnored var isBegun = false
}

/// What becomes of a text that the user writes into a field of numbers.
@MainActor
struct NumberInput {
    let draft: NumberDraft
    /// Reads the number, and sets the binding.
    let accept: (String) throws(CallFailure) -> Void

    func write(_ text: String) throws(CallFailure) {
        if draft.isBegun { draft.text = text } else { try accept(text) }
    }

    /// Reads what has been written since the last time, if anything has.
    func end() throws(CallFailure) {
        guard let text = draft.text else { return }
        draft.text = nil
        try accept(text)
    }
}

/// A switch that is on or off.
public struct Toggle: PrimitiveView {
    private let title: ViewTitle
    private let isOn: Binding<Bool>

    /// Makes a switch with a title that changes a yes or no.
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        title = ViewTitle(titleKey)
        self.isOn = isOn
    }

    /// Makes a switch with the texts of views as its title.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> some View) {
        title = ViewTitle(of: label())
        self.isOn = isOn
    }

    public func render(in renderer: ViewRenderer) {
        renderer.toggle(title, isOn)
    }
}

extension ViewRenderer {
    func toggle(_ title: ViewTitle, _ isOn: Binding<Bool>) {
        let action = action { value in
            guard case .bool(let chosen) = value else { throw CallFailure.wrongValue("a bool") }
            isOn.wrappedValue = chosen
        }
        node(Node(.toggle, text: title.text(in: self), value: .bool(isOn.wrappedValue), action: action))
    }
}

/// A choice of one among several.
///
/// ```swift
/// Picker("Order", selection: $viewModel.order) {
///     Text("By name").tag(Order.name)
///     Text("By year").tag(Order.year)
/// }
/// ```
public struct Picker<Selection: Hashable, Content: View>: PrimitiveView {
    private let title: ViewTitle
    private let selection: Binding<Selection>
    private let content: Content

    /// Makes a choice with a title between options, each with a ``View/tag(_:includeOptional:)`` of the selection's type, or the views of
    /// a ``ForEach`` over values of that type.
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Selection>, @ViewBuilder content: () -> Content) {
        title = ViewTitle(titleKey)
        self.selection = selection
        self.content = content()
    }

    /// Makes a choice with the texts of views as its title.
    public init(
        selection: Binding<Selection>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> some View
    ) {
        title = ViewTitle(of: label())
        self.selection = selection
        self.content = content()
    }

    public func render(in renderer: ViewRenderer) {
        let options = renderer.options(of: content)
        let selected = options.firstIndex { $0.tag == AnyHashable(selection.wrappedValue) }
        let action = renderer.action { value in
            guard case .integer(let index) = value, options.indices.contains(Int(clamping: index)),
                let chosen = options[Int(clamping: index)].tag.base as? Selection
            else { throw CallFailure.wrongValue("one of the picker's options") }
            selection.wrappedValue = chosen
        }
        let value: Value = selected.map { .integer(Int64($0)) } ?? .null
        renderer.node(Node(.picker, text: title.text(in: renderer), value: value, action: action)) {
            for (index, option) in options.enumerated() {
                renderer.node(Node(.option, text: option.text, symbol: option.symbol, value: .integer(Int64(index))))
            }
        }
    }
}
