import FeatureCheck
import FeatureContract
import HostCore
import HostSystem
import HostTools
import JSONText

/// `replay --with`: repeats the recorded calls of a feature with a library.
@MainActor
enum ReplayWith {
    /// - Parameters:
    ///   - path: The path of the library.
    ///   - first: The number of the step at which the comparison begins.
    ///   - last: The number of the step after which it ends; nil for all.
    static func run(
        _ recording: Recording, named name: String, with path: String, from first: Int, through last: Int?,
        _ arguments: Arguments
    ) async throws -> ExitCode {
        var options = HostOptions(arguments)
        // A library on trial does not run in this process, whatever the recorded wiring says.
        options.isolation = options.isolation ?? .process
        guard let file = FeatureFile.libraryOrNoted(in: path, options) else { return .noInput }
        let id = file.manifest.id
        guard recording.featureIDs.contains(id) else {
            let ids = recording.featureIDs.map { "'\($0)'" }.joined(separator: ", ")
            Console.error(
                "'\(path)' is the feature '\(id)', and the recording '\(name)' has \(ids.isEmpty ? "none" : ids); "
                    + "name a version of one of those")
            return .noInput
        }
        defer { Interruption.end() }
        guard let data = Interruption.note(makingFolderFor: "the feature's data") else { return .unavailable }
        options.environment = recording.environment(of: id, dataHome: data.path, options.environment)
        let lowest: LogLine.Level = arguments.has(.verbose) ? .debug : .warning
        let replay = LibraryReplay(of: file, recording, options) { line in
            if line.level >= lowest { Console.error("\(line)") }
        } isInterrupted: {
            Interruption.hasCome
        }
        let result = await replay.run(from: first, through: last)
        if Interruption.hasCome { return .no }
        if arguments.has(.json) {
            Console.print(json(result, file))
        } else {
            Console.print(text(result, file))
        }
        return result.difference == nil ? .ok : .no
    }

    // MARK: Printing

    private static func text(_ result: LibraryReplay.Result, _ file: FeatureFile) -> String {
        let id = file.manifest.id
        var notes = ""
        if let call = result.unrepeatableCall {
            notes += "Nothing is compared from call \(call) on: it hands over a connection or a file, which no "
            notes += "recording has.\n"
        }
        if !result.secretCalls.isEmpty {
            let numbers = result.secretCalls.prefix(5).map(String.init).joined(separator: ", ")
            notes += result.secretCalls.count == 1 ? "Call \(numbers) was" : "Calls \(numbers) "
            notes += result.secretCalls.count == 1 ? "" : result.secretCalls.count > 5 ? "and others were" : "were"
            notes += " made with '*' in the place of a secret"
            notes += result.difference == nil ? ".\n" : ", which may be the reason.\n"
        }
        guard let difference = result.difference else {
            guard result.calls > 0 else { return "There is no call of '\(id)' to compare.\n" + notes }
            return "'\(id)' answers as recorded: \(counted(result.calls, "call")) in "
                + "\(counted(result.activations, "activation")) compared.\n" + notes
        }
        let lines = [
            "step \(difference.step) (\(difference.stepText)): '\(id)' \(difference.summary)",
            "call \(difference.call): \(difference.callText)", "", "--- recorded", "+++ \(file.path)",
        ]
        return (lines + difference.lines).map { DisplayText.safe($0) + "\n" }.joined()
            + (notes.isEmpty ? "" : "\n" + notes)
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    private static func json(_ result: LibraryReplay.Result, _ file: FeatureFile) -> JSON {
        var object: JSONObject = [
            "feature": .string(file.manifest.id), "file": .string(file.path),
            "version": .string(file.manifest.version), "calls": .integer(Int64(result.calls)),
            "activations": .integer(Int64(result.activations)),
            "secretCalls": .array(result.secretCalls.map { .integer(Int64($0)) }),
        ]
        if let call = result.unrepeatableCall { object.append(key: "endsBeforeCall", value: .integer(Int64(call))) }
        if let difference = result.difference {
            object.append(
                key: "difference",
                value: [
                    "step": .integer(Int64(difference.step)), "text": .string(difference.stepText),
                    "call": .integer(Int64(difference.call)), "function": .string(difference.callText),
                    "summary": .string(difference.summary), "recorded": .string(difference.recorded),
                    "now": .string(difference.now), "lines": .array(difference.lines.map { .string($0) }),
                ])
        }
        return .object(object)
    }
}
