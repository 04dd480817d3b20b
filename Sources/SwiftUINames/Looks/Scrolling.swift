// What scrolls in SwiftUI by code. The host decides what is in sight.

import FeatureCore

/// The place to which views are scrolled. The host decides what is in sight.
public struct ScrollPosition: Hashable, Sendable {
    public init(edge: Edge? = nil) {}
    public init<ID: Hashable>(idType: ID.Type = ID.self) {}
}

@available(
    *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
)
extension ScrollPosition {
    public mutating func scrollTo(edge: Edge) {}
    public mutating func scrollTo(id: some Hashable, anchor: UnitPoint? = nil) {}
    public mutating func scrollTo(x: Double = 0, y: Double = 0) {}
}

/// How far a view has come into sight: always wholly.
public enum ScrollTransitionPhase: Hashable, Sendable {
    case topLeading, identity, bottomTrailing
    public var isIdentity: Bool { self == .identity }
    public var value: Double { 0 }
}

/// Views that code can scroll to. The host decides what is in sight.
public struct ScrollViewReader<Content: View>: View {
    private let content: (ScrollViewProxy) -> Content

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }

    public var body: Content { content(ScrollViewProxy()) }
}

/// The way to what is scrolled. The host decides what is in sight.
public struct ScrollViewProxy: Sendable {
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}

extension View {
    /// With `.bottom`, shows the first list from its end on: the end stays in sight when elements come there, unless the
    /// user has gone elsewhere.
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> ModifiedView<Self> {
        ModifiedView(self) { renderer, content in renderer.with(atEnd: anchor == .bottom, content) }
    }

    /// With `.bottom`, shows the first list from its end on, in whichever role that is asked for.
    public func defaultScrollAnchor(_ anchor: UnitPoint?, for role: ScrollAnchorRole) -> ModifiedView<Self> {
        defaultScrollAnchor(anchor)
    }
}
