// Values of SwiftUI's environment that the host does not have: they never change. A view may set one for the views in it,
// which read what they would without it.

extension EnvironmentValues {
    /// Always light: the host decides which colours there are.
    public var colorScheme: ColorScheme {
        get { .light }
        set {}
    }
    /// Always compact, as on a phone.
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { .compact }
        set {}
    }
    /// Always regular, as on a phone.
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { .regular }
        set {}
    }
    /// Always large, which is the middle of the sizes.
    public var dynamicTypeSize: DynamicTypeSize {
        get { .large }
        set {}
    }
    /// Always active: a feature whose screens are not shown is not rendered.
    public var scenePhase: ScenePhase {
        get { .active }
        set {}
    }
    /// Always from left to right.
    public var layoutDirection: LayoutDirection {
        get { .leftToRight }
        set {}
    }
    /// Always inactive: each row has its button that deletes it.
    public var editMode: Binding<EditMode>? {
        get { nil }
        set {}
    }
    /// Always 1.
    public var displayScale: Double {
        get { 1 }
        set {}
    }
    /// Always true: nothing moves here.
    public var accessibilityReduceMotion: Bool {
        get { true }
        set {}
    }
    /// Always nil: the host shows whole texts.
    public var lineLimit: Int? {
        get { nil }
        set {}
    }
    /// Always nil: the host decides how texts look.
    public var font: Font? {
        get { nil }
        set {}
    }
    /// Always false: the screen says itself whether it is looked through.
    public var isSearching: Bool { false }
    /// Always empty.
    public var redactionReasons: RedactionReasons {
        get { [] }
        set {}
    }
    /// The screen as a thing to leave, by its older name in SwiftUI: `presentationMode.wrappedValue.dismiss()`.
    @MainActor
    public var presentationMode: Binding<PresentationMode> {
        .constant(PresentationMode(action: dismiss))
    }

    // The compiler refuses every use of the following three, so that their bodies never run.

    @available(*, unavailable, message: "take the user's language from context.locale")
    public var locale: Never { fatalError() }
    @available(*, unavailable, message: "keep the data in an @Observable class, and write it to context.dataDirectory")
    public var modelContext: Never { fatalError() }
    @available(*, unavailable, message: "keep the data in an @Observable class, and write it to context.dataDirectory")
    public var managedObjectContext: Never { fatalError() }
}

/// A screen as a thing to leave.
@MainActor
public struct PresentationMode {
    let action: DismissAction

    /// Always true.
    public var isPresented: Bool { true }
    /// Leaves the screen.
    public func dismiss() { action() }
}

/// How much room there is.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    /// An amount.
    case compact, regular
}

/// Whether an app is used.
public enum ScenePhase: Hashable, Comparable, Sendable {
    /// A state of the app.
    case background, inactive, active
}

/// The direction of a text.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    /// A direction.
    case leftToRight, rightToLeft
}

/// Whether rows are edited.
public enum EditMode: Hashable, Sendable {
    /// A state.
    case inactive, transient, active
    /// Whether rows are edited.
    public var isEditing: Bool { self != .inactive }
}
