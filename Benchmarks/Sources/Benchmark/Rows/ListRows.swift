/// The rows about `list`. Every other command begins like it: find the features, read the wiring, check it.
enum ListRows {
    static let all = [
        Measurement(
            row: Row(
                number: "1", ours: "list, registry warm, 1,000 features", baseline: "an empty Swift program",
                goal: .ratio(2))
        ) { setting in
            try setting.warm(features: 1000)
            return .measured(
                try setting.measured(
                    ours: setting.switchyard(["list"], features: 1000), baseline: setting.emptyProgram))
        },
        against(GStreamer.Installed(plugins: 1000), number: "2", goal: 0.25),
        against(GStreamer.Installed(plugins: 100), number: "3", goal: 0.95),
        Measurement(
            row: Row(
                number: "4", ours: "first scan of 1,000 features, manifests stored",
                baseline: "a C loop that opens the files", goal: .ratio(6))
        ) { setting in
            let baseline = setting.loadingLibraries(1000)
            return try firstScan(setting.switchyard(["list"], features: 1000), setting, baseline: baseline)
        },
        Measurement(
            row: Row(
                number: "4b", ours: "first scan of 100 Swift libraries that are not stripped",
                baseline: "cat, which reads their bytes once", goal: .ratio(1.4))
        ) { setting in
            let folder = "\(setting.features)/swift"
            let files = try Folder.names(in: folder).map { "\(folder)/\($0)" }
            return try firstScan(
                setting.program(setting.switchyard, ["list", "--plugins", folder]), setting,
                baseline: setting.program("/bin/cat", files))
        },
    ]

    private static func against(_ gstreamer: GStreamer.Installed, number: String, goal: Double) -> Measurement {
        let count = gstreamer.plugins
        let name = count == 1000 ? "1,000" : String(count)
        return Measurement(
            row: Row(
                number: number, ours: "list, registry warm, \(name) features",
                baseline: "gst-inspect-1.0, registry warm, \(name) plugins", goal: .ratio(goal))
        ) { setting in
            let baseline: Program
            switch try gstreamer.program(setting) {
            case .success(let program): baseline = program
            case .failure(let missing): return .skipped(why: missing.description)
            }
            try setting.warm(features: count)
            return .measured(
                try setting.measured(ours: setting.switchyard(["list"], features: count), baseline: baseline))
        }
    }

    /// Measures a first scan without counting instructions: a process for each of many features takes long under
    /// valgrind, and a scan does not wait for instructions.
    private static func firstScan(
        _ list: Program, _ setting: Setting, baseline: Program
    ) throws -> Row.Outcome {
        var list = list
        var round = 0
        _ = try baseline.time()
        return .measured(
            try Pair.measured(
                rounds: setting.rounds,
                ours: {
                    // The folder is new in each round: after thousands of files were removed, ext4 looks at each of
                    // them again for every file that is made, for minutes.
                    round += 1
                    let cache = "\(setting.home)/cache-\(round)"
                    try Folder.make(cache)
                    list.environment["XDG_CACHE_HOME"] = cache
                    return try list.time()
                }, baseline: baseline.time))
    }
}
