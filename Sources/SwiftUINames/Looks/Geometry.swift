import FeatureCore

/// Views that are made for the size of their place. A screen has no size here, so this is always that of a phone.
public struct GeometryReader<Content: View>: View {
    private let content: (GeometryProxy) -> Content

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
        self.content = content
    }

    public var body: Content { content(GeometryProxy()) }
}

/// The size of a view's place, in points.
public struct GeometryProxy: Sendable {
    public struct Size: Hashable, Sendable {
        public let width: Double, height: Double
    }

    public struct Frame: Hashable, Sendable {
        public let size: Size
        public var minX: Double { 0 }
        public var minY: Double { 0 }
        public var midX: Double { size.width / 2 }
        public var midY: Double { size.height / 2 }
        public var maxX: Double { size.width }
        public var maxY: Double { size.height }
        public var width: Double { size.width }
        public var height: Double { size.height }
    }

    public var size: Size { Size(width: 390, height: 844) }
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }
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
