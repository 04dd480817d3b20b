import FeatureCheck
import Glibc
import HostCore
import HostSystem
import HostTools
import JSONText

extension Command {
    fileprivate static let jobs = Option(
        "--jobs", value: .text("N"), help: "How many flows at once; as many as there are processors without it.")
    /// For ``takeFlow`` alone, since a feature inside the host may print too, and may end the process.
    fileprivate static let result = Option("--result", value: .file, help: "Write what came of the flow to FILE.")
    fileprivate static let version = Option(
        "--with", value: .file, isRepeatable: true,
        help: "Take this library in the place of the installed one of its feature. May be given several times.")

    static let test = Command(
        name: "test", summary: "Take flows through the app as tests, each by itself.",
        operands: .any(.file),
        discussion: """
            A FLOW is a script, as 'navigate --script' takes it, or a directory with files *.flow, also in folders of it;
            without any it is the directory 'flows'. Each is taken in a process of its own, from the root that the wiring
            names, with no session and no data of features, so that no flow sees what another one did. Plugins and wiring
            are those of the other commands.

            Prints the line of a flow when the flow ends. For one that fails, the lines below say where and why and what the
            screen showed, and name a recording of it for 'switchyard replay'. The exit code is 1 if one fails.

            --with takes flows through another version of a feature, such as one that has just been built; what is
            installed stays as it is. A recording becomes a flow by 'switchyard replay --as-flow'.
            """,
        options: [junit, .format, jobs, .set, version, wait, .isolation]
    ) { arguments in
        do {
            return try FlowTests(arguments).run()
        } catch let error as FlowError {
            return error.report()
        }
    }

    /// Takes one flow for ``test``.
    static let takeFlow = Command(
        name: "take-flow", summary: "Take a flow, and write what came of it as JSON.", operands: .one(.file),
        discussion: "For 'switchyard test', which runs this for each flow.",
        options: [record, result, .set, version, wait, .isolation],
        printsData: false
    ) { arguments in
        try await takeFlow(arguments)
    }

    /// The most messages of a flow that fails, and the most bytes of one.
    private static let (mostMessages, longestMessage) = (10, 4096)

    @MainActor
    private static func takeFlow(_ arguments: Arguments) async throws -> ExitCode {
        let timeout = try arguments.time(Command.wait, usual: .seconds(5))
        let variables = try arguments.scriptVariables()
        let application = try HostApplication.open(
            arguments, startsFeatures: true, replacements: arguments.all(version))
        let file = ScriptFile(path: arguments.operands[0])
        var (code, notes) = (ExitCode.ok, [String]())
        var result = JSONObject()
        do throws(FlowError) {
            let script = try Script(
                try file.read(), name: file.name, catalog: application.catalog, variables: variables)
            guard !script.items.isEmpty else {
                throw FlowError(["\(file.name) has no step and expects nothing"], code: .dataError)
            }
            let recorder = try Recorder.make(arguments, application)
            let coordinator = application.makeCoordinator()
            coordinator.observer = recorder
            defer { coordinator.shutDown() }
            coordinator.logSink = { if $0.level >= .warning { notes.append("\($0)") } }
            notes += coordinator.start(restoring: nil)
            do throws(FlowError) {
                let flow = Flow(application, coordinator, timeout: timeout) { notes.append($0) }
                try await ScriptRun(script: script, flow: flow).run()
                guard !flow.endsAtFailure else {
                    throw FlowError(["the flow ends at a screen that cannot be shown"], code: .no)
                }
            } catch {
                result.append(key: "screen", value: .string(FlowReport.text(of: coordinator)))
                throw error
            }
        } catch {
            code = error.code
            if let place = error.place {
                result.append(key: "script", value: .string(place.script))
                result.append(key: "line", value: .integer(Int64(place.line)))
            }
            let rest = error.messages.count - mostMessages
            var messages = error.messages.prefix(mostMessages).map { $0.cut(toBytes: longestMessage) }
            if rest > 0 { messages.append("and \(rest) more") }
            result.append(key: "messages", value: .array(messages.map { .string($0) }))
            result.append(key: "notes", value: .array(error.notes.map { .string($0) }))
        }
        result.append(key: "log", value: .array(notes.map { .string($0) }))
        if let path = arguments.last(Command.result) {
            do {
                try OutputFile.write(JSON.object(result).text(), to: path)
            } catch {
                Console.error(error.message(writing: path))
                return .cantCreate
            }
        }
        return code
    }
}

/// A command line of `switchyard test`.
@MainActor
private struct FlowTests {
    private struct FlowFile {
        let path: String
        /// The folder of the operand, for the report.
        let suite: String
        let name: String
    }

