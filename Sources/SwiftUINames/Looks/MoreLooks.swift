import FeatureCore

extension View {
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func overlay(_ style: ForegroundStyle, ignoresSafeAreaEdges edges: Edge.Set = .all) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which colours there are.
    public func overlay(_ style: ForegroundStyle, in shape: some Shape) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where the field is.
    public func searchPresentationToolbarBehavior(_ behavior: SearchPresentationToolbarBehavior) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where the field is.
    public func searchToolbarBehavior(_ behavior: SearchPresentationToolbarBehavior) -> Self { self }
    /// Accepted for SwiftUI's sake; the key is Enter.
    public func submitLabel(_ label: SubmitLabel) -> Self { self }
    /// Accepted for SwiftUI's sake.
    public func submitScope(_ isBlocking: Bool = true) -> Self { self }
}

extension TableColumn {
    /// The column itself: the host decides how wide it is.
    public func width(_ width: Double? = nil) -> Self { self }
    /// The column itself: the host decides how wide it is.
    public func width(min: Double? = nil, ideal: Double? = nil, max: Double? = nil) -> Self { self }
}

/// How the field to search in changes a bar, which the host has.
public enum SearchPresentationToolbarBehavior: Hashable, Sendable {
    /// A way.
    case automatic, avoidHidingContent, minimize
}

/// Nothing: the host decides how far the controls of a toolbar are from each other.
public struct ToolbarSpacer: View {
    /// Makes nothing.
    public init(_ sizing: ToolbarSpacerSizing = .flexible, placement: ToolbarItemPlacement = .automatic) {}
    public var body: EmptyView { EmptyView() }
}

/// How far the controls of a toolbar are from each other. The host decides that.
public enum ToolbarSpacerSizing: Hashable, Sendable {
    /// A distance.
    case fixed, flexible
}

/// Nothing: a control that SwiftUI makes by itself is where its modifier says.
public struct DefaultToolbarItem: View {
    /// Makes nothing.
    public init(kind: ToolbarDefaultItemKind, placement: ToolbarItemPlacement = .automatic) {}
    public var body: EmptyView { EmptyView() }
}

/// Nothing: each row has its own button that deletes it.
@available(*, deprecated, message: "each row has its own buttons by .onDelete and .onMove: leave it out")
public struct EditButton: View {
    /// Makes nothing.
    public init() {}
    public var body: EmptyView { EmptyView() }
}

/// A value that names the view that is read out. The host decides that, as it does the focus.
public typealias AccessibilityFocusState = FocusState

/// A size that SwiftUI fits to the user's texts. It is always the given one here.
@propertyWrapper
public struct ScaledMetric<Value> {
    /// The value itself.
    public let wrappedValue: Value

    /// A size beside a font.
    public init(wrappedValue: Value, relativeTo font: Font = .body) {
        self.wrappedValue = wrappedValue
    }
}

/// Views that Xcode shows. No host asks for them.
@MainActor
public protocol PreviewProvider {
    /// The type of the views.
    associatedtype Previews: View
    /// The views.
    @ViewBuilder static var previews: Previews { get }
}

/// Views that Xcode shows. They are compiled, and stand for nothing: look at a screen by `switchyard navigate`.
@freestanding(declaration)
public macro Preview(_ name: String = "", @ViewBuilder body: @MainActor () -> any View) =
    #externalMacro(module: "FeatureMacros", type: "PreviewMacro")
