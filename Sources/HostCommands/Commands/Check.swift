import FeatureCheck
import FeatureContract
import Glibc
import HostCore
import HostSystem
import JSONText

extension Command {
    static let check = Command(
        name: "check", summary: "Test a feature's library: whether it keeps to the ABI and to its own manifest.",
        operands: .any(.file),
        discussion: """
            Each test runs in a process of its own, in which it loads the library, calls it as a host does and as one
            should not, and opens, presses and fills in whatever its screens show: a feature that sends mail sends it.
            As many tests run at once as there are processors; taskset(1) allows fewer.
            It prints a line for each test (passed, skipped, warning, runtime, failed or crashed, and how long it took), and the
            reasons under each that did not pass. PATTERN is a name of a test, in which * stands for anything, as in
            'elf-*'; --list shows all. Exits 0 where no test failed or crashed, 1 where one did, 66 where a file
            cannot be read, or with --against is no feature, and 69 where no process can be started.

            With --against it does no test. It checks the app of that plugins directory and the wiring file with the
            libraries in the place of those with the same ids, and prints what 'switchyard doctor' finds then and does
            not find without them. No feature runs. Exits 1 where there are new errors.
            """,
        options: [
            include, exclude, seed, callDeadline, sanitizer, junit, .format, listTests, against, againstConfig,
            .allowInsecure,
        ], looksAtApp: false
    ) { arguments in
        let directories = arguments.all(against)
        let forTests = [include, exclude, seed, callDeadline, sanitizer, junit, listTests]
        guard !directories.isEmpty else {
            guard !arguments.has(againstConfig) else {
                throw UsageError("'--config' is the wiring file of '--against', which is missing", command: "check")
            }
            return try CheckCommand(arguments).run()
        }
        if let option = forTests.first(where: arguments.has) {
            throw UsageError("'\(option.name)' is for tests, and '--against' does none", command: "check")
        }
        guard !arguments.operands.isEmpty else {
            throw UsageError("'check' needs the file of a library, such as libNotesFeature.so", command: "check")
        }
        return try CheckAgainst.run(arguments, config: arguments.last(againstConfig), directories)
    }

    fileprivate static let against = Option(
        "--against", value: .directory, isRepeatable: true,
        help: "Check the app with the plugins directory DIR and FILE in it. May be given several times.")
    fileprivate static let againstConfig = Option(
        "--config", value: .file, help: "The wiring file of that app.")

    fileprivate static let include = Option(
        "--include", short: "-t", value: .test, isRepeatable: true,
        help: "Do only the tests of that name. May be given several times.")
    fileprivate static let exclude = Option(
        "--exclude", short: "-x", value: .test, isRepeatable: true,
        help: "Leave the tests of that name out. May be given several times.")
    fileprivate static let seed = Option(
        "--seed", value: .text("NUMBER"),
        help:
            "Begin what is chosen at random with NUMBER: two runs with the same one choose alike. 0 where it is not given."
    )
    fileprivate static let callDeadline = Option(
        "--deadline", value: .text("TIME"),
        help: "The longest that one call may take, from 10ms to 60s; 5s where it is not given.")
    fileprivate static let sanitizer = Option(
        "--sanitizer", value: .word(Sanitizer.allCases.map(\.rawValue)),
        help:
            "Test a library that was built with -fsanitize, without a limit on memory: what the sanitizer finds ends the test."
    )
    static let junit = Option(
        "--junit", value: .file, help: "Write the results to FILE too, as JUnit's XML, in the place of what is there.")
    fileprivate static let listTests = Option("--list", help: "Show the tests, and do none.")
}

@MainActor
private struct CheckCommand {
    private let arguments: Arguments
    private let tests: [CheckTest]
    private let seed: UInt64
    private let deadline: Double

