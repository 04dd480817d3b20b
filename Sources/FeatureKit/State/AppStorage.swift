internal import FeatureContract
internal import Glibc
internal import JSONText
internal import Observation

/// Reads and writes a value that the feature keeps for good: in the file `app-storage.json` of its data directory.
///
/// ```swift
/// struct SettingsView: View {
///     @AppStorage("sortsByDate") private var sortsByDate = false
///
///     var body: some View { Toggle("Sort by date", isOn: $sortsByDate) }
/// }
/// ```
///
/// It holds a number, a text, a yes or no, an enum with such a raw value, or any other `Codable` value. A stored value that is no
/// value of the type any more counts as missing. Where the host gives the feature no data directory, as in a test, the
/// value lasts as long as the feature runs.
///
/// - SeeAlso: [AppStorage](https://developer.apple.com/documentation/swiftui/appstorage) of SwiftUI
@MainActor
@propertyWrapper
public struct AppStorage<Content> {
    private let key: String
    private let initial: Content
    private let encode: (Content) -> Value?
    private let decode: (Value) -> Content?
    private let link = AppValuesLink()

    /// The value itself.
    public var wrappedValue: Content {
        get { link.values.read(key).flatMap(decode) ?? initial }
        nonmutating set { link.values.write(encode(newValue), key) }
    }

    /// The binding, as `$property`.
    public var projectedValue: Binding<Content> {
        Binding(to: BindingPlace(link.values, key), get: { wrappedValue }, set: { wrappedValue = $0 })
    }
}

extension AppStorage: ViewInput {
    package func isAsBefore(_ old: Self, in environment: (old: EnvironmentValues, new: EnvironmentValues)) -> Bool {
        key == old.key
    }
}

extension AppStorage {
    /// - Parameters:
    ///   - wrappedValue: The value while nothing has been stored.
    ///   - key: The name, unique in the feature.
    public init(wrappedValue: Content, _ key: String) where Content: Codable {
        self.init(key: key, initial: wrappedValue, encode: Self.encoded, decode: Self.decoded)
    }

    /// Makes the same for an enum with raw values.
    public init(wrappedValue: Content, _ key: String)
    where Content: RawRepresentable, Content.RawValue: Codable {
        self.init(
            key: key, initial: wrappedValue, encode: { AppStorage<Content.RawValue>.encoded($0.rawValue) },
            decode: { value in AppStorage<Content.RawValue>.decoded(value).flatMap { Content(rawValue: $0) } })
    }

    /// Makes the same for an enum with raw values.
    public init(wrappedValue: Content, _ key: String)
    where Content: RawRepresentable & Codable, Content.RawValue: Codable {
        self.init(key: key, initial: wrappedValue, encode: Self.encoded, decode: Self.decoded)
    }

    /// Makes the same for a value that may be missing.
    public init<Wrapped: Codable>(_ key: String) where Content == Wrapped? {
        self.init(key: key, initial: nil, encode: Self.encoded, decode: Self.decoded)
    }
}

extension AppStorage where Content: Codable {
    fileprivate static func encoded(_ content: Content) -> Value? {
        try? ValueEncoder.encode(content, at: .saved("")).value
    }

    fileprivate static func decoded(_ value: Value) -> Content? {
        try? ValueDecoder(value, at: .saved("")).decode(Content.self)
    }
}

/// The way from an ``AppStorage`` to the values of its feature: those of the screen whose code runs, or last ran.
@MainActor
private final class AppValuesLink {
    private var known: AppValues?

    var values: AppValues {
        let values = SceneValues.current?.appValues ?? known ?? AppValues(directory: nil)
        known = values
        return values
    }
}

/// The values that a feature keeps by ``AppStorage``.
@MainActor
@Observable
final class AppValues {
    private let path: String?
    @ObservationIgnored private let directory: String?
    @ObservationIgnored private let report: (String) -> Void
    /// Nil before the first use.
    private var stored: [String: Value]?

    /// - Parameters:
    ///   - directory: The feature's data directory, which need not exist yet.
    ///   - report: Takes the problem of a file that cannot be read or written.
    init(directory: String?, report: @escaping (String) -> Void = { _ in }) {
        self.directory = directory
        self.report = report
        path = directory.map { "\($0)/app-storage.json" }
    }

    func read(_ key: String) -> Value? {
        // The first use is no change that a view has to be rendered again for.
        if stored == nil { _stored = load() }
        return stored?[key]
    }

    func write(_ value: Value?, _ key: String) {
        // Another host of the same feature may have written meanwhile.
        var values = load()
        values[key] = value == .null ? nil : value
        stored = values
        save(values)
    }

    private func load() -> [String: Value] {
        guard let path else { return _stored ?? [:] }
        do {
            guard let bytes = try SmallFile.read(path) else { return [:] }
            guard let object = try JSON.parse(bytes).object else { return [:] }
            return Dictionary(object.members.map { ($0.key, Value($0.value)) }) { $1 }
        } catch {
            report("\(path): \(error)")
            return [:]
        }
    }

    private func save(_ values: [String: Value]) {
        guard let path, let directory else { return }
        Self.makeDirectory(directory)
        let unfinished = "\(path).\(getpid())"
        let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        var isWritten = descriptor >= 0
        if isWritten {
            let bytes = Array(Value.record(values).json.text(pretty: true).utf8)
            isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count
            close(descriptor)
        }
        if isWritten, rename(unfinished, path) == 0 { return }
        report("\(path): the values cannot be written: \(String(cString: strerror(errno)))")
        unlink(unfinished)
    }

    private static func makeDirectory(_ path: String) {
        if mkdir(path, 0o700) == 0 || errno != ENOENT { return }
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        makeDirectory(String(path[..<slash]))
        mkdir(path, 0o700)
    }
}
