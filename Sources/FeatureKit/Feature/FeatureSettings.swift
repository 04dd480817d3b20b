internal import JSONText

/// What the operator has set for a feature: values by name, possibly nested.
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

    /// No settings.
    public init() {
        values = .object([:])
    }

    /// The settings that a text says, as in the host's wiring file; nil where it is not one JSON object.
    public init?(_ text: String) {
        guard let values = try? JSON.parse(text, options: .withComments), values.object != nil else { return nil }
        self.values = values
    }

    private init(values: JSON) {
        self.values = values
    }

    /// The text of that name; nil where there is none.
    public func string(_ name: String) -> String? { values[name]?.string }
    /// The yes or no of that name; nil where there is none.
    public func bool(_ name: String) -> Bool? { values[name]?.bool }
    /// The whole number of that name; nil where there is none.
    public func integer(_ name: String) -> Int? { values[name]?.integer.flatMap(Int.init(exactly:)) }
    /// Whole numbers count too.
    public func double(_ name: String) -> Double? { values[name]?.number }
    /// A list; nil where one of its items is no string.
    public func strings(_ name: String) -> [String]? {
        guard let items = values[name]?.array else { return nil }
        let strings = items.compactMap(\.string)
        return strings.count == items.count ? strings : nil
    }

    /// The names that are set.
    public var names: [String] { values.object?.keys ?? [] }

    /// The settings under a name; none where there are none.
    public func section(_ name: String) -> FeatureSettings {
        guard let section = values[name], section.object != nil else { return FeatureSettings() }
        return FeatureSettings(values: section)
    }
}