    init(_ arguments: Arguments) throws(UsageError) {
        self.arguments = arguments
        try arguments.requireOneForm()
        tests = try Self.tests(arguments)
        seed = try Self.seed(arguments)
        deadline = try Self.deadline(arguments)
        if arguments.has(Command.listTests), let extra = arguments.operands.first {
            throw UsageError("'--list' tests nothing, and '\(extra)' was given", command: "check")
        }
        try arguments.requireReport(notOver: arguments.operands)
        guard !arguments.operands.isEmpty || arguments.has(Command.listTests) else {
            throw UsageError("'check' needs the file of a library, such as libNotesFeature.so", command: "check")
        }
    }

    func run() throws -> ExitCode {
        if arguments.has(Command.listTests) { return list() }
        // Every file is looked at before the first one is tested.
        guard arguments.operands.map({ FeatureFile.canReadOrNotes($0) }).allSatisfy(\.self) else { return .noInput }
        guard arguments.canWriteReport() else { return .cantCreate }
        defer { Interruption.end() }
        guard let work = Interruption.note(makingFolderFor: "the features' data") else { return .unavailable }
        var libraries: [CheckedLibrary] = []
        var isMissing = false
        for file in arguments.operands {
            if arguments.printsText { Console.print((libraries.isEmpty ? "" : "\n") + DisplayText.safe(file) + "\n") }
            let variables: [String: String]
            do {
                variables = try arguments.last(Command.sanitizer).flatMap(Sanitizer.init)?.variables(for: file) ?? [:]
            } catch {
                Console.error("\(error)")
                isMissing = true
                continue
            }
            let check = LibraryCheck(
                executable: "/proc/self/exe", deadline: deadline, seed: seed,
                workDirectory: Path.join(work.path, "\(libraries.count)"), variables: variables)
            let line = ProgressLine()
            defer { line.remove() }
            do {
                let library = try check.check(file, tests) { result in
                    if arguments.printsText { Console.print(text(of: result)) }
                } meanwhile: { done, running in
                    line.show(
                        "\(Path.name(file)): \(done) of \(tests.count) tests done; \(running.joined(separator: ", "))")
                } isOver: {
                    Interruption.hasCome
                }
                guard !Interruption.hasCome else { return .no }
                if arguments.printsText { Console.print(summary(library)) }
                libraries.append(library)
            } catch {
                Console.error("no process can be started to test \(file) (\(error))")
                _ = finish(libraries)
                return .unavailable
            }
        }
        let code = finish(libraries)
        return isMissing ? .unavailable : code
    }

    private func finish(_ libraries: [CheckedLibrary]) -> ExitCode {
        if arguments.has(.json) {
            Console.print(["seed": .integer(Int64(clamping: seed)), "libraries": .array(libraries.map(\.json))])
        }
        Annotation.print(
            libraries.flatMap { library in library.results.compactMap { annotation($0, of: library.path) } }, arguments)
        if let path = arguments.last(Command.junit) {
            do {
                try OutputFile.write(JUnitReport.text(of: libraries), to: path)
            } catch {
                Console.error(error.message(writing: path))
                return .cantCreate
            }
        }
        return libraries.allSatisfy(\.conforms) ? .ok : .no
    }

    /// A result that is to be looked at; nil for any other.
    private func annotation(_ result: CheckResult, of file: String) -> Annotation? {
        let level: Finding.Severity
        switch result.status {
        case .passed, .skipped: return nil
        case .runtime: level = .note
        case .warning: level = .warning
        case .failed, .crashed: level = .error
        }
        return Annotation(
            level: level, rule: result.test, file: file, message: result.reasons.joined(separator: "\n"))
    }

    // MARK: Text

    /// Formats a result: `routes-missing         passed     12 ms`, with the reasons for a failure below it, and why
    /// nothing was tested behind it.
    private func text(of result: CheckResult) -> String {
        let width = tests.map(\.name.count).max() ?? 0
        let time = "\(Int((result.seconds * 1000).rounded())) ms"
        var line =
            "  \(DisplayText.padded(result.test, to: width))  \(DisplayText.padded(result.status.rawValue, to: 7))  "
            + String(repeating: " ", count: max(0, 8 - time.count)) + time
        let isSkipped = result.status == .skipped
        let notes = result.notes + (isSkipped ? result.reasons : [])
        if !notes.isEmpty { line += "  (\(DisplayText.safe(notes.joined(separator: "; "))))" }
        return line + "\n" + (isSkipped ? [] : result.reasons).map { "      \(DisplayText.safe($0))\n" }.joined()
    }

