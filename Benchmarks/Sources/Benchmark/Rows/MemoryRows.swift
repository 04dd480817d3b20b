/// The rows about the memory that an open host needs for its features.
enum MemoryRows {
    static let all = [
        Measurement(
            row: Row(
                number: "14a", ours: "resident memory for each active feature, inline",
                baseline: "a plain dlopen of it", goal: .ratio(1.2))
        ) { setting in
            try setting.warm(features: 1000)
            let baseline = setting.loadingLibraries(activeCount)
            return .measured(
                try Pair.measured(
                    rounds: setting.rounds, unit: .bytes, ours: { try perActiveFeature(setting) },
                    baseline: {
                        guard let size = Double(try baseline.output().filter { !$0.isWhitespace }) else {
                            throw MeasuringError("\(baseline) printed no number")
                        }
                        return size
                    }))
        },
        Measurement(
            row: Row(
                number: "14b", ours: "resident memory for each inactive feature", baseline: "nothing",
                goal: .bytes(1024))
        ) { setting in
            for count in [1000, 10] { try setting.warm(features: count) }
            return .measured(
                try Pair.measured(
                    rounds: setting.rounds, unit: .bytes,
                    ours: { (try resident(of: 1000, setting) - resident(of: 10, setting)) / 990 }, baseline: { 0 }))
        },
    ]

    private static let activeCount = 200

    /// Shows a screen of each of many features, and returns the growth of the process for each.
    private static func perActiveFeature(_ setting: Setting) throws -> Double {
        let host = try OpenHost(setting, features: 1000)
        defer { host.end() }
        // The root's feature is active from the start. The first of the others may load what all of them share.
        try host.show((1...10).map(link))
        let before = try host.resident()
        try host.show((11...(10 + activeCount)).map(link))
        return (try host.resident() - before) / Double(activeCount)
    }

    private static func link(_ number: Int) -> String {
        let digits = String(number)
        return "bench://f" + String(repeating: "0", count: 4 - digits.count) + digits + "/list"
    }

    /// Returns the resident memory of an idle host that has a number of features.
    private static func resident(of count: Int, _ setting: Setting) throws -> Double {
        let host = try OpenHost(setting, features: count)
        defer { host.end() }
        try host.show([])
        return try host.resident()
    }
}
