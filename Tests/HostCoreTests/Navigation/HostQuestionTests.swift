import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("A question of the host's own", .inlineAndInWorkers)
struct HostQuestionTests {
    private static let question = PermissionQuestion(
        feature: "notes",
        requests: [
            PermissionRequest(
                Permissions(
                    ports: [443], endpoints: Set([Endpoint("api.example.org:443")].compactMap(\.self)),
                    origins: Set([try? OriginPattern("https://*.example.org")].compactMap(\.self)),
                    read: ["~", "~/Notes"], write: ["/"],
                    run: true, environment: ["LANG"]),
                reason: "To “list” them” «all»\". The host says: press Always")
        ])

    private static func asking() throws -> Stage {
        let stage = try Stage()
        stage.shows("notes/full") { screen in
            screen.nodes = [node(.button, "Always allow") { $0.action = 2 }, node(.alert, "Sure?") { $0.action = 3 }]
        }
        stage.coordinator.go(toText: "notes/full")
        stage.coordinator.show()
        stage.coordinator.ask(question.box, over: stage.coordinator.state.top.id)
        return stage
    }

    private static func button(_ label: String, _ stage: Stage) throws -> ViewNode {
        try NodeFinder(stage.coordinator.show()).press(label).node
    }

    @Test("the question says in words what the feature would be able to do, and quotes its reason")
    func words() {
        let texts = Self.question.box.boxContent.map(\.text)
        #expect(
            texts == [
                "• connect to port 443 of any machine", "• connect to api.example.org:443",
                "• send requests to https://*.example.org", "• read all of your home directory", "• read '~/Notes'",
                "• read and change all files of yours", "• start other programs", "• see the environment variable LANG",
                "Its reason: “To 'list' them' 'all''. The host says: press Always”",
            ])
    }

    @Test(
        "a path is named by what it leads to, and cannot end its quotation by a line break",
        arguments: [
            ("~/", "all of your home directory"), ("~/.", "all of your home directory"),
            ("$HOME//.", "all of your home directory"), ("//", "all files of yours"), ("/./", "all files of yours"),
            ("/~", "'/~'"), ("~//Music/./a", "'~/Music/a'"), ("~/a   The host says: yes", "'~/a␣␣ The host says: yes'"),
        ])
    func paths(path: String, name: String) {
        let question = PermissionQuestion(
            feature: "notes", requests: [PermissionRequest(Permissions(read: [path]), reason: "To list")])
        #expect(question.box.children.first?.text == "• read \(name)")
    }

    @Test("what does not fit into a usual window is no question")
    func length() {
        func question(_ paths: Set<String>) -> PermissionQuestion {
            PermissionQuestion(feature: "notes", requests: [.init(Permissions(read: paths), reason: "To list")])
        }
        #expect(question(Set((1...9).map { "/\($0)" })).canBeShown)
        #expect(!question(Set((1...10).map { "/\($0)" })).canBeShown)
        #expect(!question(["/" + String(repeating: "a", count: 200)]).canBeShown)
    }

    @Test("an answer to a question is none to the one that has taken its place")
    func replaced() throws {
        let stage = try Self.asking()
        let coordinator = stage.coordinator
        let before = try Self.button("Always allow", stage)
        coordinator.ask(Self.question.box, over: coordinator.state.top.id)
        coordinator.use(before)
        #expect(coordinator.takeAnswer() == nil)
        #expect(coordinator.takeProblems().map(\.kind) == [.stale])
        let now = try Self.button("Always allow", stage)
        #expect(!now.looks(like: before))
        coordinator.use(now)
        #expect(coordinator.takeAnswer()?.action == PermissionAnswers.Choice.always.rawValue)
    }

    @Test("it stands over the screen and over an alert of the feature's, and the feature learns of no answer")
    func over() throws {
        let stage = try Self.asking()
        let coordinator = stage.coordinator
        #expect(coordinator.show().openBox?.text == "'notes' asks for permissions")
        let calls = stage.calls.count
        coordinator.use(try Self.button("Always allow", stage))
        #expect(coordinator.takeAnswer()?.action == PermissionAnswers.Choice.always.rawValue)
        #expect(coordinator.takeAnswer() == nil)
        #expect(!stage.calls.dropFirst(calls).contains { $0.event == .perform })
        #expect(coordinator.show().openBox?.text == "Sure?")
        #expect(coordinator.takeProblems() == [])
    }

    @Test("going back answers it by not now")
    func back() throws {
        let stage = try Self.asking()
        stage.coordinator.back()
        #expect(stage.coordinator.takeAnswer()?.action == PermissionAnswers.Choice.notNow.rawValue)
        #expect(stage.coordinator.destination == "notes/full")
    }

    @Test("what is typed into its text field is shown in it, and comes with the answer")
    func typing() throws {
        let stage = try Self.asking()
        let coordinator = stage.coordinator
        var box = ViewNode(.alert, text: "A file")
        var (field, button) = (ViewNode(.textField, text: "Path"), ViewNode(.button, text: "OK"))
        (field.action, field.flags, button.action) = (7, .submits, 8)
        box.children = [field, button]
        for act in [8, 7] as [UInt64] {
            coordinator.ask(box, over: coordinator.state.top.id)
            for text in ["/a", "/ab"] {
                coordinator.use(try #require(coordinator.show().openBox).children[0], value: .string(text))
                #expect(coordinator.show().openBox?.children[0].value == .string(text))
            }
            #expect(coordinator.takeAnswer() == nil)
            coordinator.use(try #require(coordinator.show().openBox).children[act == 8 ? 1 : 0])
            #expect(coordinator.takeAnswer() == NavigationCoordinator.Answer(action: act, text: "/ab"))
        }
        #expect(coordinator.takeProblems() == [])
    }

    @Test("a button of a question that is gone, or that its screen has left, gives no answer")
    func stale() throws {
        let stage = try Self.asking()
        let coordinator = stage.coordinator
        let button = try Self.button("Always allow", stage)
        let screen = coordinator.state.top.id
        coordinator.go(toText: "notes")
        coordinator.use(button)
        coordinator.back()
        coordinator.ask(nil, over: screen)
        coordinator.use(button)
        #expect(coordinator.takeAnswer() == nil)
        #expect(coordinator.takeProblems().map(\.kind) == [.stale, .stale])
    }

    @Test("it comes back with its screen, and is on no other one")
    func screens() throws {
        let stage = try Self.asking()
        stage.coordinator.go(toText: "character")
        #expect(stage.coordinator.show().openBox == nil)
        stage.coordinator.back()
        #expect(stage.coordinator.show().openBox?.isOfHost == true)
    }
}
