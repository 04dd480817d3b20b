import JSONText

/// A result of `switchyard check` that a fault must cause.
struct Guilt: Sendable {
    let test: String
    let status: String
    /// The texts that one of the reasons contains, all of them.
    let parts: [String]

    static func failed(_ test: String, _ parts: String...) -> Guilt {
        Guilt(test: test, status: "failed", parts: parts)
    }
    static func crashed(_ test: String, _ parts: String...) -> Guilt {
        Guilt(test: test, status: "crashed", parts: parts)
    }

    static func warning(_ test: String, _ parts: String...) -> Guilt {
        Guilt(test: test, status: "warning", parts: parts)
    }

    /// Expects a test to pass.
    static func passed(_ test: String) -> Guilt { Guilt(test: test, status: "passed", parts: []) }

    private func isMeant(_ reason: String) -> Bool { parts.allSatisfy { reason.contains($0) } }

    /// Returns the difference from the results of a check; nil if these have the expected one.
    func difference(from tests: [JSON]) -> String? {
        guard let found = tests.first(where: { $0["name"]?.string == test }) else {
            return "there is no test '\(test)'"
        }
        let reasons = found["reasons"]?.array?.compactMap(\.string) ?? []
        if found["status"]?.string == status, parts.isEmpty || reasons.contains(where: isMeant) {
            return nil
        }
        return "expected '\(test)' \(status) with \(parts), and it is \(found["status"]?.string ?? "") with \(reasons)"
    }
}

extension FaultPlace {
    /// The first test that reaches the place.
    var checkTest: String {
        switch self {
        case .constructor, .entry: "load"
        case .manifest: "manifest"
        case .activate: "activate"
        case .resolve: "routes"
        case .render: "render"
        case .perform: "actions"
        case .save, .restore: "state"
        case .deactivate: "deactivate"
        }
    }
}

extension Fault {
    /// Returns the expected result of `check` for each flavour of the fault at a place.
    func guilt(at place: FaultPlace) -> [Guilt] {
        let test = place.checkTest
        switch name {
        case "Crashes", "Recurses": return [.crashed(test, "crashed in \(place.call)", "SIGSEGV")]
        case "Aborts": return [.crashed(test, "SIGABRT")]
        case "Exits": return Array(repeating: .crashed(test, "ended itself in \(place.call)"), count: 2)
        case "Hangs": return Array(repeating: .crashed(test, "did not answer in \(place.call)"), count: 2)
        case "NeverAnswers": return [.crashed(test, "did not answer in \(place.call)")]
        // The limit of memory ends the worker, or the deadline if the machine is slow to give it so much.
        case "HogsMemory": return [.crashed(test, " in \(place.call)")]
        case "ClosesDescriptors": return [.crashed(test, "it closes what is the host's: the descriptors 0, 1, 2")]
        case "Forks": return Array(repeating: .failed("forks", "it forks the process"), count: 2)
        case "WritesToStdout":
            return [
                .failed("standard-output", "it writes to standard output"),
                Guilt(test: "standard-error", status: "warning", parts: ["it writes to standard error"]),
            ]
        case "CallsAfterDestroy":
            return Array(repeating: .failed("lifetime", "it calls the "), count: place == .deactivate ? 2 : 1)
        case "CallsFromThreads":
            let count = [.manifest, .render, .save].contains(place) ? 3 : 2
            return Array(repeating: .failed("threads", " on another"), count: count)
        case "AnswersTwice": return Self.answersTwice(place)
        case "BadSizes": return Self.badSizes(place)
        case "NullPointers": return Self.nullPointers(place)
        case "BadUTF8": return Self.badText(place)
        case "GigabyteString": return Self.gigabyteString(place)
        case "EndlessViewTree":
            return place != .render
                ? [.crashed(test, "did not answer in \(place.call)")]
                : [
                    .crashed("render", "did not answer in render"), .crashed("render", "did not answer in render"),
                    .failed("render", "embeds itself"),
                ]
        default: return []
        }
    }

    private static func answersTwice(_ place: FaultPlace) -> [Guilt] {
        let withReason = Guilt.warning("failures", "it answers SY_OK, and leaves a reason, which nobody sees")
        let twice = Guilt.warning("failures", "a reason replaces another")
        let notMine = Guilt.failed("failures", "it answers SY_NOT_MINE")
        let silent = Guilt.failed("failures", "it fails without a reason")
        let unknown = Guilt.failed("failures", "it answers with the unknown status 9")
        return switch place {
        case .entry: [.failed("entry-same", "switchyard_feature_entry returns")]
        case .manifest: [.failed("manifest", "its manifest is not JSON"), twice, withReason]
        case .activate: [withReason, twice, twice]
        case .resolve: [withReason, twice, twice, .failed("routes", "SY_NOT_MINE")]
        case .render: [withReason, twice, .failed("render", "ended a node that it had not begun"), notMine]
        case .perform: [withReason, twice, notMine]
        case .save:
            [
                withReason, twice, .failed("state", "it passes a state, and answers SY_NOT_MINE"),
                .failed("state", "it answers SY_OK, and passes no state"), silent, unknown,
            ]
        case .restore: [withReason, twice, .failed("state", "does not take the state that it has"), silent, unknown]
        case .constructor, .deactivate: []
        }
    }

