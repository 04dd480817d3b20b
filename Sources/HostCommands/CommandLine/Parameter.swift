import FeatureCheck
import HostCore

/// The kind of an option's value or of an operand: its name in the help, and its completion in shells.
enum Parameter: Hashable, Sendable {
    case text(String)
    case file
    case directory
    /// One of these words.
    case word([String])
    case command
    case feature
    case step
    case place
    case link
    case placeOrFile
    /// The name of a test of `check`, or a pattern for several.
    case test

    var name: String {
        switch self {
        case .text(let name): name
        case .file: "FILE"
        case .directory: "DIR"
        case .word(let words): words.joined(separator: "|")
        case .command: "COMMAND"
        case .feature: "FEATURE"
        case .step: "STEP"
        case .place: "LINK|DESTINATION"
        case .link: "LINK"
        case .placeOrFile: "LINK|DESTINATION|FILE"
        case .test: "PATTERN"
        }
    }

    /// The shell completion of a parameter.
    enum Completion: Hashable, Sendable {
        case nothing
        case words([String])
        case files
        case directories
        /// The shell's script asks this program, since the candidates depend on the installed features.
        case asking(orFiles: Bool)

        var isFixed: Bool { if case .words = self { true } else { false } }
    }

    var completion: Completion {
        switch self {
        case .text: .nothing
        case .file: .files
        case .directory: .directories
        case .word(let words): .words(words)
        case .command: .words(Command.all.map(\.name))
        case .test: .words(CheckTest.all.map(\.name))
        case .feature, .step, .place, .link: .asking(orFiles: false)
        case .placeOrFile: .asking(orFiles: true)
        }
    }
}

struct Operands: Hashable, Sendable {
    let parameter: Parameter?
    let least: Int
    /// The largest number of operands; nil for any number.
    let limit: Int?

    static let none = Self(parameter: nil, least: 0, limit: 0)
    static func one(_ parameter: Parameter) -> Self { Self(parameter: parameter, least: 1, limit: 1) }
    static func two(_ parameter: Parameter) -> Self { Self(parameter: parameter, least: 2, limit: 2) }
    static func optional(_ parameter: Parameter) -> Self { Self(parameter: parameter, least: 0, limit: 1) }
    static func any(_ parameter: Parameter) -> Self { Self(parameter: parameter, least: 0, limit: nil) }

    /// The number and kind of operands, for a message.
    var phrase: String {
        guard let name = parameter?.name else { return "no operands" }
        return switch (least, limit) {
        case (2, _): "two operands, \(name) and \(name)"
        case (_, nil): "any number of \(name)"
        case (0, _): "one \(name) at most"
        default: "one \(name)"
        }
    }

    /// The operands in the usage line; nil if there are none.
    var usage: String? {
        parameter.map { parameter in
            switch (least, limit) {
            case (2, _): "\(parameter.name) \(parameter.name)"
            case (_, nil): "[\(parameter.name)…]"
            case (0, _): "[\(parameter.name)]"
            default: parameter.name
            }
        }
    }
}

struct Option: Hashable, Sendable {
    /// The name with its dashes: `--plugins`.
    let name: String
    /// The short name with its dash: `-v`; nil if there is none.
    let short: String?
    /// The value after the option; nil for a flag.
    let value: Parameter?
    /// Whether all values of a repeated option count, rather than only the last.
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
    static let trace = Option(
        "--trace", value: .file,
        help: "Write into FILE where the time went, for Perfetto or Chrome's about:tracing.")
    static let format = Option(
        "--format", value: .word(["text", "github", "sarif"]),
        help: "Print what was found as text, as annotations of a workflow of GitHub too, or as SARIF 2.1.0 instead.")
    static let json = Option("--json", help: "Print JSON.")
    static let verbose = Option("--verbose", short: "-v", help: "Show everything that features write to the log.")
    static let help = Option("--help", short: "-h", help: "Show this help.")
    static let version = Option("--version", help: "Show the version.")

    static let common = ofApp + [json, help]

    static let ofApp: [Option] = [plugins, config, allowInsecure]
}
