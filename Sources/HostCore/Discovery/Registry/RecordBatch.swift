import HostSystem

/// Registry entries that wait to be written. Several are written at once, since each write waits for the disk; none
/// waits long, since the files of unwritten entries are scanned again if the host is killed.
struct RecordBatch {
    private let registry: Registry
    private var entries: [RegistryEntry] = []
    /// The time at which the oldest entry was added.
    private var start = ContinuousClock.now

    /// The time after which ``writeWhatIsDue()`` writes an entry.
    static let patience = Duration.milliseconds(100)

    init(_ registry: Registry) {
        self.registry = registry
    }

    mutating func add(_ entry: RegistryEntry) {
        if entries.isEmpty { start = .now }
        entries.append(entry)
    }

    /// Writes the entries if the oldest has waited long enough.
    mutating func writeWhatIsDue() throws(SystemError) {
        if !entries.isEmpty, start.duration(to: .now) >= Self.patience { try write() }
    }

    mutating func write() throws(SystemError) {
        guard !entries.isEmpty else { return }
        defer { entries = [] }
        try registry.record(entries)
    }
}
