import Glibc
import TestSupport

extension Fault {
    /// All faults, with the expectations for each.
    static let all: [Fault] = processFaults + dataFaults + callFaults

    /// The faults that are tested: those that `SWITCHYARD_TEST_FAULTS=Crashes,Hangs` names; without it, one in the
    /// first tier, and all in the deep one.
    static let tested: [Fault] = {
        guard let names = getenv("SWITCHYARD_TEST_FAULTS").map({ String(cString: $0) }) else {
            return Tier.rows(of: all, first: 1)
        }
        return all.filter { names.split(separator: ",").contains(Substring($0.name)) }
    }()

    // MARK: Faults of the process

    private static let processFaults: [Fault] = [
        stopping("Crashes", "crash") { "crashed in \($0.call) (SIGSEGV" },
        stopping("Hangs", "hang", flavours: 2) { "did not answer in \($0.call) within \($0.deadline) s" },
        stopping("Exits", "exit(0)", flavours: 2) { "ended itself in \($0.call) (exit code 0)" },
        stopping("Aborts", "abort") { "crashed in \($0.call) (SIGABRT" },
        stopping("Recurses", "infinite recursion") { "crashed in \($0.call) (SIGSEGV" },
        // The limit of memory ends the worker, or the deadline if the machine is slow to give it so much.
        stopping("HogsMemory", "memory hog") { " in \($0.call) " },
        stopping("ClosesDescriptors", "closing all descriptors") { " in \($0.call) " },
        Fault("WritesToStdout", "writing to stdout", every { _ in .flavours([.shown, .shown]) }),
        // Two processes answer, and which one the host hears is chance. After `deactivate` it hears none.
        Fault("Forks", "forking", every { .flavours([.shown, $0 == .deactivate ? .shown : .chance]) }),
        stopping("NeverAnswers", "never answering") { "did not answer in \($0.call) within \($0.deadline) s" },
    ]

    // MARK: Faults in the data that a feature passes

