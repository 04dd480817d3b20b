/// A command: its texts for the help, its options, and its action.
///
/// Dispatch, help, spelling suggestions, the manual and shell completions all come from the table ``groups``.
struct Command: Sendable {
    let name: String
    let summary: String
    let operands: Operands
    /// The paragraphs of the help between the usage line and the options.
    var discussion: String { makeDiscussion() }
    /// A closure, since every start makes every command, and few starts need a discussion.
    private let makeDiscussion: @Sendable () -> String
    let options: [Option]
    /// Whether the command prints data, and so has `--json`.
    let printsData: Bool
    /// Whether the command opens the app, and so has the options that locate it.
    let looksAtApp: Bool
    /// The action. It begins on the main actor: other code uses threads of Dispatch's pool, which Dispatch then checks
    /// once a second for the life of the process.
    let run: @MainActor @Sendable (Arguments) async throws -> ExitCode

    init(
        name: String, summary: String, operands: Operands,
        discussion: @autoclosure @escaping @Sendable () -> String, options: [Option], printsData: Bool = true,
        looksAtApp: Bool = true, run: @escaping @MainActor @Sendable (Arguments) async throws -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        makeDiscussion = discussion
        self.options = options
        self.printsData = printsData
        self.looksAtApp = looksAtApp
        self.run = run
    }

    /// The command's own options, and the common ones.
    var allOptions: [Option] {
        options + (looksAtApp ? Option.ofApp : []) + (printsData ? [.json] : []) + [.help]
    }

    /// The groups of commands in the help.
    static let groups: [(heading: String, commands: [Command])] = [
        ("USE AN APP", [run, web, navigate, open, serve, replay]),
        ("UNDERSTAND AN APP", [list, routes, graph, explain, permissions, doctor, test]),
        ("WRITE A FEATURE", [new, dev, check, diff]),
        ("SET UP", [completions, manual, schema, help]),
    ]

    static let all = groups.flatMap(\.commands)

    /// The commands for scripts only, which no list shows.
    static let hidden: [Command] = [candidates, takeFlow]
}
