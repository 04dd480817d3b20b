// Modifiers of SwiftUI for effects. Nothing moves or shines here, so they are accepted and do nothing.

import FeatureCore

/// The movement of a change. Nothing moves here.
public struct Transaction: Hashable, Sendable {
    /// The movement.
    public var animation: Animation?
    /// Whether nothing moves.
    public var disablesAnimations = false

    /// A change with a movement.
    public init(animation: Animation? = nil) { self.animation = animation }
}

/// Runs a closure. Nothing moves here.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// How one screen becomes another. Nothing moves here.
public struct NavigationTransition: Hashable, Sendable {
    /// A way.
    public static let automatic = Self()
    /// A way.
    public static func zoom(sourceID: some Hashable, in namespace: Namespace.ID) -> Self { automatic }
}

/// A surface like glass. The host decides how views look.
public struct Glass: Hashable, Sendable {
    /// A surface.
    public static let regular = Self(), clear = Self(), identity = Self()
    /// Accepted for SwiftUI, and changes nothing: the host chooses the colour.
    public func tint(_ color: Color?) -> Self { self }
    /// Accepted for SwiftUI, and changes nothing: a terminal has no touches.
    public func interactive(_ isEnabled: Bool = true) -> Self { self }
}

/// Views on surfaces like glass.
public typealias GlassEffectContainer = Group

extension View {
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func transaction(_ transform: (inout Transaction) -> Void) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func transaction(value: some Equatable, _ transform: (inout Transaction) -> Void) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func navigationTransition(_ transition: NavigationTransition) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    @available(*, deprecated, message: "nothing moves here: leave it out")
    public func visualEffect(_ effect: (EmptyView, GeometryProxy) -> some View) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    @available(*, deprecated, message: "nothing moves here, and no phase is shown: write the view as it is at rest")
    public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, @ViewBuilder content: (EmptyView, Phase) -> some View,
        animation: (Phase) -> Animation? = { _ in nil }
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    @available(*, deprecated, message: "nothing moves here, and no phase is shown: write the view as it is at rest")
    public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, trigger: some Equatable,
        @ViewBuilder content: (EmptyView, Phase) -> some View, animation: (Phase) -> Animation? = { _ in nil }
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    @available(*, deprecated, message: "there is no glass here: leave it out")
    public func glassEffect(_ glass: Glass = .regular) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    @available(*, deprecated, message: "there is no glass here: leave it out")
    public func glassEffect(_ glass: Glass = .regular, in shape: some Shape) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    @available(*, deprecated, message: "there is no glass here: leave it out")
    public func glassEffectID(_ id: some Hashable, in namespace: Namespace.ID) -> Self { self }
    /// Accepted for SwiftUI's sake; the host shows nothing behind a view.
    public func backgroundExtensionEffect() -> Self { self }
    /// Accepted for SwiftUI's sake; a pointer over a view means nothing here.
    @available(*, deprecated, message: "a pointer over a view means nothing here: show what it would show")
    public func hoverEffect(_ effect: ControlStyle = .automatic) -> Self { self }
    /// Accepted for SwiftUI's sake; a pointer over a view means nothing here.
    @available(*, deprecated, message: "a pointer over a view means nothing here: show what it would show")
    public func hoverEffectDisabled(_ isDisabled: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides which side is the first.
    public func flipsForRightToLeftLayoutDirection(_ enabled: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how views look.
    @available(*, deprecated, message: "nothing moves here: leave it out")
    public func geometryGroup() -> Self { self }

    @available(*, unavailable, message: "nothing moves here: leave the animation out")
    public func keyframeAnimator<Value, Tracks>(
        initialValue: Value, repeating: Bool = true, content: (EmptyView, Value) -> EmptyView,
        keyframes: (Value) -> Tracks
    ) -> Self { self }
}
