// Values of SwiftUI's environment that the host does not have: they never change. A view may set one for the views in it,
// which read what they would without it.

import FeatureCore

extension EnvironmentValues {
    public var colorScheme: ColorScheme {
        get { .light }
        set {}
    }
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { .compact }
        set {}
    }
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { .regular }
        set {}
    }
    public var dynamicTypeSize: DynamicTypeSize {
        get { .large }
        set {}
    }
    public var scenePhase: ScenePhase {
        get { .active }
        set {}
    }
    public var layoutDirection: LayoutDirection {
        get { .leftToRight }
        set {}
    }
    @available(*, deprecated, message: "rows have no edit mode: each has its own buttons by .onDelete and .onMove")
    public var editMode: Binding<EditMode>? {
        get { nil }
        set {}
    }
    public var displayScale: Double {
        get { 1 }
        set {}
    }
    public var accessibilityReduceMotion: Bool {
        get { true }
        set {}
    }
    public var lineLimit: Int? {
        get { nil }
        set {}
    }
    public var font: Font? {
        get { nil }
        set {}
    }
    public var isSearching: Bool { false }
    public var accessibilityVoiceOverEnabled: Bool { false }
    public var accessibilityDifferentiateWithoutColor: Bool { false }
    public var accessibilityReduceTransparency: Bool { false }
    public var colorSchemeContrast: ColorSchemeContrast { .standard }
    public var pixelLength: Double { 1 }
    public var isFocused: Bool { false }
    public var refresh: RefreshAction? { nil }
    @available(*, deprecated, message: "the field to search in is always there: leave it out")
    public var dismissSearch: DismissSearchAction { DismissSearchAction() }
    public var controlSize: ControlSize {
        get { .regular }
        set {}
    }
    public var multilineTextAlignment: TextAlignment {
        get { .leading }
        set {}
    }
    public var headerProminence: Prominence {
        get { .standard }
        set {}
    }
    public var defaultMinListRowHeight: Double {
        get { 0 }
        set {}
    }
    public var defaultMinListHeaderHeight: Double? {
        get { 0 }
        set {}
    }
    public var sizeCategory: DynamicTypeSize { .large }
    public var isPresented: Bool { true }
    public var redactionReasons: RedactionReasons {
        get { [] }
        set {}
    }
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

/// Ends a search, when it is called.
public struct DismissSearchAction: Sendable {
    public func callAsFunction() {}
}

/// Loads a screen's content again, when it is called.
public struct RefreshAction: Sendable {
    public func callAsFunction() async {}
}

/// A screen as a thing to leave.
@MainActor
public struct PresentationMode {
    let action: DismissAction

    public var isPresented: Bool { true }
    public func dismiss() { action() }
}

/// Whether rows are edited.
public enum EditMode: Hashable, Sendable {
    case inactive, transient, active
    public var isEditing: Bool { self != .inactive }
}
