internal import FeatureContract

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
    public static func strings(_ name: String) -> Self { Self(name, .value(ValueType(.string, isList: true))) }
    /// Settings under a name of their own, which ``FeatureSettings/section(_:)`` reads.
    public static func section(_ name: String, _ settings: [FeatureSetting]) -> Self {
        Self(name, .section(settings.map(\.declaration)))
    }
}
