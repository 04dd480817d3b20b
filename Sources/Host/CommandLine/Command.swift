/// One command: its words for people, its options, and what it does.
///
/// The table ``all`` is the one place that knows them: dispatch, help, suggestions, the manual and the shells'
/// completions are made from it.
struct Command: Sendable {
    let name: String
    /// One line.
    let summary: String
    let operands: Operands
    /// What there is to know besides the options.
    var discussion: String { makeDiscussion() }
    /// Every command is made at every start, and few are asked for this.
    private let makeDiscussion: @Sendable () -> String
    let options: [Option]
    /// Whether it prints data, and so JSON too.
    let printsData: Bool
    /// Whether it looks at the app, and so is told where that is.
    let looksAtApp: Bool
    /// On the main actor from the beginning: what runs elsewhere takes threads of Dispatch's pool, over which it keeps
    /// watch once a second for as long as the process lives.
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

    /// Its own options, and those that others have too.
    var allOptions: [Option] {
        options + (looksAtApp ? Option.ofApp : []) + (printsData ? [.json] : []) + [.help]
    }

    static let all: [Command] = [
        list, routes, graph, navigate, run, explain, doctor, new, check, completions, manual, schema, help,
    ]

    /// Those that scripts run, and no person: no list shows them.
    static let hidden: [Command] = [candidates]
}
