import FeatureContract
import HostCore
import HostSystem
import JSONText

extension Command {
    static let language = Option(
        "--language", value: .word(FeatureLanguage.allCases.map(\.rawValue)),
        help: "The language to write it in: swift where it is not said.")
    fileprivate static let layout = Option(
        "--layout", value: .word(SwiftLayout.allCases.map(\.rawValue)),
        help: "The layout of a feature in Swift: one screen in one file (small, where it is not said), or two screens "
            + "in the folders of an app module (seeds).")
    static let directory = Option(
        "--directory", value: .directory, help: "Make it in the new folder DIR, and not in one of the feature's name.")
    static let scheme = Option(
        "--scheme", value: .text("SCHEME"), help: "Begin its links with SCHEME://, and not with challenge://.")
    static let switchyard = Option(
        "--switchyard", value: .text("DIR|URL"),
        help: "Where its build finds Switchyard: a checkout, or for Swift the URL of a repository.")

    static let new = Command(
        name: "new", summary: "Begin a feature: a package that builds, passes its tests and loads as it is.",
        operands: .one(.text("NAME")),
        discussion: """
            NAME is the feature's id, such as notes or my-notes. What is written is one screen in Swift, and in C and Rust
            a list with a screen for each of its items, with links and tests: to be changed into a feature of one's own.
            The commands that build, test and load it are printed, and stand in its README.

            With --layout seeds a feature in Swift has two screens too, and the folders of an app module: data, a view, a
            view model and a navigator for each screen, a container, mocks.

            A feature in Swift depends on the Switchyard package, and one in C includes FeatureABI.h. Both are those of
            the checkout that this program was built in, or that --switchyard names, and for an installed program those
            that were installed with it. Rust needs neither.

            What is there already stays: exits 73 where the folder exists or cannot be made.
            """,
        options: [language, layout, directory, scheme, switchyard], looksAtApp: false
    ) { arguments in
        try NewCommand.run(arguments)
    }
}

@MainActor
private enum NewCommand {
    static func run(_ arguments: Arguments) throws -> ExitCode {
        let language = arguments.last(Command.language).flatMap(FeatureLanguage.init) ?? .swift
        let layout = try layout(arguments, language)
        let name = try FeatureName(arguments.operands[0], language: language)
        let scheme = try scheme(arguments)
        let directory = Self.withoutSlashes(arguments.last(Command.directory) ?? name.id)
        let place = arguments.last(Command.switchyard)
        guard place == nil || language != .rust else {
            throw UsageError(
                "'--switchyard' is for Swift and C: a feature in Rust is built without anything of Switchyard",
                command: "new")
        }
        guard let source = try source(place) else {
            Console.error(
                "'\(place ?? "")' is no checkout of Switchyard: expected a folder with Package.swift and "
                    + "\(SwitchyardSource.includeFolder)/FeatureABI.h in it")
            return .noInput
        }
        let package = try FeaturePackage(
            name: name, language: language, layout: layout, scheme: scheme, folder: absolute(directory), source: source,
            program: Program.word)
        do {
            try OutputFolder.make(directory, of: package.files)
        } catch {
            Console.error(error.message(making: directory))
            return .cantCreate
        }
        let commands = FeatureCommands(
            package, program: Program.word, plugins: FeatureCommands.pluginsFolder(HostEnvironment.current))
        if arguments.has(.json) {
            Console.print(json(package, commands))
        } else {
            Console.printReport(text(package, commands, directory), breakingWith: " \\")
        }
        let missing = language.tools.filter { Program.find($0) == nil }
        if !missing.isEmpty {
            Console.note(
                "No '\(missing.joined(separator: "' and no '"))' is in PATH, which builds it: install "
                    + "\(language.requirement.filter { $0 != "`" })"
                    + (language == .swift ? ", or begin in C by '--language c'." : "."))
        }
        return .ok
    }

    private static func layout(_ arguments: Arguments, _ language: FeatureLanguage) throws(UsageError) -> SwiftLayout {
        guard let layout = arguments.last(Command.layout).flatMap(SwiftLayout.init) else { return .small }
        guard language == .swift else {
            throw UsageError("'--layout' is for Swift: a feature in \(language.title) has one layout", command: "new")
        }
        return layout
    }

    private static func source(_ place: String?) throws(UsageError) -> SwitchyardSource? {
        guard let place else { return SwitchyardSource(of: Program.path) }
        return try SwitchyardSource(named: place)
    }

    private static func scheme(_ arguments: Arguments) throws(UsageError) -> String {
        guard let scheme = arguments.last(Command.scheme) else { return "challenge" }
        guard LinkURL.isScheme(scheme) else {
            throw UsageError(
                "'\(scheme)' is not a scheme: a letter, then letters, digits, '+', '-', '.'", command: "new")
        }
        return scheme.lowercased()
    }

    /// Removes trailing slashes: `notes` for `notes/`.
    private static func withoutSlashes(_ directory: String) -> String {
        // The root directory has only slashes, and stays.
        directory.lastIndex { $0 != "/" }.map { String(directory[...$0]) } ?? directory
    }

    /// Returns the absolute path of a folder that does not exist yet.
    private static func absolute(_ directory: String) -> String {
        let parent = Path.parent(directory) ?? "."
        return Path.join(Path.resolved(parent) ?? parent, Path.name(directory))
    }

    private static func text(_ package: FeaturePackage, _ commands: FeatureCommands, _ directory: String) -> String {
        let shown = DisplayText.safe(directory)
        return """
            \(shown): the feature '\(package.name.id)' in \(package.language.title)
            \(package.files.map { "  \($0.path)\n" }.joined())
            Build it, test it, load it:
              cd \(Shell.word(shown)) && \(commands.build)
              \(commands.test)
              \(commands.load)

            Or see it in the app while you write it:
              \(Shell.word(Program.word)) dev

            """
    }

    private static func json(_ package: FeaturePackage, _ commands: FeatureCommands) -> JSON {
        [
            "feature": .string(package.name.id),
            "language": .string(package.language.rawValue),
            "directory": .string(package.folder),
            "files": .array(package.files.map { .string($0.path) }),
            "commands": [
                "build": .string(commands.build), "test": .string(commands.test), "load": .string(commands.load),
            ],
        ]
    }
}
