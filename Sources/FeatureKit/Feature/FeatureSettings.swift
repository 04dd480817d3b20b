internal import FeatureContract
internal import JSONText

/// The settings of a feature in the operator's wiring file: values by name, possibly nested.
///
/// ```swift
/// // "features": { "home": { "settings": { "greeting": "Hello", "featured": { "identifier": 7 } } } }
/// settings.string("greeting")                         // "Hello"
/// settings.section("featured").integer("identifier")  // 7
/// ```
///
/// A name that is not set, or set to another type, gives nil. ``Feature/settings`` declares which names there are.
public struct FeatureSettings: Sendable, Hashable {
    private let values: JSON

    /// Makes empty settings.
    public init() {
        values = .object([:])
    }

    /// Reads settings from a text, as in the host's wiring file; nil if it is not one JSON object.
    public init?(_ text: String) {
        guard let values = try? JSON.parse(text, options: .withComments), values.object != nil else { return nil }
        self.values = values
    }

    private init(values: JSON) {
        self.values = values
    }

    /// Returns the text with this name, or nil if there is none.
    public func string(_ name: String) -> String? { values[name]?.string }
    /// Returns the yes or no with this name, or nil if there is none.
    public func bool(_ name: String) -> Bool? { values[name]?.bool }
    /// Returns the whole number with this name, or nil if there is none.
    public func integer(_ name: String) -> Int? { values[name]?.integer.flatMap(Int.init(exactly:)) }
    /// Returns the number with this name, whole or not, or nil if there is none.
    public func double(_ name: String) -> Double? { values[name]?.number }
    /// Returns the list of texts with this name, or nil if there is none or an item is not a text.
    public func strings(_ name: String) -> [String]? {
        guard let items = values[name]?.array else { return nil }
        let strings = items.compactMap(\.string)
        return strings.count == items.count ? strings : nil
    }

    /// The names that are set.
    public var names: [String] { values.object?.keys ?? [] }

    /// Returns the settings under this name; empty if there are none.
    public func section(_ name: String) -> FeatureSettings {
        guard let section = values[name], section.object != nil else { return FeatureSettings() }
        return FeatureSettings(values: section)
    }
}

/// A setting that a feature takes from the host's wiring file: its name and its type.
///
/// A feature lists its settings in ``Feature/settings``, so that `switchyard doctor` finds a misspelt name or a value
/// of another type in the wiring file. ``FeatureSettings`` reads the values.
///
/// ```swift
/// static let settings: [FeatureSetting] = [
///     .string("greeting"), .section("featured", [.integer("identifier")]),
/// ]
/// ```
public struct FeatureSetting: Hashable, Sendable {
    let declaration: Manifest.Setting

    private init(_ name: String, _ kind: Manifest.Setting.Kind) {
        declaration = Manifest.Setting(name: name, kind: kind)
    }

    /// A text, which ``FeatureSettings/string(_:)`` reads.
    public static func string(_ name: String) -> Self { Self(name, .value(.string)) }
    /// A yes or no, which ``FeatureSettings/bool(_:)`` reads.
    public static func bool(_ name: String) -> Self { Self(name, .value(.bool)) }
    /// A whole number, which ``FeatureSettings/integer(_:)`` reads.
    public static func integer(_ name: String) -> Self { Self(name, .value(.int)) }
    /// A number, which ``FeatureSettings/double(_:)`` reads.
    public static func double(_ name: String) -> Self { Self(name, .value(.double)) }
    /// A list of texts, which ``FeatureSettings/strings(_:)`` reads.
    public static func strings(_ name: String) -> Self { Self(name, .value(.list(.string))) }
    /// Settings under a name of their own, which ``FeatureSettings/section(_:)`` reads.
    public static func section(_ name: String, _ settings: [FeatureSetting]) -> Self {
        Self(name, .section(settings.map(\.declaration)))
    }
}
