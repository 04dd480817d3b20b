/// A modifier of the author's own.
///
/// ```swift
/// struct Card: ViewModifier {
///     func body(content: Content) -> some View { Section("Card") { content } }
/// }
///
/// Text("Hello").modifier(Card())
/// ```
@MainActor
public protocol ViewModifier {
    /// The view that is modified.
    typealias Content = ModifiedContent
    /// The type of ``body(content:)``.
    associatedtype Body: View
    /// Makes the views that stand for the modified one.
    @ViewBuilder func body(content: Content) -> Body
}

/// The view that a ``ViewModifier`` modifies.
public struct ModifiedContent: View {
    let content: AnyView

    public var body: AnyView { content }
}

extension View {
    /// Shows the view as a modifier makes it.
    public func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> ModifiedView<Self> {
        let content = ModifiedContent(content: AnyView(self))
        return ModifiedView(self) { renderer, _ in
            renderer.connect(modifier)
            modifier.body(content: content).render(in: renderer)
        }
    }
}

/// A modifier that changes nothing.
public struct EmptyModifier: ViewModifier {
    /// A modifier.
    public init() {}
    public func body(content: Content) -> ModifiedContent { content }
}

/// Views that Xcode shows. No host asks for them.
@MainActor
public protocol PreviewProvider {
    /// The type of the views.
    associatedtype Previews: View
    /// The views.
    @ViewBuilder static var previews: Previews { get }
}

/// Views that Xcode shows. They are compiled, and stand for nothing: look at a screen by `switchyard navigate`.
@freestanding(declaration)
public macro Preview(_ name: String = "", @ViewBuilder body: @MainActor () -> any View) =
    #externalMacro(module: "FeatureMacros", type: "PreviewMacro")
