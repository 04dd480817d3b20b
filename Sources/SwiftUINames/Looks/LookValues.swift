// Values of SwiftUI's environment that the host does not have: they never change. A view may set one for the views in it,
// which read what they would without it.

import FeatureCore

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
    @available(*, deprecated, message: "rows have no edit mode: each has its own buttons by .onDelete and .onMove")
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
    /// Always false: nothing is read out by a phone. Views have their labels for the host.
    public var accessibilityVoiceOverEnabled: Bool { false }
    /// Always false: the host has its own ways beside colours.
    public var accessibilityDifferentiateWithoutColor: Bool { false }
    /// Always false: nothing lets through what is behind it.
    public var accessibilityReduceTransparency: Bool { false }
    /// Always standard: the host decides which colours there are.
    public var colorSchemeContrast: ColorSchemeContrast { .standard }
    /// Always 1.
    public var pixelLength: Double { 1 }
    /// Always false: the host has the focus.
    public var isFocused: Bool { false }
    /// Always nil: a refresh is a button of the screen.
    public var refresh: RefreshAction? { nil }
    /// Does nothing: the field to search in is always there.
    @available(*, deprecated, message: "the field to search in is always there: leave it out")
    public var dismissSearch: DismissSearchAction { DismissSearchAction() }
    /// Always regular: the host decides how large controls are.
    public var controlSize: ControlSize {
        get { .regular }
        set {}
    }
    /// Always leading: the host decides where texts stand.
    public var multilineTextAlignment: TextAlignment {
        get { .leading }
        set {}
    }
    /// Always standard: the host decides how headers look.
    public var headerProminence: Prominence {
        get { .standard }
        set {}
    }
    /// Always 0: the host decides how high rows are.
    public var defaultMinListRowHeight: Double {
        get { 0 }
        set {}
    }
    /// Always 0: the host decides how high headers are.
    public var defaultMinListHeaderHeight: Double? {
        get { 0 }
        set {}
    }
    /// Always large, which is the middle of the sizes.
    public var sizeCategory: DynamicTypeSize { .large }
    /// Whether the screen is shown above another one: always true, and ``dismiss`` leaves it.
    public var isPresented: Bool { true }
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

    // The compiler refuses every use of the following ones, so that their bodies never run.

    @available(*, unavailable, message: "take the user's language from context.locale")
    public var locale: Never { fatalError() }
    @available(*, unavailable, message: "use Calendar.current of Foundation")
    public var calendar: Never { fatalError() }
    @available(*, unavailable, message: "use TimeZone.current of Foundation")
    public var timeZone: Never { fatalError() }
    @available(*, unavailable, message: "the host has the windows: use .sheet, or a NavigationLink")
    public var openWindow: Never { fatalError() }
    @available(*, unavailable, message: "there is no App Store here: leave it out")
    public var requestReview: Never { fatalError() }
    @available(*, unavailable, message: "keep the earlier values in the view model")
    public var undoManager: Never { fatalError() }
    @available(*, unavailable, message: "keep the data in an @Observable class, and write it to context.dataDirectory")
    public var modelContext: Never { fatalError() }
    @available(*, unavailable, message: "keep the data in an @Observable class, and write it to context.dataDirectory")
    public var managedObjectContext: Never { fatalError() }
}

extension View {
    @available(*, unavailable, message: "the user's language is the host's: take it from context.locale")
    public func environment<Value>(_ keyPath: KeyPath<EnvironmentValues, Never>, _ value: Value) -> Self { self }
}

/// Ends a search, when it is called.
public struct DismissSearchAction: Sendable {
    /// Does nothing.
    public func callAsFunction() {}
}

/// Loads a screen's content again, when it is called.
public struct RefreshAction: Sendable {
    /// Does nothing.
    public func callAsFunction() async {}
}

/// How far colours are from each other. The host decides that.
public enum ColorSchemeContrast: Hashable, Sendable {
    /// A distance.
    case standard, increased
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
