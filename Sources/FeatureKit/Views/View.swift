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
/// Views are made anew for each render. Lasting state is in an `@Observable` view model (`import Observation`), which
/// the screen's outermost view keeps. A change to a property that a `body` has read renders the screen again.
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
    public func render(in renderer: ViewRenderer) {
        body.render(in: renderer)
    }
}

/// Combines the views that a closure lists.
@MainActor
@resultBuilder
public enum ViewBuilder {
    /// One view of the closure.
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    /// An empty closure.
    public static func buildBlock() -> EmptyView { EmptyView() }
    /// A closure with one view.
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    /// A closure with several views.
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content>
    {
        TupleView(repeat each content)
    }

    /// An `if` without an `else`.
    public static func buildIf<Content: View>(_ content: Content?) -> OptionalView<Content> {
        OptionalView(content: content)
    }

    /// The branch after the `if`.
    public static func buildEither<First: View, Second: View>(first: First) -> ConditionalView<First, Second> {
        .first(first)
    }

    /// The branch after the `else`.
    public static func buildEither<First: View, Second: View>(second: Second) -> ConditionalView<First, Second> {
        .second(second)
    }
}

/// A view without a body: its `body` is empty, and its `render(in:)` describes it.
protocol PrimitiveView: View where Body == EmptyView {}

extension PrimitiveView {
    public var body: EmptyView { EmptyView() }
}

/// A view that shows nothing.
public struct EmptyView: View {
    /// Makes an empty view.
    public nonisolated init() {}
    public var body: EmptyView { self }
    public func render(in renderer: ViewRenderer) {}
}

/// Several views, one after the other. Made by ``ViewBuilder``.
public struct TupleView<each Content: View>: View {
    private let content: (repeat each Content)

    init(_ content: repeat each Content) {
        self.content = (repeat each content)
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        var index: UInt64 = 0
        for view in repeat each content {
            renderer.child(index) { view.render(in: renderer) }
            index += 1
        }
    }
}

/// A view that may be left out. Made by ``ViewBuilder`` of an `if`.
public struct OptionalView<Content: View>: View {
    let content: Content?

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        content?.render(in: renderer)
    }
}

/// One of two views. Made by ``ViewBuilder`` of an `if` with an `else`, or a `switch`.
public enum ConditionalView<First: View, Second: View>: View {
    /// The branch after the `if`.
    case first(First)
    /// The branch after the `else`.
    case second(Second)

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        switch self {
        case .first(let view): renderer.child(1) { view.render(in: renderer) }
        case .second(let view): renderer.child(2) { view.render(in: renderer) }
        }
    }
}

/// A view of any type.
public struct AnyView: View {
    private let content: any View

    /// Wraps a view.
    public init(_ content: some View) {
        self.content = content
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        content.render(in: renderer)
    }
}

/// Views that belong together, one below the other.
public struct Group<Content: View>: View {
    private let content: Content

    /// The views that the closure lists.
    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }

    public var body: EmptyView { EmptyView() }

    public func render(in renderer: ViewRenderer) {
        renderer.node(Node(.group)) { content.render(in: renderer) }
    }
}
