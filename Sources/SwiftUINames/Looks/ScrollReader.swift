import FeatureCore

/// Views that code can scroll to. The host decides what is in sight.
public struct ScrollViewReader<Content: View>: View {
    private let content: (ScrollViewProxy) -> Content

    /// The views that the closure lists.
    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }

    public var body: Content { content(ScrollViewProxy()) }
}

/// The way to what is scrolled. The host decides what is in sight.
public struct ScrollViewProxy: Sendable {
    /// Does nothing.
    @available(
        *, deprecated, message: "the host decides what is in sight: put first what matters, or push a screen of its own"
    )
    public func scrollTo(_ id: some Hashable, anchor: UnitPoint? = nil) {}
}