    /// Counts the results of a library: `40 passed, 3 skipped, 0 warnings, 1 failed, 0 crashed`. Tests blocked by a
    /// library's runtime are rare, so other counts do not name them.
    private func summary(_ library: CheckedLibrary) -> String {
        let counts = CheckStatus.allCases.filter { $0 != .runtime || library.count(.runtime) > 0 }.map { status in
            let count = library.count(status)
            return "\(count) \(status.rawValue)\(status == .warning && count != 1 ? "s" : "")"
        }
        let summary = "  " + counts.joined(separator: ", ") + "\n"
        guard library.count(.runtime) > 0 else { return summary }
        return summary + "  Workers only: let a feature with this runtime have the isolation \"process\".\n"
    }

    private func list() -> ExitCode {
        if arguments.has(.json) {
            Console.print(.array(tests.map { ["name": .string($0.name), "summary": .string($0.summary)] }))
        } else {
            var table = TextTable(["TEST", "WHAT IT IS ABOUT"])
            for test in tests { table.append([test.name, test.summary]) }
            Console.print(table.text)
        }
        return .ok
    }

    // MARK: Options

    private static func tests(_ arguments: Arguments) throws(UsageError) -> [CheckTest] {
        func matches(_ patterns: [String], _ test: CheckTest) -> Bool {
            patterns.contains { fnmatch($0, test.name, 0) == 0 }
        }
        let (included, excluded) = (arguments.all(Command.include), arguments.all(Command.exclude))
        for pattern in included + excluded where !CheckTest.all.contains(where: { matches([pattern], $0) }) {
            let hint = Spelling.nearest(to: pattern, in: CheckTest.all.map(\.name)).map { "; did you mean '\($0)'?" }
            throw UsageError(
                "no test has the name '\(pattern)'\(hint ?? ""); 'switchyard check --list' shows them", command: "check"
            )
        }
        let tests = CheckTest.all.filter { (included.isEmpty || matches(included, $0)) && !matches(excluded, $0) }
        guard !tests.isEmpty else {
            throw UsageError("--include and --exclude leave no test", command: "check")
        }
        return tests
    }

    private static func seed(_ arguments: Arguments) throws(UsageError) -> UInt64 {
        guard let text = arguments.last(Command.seed) else { return 0 }
        guard let seed = Int64(text), seed >= 0 else {
            throw UsageError("'\(text)' is no seed: expected a number from 0 to \(Int64.max)", command: "check")
        }
        return UInt64(seed)
    }

    private static func deadline(_ arguments: Arguments) throws(UsageError) -> Double {
        guard let text = arguments.last(Command.callDeadline) else { return Wiring.defaultDeadline }
        guard let seconds = Duration.seconds(inText: text), (0.01...LibraryCheck.longestTest).contains(seconds) else {
            throw UsageError(
                "'\(text)' is no deadline: expected 10ms to \(Int(LibraryCheck.longestTest))s, as in 500ms or 2s",
                command: "check")
        }
        return seconds
    }
}

/// The file of `--junit`.
extension Arguments {
    /// Refuses a report that would be written over what is tested.
    func requireReport(notOver files: [String]) throws(UsageError) {
        guard let path = last(Command.junit), let report = Path.resolved(path),
            files.contains(where: { Path.resolved($0) == report })
        else { return }
        throw UsageError("'\(path)' is tested, and would be written over by --junit", command: command)
    }

    /// Whether the report can be written, checked before the first test runs; the reason is printed.
    func canWriteReport() -> Bool {
        guard let path = last(Command.junit) else { return true }
        let folder = Path.parent(path) ?? "."
        guard access(folder.isEmpty ? "/" : folder, W_OK) != 0 else { return true }
        Console.error(
            "'\(path)' cannot be written: \(String(cString: strerror(errno))); name a file in a folder of yours")
        return false
    }
}
