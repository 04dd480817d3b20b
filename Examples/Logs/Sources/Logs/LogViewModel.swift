import FeatureKit
import Observation

/// Reads a log, filters it, and follows it.
@Observable
final class LogViewModel {
    private(set) var lines: LogLines?
    private(set) var problem = ""
    /// The lines that a filter has looked at, while it does.
    private(set) var filtered: Int?
    var filter = "" { didSet { if filter != oldValue { refilter() } } }
    var isFollowing = false

    @ObservationIgnored private let pick: () async throws -> LogFile?
    @ObservationIgnored private var filtering: Task<Void, Never>?

    init(_ log: (any Log)? = nil, pick: @escaping () async throws -> LogFile?) {
        self.pick = pick
        lines = log.map { LogLines(log: $0) }
    }

    var title: String { lines?.log.name ?? "Logs" }

    var status: String {
        guard let lines else { return "" }
        if let filtered { return "\(filtered) of \(lines.log.count) lines looked at" }
        return filter.isEmpty ? "\(lines.count) lines" : "\(lines.count) of \(lines.log.count) lines with '\(filter)'"
    }

    func open() async {
        do {
            guard let file = try await pick() else { return }
            problem = ""
            let log: any Log = await Self.grown(file) ?? file
            lines = LogLines(log: log)
            refilter()
        } catch {
            problem = "\(error)"
        }
    }

    /// Takes up what comes to the log, until it is cancelled.
    func follow() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(250))
            guard let lines, filtering == nil, let log = await Self.grown(lines.log) else { continue }
            let known = log.count < lines.log.count ? 0 : lines.log.count
            guard !filter.isEmpty else {
                self.lines = LogLines(log: log)
                continue
            }
            let new = await Self.numbers(of: filter, in: log, known..<log.count)
            self.lines = LogLines(log: log, numbers: (known == 0 ? [] : lines.numbers ?? []) + new)
        }
    }

    /// Looks for the filter's text, a part of the log after the other. What is found is shown at once.
    private func refilter() {
        filtering?.cancel()
        filtering = nil
        guard let log = lines?.log else { return }
        lines?.numbers = filter.isEmpty ? nil : []
        filtered = filter.isEmpty ? nil : 0
        guard !filter.isEmpty else { return }
        filtering = Task { [filter] in
            for start in stride(from: 0, to: log.count, by: 20_000) {
                let end = min(log.count, start + 20_000)
                let found = await Self.numbers(of: filter, in: log, start..<end)
                guard !Task.isCancelled else { return }
                lines?.numbers? += found
                filtered = end
            }
            (filtered, filtering) = (nil, nil)
        }
    }

    @concurrent private nonisolated static func grown(_ log: some Log) async -> (any Log)? { log.grown() }

    @concurrent private nonisolated static func numbers(
        of text: String, in log: some Log, _ range: Range<Int>
    ) async -> [UInt32] {
        zip(range, log.lines(range)).filter { $1.contains(text) }.map { UInt32($0.0) }
    }
}
