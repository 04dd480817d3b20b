import Glibc
import HostCore
import HostSystem
import HostTools
import JSONText

extension Command {
    /// The option of commands that can be recorded.
    static let record = Option(
        "--record", value: .file,
        help: "Record the run in FILE, for 'switchyard replay'; an earlier recording there is replaced.")

    static let step = Option("--step", help: "Print every step with the screen that it led to.")
    static let from = Option(
        "--from", value: .text("N"), help: "With --step or --with, begin with the step N; 0 is the start.")
    static let to = Option("--to", value: .text("N"), help: "End after the step N.")
    static let with = Option(
        "--with", value: .file, help: "Make the recorded calls of a feature of this library, and compare the answers.")

    static let asFlow = Option(
        "--as-flow", help: "Print the steps as a script, with the state that each led to, for 'switchyard test'.")

    static let replay = Command(
        name: "replay", summary: "Show a recorded run again, without any feature, or try another version of a feature.",
        operands: .one(.file),
        discussion: """
            FILE is what 'navigate --record' or 'run --record' has written: what the user did, and all that the host
            and the features said to each other. No library is loaded: the features answer from the recording, the host
            does all over again, and each screen is compared with the one that was shown.

            Without options the last screen is printed, as 'navigate' does. The steps of the user are numbered from 1.
            At a terminal, --step waits for Enter before each step; q ends it.

            A recording of a run that was killed, or that is cut off, is replayed as far as it goes, which is said on
            standard error. The exit code is 1 if this host does otherwise than the one that made the recording.

            --with makes the recorded calls of a library of one of the features, answers what it asks of its host as
            recorded, and prints the first call whose answer differs, with both answers; the exit code is 1 then. The
            library runs in a process of its own with what the recorded wiring allows it, and with no data.

            --as-flow makes a test of what a user did: a script with each step, the state that it led to, and what it
            failed with. Add what the screens are to show.

            A recording has no text of secure fields, and no value of the environment that a feature may see: '*' stands
            for each character.
            """,
        options: [step, from, to, with, asFlow, .isolation, .verbose, .allowInsecure], looksAtApp: false
    ) { arguments in
        try await ReplayCommand.run(arguments)
    }
}

@MainActor
private enum ReplayCommand {
    static func run(_ arguments: Arguments) async throws -> ExitCode {
        let path = arguments.operands[0]
        let (first, last) = (try number(Command.from, arguments), try number(Command.to, arguments))
        if let first, let last, first > last {
            throw UsageError("'--from \(first)' is behind '--to \(last)'", command: "replay")
        }
        let printsSteps = arguments.has(Command.step)
        let library = arguments.last(Command.with)
        if first != nil, !printsSteps, library == nil {
            throw UsageError(
                "'--from' is about the steps that '--step' prints or '--with' compares; give one of them",
                command: "replay")
        }
        if library != nil, printsSteps {
            throw UsageError("'--step' and '--with' cannot be given together", command: "replay")
        }
        if arguments.has(Command.asFlow),
            let other = [Command.step, Command.from, Command.with, .json].first(where: arguments.has)
        {
            throw UsageError("'--as-flow' and '\(other.name)' cannot be given together", command: "replay")
        }
        if library == nil, let option = [Option.isolation, .verbose].first(where: arguments.has) {
            throw UsageError(
                "'\(option.name)' is about the library of '--with', which is not given", command: "replay")
        }
        let recording: Recording
        let replay: Replay
        do {
            recording = try Recording.read(path, allowingInsecure: arguments.has(.allowInsecure))
            if let problem = recording.insecurity {
                Console.warning("\(Discovery.Warning.insecure(path: path, problem))")
            }
            replay = try Replay(recording)
        } catch {
            Console.error(error.message(path: path))
            if case .notReadable = error { return .noInput }
            return .dataError
        }
        if let library {
            noteCut(recording, path: path)
            return try await ReplayWith.run(
                recording, named: path, with: library, from: first ?? 0, through: last, arguments)
        }
        replay.namesControls = arguments.has(Command.asFlow)
        var steps: [Replay.Step] = []
        let waits = printsSteps && !arguments.has(.json) && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
        let end = replay.run(through: last) { number, text in
            !waits || number <= first ?? 0 || goesOn(to: number, text)
        } each: { step in
            if step.number >= first ?? 0 { steps.append(step) }
            if printsSteps, !arguments.has(.json), step.number >= first ?? 0 { print(step) }
        }
        if arguments.has(Command.asFlow) {
            Console.print(RecordedFlow.text(of: steps, from: Path.name(path)))
        } else if arguments.has(.json) {
            Console.print(json(steps, end, recording, replay, all: printsSteps))
        } else if !printsSteps, let shown = steps.last(where: { $0.shown != nil })?.shown {
            Console.print(shown.text)
        }
        return report(end, recording, steps.last, path: path)
    }

