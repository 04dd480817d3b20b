package import FeatureContract

/// A value that can be passed to a checkpoint or sent: `Bool`, `Int`, `Double`, `String`, arrays of these, and every
/// type whose raw value is one of them.
///
/// ```swift
/// enum Answer: String, NavigationValue { case yes, no }          // nothing else to write
/// struct Recipient: RawRepresentable, NavigationValue {          // an id, in a type of its own
///     let rawValue: Int
/// }
/// ```
public protocol NavigationValue: Hashable, Sendable, NavigationSendable {
    /// The type as the manifest declares it.
    static var navigationValueType: NavigationValueType { get }
    /// The value as it crosses to the host.
    var navigationRawValue: NavigationRawValue { get }
    /// Converts a value that crossed from the host; nil if it is not a value of this type.
    init?(navigationRawValue: NavigationRawValue)
}

/// The type of a ``NavigationValue`` as a manifest declares it. Its description is `int`, `[string]` and so on.
public struct NavigationValueType: Hashable, Sendable, CustomStringConvertible {
    package let type: ValueType

    package init(_ type: ValueType) { self.type = type }

    public var description: String { type.description }
}

/// A ``NavigationValue`` in the form in which it crosses to the host.
public struct NavigationRawValue: Hashable, Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}

extension NavigationValue where Self: RawRepresentable, RawValue: NavigationValue {
    public static var navigationValueType: NavigationValueType { RawValue.navigationValueType }
    public var navigationRawValue: NavigationRawValue { rawValue.navigationRawValue }

    public init?(navigationRawValue: NavigationRawValue) {
        guard let rawValue = RawValue(navigationRawValue: navigationRawValue) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension Bool: NavigationValue {
    public static var navigationValueType: NavigationValueType { NavigationValueType(.bool) }
    public var navigationRawValue: NavigationRawValue { NavigationRawValue(.bool(self)) }

    public init?(navigationRawValue: NavigationRawValue) {
        guard case .bool(let bool) = navigationRawValue.value else { return nil }
        self = bool
    }
}

extension Int: NavigationValue {
    public static var navigationValueType: NavigationValueType { NavigationValueType(.int) }
    public var navigationRawValue: NavigationRawValue { NavigationRawValue(.integer(Int64(self))) }

    public init?(navigationRawValue: NavigationRawValue) {
        guard case .integer(let integer) = navigationRawValue.value else { return nil }
        self.init(exactly: integer)
    }
}

extension Double: NavigationValue {
    public static var navigationValueType: NavigationValueType { NavigationValueType(.double) }
    public var navigationRawValue: NavigationRawValue { NavigationRawValue(.double(self)) }

    public init?(navigationRawValue: NavigationRawValue) {
        guard case .double(let double) = navigationRawValue.value else { return nil }
        self = double
    }
}

extension String: NavigationValue {
    public static var navigationValueType: NavigationValueType { NavigationValueType(.string) }
    public var navigationRawValue: NavigationRawValue { NavigationRawValue(.string(self)) }

    public init?(navigationRawValue: NavigationRawValue) {
        guard case .string(let string) = navigationRawValue.value else { return nil }
        self = string
    }
}

extension Array: NavigationValue, NavigationSendable where Element: NavigationValue {
    public static var navigationValueType: NavigationValueType {
        NavigationValueType(.list(Element.navigationValueType.type))
    }

    public var navigationRawValue: NavigationRawValue {
        NavigationRawValue(.list(map { $0.navigationRawValue.value }))
    }

    public init?(navigationRawValue: NavigationRawValue) {
        guard case .list(let items) = navigationRawValue.value else { return nil }
        let elements = items.compactMap { Element(navigationRawValue: NavigationRawValue($0)) }
        guard elements.count == items.count else { return nil }
        self = elements
    }
}
