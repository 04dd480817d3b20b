import Glibc

/// The rows about one link, by a host that is started for it and exits.
enum LinkRows {
    static let all = [
        Measurement(
            row: Row(
                number: "5", ours: "a link in a fresh process, inline, 1,000 installed", baseline: "10 installed",
                goal: .ratio(1.3)), measure: inline),
        Measurement(
            row: Row(
                number: "6", ours: "a link in a fresh process, isolated, 10 installed",
                baseline: "an empty Swift program", goal: .ratio(2.2))
        ) { setting in
            try setting.warm(features: 10)
            return .measured(
                try setting.measured(
                    ours: setting.switchyard(["navigate", link, "--isolation", "process"], features: 10),
                    baseline: setting.emptyProgram, countsInstructions: false))
        },
    ]

    private static let link = "bench://f0005/list"

    @Sendable private static func inline(_ setting: Setting) throws -> Row.Outcome {
        for count in [1000, 10] { try setting.warm(features: count) }
        func program(_ count: Int) -> Program {
            setting.switchyard(["navigate", link, "--isolation", "inline"], features: count)
        }
        let loaded = try loadedFeatures(program(1000), setting)
        guard loaded == ["libf0005.so"] else {
            throw MeasuringError("the link loads \(loaded.joined(separator: ", ")), and libf0005.so alone is needed")
        }
        return .measured(try setting.measured(ours: program(1000), baseline: program(10)))
    }

    /// Returns the libraries of features that a program loads, as the dynamic loader logs them.
    private static func loadedFeatures(_ program: Program, _ setting: Setting) throws -> [String] {
        let log = "\(setting.home)/loaded"
        Folder.remove(log)
        try Folder.make(log)
        var program = program
        program.environment["LD_DEBUG"] = "files"
        program.environment["LD_DEBUG_OUTPUT"] = "\(log)/log"
        _ = try program.time()
        return try Folder.names(in: log).flatMap { name in
            try Folder.read("\(log)/\(name)").split(separator: "\n")
                .filter { $0.contains("calling init:") && $0.contains("/libf0") }
                .compactMap { $0.split(separator: "/").last.map(String.init) }
        }
    }
}
