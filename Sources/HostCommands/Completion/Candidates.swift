import HostCore
import HostSystem

/// The candidates for the last word of a command line that depend on the installed features.
struct Candidates {
    struct Candidate: Hashable, Sendable {
        let text: String
        var summary = ""

        var line: String { summary.isEmpty ? "\(text)\n" : "\(text)\t\(DisplayText.safe(summary))\n" }
    }

    private(set) var all: [Candidate] = []

    init() {}

    /// - Parameter words: The words after the name of the program; the last one is being typed.
    @MainActor
    init(words: [String]) throws {
        guard let name = words.first, let typed = words.dropFirst().last else { return }
        let command = try Command.named(name)
        let arguments = try Arguments(Array(words.dropFirst().dropLast()), of: command)
        guard let parameter = command.operands.parameter, arguments.operands.count < command.operands.limit ?? .max
        else { return }
        var options = HostOptions(arguments)
        options.plugins = options.plugins.map { Self.inHome($0, options.environment) }
        options.config = options.config.map { Self.inHome($0, options.environment) }
        options.isLenient = true
        // The user waits at a prompt. The registry records a library that misses this deadline, so that the next
        // completion does not wait for it again.
        options.scanDeadline = 1
        let application = try AppLoader.load(options)
        all = Self.candidates(for: parameter, typed, application).filter {
            // A candidate with control characters fits no line, so the user types it.
            $0.text.hasPrefix(typed) && DisplayText.safe($0.text) == $0.text
        }
    }

    /// Expands `~/`, which a shell has not yet done in a word that is still being typed.
    private static func inHome(_ path: String, _ environment: HostEnvironment) -> String {
        guard path.hasPrefix("~/"), let home = environment["HOME"] else { return path }
        return home + path.dropFirst()
    }

    @MainActor
    private static func candidates(
        for parameter: Parameter, _ typed: String, _ application: HostApplication
    ) -> [Candidate] {
        switch parameter {
        case .feature:
            application.catalog.features().map { Candidate(text: $0.manifest.id, summary: $0.manifest.summary) }
        case .place, .placeOrFile: places(application)
        case .link: places(application).filter { $0.text.contains("://") }
        case .step: steps(typed, application)
        case .text, .file, .directory, .word, .command, .test: []
        }
    }

    @MainActor
    private static func places(_ application: HostApplication) -> [Candidate] {
        Suggestions(application.catalog, application.wiring).all.map { place in
            // The candidate ends before the first argument's value.
            Candidate(text: goingOn(String(place.shape.prefix { $0 != "{" }), place), summary: place.summary)
        }
    }

    /// Cuts a text that ends within a segment after its last `=` or `/`, so that a shell expects more.
    private static func goingOn(_ text: String, _ place: Suggestions.Item) -> String {
        guard place.hasArguments, let end = text.lastIndex(where: { $0 == "=" || $0 == "/" }) else { return text }
        return String(text[...end])
    }

    /// Returns the steps that may follow after the colons of the typed text: `force:sheet:character/list`.
    @MainActor
    private static func steps(_ typed: String, _ application: HostApplication) -> [Candidate] {
        let parts = typed.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Step.prefixes.contains(String(parts[0])) else {
            return Step.words.map { Candidate(text: $0.description) } + Step.prefixes.map { Candidate(text: "\($0):") }
                + places(application)
        }
        let inner: [Candidate] =
            switch parts[0] {
            case "tab":
                application.wiring.tabs.map {
                    Candidate(text: $0.name, summary: $0.label == $0.name ? $0.root : $0.label)
                }
            // The labels on a screen are known only once it is shown.
            case "press", "type": []
            case "force":
                steps(String(parts[1]), application).filter { !["press:", "type:", "force:"].contains($0.text) }
            default: places(application).filter { !$0.text.contains("://") }
            }
        return inner.map { Candidate(text: "\(parts[0]):\($0.text)", summary: $0.summary) }
    }
}

enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish

    /// The shell's completion script, made from the command table.
    var completions: String {
        switch self {
        case .bash: BashCompletions.text
        case .zsh: ZshCompletions.text
        case .fish: FishCompletions.text
        }
    }

    /// The first line of the script: the program's name and version, and the command that prints the script.
    var origin: String {
        let command = "\(HostName.name) completions \(rawValue)"
        return "# Completions of \(HostName.name) \(HostName.version), as '\(command)' prints them."
    }
}

extension String {
    /// The text quoted as one word for bash or zsh.
    var inSingleQuotes: String { "'" + replacing("'", with: #"'\''"#) + "'" }

    /// The text quoted as one word for fish, where a backslash escapes these two characters even in quotes.
    var inFishQuotes: String { "'" + replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'" }
}
