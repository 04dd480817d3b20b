/// Views one below the other.
///
/// ```swift
/// VStack(alignment: .leading) {
///     Text(note.title).font(.headline)
///     Text(note.text)
/// }
/// ```
///
/// The host decides how views are laid out, so the alignment and the spacing are not used.
public struct VStack<Content: View>: View {
    @usableFromInline let content: Content

    /// The views that the closure lists.
    @inlinable
    public init(
        alignment: HorizontalAlignment = .center, spacing: Double? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    /// The views that the closure lists, for a ``LazyVStack`` whose headers stay in sight.
    @inlinable
    public init(
        alignment: HorizontalAlignment = .center, spacing: Double? = nil, pinnedViews: PinnedScrollableViews,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }

    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.group { content.render(in: renderer) }
    }
}

/// Views one below the other. All are rendered, since the host asks for whole screens.
public typealias LazyVStack = VStack

/// Views that can be scrolled, as every screen can.
public struct ScrollView<Content: View>: View {
    @usableFromInline let content: Content

    /// The views that the closure lists.
    @inlinable
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.content = content()
    }

    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.group { content.render(in: renderer) }
    }
}

/// Rows of controls, as a ``List`` shows them.
public typealias Form = List

/// Where views stand between the left and the right. The host decides that.
public enum HorizontalAlignment: Hashable, Sendable {
    /// An alignment.
    case leading, center, trailing
}

/// The direction in which a view scrolls. The host decides that.
public enum Axis: Hashable, Sendable {
    /// A direction.
    case horizontal, vertical

    /// Several directions.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sideways.
        public static let horizontal = Set(rawValue: 1 << 0)
        /// Up and down.
        public static let vertical = Set(rawValue: 1 << 1)
    }
}

/// The views of a ``LazyVStack`` that stay in sight. The host decides that.
public struct PinnedScrollableViews: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The headers.
    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1 << 0)
    /// The footers.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 1 << 1)
}
