// What moves or shines in SwiftUI. Nothing does here.

import FeatureCore

/// A movement. Nothing moves here.
public struct Animation: Hashable, Sendable {
    private init() {}

    public static let `default` = Animation(), linear = Animation(), easeIn = Animation(), easeOut = Animation()
    public static let easeInOut = Animation(), spring = Animation(), bouncy = Animation(), snappy = Animation()
    public static let smooth = Animation(), interactiveSpring = Animation()

    public static func linear(duration: Double) -> Animation { linear }
    public static func easeIn(duration: Double) -> Animation { easeIn }
    public static func easeOut(duration: Double) -> Animation { easeOut }
    public static func easeInOut(duration: Double) -> Animation { easeInOut }
    public static func spring(
        response: Double = 0.5, dampingFraction: Double = 0.8, blendDuration: Double = 0
    ) -> Animation { spring }
    public static func spring(duration: Double, bounce: Double = 0, blendDuration: Double = 0) -> Animation { spring }
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Animation { spring }
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { bouncy }
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { snappy }
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Animation { smooth }
    public static func timingCurve(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
    ) -> Animation { linear }

    public func delay(_ delay: Double) -> Animation { self }
    public func speed(_ speed: Double) -> Animation { self }
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Animation { self }
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

    public static let opacity = AnyTransition(), slide = AnyTransition(), scale = AnyTransition()
    public static let identity = AnyTransition(), blurReplace = AnyTransition()

    public static func move(edge: Edge) -> AnyTransition { slide }
    public static func push(from edge: Edge) -> AnyTransition { slide }
    public static func scale(scale: Double, anchor: UnitPoint = .center) -> AnyTransition { .scale }
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition { insertion }
    public func combined(with other: AnyTransition) -> AnyTransition { self }
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// How a text or a symbol becomes another. Nothing moves here.
public struct ContentTransition: Hashable, Sendable {
    private init() {}

    public static let opacity = ContentTransition(), identity = ContentTransition(), interpolate = ContentTransition()
    public static let symbolEffect = ContentTransition()
    public static func numericText(countsDown: Bool = false) -> ContentTransition { opacity }
    public static func numericText(value: Double) -> ContentTransition { opacity }
}

/// Names of views that belong together while they move. Nothing moves here.
@propertyWrapper
public struct Namespace: Sendable {
    public struct ID: Hashable, Sendable {}

    public init() {}
    public var wrappedValue: ID { ID() }
}

/// A signal of UIKit to the hand that holds a phone. No device of a host trembles.
@available(*, deprecated, message: "no device of a host trembles: show the outcome in a Text")
@MainActor
public struct UIImpactFeedbackGenerator {
    public enum FeedbackStyle: Hashable, Sendable {
        case light, medium, heavy, soft, rigid
    }
    public enum FeedbackType: Hashable, Sendable {
        case success, warning, error
    }

    public init(style: FeedbackStyle = .medium) {}
    public func prepare() {}
    public func impactOccurred(intensity: Double = 1) {}
    public func notificationOccurred(_ type: FeedbackType) {}
    public func selectionChanged() {}
}

/// A signal of UIKit to the hand that holds a phone. No device of a host trembles.
@available(*, deprecated, message: "no device of a host trembles: show the outcome in a Text")
public typealias UINotificationFeedbackGenerator = UIImpactFeedbackGenerator
/// A signal of UIKit to the hand that holds a phone. No device of a host trembles.
@available(*, deprecated, message: "no device of a host trembles: show the outcome in a Text")
public typealias UISelectionFeedbackGenerator = UIImpactFeedbackGenerator

extension Binding {
    public func animation(_ animation: Animation? = .default) -> Self { self }
}

/// The movement of a change. Nothing moves here.
public struct Transaction: Hashable, Sendable {
    public var animation: Animation?
    public var disablesAnimations = false

    public init(animation: Animation? = nil) { self.animation = animation }
}

/// Runs a closure. Nothing moves here.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// How one screen becomes another. Nothing moves here.
public struct NavigationTransition: Hashable, Sendable {
    public static let automatic = Self()
    public static func zoom(sourceID: some Hashable, in namespace: Namespace.ID) -> Self { automatic }
}

/// A surface like glass. The host decides how views look.
public struct Glass: Hashable, Sendable {
    public static let regular = Self(), clear = Self(), identity = Self()
    public func tint(_ color: Color?) -> Self { self }
    public func interactive(_ isEnabled: Bool = true) -> Self { self }
}

/// Views on surfaces like glass.
public typealias GlassEffectContainer = Group
