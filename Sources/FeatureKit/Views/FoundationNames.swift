// SwiftUI brings Foundation along. FeatureKit does not, as its libraries take a feature some milliseconds to load; where
// it is imported, its own types count.

@available(*, unavailable, message: "add 'import Foundation'")
public struct UUID: Hashable, Codable {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Date: Hashable, Codable, Comparable {
    public init() {}
    public static func < (left: Self, right: Self) -> Bool { false }
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct IndexSet {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct URL: Hashable, Codable {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Data: Hashable, Codable {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Locale: Hashable, Codable {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Calendar: Hashable, Codable {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct DateComponents: Hashable, Codable {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct DateFormatter {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct NumberFormatter {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct JSONEncoder {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct JSONDecoder {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct UserDefaults {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct FileManager {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Bundle {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Timer {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct CGFloat: Hashable, Codable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init() {}
    public init(floatLiteral value: Double) {}
    public init(integerLiteral value: Int) {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct CGSize {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct CGPoint {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct CGRect {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct TimeInterval {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct DateInterval {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Decimal: Hashable, Codable {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct Measurement {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct TimeZone: Hashable, Codable {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct CharacterSet {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct AttributedString {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct URLSession {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct URLRequest {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct URLComponents {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct NotificationCenter {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct ISO8601DateFormatter {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct RelativeDateTimeFormatter {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct ProcessInfo {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct DispatchQueue {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public struct NSError {
    public init() {}
}

@available(*, unavailable, message: "add 'import Foundation'")
public protocol LocalizedError: Error {}

extension Error {
    /// The error as Swift describes it. Where Foundation is imported, its own property of this name counts.
    @_disfavoredOverload
    public var localizedDescription: String { "\(self)" }
}

extension StringProtocol {
    @available(*, unavailable, message: "add 'import Foundation'")
    public var capitalized: String { "" }
    @available(*, unavailable, message: "add 'import Foundation'")
    public func localizedCaseInsensitiveContains(_ other: some StringProtocol) -> Bool { false }
    @available(*, unavailable, message: "add 'import Foundation'")
    public func localizedStandardContains(_ other: some StringProtocol) -> Bool { false }
    @available(*, unavailable, message: "add 'import Foundation'")
    public func replacingOccurrences(of target: some StringProtocol, with replacement: some StringProtocol) -> String {
        ""
    }
    @available(*, unavailable, message: "add 'import Foundation'")
    public func components(separatedBy separator: some StringProtocol) -> [String] { [] }
    @available(*, unavailable, message: "add 'import Foundation'")
    public func trimmingCharacters(in set: CharactersToTrim) -> String { "" }
}

extension BinaryInteger {
    @available(*, unavailable, message: "add 'import Foundation'")
    public func formatted() -> String { "" }
}

extension BinaryFloatingPoint {
    @available(*, unavailable, message: "add 'import Foundation'")
    public func formatted() -> String { "" }
}

extension String {
    @available(*, unavailable, message: "add 'import Foundation'")
    public init(format: String, _ arguments: any CVarArg...) { self = "" }
}

/// The argument of `trimmingCharacters(in:)`, where Foundation is not imported.
public enum CharactersToTrim {
    /// Characters.
    case whitespaces, whitespacesAndNewlines, newlines
}
