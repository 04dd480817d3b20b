package import FeatureContract

/// A value that can be passed to a checkpoint or sent: `Bool`, `Int`, `Double`, `String`, every `Codable` struct, every
/// type with such a raw value, and arrays of these.
///
/// ```swift
/// struct Contact: Codable, NavigationValue {                     // nothing else to write
///     let id: Int
///     let name: String?
///     let tags: [String]
/// }
/// enum Answer: String, NavigationValue { case yes, no }
/// struct Recipient: RawRepresentable, NavigationValue {          // an id, in a type of its own
///     let rawValue: Int
/// }
/// ```
///
/// A struct crosses as a record of its fields, which may be structs, enums with raw values, optionals, arrays and bytes
/// (`[UInt8]`). Its type stands in the manifest as `{id: int, name: string?, tags: [string]}`; the receiver may be
/// another type of another feature, and sees the fields that it has itself.
public protocol NavigationValue: Hashable, Sendable, NavigationSendable {
    /// The type as the manifest declares it.
    static var navigationValueType: NavigationValueType { get }
    /// The names of the type in earlier versions of the feature, whose wirings lead on to this one. None by default.
    static var navigationValueWas: [String] { get }
    /// The value as it crosses to the host.
    var navigationRawValue: NavigationRawValue { get }
    /// Converts a value that crossed from the host; nil if it is not a value of this type.
    init?(navigationRawValue: NavigationRawValue)
}

extension NavigationValue {
    public static var navigationValueWas: [String] { [] }
}

/// The type of a ``NavigationValue`` as a manifest declares it. Its description is `int`, `[string]` and so on.
public struct NavigationValueType: Hashable, Sendable, CustomStringConvertible {
    /// The type, or why it cannot be found out: then no host accepts the feature's manifest.
    package let declared: Result<ValueType, CodingFailure>

    package init(_ type: ValueType) { declared = .success(type) }
    package init(_ declared: Result<ValueType, CodingFailure>) { self.declared = declared }

    /// The type; nil if it cannot be found out.
    package var type: ValueType? { try? declared.get() }

    public var description: String {
        switch declared {
        case .success(let type): type.description
        case .failure(let failure): failure.description
        }
    }
}

/// A ``NavigationValue`` in the form in which it crosses to the host.
public struct NavigationRawValue: Hashable, Sendable {
    /// The value, or why it cannot cross.
    package let encoded: Result<Value, CodingFailure>

    package init(_ value: Value) { encoded = .success(value) }
    package init(_ encoded: Result<Value, CodingFailure>) { self.encoded = encoded }

    /// The value; null if it cannot cross.
    package var value: Value { (try? encoded.get()) ?? .null }

    /// Returns the value, or the error for the author of the navigation.
    package func crossing() throws(NavigationError) -> Value {
        do {
            return try encoded.get()
        } catch {
            throw NavigationError(.invalidArgument, reason: error.description)
        }
    }
}

extension NavigationValue where Self: Codable {
    public static var navigationValueType: NavigationValueType {
        NavigationValueType(Result { () throws(CodingFailure) in try ValueType.declared(by: Self.self) })
    }

    public var navigationRawValue: NavigationRawValue {
        do {
            return NavigationRawValue(try ValueEncoder.encode(self, at: .field("")).value)
        } catch {
            return NavigationRawValue(.failure(CodingFailure("\(Self.self): \(error)")))
        }
    }

    public init?(navigationRawValue: NavigationRawValue) {
        guard let value = try? ValueDecoder(navigationRawValue.value, at: .field("")).decode(Self.self) else {
            return nil
        }
        self = value
    }
}

// A type with a raw value crosses as that, with and without Codable, which is what its Codable does too.
extension NavigationValue where Self: RawRepresentable & Codable, RawValue: NavigationValue {
    public static var navigationValueType: NavigationValueType { RawValue.navigationValueType }
    public var navigationRawValue: NavigationRawValue { rawValue.navigationRawValue }

    public init?(navigationRawValue: NavigationRawValue) {
        guard let rawValue = RawValue(navigationRawValue: navigationRawValue) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension NavigationValue where Self: RawRepresentable, RawValue: NavigationValue {
    public static var navigationValueType: NavigationValueType { RawValue.navigationValueType }
    public var navigationRawValue: NavigationRawValue { rawValue.navigationRawValue }

    public init?(navigationRawValue: NavigationRawValue) {
        guard let rawValue = RawValue(navigationRawValue: navigationRawValue) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension Bool: NavigationValue {}
extension Int: NavigationValue {}
extension Double: NavigationValue {}
extension String: NavigationValue {}

extension Array: NavigationValue, NavigationSendable where Element: NavigationValue {
    public static var navigationValueType: NavigationValueType {
        NavigationValueType(Element.navigationValueType.declared.map { .list($0) })
    }

    public var navigationRawValue: NavigationRawValue {
        NavigationRawValue(
            Result { () throws(CodingFailure) in
                var items: [Value] = []
                for element in self { items.append(try element.navigationRawValue.encoded.get()) }
                return .list(items)
            })
    }

    public init?(navigationRawValue: NavigationRawValue) {
        guard case .list(let items) = navigationRawValue.value else { return nil }
        let elements = items.compactMap { Element(navigationRawValue: NavigationRawValue($0)) }
        guard elements.count == items.count else { return nil }
        self = elements
    }
}
