// SwiftUI brings Foundation along. FeatureKit does not, as its libraries take a feature some milliseconds to load; where
// it is imported, its own types count. Here are only names whose use gives this one error: a type without the members that
// are used with it would give an error for each of them.

import FeatureCore

@available(*, unavailable, message: "add 'import Foundation'")
public struct UUID: Hashable, Codable {
    public init() {}
    public init?(uuidString string: String) {}
    public var uuidString: String { "" }
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Date: Hashable, Codable, Comparable {
    public static var now: Self { Self() }
    public static var distantPast: Self { Self() }
    public static var distantFuture: Self { Self() }
    public init() {}
    public init(timeIntervalSinceNow seconds: Double) {}
    public init(timeIntervalSince1970 seconds: Double) {}
    public var timeIntervalSinceNow: Double { 0 }
    public var timeIntervalSince1970: Double { 0 }
    public func addingTimeInterval(_ seconds: Double) -> Self { self }
    public func timeIntervalSince(_ date: Self) -> Double { 0 }
    public func formatted() -> String { "" }
    public static func < (left: Self, right: Self) -> Bool { false }
    public static func + (left: Self, right: Double) -> Self { left }
    public static func - (left: Self, right: Double) -> Self { left }
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct URL: Hashable, Codable, CustomStringConvertible {
    public init?(string: String) {}
    public var absoluteString: String { "" }
    public var description: String { "" }
    public var host: String? { nil }
    public var path: String { "" }
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct IndexSet: Hashable {}

@available(*, unavailable, message: "add 'import Foundation'")
public typealias CGFloat = Double

@available(*, unavailable, message: "add 'import Foundation'")
public typealias TimeInterval = Double

@available(*, unavailable, message: "add 'import Foundation'")
public protocol LocalizedError: Error {}

extension Error {
    @_disfavoredOverload
    public var localizedDescription: String { "\(self)" }
}

@available(*, unavailable, message: "add 'import Foundation'")
extension StringProtocol {
    public var capitalized: String { "" }
    public func localizedCaseInsensitiveContains(_ other: some StringProtocol) -> Bool { false }
    public func localizedStandardContains(_ other: some StringProtocol) -> Bool { false }
    public func replacingOccurrences(of target: some StringProtocol, with replacement: some StringProtocol) -> String {
        ""
    }
    public func components(separatedBy separator: some StringProtocol) -> [String] { [] }
    public func trimmingCharacters(in set: CharactersToTrim) -> String { "" }
}

@available(*, unavailable, message: "add 'import Foundation'")
extension BinaryInteger {
    public func formatted() -> String { "" }
}

@available(*, unavailable, message: "add 'import Foundation'")
extension BinaryFloatingPoint {
    public func formatted() -> String { "" }
}

@available(*, unavailable, message: "add 'import Foundation'")
extension String {
    public init(format: String, _ arguments: any CVarArg...) { self = "" }
}

/// The argument of `trimmingCharacters(in:)`, where Foundation is not imported.
public enum CharactersToTrim {
    case whitespaces, whitespacesAndNewlines, newlines
}
