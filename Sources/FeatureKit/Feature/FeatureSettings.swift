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
/// A name that is not set, or set to another type, gives nil. ``decode(_:)`` reads all settings at once as a struct, and
/// says what is wrong. ``Feature/settings`` declares which names there are.
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

    /// Returns the settings as a value of a `Decodable` struct. Names that the struct does not have are ignored; an
    /// optional that is not set is nil.
    ///
    /// ```swift
    /// struct NoteSettings: Decodable { let folder: String?; let pageSize: Int? }
    ///
    /// init(context: FeatureContext) throws {
    ///     let settings = try context.settings.decode(NoteSettings.self)
    /// }
    /// ```
    ///
    /// - Throws: An error that names the setting, what was expected, and what was found.
    public func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try ValueDecoder(Value(values), at: .setting("")).decode(type)
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
///
/// `.of` declares those of the struct that ``FeatureSettings/decode(_:)`` reads:
///
/// ```swift
/// static let settings: [FeatureSetting] = .of(NoteSettings.self)
/// ```
public struct FeatureSetting: Hashable, Sendable {
    /// The declaration, or why the type of the settings cannot be found out.
    let declaration: Result<Manifest.Setting, CodingFailure>

    private init(_ name: String, _ kind: Manifest.Setting.Kind) {
        declaration = .success(Manifest.Setting(name: name, kind: kind))
    }

    fileprivate init(_ declaration: Result<Manifest.Setting, CodingFailure>) {
        self.declaration = declaration
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
        do throws(CodingFailure) {
            return Self(name, .section(try settings.declarations()))
        } catch {
            return Self(.failure(error))
        }
    }
}

extension [FeatureSetting] {
    /// The settings that a `Decodable` struct reads; a struct in it is a section. A type that cannot be declared makes
    /// the feature's manifest fail, with the reason.
    public static func of<T: Decodable>(_ type: T.Type) -> [FeatureSetting] {
        do throws(CodingFailure) {
            guard case .record(let fields) = try ValueType.declared(by: type) else {
                throw CodingFailure("\(type) has no fields; settings are a struct with one for each")
            }
            return fields.map { FeatureSetting(.success(Manifest.Setting($0))) }
        } catch {
            return [FeatureSetting(.failure(error))]
        }
    }

    /// The declarations for a manifest.
    func declarations() throws(CodingFailure) -> [Manifest.Setting] {
        var declarations: [Manifest.Setting] = []
        for setting in self { declarations.append(try setting.declaration.get()) }
        return declarations
    }
}

extension Manifest.Setting {
    fileprivate init(_ field: ValueType.Field) {
        if case .record(let fields) = field.type {
            self.init(name: field.name, kind: .section(fields.map { Self($0) }))
        } else {
            self.init(name: field.name, kind: .value(field.type))
        }
    }
}

extension Value {
    /// The value of a JSON text whose type is not declared.
    init(_ json: JSON) {
        switch json {
        case .null: self = .null
        case .bool(let bool): self = .bool(bool)
        case .integer(let integer): self = .integer(integer)
        case .double(let double): self = .double(double)
        case .string(let string): self = .string(string)
        case .array(let items): self = .list(items.map { Value($0) })
        case .object(let object):
            self = .record(Dictionary(object.members.map { ($0.key, Value($0.value)) }, uniquingKeysWith: { $1 }))
        }
    }
}
