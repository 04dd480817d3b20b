import HostCore

/// An option of a command.
struct Option: Hashable, Sendable {
    /// The name with its dashes: `--plugins`.
    let name: String
    /// The short name with its dash: `-v`; nil if there is none.
    let short: String?
    /// The value that stands behind the option; nil for a flag.
    let value: Parameter?
    /// Whether every value counts if the option is given several times, and not only the last.
    let isRepeatable: Bool
    let help: String

    init(_ name: String, short: String? = nil, value: Parameter? = nil, isRepeatable: Bool = false, help: String) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = isRepeatable
        self.help = help
    }

    /// The names that the user can write, shortest first.
    var names: [String] { [short, name].compactMap(\.self) }

    static let plugins = Option(
        "--plugins", value: .directory, isRepeatable: true,
        help: "Look for features in DIR, and nowhere else. May be given several times.")
    static let config = Option("--config", value: .file, help: "The wiring file.")
    static let allowInsecure = Option(
        "--allow-insecure", help: "Use files and directories that others may have written.")
    static let isolation = Option(
        "--isolation", value: .word(FeatureIsolation.allCases.map(\.rawValue)),
        help: "Run every feature in a process of its own, or inline: in this one.")
    static let json = Option("--json", help: "Print JSON.")
    static let verbose = Option("--verbose", short: "-v", help: "Show everything that features write to the log.")
    static let help = Option("--help", short: "-h", help: "Show this help.")
    static let version = Option("--version", help: "Show the version.")

    /// The options that most commands have.
    static let common = ofApp + [json, help]

    /// The options that locate the app.
    static let ofApp: [Option] = [plugins, config, allowInsecure]
}
