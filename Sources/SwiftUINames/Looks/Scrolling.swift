// What scrolls by code. Where nothing does, the host decides what is in sight.

import FeatureCore

/// The place to which views are scrolled. The host decides what is in sight.
public struct ScrollPosition: Hashable, Sendable {
    public init(edge: Edge? = nil) {}
    public init<ID: Hashable>(idType: ID.Type = ID.self) {}
}

@available(*, deprecated, message: "the host decides what is in sight: write a ScrollViewReader and its scrollTo")
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

/// Views that code can scroll to.
///
/// ```swift
/// ScrollViewReader { proxy in
///     Button("Today") { proxy.scrollTo(viewModel.today) }
///     List(viewModel.days) { day in Text(day.name) }
/// }
/// ```
public struct ScrollViewReader<Content: View>: PrimitiveView {
    private let content: (ScrollViewProxy) -> Content

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }

    public func render(in renderer: ViewRenderer) {
        content(ScrollViewProxy(scroll: renderer.scroller())).render(in: renderer)
    }
}

/// The way to a view of the screen.
@MainActor
public struct ScrollViewProxy {
    let scroll: @MainActor (AnyHashable) -> Void

    /// Brings a view into sight: the element with that id of a `ForEach`, a list or a table, or a view with `.id(_:)`.
    /// An element that is not shown, of a list of a million, is shown then.
    ///
    /// Does nothing where no view has the id.
    ///
    /// - Parameter anchor: Has no effect: the host scrolls no further than it has to.
    public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) { scroll(AnyHashable(id)) }
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
