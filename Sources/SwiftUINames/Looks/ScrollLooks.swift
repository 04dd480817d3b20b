// Modifiers of SwiftUI about what scrolls. The host decides that, so they are accepted and do nothing.

import FeatureCore

/// The place to which views are scrolled. The host decides what is in sight.
public struct ScrollPosition: Hashable, Sendable {
    /// A place.
    public init(edge: Edge? = nil) {}
    /// A place, by the ids of views.
    public init<ID: Hashable>(idType: ID.Type = ID.self) {}

    /// Does nothing.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public mutating func scrollTo(edge: Edge) {}
    /// Does nothing.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public mutating func scrollTo(id: some Hashable, anchor: UnitPoint? = nil) {}
    /// Does nothing.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public mutating func scrollTo(x: Double = 0, y: Double = 0) {}
}

/// How far a view has come into sight: always wholly.
public enum ScrollTransitionPhase: Hashable, Sendable {
    /// A state.
    case topLeading, identity, bottomTrailing
    /// Whether the view is wholly in sight.
    public var isIdentity: Bool { self == .identity }
    /// How far it is from that.
    public var value: Double { 0 }
}

/// The part of a scrolled view that has margins: its content, or its indicators.
public enum ContentMarginPlacement: Hashable, Sendable {
    /// A thing.
    case automatic, scrollContent, scrollIndicators
}

/// The moment at which a scrolled view takes its anchor.
public enum ScrollAnchorRole: Hashable, Sendable {
    /// A purpose.
    case initialOffset, sizeChanges, alignment
}

extension View {
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func contentMargins(
        _ edges: Edge.Set = .all, _ length: Double?, for placement: ContentMarginPlacement
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides where views stand.
    public func contentMargins(_ length: Double, for placement: ContentMarginPlacement = .automatic) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollTargetLayout(isEnabled: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollTargetBehavior(_ behavior: ControlStyle) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollIndicators(_ visibility: Visibility, axes: Axis.Set) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollIndicatorsFlash(onAppear: Bool) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollBounceBehavior(_ behavior: ControlStyle, axes: Axis.Set) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what is in sight.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public func scrollPosition(id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what is in sight.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what is in sight.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides what is in sight.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public func defaultScrollAnchor(_ anchor: UnitPoint?, for role: ScrollAnchorRole) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func scrollTransition(
        _ configuration: ControlStyle = .automatic, axis: Axis? = nil,
        transition: (EmptyView, ScrollTransitionPhase) -> some View
    ) -> Self { self }
    /// Accepted for SwiftUI's sake; the host decides how it scrolls.
    public func scrollEdgeEffectStyle(_ style: ControlStyle?, for edges: Edge.Set) -> Self { self }

    @available(*, unavailable, message: "the host decides what is in sight: leave it out")
    public func onScrollGeometryChange<Part>(
        for type: Part.Type, of part: (DragGesture.Value) -> Part, action: (Part, Part) -> Void
    ) -> Self { self }
    @available(*, unavailable, message: "the host decides what is in sight: use .onAppear")
    public func onScrollVisibilityChange(threshold: Double = 0.5, _ action: (Bool) -> Void) -> Self { self }
}
