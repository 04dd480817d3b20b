import Glibc

/// The rows that a person at a terminal notices.
enum TerminalRows {
    static let all = [
        Measurement(
            row: Row(
                number: "20", ours: "explain a feature, 1,000 installed", baseline: "navigate --dry-run to its screen",
                goal: .ratio(1.5))
        ) { setting in
            try setting.warm(features: 1000)
            return .measured(
                try setting.measured(
                    ours: setting.switchyard(["explain", "f0500"], features: 1000),
                    baseline: setting.switchyard(["navigate", "--dry-run", "f0500/list"], features: 1000)))
        },
        Measurement(
            row: Row(
                number: "21", ours: "doctor of 1,000 features", baseline: "an empty Swift program", goal: .ratio(45))
        ) { setting in
            try setting.warm(features: 1000)
            return .measured(
                try setting.measured(
                    ours: setting.switchyard(["doctor"], features: 1000), baseline: setting.emptyProgram))
        },
        Measurement(
            row: Row(number: "22", ours: "first frame of run", baseline: "vi of a file", goal: .ratio(1)),
            measure: firstFrame),
        // The keys Down and Up, and then End and Home.
        inLists(number: "25", ours: "the next row", keys: (there: "\u{1B}[B", back: "\u{1B}[A")) { list, _ in
            list.discard(for: 20)
        },
        inLists(number: "26", ours: "the last row", keys: (there: "\u{1B}[F", back: "\u{1B}[H")) {
            // Its number is drawn as a whole, since no cell of it was the same before.
            try $0.wait(for: "\($1)")
        },
        Measurement(
            row: Row(
                number: "27", ours: "memory of host and worker for 1,000,000 rows instead of 100", baseline: "nothing",
                goal: .bytes(20e6))
        ) { setting in
            var pair = Pair(unit: .bytes)
            for _ in 0..<min(5, setting.rounds) {
                let (long, short) = (try list(1_000_000, setting), try list(100, setting))
                defer { for list in [long, short] { list.end() } }
                for list in [long, short] {
                    try list.press("\u{1B}[F")
                    list.discard(for: 200)
                }
                pair.ours.values.append(try long.memory() - short.memory())
                pair.baseline.values.append(0)
            }
            return .measured(pair)
        },
    ]

    @Sendable private static func firstFrame(_ setting: Setting) throws -> Row.Outcome {
        let editor = "/usr/bin/vi"
        guard access(editor, X_OK) == 0 else { return .skipped(why: "there is no \(editor)") }
        try setting.warm(features: 10)
        let file = "\(setting.home)/page"
        try Folder.write("This is a page.\n", to: file)
        func time(_ program: Program, _ text: String) throws -> Double {
            let began = Program.now
            let shown = try TerminalProgram(program)
            defer { shown.end() }
            try shown.wait(for: text)
            return Double(Program.now - began)
        }
        return .measured(
            try .measured(
                rounds: setting.rounds,
                ours: {
                    try time(setting.switchyard(["run", "--fresh", "f0005/list"], features: 10), "This is f0005.")
                },
                baseline: { try time(setting.program(editor, [file]), "This is a page.") }))
    }

    /// A row about a key in a list of a million rows and in one of a hundred, until the list draws what it shows then.
    private static func inLists(
        number: String, ours: String, keys: (there: String, back: String),
        _ wait: @escaping @Sendable (_ list: TerminalProgram, _ last: Int) throws -> Void
    ) -> Measurement {
        Measurement(
            row: Row(
                number: number, ours: "\(ours) of 1,000,000, from the key to the screen", baseline: "of 100",
                goal: .ratio(1.5))
        ) { setting in
            func time(_ list: TerminalProgram, _ last: Int) throws -> Double {
                let began = Program.now
                try list.press(keys.there)
                try wait(list, last)
                let drawn = list.lastDrawn
                try list.press(keys.back)
                list.discard(for: 200)
                return Double(drawn - began)
            }
            let (long, short) = (try list(1_000_000, setting), try list(100, setting))
            defer { for list in [long, short] { list.end() } }
            return .measured(
                try .measured(
                    rounds: setting.rounds, ours: { try time(long, 999_999) }, baseline: { try time(short, 99) }))
        }
    }

    private static func list(_ count: Int, _ setting: Setting) throws -> TerminalProgram {
        let plugins = "\(setting.home)/screen"
        try Folder.make(plugins)
        symlink(setting.screenFeature, "\(plugins)/libScreenFeature.so")
        let list = try TerminalProgram(
            setting.program(
                setting.switchyard,
                ["run", "--fresh", "--plugins", plugins, "screen/rows?count=\(count)&isChanging=false"]))
        try list.wait(for: "number 9")
        return list
    }
}