    /// A flow that is being taken.
    private struct Child {
        let index: Int
        let folder: String
        let start: ContinuousClock.Instant
        /// Readable when the process has exited.
        let exit: OpenDescriptor
    }

    private struct Taken {
        let result: CheckResult
        /// The messages of the failure, without the lines of the screen.
        var messages: [String] = []
        /// The line that failed, if it is one: of the flow, or of a script that it includes.
        var place: (script: String, line: Int)?
        var recording: String?
    }

    private let arguments: Arguments
    private let jobs: Int
    private let flows: [FlowFile]

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
        try arguments.requireOneForm()
        _ = try arguments.time(Command.wait, usual: .seconds(5))
        _ = try arguments.scriptVariables()
        let usual = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        guard let jobs = arguments.last(Command.jobs).map({ Int($0) }) ?? usual, (1...256).contains(jobs) else {
            throw UsageError("'--jobs' is expected to be a number from 1 to 256", command: "test")
        }
        self.jobs = jobs
        guard !arguments.operands.isEmpty || Self.isDirectory("flows") else {
            throw FlowError(
                ["there is no directory 'flows' here; name a flow, or a directory with flows"], code: .noInput)
        }
        let named = try (arguments.operands.isEmpty ? ["flows"] : arguments.operands).flatMap(Self.files)
        var known: Set<String> = []
        let files = named.filter { known.insert(Path.resolved($0.path) ?? $0.path).inserted }
        let names = Dictionary(grouping: files, by: \.name)
        // Flows of one name in several folders have their paths.
        flows = files.map { file in
            names[file.name]?.count == 1 ? file : FlowFile(path: file.path, suite: file.suite, name: file.path)
        }
        try arguments.requireReport(notOver: files.map(\.path))
    }

    func run() throws -> ExitCode {
        guard arguments.canWriteReport() else { return .cantCreate }
        Interruption.note()
        defer { Interruption.end() }
        // This host reports what is wrong with the app, and scans its libraries, so that not each flow's host does so.
        let application = try HostApplication.open(arguments)
        let versions = arguments.all(Command.version)
        var named: [String: String] = [:]
        for version in versions {
            guard let file = FeatureFile.libraryOrNoted(in: version, application.options) else { return .noInput }
            if let other = named.updateValue(version, forKey: file.manifest.id) {
                throw UsageError(
                    "'\(other)' and '\(version)' are both the feature '\(file.manifest.id)'; name one of them",
                    command: "test")
            }
            guard application.catalog.feature(file.manifest.id) == nil else { continue }
            Console.warning("'\(version)' is the feature '\(file.manifest.id)', which the app does not have")
        }
        let work: TemporaryFolder
        do {
            work = try TemporaryFolder(named: "test")
        } catch {
            Console.error("no folder can be made for the flows (\(error)); set TMPDIR to one where it can")
            return .unavailable
        }
        // Each library has a directory of its own, which the hosts of the flows search before the others.
        let directories = versions.enumerated().map { number, version in
            let directory = Path.join(work.path, "with-\(number + 1)")
            mkdir(directory, 0o700)
            symlink(Path.resolved(version) ?? version, Path.join(directory, Path.name(version)))
            return "\(Command.version.name)=\(directory)"
        }
        let results = take(in: work.path, with: directories)
        // The recordings of flows that fail stay.
        if Interruption.hasCome || !results.contains(where: { $0.recording != nil }) { work.remove() }
        return report(results)
    }

    // MARK: Files

    private static func isDirectory(_ path: String, followingLinks: Bool = true) -> Bool {
        var status = stat()
        return (followingLinks ? stat(path, &status) : lstat(path, &status)) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func files(_ operand: String) throws -> [FlowFile] {
        /// - Parameter folder: The directory in which the name begins; nil for the flow's own.
        func flow(_ path: String, in folder: String?) -> FlowFile {
            let name = folder.map { String(path.dropFirst($0.count).drop { $0 == "/" }) } ?? Path.name(path)
            return FlowFile(
                path: path, suite: Path.parent(path) ?? ".",
                name: name.hasSuffix(".flow") ? String(name.dropLast(5)) : name)
        }
        func below(_ folder: String, depth: Int) throws(SystemError) -> [String] {
            var paths: [String] = []
            for name in try FileSystem.names(in: folder) {
                let path = Path.join(folder, name)
                if name.hasSuffix(".flow"), !name.hasPrefix(".") {
                    paths.append(path)
                } else if depth > 0, !name.hasPrefix("."), isDirectory(path, followingLinks: false) {
                    paths += try below(path, depth: depth - 1)
                }
            }
            return paths
        }
        guard isDirectory(operand) else {
            if let problem = FileSystem.problem(readingFile: operand) {
                throw FlowError(["'\(operand)' \(problem); expected a flow, or a directory with flows"], code: .noInput)
            }
            return [flow(operand, in: nil)]
        }
        let paths: [String]
        do {
            paths = try below(operand, depth: 16)
        } catch {
            throw FlowError(["'\(operand)' cannot be read: \(error)"], code: .noInput)
        }
        guard !paths.isEmpty else {
            throw FlowError(["there is no flow in '\(operand)': a flow's name ends in .flow"], code: .noInput)
        }
        return paths.map { flow($0, in: operand) }
    }

    // MARK: Processes

    /// Takes all flows, and prints the line of each when it ends.
    private func take(in work: String, with directories: [String]) -> [Taken] {
        var results = [Taken?](repeating: nil, count: flows.count)
        var running: [pid_t: Child] = [:]
        func end(_ index: Int, _ taken: Taken) {
            results[index] = taken
            if arguments.printsText { Console.print(text(of: taken, flows[index])) }
        }
        var next = 0
        while next < flows.count || !running.isEmpty {
            guard !Interruption.hasCome else {
                for child in running.keys {
                    kill(child, SIGTERM)
                    while waitpid(child, nil, 0) < 0, errno == EINTR {}
                }
                return []
            }
            while next < flows.count, running.count < jobs {
                switch start(next, in: work, directories) {
                case .success(let (pid, child)): running[pid] = child
                case .failure(let error): end(next, refused(flows[next], "no process can be started for it: \(error)"))
                }
                next += 1
            }
            var status: Int32 = 0
            if let child = running.removeValue(forKey: waitpid(-1, &status, WNOHANG)) {
                end(child.index, result(of: child, status))
            } else if !running.isEmpty {
                // The wait is short, since a signal that comes right before it does not end it.
                var exits = running.values.map { pollfd(fd: $0.exit.number, events: Int16(POLLIN), revents: 0) }
                _ = poll(&exits, nfds_t(exits.count), 100)
            }
        }
        return results.compactMap(\.self)
    }

    private func start(
        _ index: Int, in work: String, _ directories: [String]
    ) -> Result<(pid_t, Child), SystemError> {
        let folder = Path.join(work, "\(index + 1)-\(Path.name(flows[index].name).prefix(40))")
        mkdir(folder, 0o700)
        let start = ContinuousClock.now
        var options = directories
        for option in Option.ofApp + [.set, Command.wait, .isolation] where arguments.has(option) {
            options += option.value == nil ? [option.name] : arguments.all(option).map { "\(option.name)=\($0)" }
        }
        var variables = HostEnvironment.current.all
        // The plugins of the user stay where they are, behind a folder for the data of features.
        let usual = [HostEnvironment.current.dataHome].compactMap(\.self) + HostEnvironment.current.dataDirectories
        variables["XDG_DATA_HOME"] = Path.join(folder, "data")
        variables["XDG_STATE_HOME"] = Path.join(folder, "state")
        variables["XDG_DATA_DIRS"] = usual.joined(separator: ":")
        let words =
            [
                HostName.name, "take-flow", "--record=" + Path.join(folder, "recording"),
                "--result=" + Path.join(folder, "result"),
            ] + options + ["--", flows[index].path]
        return LinuxProcess.spawn(LinuxProcess.thisProgram, words, variables.map { "\($0.key)=\($0.value)" }) {
            actions in
            for (number, name) in [(STDOUT_FILENO, "output"), (STDERR_FILENO, "errors")] {
                posix_spawn_file_actions_addopen(
                    &actions, number, Path.join(folder, name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            }
        }.map { pid in
            let exit = OpenDescriptor(LinuxProcess.exitDescriptor(of: pid))
            return (pid, Child(index: index, folder: folder, start: start, exit: exit))
        }
    }

    private func refused(_ flow: FlowFile, _ reason: String) -> Taken {
        Taken(
            result: CheckResult(test: flow.name, summary: "", status: .crashed, reasons: [reason]), messages: [reason])
    }

    /// Reads what came of a flow whose process has ended.
    private func result(of child: Child, _ status: Int32) -> Taken {
        let flow = flows[child.index]
        func content(_ name: String) -> String {
            let bytes = try? InputFile.read(named: Path.join(child.folder, name), limit: 1 << 24)
            return String(decoding: bytes ?? [], as: UTF8.self)
        }
        let ended = try? JSON.parse(content("result"))
        let json = ended ?? [:]
        func lines(_ key: String) -> [String] { json[key]?.array?.compactMap(\.string) ?? [] }
        let seconds = child.start.duration(to: .now) / .seconds(1)
        guard status != 0 || ended == nil else {
            let result = CheckResult(
                test: flow.name, summary: "", status: .passed, notes: lines("log"), seconds: seconds)
            // It may hold what a feature has kept.
            TemporaryFolder.remove(child.folder)
            return Taken(result: result)
        }
        var reasons = lines("messages") + lines("notes")
        // A failed 'expect' has the screen among its notes.
        if let screen = json["screen"]?.string, lines("notes").isEmpty {
            reasons += Self.lines(of: screen).map { "  " + $0 }
        }
        reasons += lines("log")
        reasons += Self.lines(of: content("errors"))
        let isSignal = status & 0x7F != 0
        if isSignal {
            reasons.append("the host was ended by the signal \(status & 0x7F)")
        } else if ended == nil {
            reasons.append("the host was ended with the exit code \(status >> 8 & 0xFF) before the flow was over")
        }
        let result = CheckResult(
            test: flow.name, summary: "", status: isSignal || ended == nil ? .crashed : .failed, reasons: reasons,
            seconds: seconds)
        let recording = Path.join(child.folder, "recording")
        let place = json["script"]?.string.flatMap { script in
            json["line"]?.integer.map { (script: script, line: Int(clamping: $0)) }
        }
        return Taken(
            result: result, messages: lines("messages"), place: place,
            recording: access(recording, R_OK) == 0 ? recording : nil)
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    // MARK: Report

    private func text(of taken: Taken, _ flow: FlowFile) -> String {
        let width = flows.map(\.name.count).max() ?? 0
        let word = taken.result.status == .passed ? "ok    " : "FAILED"
        let time = "\(Int((taken.result.seconds * 1000).rounded())) ms"
        var text = "\(word)  \(DisplayText.padded(DisplayText.safe(flow.name), to: width))  \(time)\n"
        guard taken.result.status != .passed else { return text }
        for reason in taken.result.reasons {
            let line = Annotation.line(DisplayText.safe(reason), arguments)
            text += reason.trimmed.isEmpty ? "\n" : "        \(line)\n"
        }
        if let recording = taken.recording { text += "        recorded in \(DisplayText.safe(recording))\n" }
        return text
    }

    private func report(_ results: [Taken]) -> ExitCode {
        guard results.count == flows.count else { return .no }
        let failed = results.count { $0.result.status != .passed }
        if arguments.has(.json) {
            let list = zip(flows, results).map { flow, taken -> JSON in
                var object: JSONObject = [
                    "flow": .string(flow.path), "status": .string(taken.result.status.rawValue),
                    "seconds": .double(taken.result.seconds),
                ]
                if let place = taken.place {
                    object.append(key: "script", value: .string(place.script))
                    object.append(key: "line", value: .integer(Int64(place.line)))
                }
                if !taken.result.reasons.isEmpty {
                    object.append(key: "reasons", value: .array(taken.result.reasons.map { .string($0) }))
                }
                if let recording = taken.recording { object.append(key: "recording", value: .string(recording)) }
                return .object(object)
            }
            Console.print([
                "flows": .array(list), "passed": .integer(Int64(results.count - failed)),
                "failed": .integer(Int64(failed)),
            ])
        } else if arguments.printsText {
            Console.print(
                "\(results.count) flow\(results.count == 1 ? "" : "s"): \(results.count - failed) passed, "
                    + "\(failed) failed\n")
        }
        let failures = zip(flows, results).filter { $1.result.status != .passed }
        Annotation.print(
            failures.map { flow, taken in
                Annotation(
                    level: .error, rule: "flow \(flow.name)", file: taken.place?.script ?? flow.path,
                    line: taken.place?.line,
                    message: (taken.messages.isEmpty ? taken.result.reasons : taken.messages).joined(separator: "\n"))
            }, arguments)
        if let path = arguments.last(Command.junit) {
            let suites = Dictionary(grouping: zip(flows, results).map { ($0, $1) }, by: \.0.suite)
            let libraries = suites.keys.sorted().map { suite in
                CheckedLibrary(path: suite, results: suites[suite]?.map(\.1.result) ?? [])
            }
            do {
                try OutputFile.write(JUnitReport.text(of: libraries, named: "switchyard test"), to: path)
            } catch {
                Console.error(error.message(writing: path))
                return .cantCreate
            }
        }
        return failed == 0 ? .ok : .no
    }
}