    private static let dataFaults: [Fault] = [
        Fault(
            "AnswersTwice", "answering twice",
            [
                .constructor: .impossible("it answers nothing"),
                .entry: .flavours([.shown]),
                .manifest: .flavours([
                    .refused("its manifest is not JSON"), .refused("it gives no manifest: the second reason"), .shown,
                ]),
                .activate: .flavours([.shown, .failed("the second reason"), .failed("the second reason")]),
                .resolve: .flavours([
                    .shown, .failed("the second reason"), .failed("the second reason"),
                    .failed("declares 'detail' and says it is not its own"),
                ]),
                .render: .flavours([
                    .shown, .failed("the second reason"), .failed("its render ended a node that it had not begun"),
                    .failed("it answered 'not mine', which is a defect of it"),
                ]),
                .perform: .flavours([
                    .shown, .failed("the second reason"), .failed("it answered 'not mine', which is a defect of it"),
                ]),
                .save: .flavours([
                    .shown, .lost("the second reason"), .forgotten, .lost("it passed no state"),
                    .lost("kept as it was before"), .lost("kept as it was before"),
                ]),
                .restore: .flavours([
                    .shown, .lost("the second reason"), .lost("it does not take this state"),
                    .lost("begins anew"), .lost("begins anew"),
                ]),
                .deactivate: .impossible("it answers nothing"),
            ]),
        Fault(
            "BadSizes", "bad sizes",
            [
                .constructor: .impossible("it passes nothing"),
                .entry: .flavours([
                    .refused("its library struct says that it has 0 bytes"),
                    .refused("its library struct says that it has 3 bytes"), .shown,
                    .refused("'switchyard_feature_entry' returns does not begin with SY_MAGIC"),
                ]),
                .manifest: .flavours([.refused(), .refused("it gives no manifest")]),
                .activate: .flavours([
                    .failed("sy_feature says that it has 0 bytes"), .failed("sy_feature says that it has 3 bytes"),
                    .shown, .failed("sy_feature is not aligned"), .shown,
                ]),
                .resolve: .flavours([
                    .failed("sy_screen says that it has 0 bytes"), .failed("sy_screen says that it has 3 bytes"),
                    .shown, .failed("sy_screen is not aligned"), .shown,
                ]),
                .render: .flavours([
                    .failed("sy_node says that it has 0 bytes"), .failed("sy_node says that it has 3 bytes"), .shown,
                    .failed("sy_node is not aligned"), .failed("sy_screen_info says that it has 3 bytes"),
                    .failed("an array of \(UInt.max) sy_checkpoint"), .failed("sy_checkpoint number 1 of an array"),
                    .failed("an array of \(UInt.max / 2) sy_receiver"), .failed("an array of \(UInt.max) sy_argument"),
                    .failed("sy_argument says that it has 3 bytes"), .failed("an array of \(UInt.max) sy_value"),
                    .failed("a string of \(UInt.max) bytes"),
                ]),
                .perform: .flavours([.shown, .failed("'Change' could not be done")]),
                .save: .flavours([
                    .lost("sy_state says that it has 0 bytes"), .lost("sy_state says that it has 3 bytes"), .shown,
                    .lost("sy_state is not aligned"), .lost("a state of \((1 << 20) + 1) bytes"),
                    .lost("a string of \(UInt.max) bytes"), .lost("kept as it was before"), .shown,
                ]),
                .restore: .flavours([.shown, .lost("begins anew")]),
                .deactivate: .flavours([.shown]),
            ]),
        Fault(
            "NullPointers", "null pointers",
            [
                .constructor: .impossible("it passes nothing"),
                .entry: .flavours([
                    .refused("'switchyard_feature_entry' returns does not begin with SY_MAGIC"),
                    .refused("its 'manifest' is null"), .refused("its 'activate' is null"),
                ]),
                .manifest: .flavours([.refused(), .refused("it gives no manifest"), .shown]),
                .activate: .flavours([
                    .failed("sy_feature is null"), .failed("its 'make_main_screen' is null"),
                    .failed("its 'deactivate' is null"), .failed("the feature 'faulty'"), .shown,
                ]),
                .resolve: .flavours([
                    .failed("sy_screen is null"), .failed("its 'render' is null"), .failed("its 'perform' is null"),
                    .failed("its 'destroy' is null"), .failed("it failed"), .shown,
                ]),
                .render: .flavours([
                    .failed("sy_node is null"), .failed("a string of 5 bytes is null"),
                    .failed("an array of 1 sy_argument is null"), .failed("sy_screen_info is null"),
                    .failed("an array of 2 sy_checkpoint is null"), .failed("an array of 1 sy_value is null"),
                    .failed("'faulty/detail' could not be rendered"), .shown,
                ]),
                .perform: .flavours([.shown, .failed("'Change' could not be done")]),
                .save: .flavours([
                    .lost("sy_state is null"), .lost("a string of 5 bytes is null"), .lost("kept as it was before"),
                    .shown,
                ]),
                .restore: .flavours([.shown, .lost("begins anew")]),
                .deactivate: .flavours([.shown]),
            ]),
        Fault(
            "BadUTF8", "bad UTF-8",
            [
                .constructor: .flavours([.refused("crashed in its constructors (SIGABRT")]),
                .entry: .flavours([.refused("crashed in switchyard_feature_entry (SIGABRT")]),
                .manifest: .flavours([.refused("its manifest is not JSON"), .refused("bad \u{FFFD}"), .shown]),
                .activate: .flavours([.failed("bad \u{FFFD}"), .shown]),
                .resolve: .flavours([.failed("bad \u{FFFD}"), .shown]),
                .render: .flavours([.failed("bad \u{FFFD}"), .shown]),
                .perform: .flavours([
                    .failed("bad \u{FFFD}"), .failed("bad \u{FFFD}"), .failed("bad \u{FFFD}"), .failed("bad \u{FFFD}"),
                    .shown,
                ]),
                .save: .flavours([.lost("bad \u{FFFD}"), .shown]),
                .restore: .flavours([.lost("bad \u{FFFD}"), .shown]),
                .deactivate: .flavours([.shown]),
            ]),
        Fault(
            "EndlessViewTree", "endless view tree",
            [
                .constructor: .impossible("it has no sink"),
                .entry: .impossible("it has no sink"),
                .manifest: .flavours([.refused()]),
                .activate: .impossible("it has no sink"),
                .resolve: .impossible("it has no sink"),
                .render: .flavours([
                    .failed("'faulty/detail' could not be rendered"), .failed("'faulty/detail' could not be rendered"),
                    .shown,
                ]),
                .perform: .impossible("it has no sink"),
                .save: .flavours([.lost("did not answer in save")]),
                .restore: .impossible("it has no sink"),
                .deactivate: .impossible("it has no sink"),
            ]),
        Fault(
            "GigabyteString", "1 GB string",
            [
                .constructor: .impossible("it passes nothing"),
                .entry: .impossible("no string stands in what it returns"),
                .manifest: .flavours([
                    .refused("it gives no manifest: it is larger than 1024 KiB"),
                    .refused("it gives no manifest: it is larger than 1024 KiB"), .refused("it gives no manifest"),
                ]),
                .activate: .flavours([.failed("the feature 'faulty'"), .shown]),
                .resolve: .flavours([.failed("it failed"), .shown]),
                .render: .flavours([
                    .failed("a string of \(1 << 30) bytes"), .failed("a string of \(1 << 30) bytes"),
                    .failed("a string of \(1 << 30) bytes"), .failed("'faulty/detail' could not be rendered"), .shown,
                ]),
                .perform: .flavours([.failed("'Change' could not be done"), .shown]),
                .save: .flavours([
                    .lost("a string of \(1 << 30) bytes"), .lost("a string of \(1 << 30) bytes"),
                    .lost("kept as it was before"), .shown,
                ]),
                .restore: .flavours([.lost("begins anew"), .shown]),
                .deactivate: .flavours([.shown]),
            ]),
    ]

    // MARK: Faults in the calls that a feature makes

    private static let callFaults: [Fault] = [
        Fault(
            "CallsAfterDestroy", "callbacks after destroy", isOfSecondVisit: true,
            [
                .constructor: .impossible("it has been given nothing that could be gone"),
                .entry: .impossible("it has been given nothing that could be gone"),
                // The feature writes to a sink that no longer exists.
                .manifest: .flavours([.chance]),
                .activate: .flavours([.failed("it does not start")]),
                .resolve: .flavours([.shown]),
                .render: .flavours([.shown]),
                .perform: .flavours([.shown]),
                .save: .flavours([.shown]),
                .restore: .impossible("its process has just begun, and nothing in it is gone"),
                .deactivate: .flavours([.shown, .shown]),
            ]),
        Fault(
            "CallsFromThreads", "callbacks from other threads",
            [
                .constructor: .flavours([.shown, .chance]),
                .entry: .flavours([.shown, .chance]),
                .manifest: .flavours([.shown, .chance, .chance]),
                .activate: .flavours([.shown, .chance]),
                .resolve: .flavours([.shown, .chance]),
                .render: .flavours([.shown, .chance, .chance]),
                .perform: .flavours([.shown, .chance]),
                .save: .flavours([.shown, .chance, .chance]),
                .restore: .flavours([.shown, .chance]),
                .deactivate: .flavours([.shown, .shown]),
            ]),
    ]
}
