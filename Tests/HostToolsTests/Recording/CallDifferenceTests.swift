import FeatureContract
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@Suite("The difference between a recorded answer and another one")
struct CallDifferenceTests {
    private static func screen(_ nodes: ViewNode..., title: String = "A") -> FeatureReply {
        var screen = RenderedScreen(title: title)
        screen.nodes = nodes
        return .screen(screen)
    }

    private static func text(_ text: String, action: UInt64 = 0) -> ViewNode {
        var node = ViewNode(.button, text: text)
        node.action = action
        return node
    }

    static let answers: [(recorded: FeatureReply, now: FeatureReply, difference: String?)] = [
        (.done, .done, nil), (.done, .notMine, ": \"done\" | \"not mine\""),
        (screen(text("x")), screen(text("x")), nil),
        (screen(text("x", action: 1)), screen(text("x", action: 7)), nil),
        (screen(text("x")), screen(text("y")), "nodes[0].text: \"x\" | \"y\""),
        (screen(text("x")), screen(), "nodes[0]: a button | missing"),
        (screen(title: "A"), screen(title: "B"), "title: \"A\" | \"B\""),
        (.resume(.pause), .resume(.cancel), ": \"pause\" | \"cancel\""),
    ]

    @Test("the first member that differs is named, and the numbers of actions are not compared", arguments: answers)
    func first(recorded: FeatureReply, now: FeatureReply, difference: String?) {
        let found = AnswerDifference(recorded, now, hasSecret: false)
        #expect(found.map { "\($0.path): \($0.recorded) | \($0.now)" } == difference)
    }

    @Test("the characters of a secret stand for any others")
    func secret() {
        let recorded = Self.screen(Self.text("Hello ****"))
        #expect(AnswerDifference(recorded, Self.screen(Self.text("Hello Ada!")), hasSecret: true) == nil)
        #expect(
            AnswerDifference(recorded, Self.screen(Self.text("Bye Ada!")), hasSecret: true)?.path == "nodes[0].text")
        #expect(AnswerDifference(recorded, Self.screen(Self.text("Hello Ada!")), hasSecret: false) != nil)
    }

    static let texts: [(recorded: String, now: String, lines: [String])] = [
        ("a", "b", ["-a", "+b"]), ("a\nb\nc", "a\nc", [" a", "-b", " c"]), ("a", "a\nb", [" a", "+b"]),
        ("1\n2\n3\n4\n5\n6", "1\n2\n3\n4\n5\nx", [" …", " 3", " 4", " 5", "-6", "+x"]),
    ]

    @Test("lines that are only recorded, those of now, and a few around them", arguments: texts)
    func lines(recorded: String, now: String, lines: [String]) {
        let difference = CallDifference(
            step: 1, stepText: "", call: 1, callText: "", summary: "", recorded: recorded, now: now)
        #expect(difference.lines == lines)
    }

    @Test("of many lines, the first ones are shown")
    func many() {
        let old = (0..<5000).map { "\($0)" }.joined(separator: "\n")
        let new = (0..<5000).map { "x\($0)" }.joined(separator: "\n")
        let lines = CallDifference(
            step: 1, stepText: "", call: 1, callText: "", summary: "", recorded: old, now: new
        ).lines
        #expect(lines.count == 61)
        #expect(lines.last == " … and 9940 more lines")
    }

    static let steps: [(CoordinatorInput, String?)] = [
        (.start(restored: nil), "start"), (.open("a://b"), "a://b"), (.go(.of("home/about"), nil), "home/about"),
        (.goToText("home/about", .sheet), "sheet:home/about"), (.perform(.back, asked: nil), "back"),
        (.performText(.swap("notes")), "swap:notes"), (.use(button("Save"), .null), "press:Save"),
        (.use(ViewNode(.textField, text: "Name"), .string("x")), "type:Name=x"),
        (.use(ViewNode(.textField, text: "Name"), .bool(true)), nil), (.reload(isForced: true), "force:reload"),
        (.show, nil), (.work, nil), (.timer(1), nil), (.checkLocks("home"), nil),
        (.adopt(started: [], unchanged: []), nil),
        (.shutDown, nil), (.renderHidden(1), nil), (.showBeside(true), nil), (.force(true), nil),
    ]

    @Test("an input of the user is a step as they write it", arguments: steps)
    func step(input: CoordinatorInput, text: String?) { #expect(input.stepText == text) }

    @Test("steps are counted from the start, and forced ones say so")
    func counter() {
        var counter = StepCounter()
        let begins = [
            CoordinatorInput.start(restored: nil), .show, .force(true), .perform(.back, asked: nil), .force(false),
            .open("a://b"),
        ].map { counter.count($0) ? "\(counter.number) \(counter.text)" : "" }
        #expect(begins == ["", "", "", "1 force:back", "", "2 a://b"])
    }
}
