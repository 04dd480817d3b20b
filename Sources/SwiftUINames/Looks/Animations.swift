import FeatureCore

/// A movement. Nothing moves here.
public struct Animation: Hashable, Sendable {
    private init() {}

    /// A movement.
    public static let `default` = Animation(), linear = Animation(), easeIn = Animation(), easeOut = Animation()
    /// A movement.
    public static let easeInOut = Animation(), spring = Animation(), bouncy = Animation(), snappy = Animation()
    /// A movement.
    public static let smooth = Animation(), interactiveSpring = Animation()

    /// A movement of a duration in seconds.
    public static func linear(duration: Double) -> Animation { linear }
    /// A movement of a duration in seconds.
    public static func easeIn(duration: Double) -> Animation { easeIn }
    /// A movement of a duration in seconds.
    public static func easeOut(duration: Double) -> Animation { easeOut }
    /// A movement of a duration in seconds.
    public static func easeInOut(duration: Double) -> Animation { easeInOut }
    /// A movement like a spring's.
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.8, blendDuration: Double = 0
    ) -> Animation { spring }
    /// A movement like a spring's, of a duration in seconds.
    public static func spring(duration: Double, bounce: Double = 0, blendDuration: Double = 0) -> Animation { spring }
    /// A movement like a spring's.
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation { spring }
    /// A movement like a spring's, of a duration in seconds.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { bouncy }
    /// A movement like a spring's, of a duration in seconds.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { snappy }
    /// A movement like a spring's, of a duration in seconds.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { smooth }
    /// A movement along a curve.
    public static func timingCurve(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
    ) -> Animation { linear }

    /// Accepts the delay of an animation, and changes nothing: no host moves anything.
    public func delay(_ delay: Double) -> Animation { self }
    /// Accepts the speed of an animation, and changes nothing: no host moves anything.
    public func speed(_ speed: Double) -> Animation { self }
    /// Accepts how often an animation repeats, and changes nothing: no host moves anything.
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation { self }
    /// Accepts that an animation repeats for ever, and changes nothing: no host moves anything.
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// Runs a closure. Nothing moves here.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// Runs a closure, then another one. Nothing moves here.
public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
    let result = try body()
    completion()
    return result
}

/// How a view comes and goes. Nothing moves here.
public struct AnyTransition: Hashable, Sendable {
    private init() {}

    /// A way to come and go.
    public static let opacity = AnyTransition(), slide = AnyTransition(), scale = AnyTransition()
    /// A way to come and go.
    public static let identity = AnyTransition(), blurReplace = AnyTransition()

    /// A way to come and go.
    public static func move(edge: Edge) -> AnyTransition { slide }
    /// A way to come and go.
    public static func push(from edge: Edge) -> AnyTransition { slide }
    /// A way to come and go.
    public static func scale(scale: Double, anchor: UnitPoint = .center) -> AnyTransition { .scale }
    /// A way to come, and another to go.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }
    /// Two ways at once.
    public func combined(with other: AnyTransition) -> AnyTransition { self }
    /// The same way in another movement.
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// How a text or a symbol becomes another. Nothing moves here.
public struct ContentTransition: Hashable, Sendable {
    private init() {}

    /// A way to change.
    public static let opacity = ContentTransition(), identity = ContentTransition(), interpolate = ContentTransition()
    /// A way to change.
    public static let symbolEffect = ContentTransition()
    /// A way to change.
    public static func numericText(countsDown: Bool = false) -> ContentTransition { opacity }
    /// A way to change.
    public static func numericText(value: Double) -> ContentTransition { opacity }
}

/// A movement of a symbol. Nothing moves here.
public enum SymbolEffect: Hashable, Sendable {
    /// A movement.
    case bounce, pulse, variableColor, scale, appear, disappear, replace, wiggle, rotate, breathe
}

/// Names of views that belong together while they move. Nothing moves here.
@propertyWrapper
public struct Namespace: Sendable {
    /// The name of a group of views.
    public struct ID: Hashable, Sendable {}

    /// A name.
    public init() {}
    /// The name itself.
    public var wrappedValue: ID { ID() }
}

/// A signal to the hand that holds a phone.
public enum SensoryFeedback: Hashable, Sendable {
    /// A signal.
    case success, warning, error, selection, increase, decrease, start, stop, alignment, levelChange, impact
}

/// A signal of UIKit to the hand that holds a phone. No device of a host trembles.
@available(*, deprecated, message: "no device of a host trembles: show the outcome in a Text")
@MainActor
public struct UIImpactFeedbackGenerator {
    /// How strong it is.
    public enum FeedbackStyle: Hashable, Sendable {
        /// A strength.
        case light, medium, heavy, soft, rigid
    }
    /// What it is about.
    public enum FeedbackType: Hashable, Sendable {
        /// An outcome.
        case success, warning, error
    }

    /// A signal.
    public init(style: FeedbackStyle = .medium) {}
    /// Does nothing.
    public func prepare() {}
    /// Does nothing.
    public func impactOccurred(intensity: Double = 1) {}
    /// Does nothing.
    public func notificationOccurred(_ type: FeedbackType) {}
    /// Does nothing.
    public func selectionChanged() {}
}

/// A signal of UIKit to the hand that holds a phone. No device of a host trembles.
@available(*, deprecated, message: "no device of a host trembles: show the outcome in a Text")
public typealias UINotificationFeedbackGenerator = UIImpactFeedbackGenerator
/// A signal of UIKit to the hand that holds a phone. No device of a host trembles.
@available(*, deprecated, message: "no device of a host trembles: show the outcome in a Text")
public typealias UISelectionFeedbackGenerator = UIImpactFeedbackGenerator

extension Binding {
    /// The same binding: nothing moves here.
    public func animation(_ animation: Animation? = .default) -> Self { self }
}

extension View {
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func animation(_ animation: Animation?, value: some Equatable) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func animation(_ animation: Animation?) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func transition(_ transition: AnyTransition) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func contentTransition(_ transition: ContentTransition) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func symbolEffect(_ effect: SymbolEffect, isActive: Bool = true) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func symbolEffect(_ effect: SymbolEffect, value: some Equatable) -> Self { self }
    /// Accepted for SwiftUI's sake; nothing moves here.
    public func matchedGeometryEffect(id: some Hashable, in namespace: Namespace.ID, isSource: Bool = true) -> Self {
        self
    }
    /// Accepted for SwiftUI's sake; nothing moves here.
    @available(*, deprecated, message: "nothing moves here: leave it out")
    public func matchedTransitionSource(id: some Hashable, in namespace: Namespace.ID) -> Self { self }
    /// Accepted for SwiftUI's sake; no device of a host trembles.
    @available(*, deprecated, message: "no device of a host trembles: show the outcome in a Text")
    public func sensoryFeedback(_ feedback: SensoryFeedback, trigger: some Equatable) -> Self { self }
}
