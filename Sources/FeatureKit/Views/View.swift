/// A piece of a screen, described as data. The host decides how it looks: in a terminal, as text, as a page.
///
/// ```swift
/// struct GreetingView: View {
///     let viewModel: GreetingViewModel
///
///     var body: some View {
///         List {
///             Text(viewModel.greeting)
///             Button("Again") { viewModel.greet() }
///         }
///         .navigationTitle("Greeting")
///     }
/// }
/// ```
///
/// Views are values that are made again and again. Lasting state is in ``State`` properties, and in an `@Observable` view
/// model, which the screen's outermost view keeps. A `body` runs when the view has another value, or something has changed
/// that the body has read: a state, a binding, a property of an observable object, or the environment.
@MainActor
public protocol View {
    /// The type of ``body``.
    associatedtype Body: View

    /// The views that make up this view.
    @ViewBuilder var body: Body { get }

    /// Describes the view to the renderer. The default describes the body; only FeatureKit's own views implement it.
    func render(in renderer: ViewRenderer)
}

extension View {
    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.body(of: self) { _ in body }.render(in: renderer)
    }
}

// A feature's compiler makes a version of each inlinable function for the types of the feature's views. Without it, the
// Swift runtime would look these types up in every render.

/// Combines the views that a closure lists.
@MainActor
@resultBuilder
public enum ViewBuilder {
    /// One view of the closure.
    @inlinable
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    /// An empty closure.
    @inlinable
    public static func buildBlock() -> EmptyView { EmptyView() }
    /// The first view of the closure.
    @inlinable
    public static func buildPartialBlock<Content: View>(first: Content) -> Content { first }

    /// A further view of the closure.
    @inlinable
    public static func buildPartialBlock<Views: View, Next: View>(
        accumulated: Views, next: Next
    ) -> PairView<Views, Next> {
        PairView(accumulated, next)
    }

    /// An `if` without an `else`.
    @inlinable
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    /// The branch after the `if`.
    @inlinable
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
        .first(first)
    }

    /// The branch after the `else`.
    @inlinable
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
        .second(second)
    }
}

/// A view of FeatureKit's own, without a body: its `render(in:)` describes it.
public protocol PrimitiveView: View where Body == EmptyView {}

extension PrimitiveView {
    /// Nothing: the renderer does not ask for it.
    public var body: EmptyView { EmptyView() }
}

/// A view that shows nothing.
public struct EmptyView: View {
    /// Makes an empty view.
    public nonisolated init() {}
    public var body: EmptyView { self }
    public func render(in renderer: ViewRenderer) {}
}

/// The views of a closure up to one of them, and that one. Made by ``ViewBuilder``.
///
/// It is no tuple of all views: the compiler makes no version of a parameter pack for the types of a screen.
public struct PairView<Views: View, Next: View>: PrimitiveView {
    @usableFromInline let views: Views
    @usableFromInline let next: Next

    @inlinable
    init(_ views: Views, _ next: Next) {
        self.views = views
        self.next = next
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.child(0) { views.render(in: renderer) }
        renderer.child(1) { next.render(in: renderer) }
    }
}

/// A view that may be left out, such as one of an `if` without an `else`.
extension Optional: View where Wrapped: View {
    public var body: EmptyView { EmptyView() }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        self?.render(in: renderer)
    }
}

/// One of two views. Made by ``ViewBuilder`` of an `if` with an `else`, or a `switch`.
public enum ConditionalView<First: View, Second: View>: PrimitiveView {
    /// The branch after the `if`.
    case first(First)
    /// The branch after the `else`.
    case second(Second)

    @inlinable
    public func render(in renderer: ViewRenderer) {
        switch self {
        case .first(let view): renderer.child(1) { view.render(in: renderer) }
        case .second(let view): renderer.child(2) { view.render(in: renderer) }
        }
    }
}

/// A view of any type.
public struct AnyView: PrimitiveView {
    private let content: any View

    /// Wraps a view.
    public init(_ content: some View) {
        self.content = content
    }

    public func render(in renderer: ViewRenderer) {
        content.render(in: renderer)
    }
}

/// Views that belong together, one below the other.
public struct Group<Content: View>: PrimitiveView {
    @usableFromInline let content: Content

    /// The views that the closure lists.
    @inlinable
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    @inlinable
    public func render(in renderer: ViewRenderer) {
        renderer.group { content.render(in: renderer) }
    }
}

extension ViewRenderer {
    @usableFromInline
    func group(_ content: () -> Void) { node(Node(.group), children: content) }
}
