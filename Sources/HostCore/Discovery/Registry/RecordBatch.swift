/// What was found out, on its way to the registry: several entries at once, as each write waits for the disk, and none
/// held back for long, as a host that is killed finds out again what it has not written.
struct RecordBatch {
    private let registry: Registry
    private var entries: [RegistryEntry] = []
    /// When the oldest of them has come.
    private var start = ContinuousClock.now

    /// The longest that an entry waits while there is something else to do.
    static let patience = Duration.milliseconds(100)

    init(_ registry: Registry) {
        self.registry = registry
    }

    mutating func add(_ entry: RegistryEntry) {
        if entries.isEmpty { start = .now }
        entries.append(entry)
    }

    /// Writes them where the oldest has waited long enough.
    mutating func writeWhatIsDue() throws(SystemError) {
        if !entries.isEmpty, start.duration(to: .now) >= Self.patience { try write() }
    }

    mutating func write() throws(SystemError) {
        guard !entries.isEmpty else { return }
        defer { entries = [] }
        try registry.record(entries)
    }
}