    private static func number(_ option: Option, _ arguments: Arguments) throws(UsageError) -> Int? {
        guard let text = arguments.last(option) else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw UsageError(
                "'\(option.name) \(text)' is not the number of a step: expected 0 or more", command: "replay")
        }
        return number
    }

    /// Reports the end of a recording that does not reach the end of its run.
    private static func report(_ end: Replay.End, _ recording: Recording, _ last: Replay.Step?, path: String)
        -> ExitCode
    {
        let place = last.map { "after step \($0.number) (\($0.text))" } ?? "before the first step"
        noteCut(recording, path: path)
        switch end {
        case .whole: return .ok
        case .unfinished:
            Console.warning("the recording '\(path)' ends \(place), before the end of its run")
            return .ok
        case .differs(let reason):
            Console.error("this host does not do what '\(path)' has recorded: \(reason)")
            return .no
        }
    }

    private static func noteCut(_ recording: Recording, path: String) {
        guard let cut = recording.cut else { return }
        Console.warning(
            "the recording '\(path)' is cut off or damaged: of its \(cut.size) bytes, those up to \(cut.offset) are "
                + "whole, \(cut.events) events")
    }

    /// Waits until the user presses Enter. Returns false if the user enters `q`, or the terminal has no more input.
    private static func goesOn(to number: Int, _ text: String) -> Bool {
        Console.print("-- Enter: step \(number), \(DisplayText.safe(text)); q: end -- ")
        let line = readLine()
        // The input ends without a newline.
        if line == nil { Console.print("\n") }
        return line.map { $0 != "q" } ?? false
    }

    // MARK: Printing

    private static func print(_ step: Replay.Step) {
        let time = Int64(clamping: step.time / 1000)
        var text = "== \(step.number)  \(DisplayText.safe(step.text))  (\(time) ms)\n"
        for problem in step.problems { text += "!  \(problem)\n" }
        if let shown = step.shown { text += shown.text }
        Console.print(text + "\n")
    }

    private static func json(
        _ steps: [Replay.Step], _ end: Replay.End, _ recording: Recording, _ replay: Replay, all: Bool
    ) -> JSON {
        let wiring = replay.coordinator.wiring
        var object: JSONObject = [:]
        if let shown = steps.last(where: { $0.shown != nil })?.shown { object = shown.json(labelledBy: wiring) }
        object.append(key: "whole", value: .bool(end == .whole && recording.cut == nil))
        if case .differs(let reason) = end { object.append(key: "difference", value: .string(reason)) }
        guard all else { return .object(object) }
        let values = steps.map { step -> JSON in
            var object: JSONObject = [
                "step": .integer(Int64(step.number)), "text": .string(step.text),
                "microseconds": .integer(Int64(clamping: step.time)),
            ]
            if !step.problems.isEmpty {
                object.append(key: "problems", value: .array(step.problems.map { .string($0.description) }))
            }
            if let shown = step.shown {
                object.append(key: "shown", value: .object(shown.json(labelledBy: wiring)))
            }
            return .object(object)
        }
        object.append(key: "steps", value: .array(values))
        return .object(object)
    }
}

extension Recorder {
    /// The recorder for a command line; nil if it asks for none.
    ///
    /// - Throws: A code for the program if the file cannot be written, which has been reported.
    static func make(_ arguments: Arguments, _ application: HostApplication) throws(FlowError) -> Recorder? {
        guard let path = arguments.last(Command.record) else { return nil }
        do {
            return try Recorder(path: path, application) { error in
                Console.error("the recording '\(path)' ends here: \(error)")
            }
        } catch {
            throw FlowError([error.message(writing: path)], code: .cantCreate)
        }
    }
}
