import FeatureCore

extension View {
    /// Shows the same with a title that is not looked up.
    @_disfavoredOverload
    public func alert(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View = { EmptyView() }
    ) -> ModifiedView<Self> {
        alert(LocalizedStringKey(verbatim: title), isPresented: isPresented, actions: actions, message: message)
    }
    /// Shows the same with a text as its title.
    public func alert(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View = { EmptyView() }
    ) -> ModifiedView<Self> {
        alert(title.content, isPresented: isPresented, actions: actions, message: message)
    }
    /// Shows the same with a title that is not looked up.
    @_disfavoredOverload
    public func alert<Item>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, presenting item: Item?,
        @ViewBuilder actions: @escaping (Item) -> some View,
        @ViewBuilder message: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        alert(
            LocalizedStringKey(verbatim: title), isPresented: isPresented, presenting: item, actions: actions,
            message: message)
    }
    /// Shows an alert about a value, without a message.
    public func alert<Item>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting item: Item?,
        @ViewBuilder actions: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        alert(titleKey, isPresented: isPresented, presenting: item, actions: actions) { _ in EmptyView() }
    }
    /// Shows an error as an alert, without a message.
    ///
    /// The title is `text` of the error: Foundation's `localizedDescription` where it is imported.
    public func alert<Problem: Error>(
        isPresented: Binding<Bool>, error: Problem?, text: @escaping (any Error) -> String = #errorText,
        @ViewBuilder actions: @escaping () -> some View
    ) -> ModifiedView<Self> {
        alert(
            isPresented: isPresented, error: error, text: text, actions: { _ in actions() },
            message: { _ in EmptyView() })
    }
    /// Shows an alert as SwiftUI had it first, while `isPresented` is true.
    public func alert(isPresented: Binding<Bool>, content: @escaping () -> Alert) -> ModifiedView<Self> {
        alert(
            isPresented.wrappedValue ? content().title : Text(""), isPresented: isPresented,
            actions: { content().buttons }, message: { content().message })
    }
    /// Shows an alert as SwiftUI had it first, while there is a value.
    public func alert<Item: Identifiable>(
        item: Binding<Item?>, content: @escaping (Item) -> Alert
    ) -> ModifiedView<Self> {
        let isPresented = Binding(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
        return alert(
            item.wrappedValue.map { content($0).title } ?? Text(""), isPresented: isPresented,
            actions: { item.wrappedValue.map { content($0).buttons } },
            message: { item.wrappedValue.map { content($0).message } })
    }
    /// Shows a choice of actions for a value, without a message.
    public func confirmationDialog<Item>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting item: Item?, @ViewBuilder actions: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        confirmationDialog(titleKey, isPresented: isPresented, presenting: item, actions: actions) { _ in EmptyView() }
    }
    /// Shows the same with a title that is not looked up.
    @_disfavoredOverload
    public func confirmationDialog(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View = { EmptyView() }
    ) -> ModifiedView<Self> {
        confirmationDialog(
            LocalizedStringKey(verbatim: title), isPresented: isPresented, actions: actions, message: message)
    }
    /// Shows the same with a text as its title.
    public func confirmationDialog(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: @escaping () -> some View,
        @ViewBuilder message: @escaping () -> some View = { EmptyView() }
    ) -> ModifiedView<Self> {
        confirmationDialog(title.content, isPresented: isPresented, actions: actions, message: message)
    }
    /// Shows a choice of actions for a value with a text as its title.
    public func confirmationDialog<Item>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, presenting item: Item?,
        @ViewBuilder actions: @escaping (Item) -> some View,
        @ViewBuilder message: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        confirmationDialog(
            title.content, isPresented: isPresented, presenting: item, actions: actions, message: message)
    }
    /// Shows a choice of actions as SwiftUI had it first, while `isPresented` is true.
    public func actionSheet(isPresented: Binding<Bool>, content: @escaping () -> ActionSheet) -> ModifiedView<Self> {
        confirmationDialog(
            isPresented.wrappedValue ? content().title : Text(""), isPresented: isPresented,
            actions: { content().buttons }, message: { content().message })
    }
}

/// An alert as SwiftUI had it first.
@MainActor
public struct Alert {
    /// A button of the alert.
    @MainActor
    public struct Button {
        fileprivate let label: Text
        fileprivate let role: ButtonRole?
        fileprivate let action: () -> Void

        /// A button.
        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: nil, action: action ?? {})
        }
        /// A button that leaves things as they are.
        public static func cancel(_ label: Text? = nil, action: (() -> Void)? = {}) -> Button {
            Button(label: label ?? Text("Cancel"), role: .cancel, action: action ?? {})
        }
        /// A button that leaves things as they are.
        public static func cancel(_ action: @escaping () -> Void) -> Button { cancel(action: action) }
        /// A button that loses something.
        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .destructive, action: action ?? {})
        }
    }

    fileprivate let title: Text
    fileprivate let message: Text?
    private let shown: [Button]

    /// An alert with one button.
    public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        self.title = title
        self.message = message
        shown = [dismissButton ?? .default(Text("OK"))]
    }

    /// An alert with two buttons.
    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        self.title = title
        self.message = message
        shown = [primaryButton, secondaryButton]
    }

    /// A choice of actions.
    public init(title: Text, message: Text? = nil, buttons: [Button]) {
        self.title = title
        self.message = message
        shown = buttons
    }

    fileprivate var buttons: some View {
        ForEach(shown.indices, id: \.self) { index in
            FeatureCore.Button(role: shown[index].role, action: shown[index].action) { shown[index].label }
        }
    }
}

/// A choice of actions as SwiftUI had it first.
public typealias ActionSheet = Alert

extension View {
    /// Shows an alert about a value while `isPresented` is true and there is one.
    public func alert<Item>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting item: Item?,
        @ViewBuilder actions: @escaping (Item) -> some View,
        @ViewBuilder message: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        alert(
            titleKey, isPresented: item == nil ? .constant(false) : isPresented, actions: { item.map(actions) },
            message: { item.map(message) })
    }
    /// Shows an error as an alert while `isPresented` is true and there is one.
    ///
    /// The title is `text` of the error: Foundation's `localizedDescription` where it is imported.
    public func alert<Problem: Error>(
        isPresented: Binding<Bool>, error: Problem?, text: @escaping (any Error) -> String = #errorText,
        @ViewBuilder actions: @escaping (Problem) -> some View, @ViewBuilder message: @escaping (Problem) -> some View
    ) -> ModifiedView<Self> {
        let shown = isPresented.wrappedValue ? error : nil
        return alert(
            LocalizedStringKey(verbatim: shown.map(text) ?? ""),
            isPresented: shown == nil ? .constant(false) : isPresented,
            actions: { shown.map(actions) }, message: { shown.map(message) })
    }
    /// Shows a choice of actions for a value while `isPresented` is true and there is one, as an alert does.
    public func confirmationDialog<Item>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting item: Item?, @ViewBuilder actions: @escaping (Item) -> some View,
        @ViewBuilder message: @escaping (Item) -> some View
    ) -> ModifiedView<Self> {
        confirmationDialog(
            titleKey, isPresented: item == nil ? .constant(false) : isPresented, actions: { item.map(actions) },
            message: { item.map(message) })
    }
}

/// The text of an error as the file of the caller has it. The default argument of an alert about an error.
@freestanding(expression)
public macro errorText() -> (any Error) -> String = #externalMacro(module: "FeatureMacros", type: "ErrorTextMacro")
