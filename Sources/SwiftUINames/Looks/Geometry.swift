import FeatureCore

/// Views that are made for the size of their place. A screen has no size here, so this is always that of a phone.
public struct GeometryReader<Content: View>: View {
    private let content: (GeometryProxy) -> Content

    /// The views that the closure lists for the size.
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }

    public var body: Content { content(GeometryProxy()) }
}

/// The size of a view's place, in points.
public struct GeometryProxy: Sendable {
    /// A size.
    public struct Size: Hashable, Sendable {
        /// A length.
        public let width: Double, height: Double
    }

    /// A place.
    public struct Frame: Hashable, Sendable {
        /// The size of the place.
        public let size: Size
        /// A side of the place.
        public var minX: Double { 0 }
        /// A side of the place.
        public var minY: Double { 0 }
        /// The middle of the place.
        public var midX: Double { size.width / 2 }
        /// The middle of the place.
        public var midY: Double { size.height / 2 }
        /// A side of the place.
        public var maxX: Double { size.width }
        /// A side of the place.
        public var maxY: Double { size.height }
        /// A length.
        public var width: Double { size.width }
        /// A length.
        public var height: Double { size.height }
    }

    /// The size of a phone.
    public var size: Size { Size(width: 390, height: 844) }
    /// No space.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
    /// The place of a phone's whole screen.
    public func frame(in space: CoordinateSpace) -> Frame { Frame(size: size) }
}

extension View {
    /// Runs an action with a part of the view's size when the view appears: that of a phone, as a ``GeometryReader`` has it.
    public func onGeometryChange<Part: Equatable>(
        for type: Part.Type, of part: @escaping (GeometryProxy) -> Part, action: @escaping (Part) -> Void
    ) -> ModifiedView<Self> {
        onAppear { action(part(GeometryProxy())) }
    }
}
