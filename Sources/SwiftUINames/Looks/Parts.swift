// Views, properties and macros that show nothing, or the same as without them.

import FeatureCore

extension TableColumn {
    public func width(_ width: Double? = nil) -> Self { self }
    public func width(min: Double? = nil, ideal: Double? = nil, max: Double? = nil) -> Self { self }
}

/// Nothing: the host decides how far the controls of a toolbar are from each other.
public struct ToolbarSpacer: PrimitiveView {
    public init(_ sizing: ToolbarSpacerSizing = .flexible, placement: ToolbarItemPlacement = .automatic) {}
}

/// Nothing: a control that SwiftUI makes by itself is where its modifier says.
public struct DefaultToolbarItem: PrimitiveView {
    public init(kind: ToolbarDefaultItemKind, placement: ToolbarItemPlacement = .automatic) {}
}

/// Nothing: each row has its own button that deletes it.
@available(*, deprecated, message: "each row has its own buttons by .onDelete and .onMove: leave it out")
public struct EditButton: PrimitiveView {
    public init() {}
}

/// A value that names the view that is read out. The host decides that, as it does the focus.
public typealias AccessibilityFocusState = FocusState

/// A size that SwiftUI fits to the user's texts. It is always the given one here.
@propertyWrapper
public struct ScaledMetric<Value> {
    public let wrappedValue: Value

    public init(wrappedValue: Value, relativeTo font: Font = .body) {
        self.wrappedValue = wrappedValue
    }
}

/// Views that Xcode shows. No host asks for them.
@MainActor
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder static var previews: Previews { get }
}

/// Views that Xcode shows. They are compiled, and stand for nothing: look at a screen by `switchyard navigate`.
@freestanding(declaration)
public macro Preview(_ name: String = "", @ViewBuilder body: @MainActor () -> any View) =
    #externalMacro(module: "FeatureMacros", type: "PreviewMacro")
