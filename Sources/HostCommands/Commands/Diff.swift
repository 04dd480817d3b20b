import FeatureCheck
import FeatureContract
import HostCore
import HostSystem
import HostTools
import JSONText

extension Command {
    static let diff = Command(
        name: "diff", summary: "Compare two versions of a feature by what they declare, and say whether that breaks.",
        operands: .two(.file),
        discussion: """
            The first FILE is the old version, the second one the new: libraries, or manifests whose names end in .json.
            It compares routes, arguments, links, checkpoints, values, settings, permissions and what is required of the
            host, and prints for each change whether it breaks: whether a wiring, a link, a saved screen or a host that
            was right with the old version can be wrong with the new one. What breaks has a way to make the change
            without that. Texts for users, such as summaries, are not compared.

            Where both are libraries, both are started, in processes that may do nothing, and the new one is given what
            the screens of the old one save at first.

            Exits 1 where a change breaks, and 66 where a file cannot be read or is no feature.
            """,
        options: [.format, .allowInsecure], looksAtApp: false
    ) { arguments in
        try DiffCommand.run(old: arguments.operands[0], new: arguments.operands[1], arguments)
    }
}

@MainActor
private enum DiffCommand {
    static func run(old: String, new: String, _ arguments: Arguments) throws -> ExitCode {
        try arguments.requireOneForm()
        let options = HostOptions(arguments)
        guard let oldFile = FeatureFile.declaredOrNoted(in: old, options),
            let newFile = FeatureFile.declaredOrNoted(in: new, options)
        else { return .noInput }
        var comparison = ContractComparison(of: oldFile.manifest, with: newFile.manifest)
        if ![old, new].contains(where: { $0.hasSuffix(".json") }) {
            let data = try TemporaryFolder()
            defer { data.remove() }
            comparison.add(
                SavedStateTrial.changes(
                    of: oldFile, with: newFile, SampleValues.destinations(oldFile.manifest), dataHome: data.path,
                    options))
        }
        if arguments.has(.json) {
            Console.print(json(comparison, oldFile, newFile))
        } else if arguments.printsText {
            Console.printReport(text(comparison))
        }
        Annotation.print(comparison.changes.map { annotation($0, of: new) }, arguments)
        return comparison.breaks ? .no : .ok
    }

    private static func annotation(_ change: ContractChange, of file: String) -> Annotation {
        Annotation(
            level: change.breaks ? .error : .note, rule: "\(change.part.rawValue)-\(change.kind.rawValue)", file: file,
            message: "\(change.subject): \(change.message)" + (change.fix.map { "\nfix: \($0)" } ?? ""))
    }

    private static func text(_ comparison: ContractComparison) -> String {
        let changes = comparison.changes.filter(\.breaks) + comparison.changes.filter { !$0.breaks }
        guard !changes.isEmpty else { return "No changes of the contract.\n" }
        let lines = changes.map { change in
            DisplayText.safe("\(change)") + "\n" + (change.fix.map { "  fix: \(DisplayText.safe($0))\n" } ?? "")
        }
        let broken = changes.count(where: \.breaks)
        let harmless = changes.count - broken
        let counts = [
            broken == 0 ? nil : broken == 1 ? "1 change breaks" : "\(broken) changes break",
            harmless == 0 ? nil : harmless == 1 ? "1 change is harmless" : "\(harmless) changes are harmless",
        ]
        return lines.joined() + "\n" + counts.compactMap(\.self).joined(separator: ", ") + "\n"
    }

    private static func json(
        _ comparison: ContractComparison, _ oldFile: FeatureFile, _ newFile: FeatureFile
    ) -> JSON {
        func version(_ file: FeatureFile) -> JSON {
            [
                "file": .string(file.path), "id": .string(file.manifest.id),
                "version": .string(file.manifest.version),
            ]
        }
        return [
            "old": version(oldFile), "new": version(newFile), "breaks": .bool(comparison.breaks),
            "changes": .array(comparison.changes.map(\.json)),
        ]
    }
}

extension FeatureFile {
    /// Reads a file's declarations. Prints the reason and returns nil if it cannot be read or is not a feature.
    @MainActor
    static func declaredOrNoted(in path: String, _ options: HostOptions) -> FeatureFile? {
        let expected = path.hasSuffix(".json") ? "a manifest" : library
        guard canReadOrNotes(path, expected) else { return nil }
        do {
            return try declared(in: path, options)
        } catch {
            Console.error("'\(path)': \(error); \(NextStep(error, file: path).text)")
            return nil
        }
    }

    /// The library in a file, whose code is to run: a manifest is none. Prints the reason if there is none.
    @MainActor
    static func libraryOrNoted(in path: String, _ options: HostOptions) -> FeatureFile? {
        guard !path.hasSuffix(".json") else {
            Console.error("'\(path)' is a manifest; expected \(library)")
            return nil
        }
        return declaredOrNoted(in: path, options)
    }

    private static let library = "the file of a library, such as libNotesFeature.so"

    /// Whether a file can be read. Prints the reason if not, and what was expected.
    static func canReadOrNotes(_ path: String, _ expected: String = library) -> Bool {
        guard let problem = FileSystem.problem(readingFile: path) else { return true }
        Console.error("'\(path)' \(problem); expected \(expected)")
        return false
    }
}
