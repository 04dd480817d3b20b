/// One command: its words for people, its options, and what it does.
///
/// The table ``all`` is the one place that knows them: dispatch, help and suggestions are made from it.
struct Command: Sendable {
    let name: String
    /// One line.
    let summary: String
    /// The operands as they are written in the usage line, such as `[STEP…]`.
    let operands: String
    /// What there is to know besides the options.
    let discussion: String
    let options: [Option]
    /// Whether it prints data, and so JSON too.
    var printsData = true
    /// Whether it looks at the app, and so is told where that is.
    var looksAtApp = true
    /// On the main actor from the beginning: what runs elsewhere takes threads of Dispatch's pool, over which it keeps
    /// watch once a second for as long as the process lives.
    let run: @MainActor @Sendable (Arguments) async throws -> ExitCode

    /// Its own options, and those that others have too.
    var allOptions: [Option] {
        options + (looksAtApp ? Option.ofApp : []) + (printsData ? [.json] : []) + [.help]
    }

    static let all = [list, routes, graph, navigate, run, explain, doctor, check, new]
}

/// An option of a command.
struct Option: Hashable, Sendable {
    /// With its dashes: `--plugins`.
    let name: String
    /// With its dash: `-v`; nil where there is none.
    let short: String?
    /// What its value is called in the help; nil for a flag.
    let value: String?
    let help: String

    init(_ name: String, short: String? = nil, value: String? = nil, help: String) {
        self.name = name
        self.short = short
        self.value = value
        self.help = help
    }

    static let plugins = Option(
        "--plugins", value: "DIR",
        help: "Look for features in DIR, and nowhere else. May be given several times.")
    static let config = Option("--config", value: "FILE", help: "The wiring file.")
    static let allowInsecure = Option(
        "--allow-insecure", help: "Use files and directories that others may have written.")
    static let isolation = Option(
        "--isolation", value: "HOW",
        help: "Run every feature in a process of its own ('process') or in this one ('inline').")
    static let json = Option("--json", help: "Print JSON.")
    static let verbose = Option("--verbose", short: "-v", help: "Show everything that features write to the log.")
    static let help = Option("--help", short: "-h", help: "Show this help.")
    static let version = Option("--version", help: "Show the version.")

    /// Those that say where the app is.
    static let ofApp: [Option] = [plugins, config, allowInsecure]
}