    /// The results for a reason that is no text, and for a call that the host must refuse.
    private static let badReason = Guilt.failed("failures", "it passes a reason that cannot be read")
    private static let badCall = Guilt.failed("host-calls", "malformed")

    private static func badSizes(_ place: FaultPlace) -> [Guilt] {
        let tooLarge = Guilt.failed("sizes", "says that it has 4294967295 bytes")
        func table(_ test: String, _ name: String) -> [Guilt] {
            [
                .failed(test, "\(name) says that it has 0 bytes"), .failed(test, "\(name) says that it has 3 bytes"),
                tooLarge, .failed(test, "\(name) is not aligned"),
            ]
        }
        return switch place {
        case .entry:
            [
                .failed("load", "says that it has 0 bytes"), .failed("load", "says that it has 3 bytes"), tooLarge,
                .failed("load", "does not begin with SY_MAGIC"),
            ]
        case .manifest: [.failed("limits", "a text larger than"), badReason]
        case .activate: table("activate", "sy_feature") + [badCall]
        case .resolve: table("routes", "sy_screen") + [badCall]
        case .render:
            table("render", "sy_node")
                + [
                    "sy_screen_info says that it has 3 bytes", "an array of \(UInt.max) sy_checkpoint",
                    "sy_checkpoint number 1 of an array", "an array of \(UInt.max / 2) sy_receiver",
                    "an array of \(UInt.max) sy_argument", "sy_argument says that it has 3 bytes",
                    "an array of \(UInt.max) sy_value", "a string of \(UInt.max) bytes",
                ].map { Guilt.failed("render", $0) }
        case .save:
            table("state", "sy_state") + [
                .failed("limits", "a state of 1048577 bytes"), .failed("state", "a string of \(UInt.max) bytes"),
                badReason, badCall,
            ]
        case .perform, .restore: [badCall, badReason]
        case .deactivate: [badCall]
        case .constructor: []
        }
    }

    private static func nullPointers(_ place: FaultPlace) -> [Guilt] {
        let nullHost = Guilt.failed("host-calls", "without the host that it was given")
        func tests(_ test: String, _ reasons: String...) -> [Guilt] { reasons.map { .failed(test, $0) } }
        return switch place {
        case .entry:
            tests("load", "does not begin with SY_MAGIC", "its 'manifest' is null", "its 'activate' is null")
        case .manifest:
            [
                .failed("manifest", "a text of 5 bytes is null"), badReason,
                .failed("host-calls", "without the sink that it was given"),
            ]
        case .activate:
            tests("activate", "sy_feature is null", "its 'make_main_screen' is null", "its 'deactivate' is null")
                + [badReason, nullHost]
        case .resolve:
            tests(
                "routes", "sy_screen is null", "its 'render' is null", "its 'perform' is null", "its 'destroy' is null")
                + [badReason, nullHost]
        case .render:
            tests(
                "render", "sy_node is null", "a string of 5 bytes is null", "an array of 1 sy_argument is null",
                "sy_screen_info is null", "an array of 2 sy_checkpoint is null", "an array of 1 sy_value is null")
                + [badReason, nullHost]
        case .save: tests("state", "sy_state is null", "a string of 5 bytes is null") + [badReason, nullHost]
        case .perform, .restore: [nullHost, badReason]
        case .deactivate: [nullHost]
        case .constructor: []
        }
    }

    private static func badText(_ place: FaultPlace) -> [Guilt] {
        let text = Guilt.failed("text", " no valid UTF-8")
        let control = Guilt.failed("text", "the control character U+001B")
        return switch place {
        case .constructor, .entry: [.crashed("load", "crashed in \(place.call)", "SIGABRT")]
        case .manifest: [.failed("manifest", "its manifest is not JSON"), text, control]
        case .activate, .resolve, .save, .restore: [text, control]
        case .render: [text, text]
        case .perform: [text, text, text, control, control]
        case .deactivate: [control]
        }
    }

    private static func gigabyteString(_ place: FaultPlace) -> [Guilt] {
        let inRender = Guilt.failed("render", "a string of \(1 << 30) bytes")
        let inSave = Guilt.failed("state", "a string of \(1 << 30) bytes")
        let tooLong = Guilt.failed("limits", "a text larger than")
        return switch place {
        case .manifest: [tooLong, tooLong, badReason]
        case .activate, .resolve, .perform, .restore: [badReason, badCall]
        case .save: [inSave, inSave, badReason, badCall]
        case .render: [inRender, inRender, inRender, badReason, badCall]
        case .deactivate: [badCall]
        case .constructor, .entry: []
        }
    }
}
