internal import FeatureContract
internal import Observation

/// The values that the views of one screen keep by ``SceneStorage``.
@MainActor
@Observable
final class SceneValues {
    /// Those of the screen whose code runs.
    @ObservationIgnored private(set) static var current: SceneValues?

    /// Counts the writes, so that a view that has read any value is rendered again.
    private var writes = 0
    @ObservationIgnored private var values: [String: any Codable] = [:]
    /// What was restored and not read since.
    @ObservationIgnored private var restored: [String: Value] = [:]

    /// The values that the feature keeps for good.
    @ObservationIgnored let appValues: AppValues

    init(appValues: AppValues = AppValues(directory: nil)) {
        self.appValues = appValues
    }

    /// Runs code of the screen.
    func active<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let outer = Self.current
        Self.current = self
        defer { Self.current = outer }
        return try body()
    }

    /// - Parameter initial: The value whose fields count where the stored one lacks them.
    func read<Content: Codable>(_ key: String, addingTo initial: Content? = nil) -> Content? {
        _ = writes
        if let value = values[key] as? Content { return value }
        guard let raw = restored[key],
            let value = try? ValueDecoder.decode(Content.self, from: raw, addingTo: initial, at: .saved(key))
        else { return nil }
        values[key] = value
        return value
    }

    func write<Content: Codable>(_ value: Content, _ key: String) {
        values[key] = value
        restored[key] = nil
        writes += 1
    }

    /// What is kept, by its key. A value that cannot be encoded is left out.
    var saved: [String: Value] {
        restored.merging(values.compactMapValues { try? ValueEncoder.encode($0, at: .saved("")).value }) { $1 }
    }

    func restore(_ values: [String: Value]) { restored = values }
}
