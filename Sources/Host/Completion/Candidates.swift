import HostCore

/// What could stand at the end of a command line, where that depends on what is installed.
struct Candidates {
    struct Candidate: Hashable, Sendable {
        let text: String
        var summary = ""

        /// For a shell's script.
        var line: String { summary.isEmpty ? "\(text)\n" : "\(text)\t\(DisplayText.safe(summary))\n" }
    }

    private(set) var all: [Candidate] = []

    init() {}

    /// - Parameter words: Those behind the name of the program; the last is being typed.
    @MainActor
    init(words: [String]) throws {
        guard let name = words.first, let typed = words.dropFirst().last else { return }
        let command = try Command.named(name)
        let arguments = try Arguments(Array(words.dropFirst().dropLast()), of: command)
        guard let parameter = command.operands.parameter, arguments.operands.count < command.operands.limit ?? .max
        else { return }
        var options = try HostOptions(arguments)
        options.plugins = options.plugins.map { Self.inHome($0, options.environment) }
        options.config = options.config.map { Self.inHome($0, options.environment) }
        options.isLenient = true
        // Somebody waits at a prompt; what does not answer by then is known not to, and is not waited for again.
        options.lookDeadline = 1
        let application = try AppLoader.load(options)
        all = Self.candidates(for: parameter, typed, application).filter {
            // What a line cannot hold is typed by hand.
            $0.text.hasPrefix(typed) && DisplayText.safe($0.text) == $0.text
        }
    }

    /// A shell has not yet put the person's home into what is still being typed.
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
        case .step: steps(typed, application)
        case .text, .file, .directory, .word, .command, .test: []
        }
    }

    @MainActor
    private static func places(_ application: HostApplication) -> [Candidate] {
        Places(application.catalog, application.wiring).all.map { place in
            // As far as the first argument's value.
            Candidate(text: goingOn(String(place.shape.prefix { $0 != "{" }), place), summary: place.summary)
        }
    }

    /// Where a value stands in the middle of a segment, so much of it that a shell sees that it goes on.
    private static func goingOn(_ text: String, _ place: Places.Place) -> String {
        guard place.hasArguments, let end = text.lastIndex(where: { $0 == "=" || $0 == "/" }) else { return text }
        return String(text[...end])
    }

    /// What may be behind the colons of what is typed: `force:sheet:character/list`.
    @MainActor
    private static func steps(_ typed: String, _ application: HostApplication) -> [Candidate] {
        let parts = typed.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, Step.prefixes.contains(String(parts[0])) else {
            return Step.words.map { Candidate(text: $0.description) } + Step.prefixes.map { Candidate(text: "\($0):") }
                + places(application)
        }
        let inner: [Candidate] =
            switch parts[0] {
            case "tab": application.wiring.tabs.map { Candidate(text: $0.name, summary: $0.root) }
            // What is on a screen is known once it is there.
            case "press", "type": []
            case "force":
                steps(String(parts[1]), application).filter { !["press:", "type:", "force:"].contains($0.text) }
            default: places(application).filter { !$0.text.contains("://") }
            }
        return inner.map { Candidate(text: "\(parts[0]):\($0.text)", summary: $0.summary) }
    }
}
