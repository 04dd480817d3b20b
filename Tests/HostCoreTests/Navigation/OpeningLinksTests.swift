import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The opening of links", .inlineAndInWorkers)
struct OpeningLinksTests {
    private static func wiring(_ more: String = "") -> String {
        #"{ "schemes": ["challenge"], "root": "home"\#(more.isEmpty ? "" : ", " + more) }"#
    }

    @Test(
        "a link leaves the root, the target's parents and the target by default",
        arguments: [
            ("challenge://character/list", "home > character/list"),
            ("challenge://character/detail?id=42", "home > character/list > character/detail?identifier=42"),
            (
                "CHALLENGE://Character/detail/4/quotes/2",
                "home > character/list > character/detail?identifier=4 > character/quote?identifier=4&number=2"
            ),
            ("challenge://notes/note/two%20words", "home > notes/note?title=two%20words"),
            ("challenge://notes/edit", "home > notes/edit"),
        ])
    func rebuild(link: String, expected: String) throws {
        let stage = try Stage(Self.wiring())
        stage.coordinator.show()
        stage.coordinator.go(toText: "vault/door")
        stage.coordinator.go(to: .of("vault"), method: .sheet)
        stage.coordinator.open(link)
        stage.coordinator.show()
        #expect(stage.stack == expected)
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.breaches == [])
    }

    @Test("a link makes only its target at once, and the parents when the user goes back to them")
    func lazyParents() throws {
        let stage = try Stage(Self.wiring())
        stage.coordinator.show()
        stage.coordinator.open("challenge://character/detail?id=42")
        stage.coordinator.show()
        #expect(stage.takeCalls().filter { $0.hasPrefix("make") }.count == 2)
        stage.coordinator.perform(.back)
        #expect(stage.coordinator.show().title == "character/list")
    }

    @Test("a link selects the tab whose root is of the target's feature, and does not repeat the root")
    func tab() throws {
        let stage = try Stage(GoingTests.tabs)
        stage.coordinator.show()
        stage.coordinator.open("challenge://character/detail?id=42")
        #expect(stage.coordinator.state.selected.name == "people")
        #expect(stage.stack == "character/list > character/detail?identifier=42")
        stage.coordinator.open("challenge://character/list")
        #expect(stage.stack == "character/list")
        stage.coordinator.perform(.selectTab("home"))
        #expect(stage.stack == "home")
    }

    @Test("the selected one of two tabs of the target's feature wins, for a link and for its root's name")
    func selectedTab() throws {
        let stage = try Stage(
            """
            { "tabs": [
                { "name": "one", "root": "character/list" }, { "name": "two", "root": "character", "retain": false }
            ] }
            """)
        stage.coordinator.perform(.selectTab("two"))
        stage.coordinator.open("challenge://character/detail?id=4")
        #expect(
            stage.coordinator.state.text == "[one] character/list | [*two] character > character/detail?identifier=4")
        stage.coordinator.go(toText: "character/list")
        #expect(stage.coordinator.state.text == "[one] character/list | [*two] character")
    }

    @Test(
        "a link to the root's destination shows the root under every link policy",
        arguments: ["rebuild", "append", "present"], ["character/list", "character", "home/characters"])
    func linkToRoot(policy: String, root: String) throws {
        let rules = #""links": "\#(policy)", "redirects": { "home/characters": "character/list" }"#
        let stage = try Stage(#"{ "root": "\#(root)", \#(rules) }"#)
        let coordinator = stage.coordinator
        let title = coordinator.show().title
        stage.go("notes > sheet:vault/door > vault")
        coordinator.open("challenge://character/list")
        #expect(coordinator.state.text == (root == "character" ? "character" : "character/list"))
        #expect(coordinator.show().title == title)
        let explained = Explanation("challenge://character/list", coordinator: coordinator)
        #expect(explained.state == coordinator.state)
        #expect(stage.breaches == [])
    }

    @Test(
        "a link to a tab's root shows that tab's root, also from another tab of its feature",
        arguments: ["rebuild", "append", "present"])
    func linkToTabRoot(policy: String) throws {
        let stage = try Stage(
            """
            { "links": "\(policy)", "tabs": [
                { "name": "home", "root": "home" }, { "name": "one", "root": "character/detail?identifier=1" },
                { "name": "list", "root": "character" }
            ] }
            """)
        let coordinator = stage.coordinator
        coordinator.perform(.selectTab("list"))
        stage.go("notes")
        coordinator.perform(.selectTab("one"))
        stage.go("notes")
        coordinator.open("challenge://character/list")
        #expect(
            coordinator.state.text
                == "[home] home | [one] character/detail?identifier=1 > notes | [*list] character")
        coordinator.open("challenge://character/detail?id=1")
        #expect(coordinator.state.text == "[home] home | [*one] character/detail?identifier=1 | [list] character")
    }

    @Test("a link to the root does not remove a locked screen")
    func linkToLockedRoot() throws {
        let stage = try Stage(#"{ "root": "character", "links": "append" }"#)
        stage.shows("notes") { $0.lock = "unsaved" }
        stage.coordinator.show()
        stage.go("notes")
        stage.coordinator.open("challenge://character/list")
        #expect(stage.coordinator.takeProblems().map(\.isLocked) == [true])
        #expect(stage.stack == "character > notes")
    }

    @Test("a link of a feature without a tab stays in the selected tab")
    func noTab() throws {
        let stage = try Stage(#"{ "tabs": [{ "name": "a", "root": "vault" }, { "name": "b", "root": "home" }] }"#)
        stage.coordinator.perform(.selectTab("b"))
        stage.coordinator.open("challenge://notes/edit")
        #expect(stage.stack == "home > notes/edit")
    }

    @Test("the screens that the old and the new stack have in common stay alive")
    func common() throws {
        let stage = try Stage(Self.wiring())
        stage.coordinator.show()
        stage.coordinator.open("challenge://character/list")
        stage.coordinator.show()
        let list = stage.coordinator.state.top.id
        stage.coordinator.open("challenge://character/detail?id=1")
        stage.coordinator.show()
        let detail = stage.coordinator.state.top.id
        #expect(stage.coordinator.state.selected.entries.map(\.id) == [1, list, detail])
        _ = stage.takeCalls()
        stage.coordinator.open("challenge://character/detail?id=1")
        stage.coordinator.show()
        #expect(stage.takeCalls() == [])
        stage.coordinator.open("challenge://character/detail?id=2")
        #expect(stage.takeCalls().map { String($0.prefix { $0 != " " }) } == ["make", "disappear", "destroy"])
        #expect(stage.coordinator.state.selected.entries.map(\.id).prefix(2) == [1, list])
    }

    @Test(
        "the wiring chooses another link policy for all links, for a feature or for a redirect",
        arguments: [
            (#""links": "append""#, "home > vault > character/detail?identifier=3"),
            (#""links": "present""#, "home > vault > sheet:character/detail?identifier=3"),
            (
                #""links": "append", "features": { "character": { "links": "present" } }"#,
                "home > vault > sheet:character/detail?identifier=3"
            ),
            (
                #""features": { "character": { "links": "append" }, "notes": { "links": "present" } }"#,
                "home > vault > character/detail?identifier=3"
            ),
            (
                #""redirects": { "character/detail": { "to": "vault/door", "link": "append", "method": "cover" } }"#,
                "home > vault > cover:vault/door"
            ),
            (#""redirects": { "character/detail": { "to": "vault/door" } }"#, "home > vault/door"),
        ])
    func policies(more: String, expected: String) throws {
        let stage = try Stage(Self.wiring(more))
        stage.coordinator.show()
        stage.coordinator.go(toText: "vault")
        stage.coordinator.open("challenge://character/detail?id=3")
        #expect(stage.coordinator.takeProblems() == [])
        #expect(stage.stack == expected)
    }

    @Test(
        "the not-found screen answers a link that leads nowhere with the reason, and no feature is asked",
        arguments: [
            ("chalenge://character/list", "did you mean 'challenge'?"),
            ("https://character/list", "it takes 'challenge'"),
            ("challenge://charakter/list", "did you mean 'character'?"),
            ("challenge://notes/notes/x", "matches no link pattern"),
            ("challenge:character", "no host follows the scheme"),
            ("", "does not begin with a scheme"),
        ])
    func refused(link: String, reason: String) throws {
        let stage = try Stage(Self.wiring())
        stage.coordinator.show()
        stage.coordinator.open(link)
        let problems = stage.coordinator.takeProblems()
        #expect(problems.count == 1)
        #expect(problems.first?.text.contains(reason) == true, "\(problems)")
        #expect(stage.askedLinks == [])
        #expect(stage.stack == "home")
        let fresh = try Stage(Self.wiring())
        fresh.coordinator.open(link)
        #expect(fresh.coordinator.takeProblems() == problems)
        #expect(fresh.coordinator.show().title == "Not found")
        fresh.coordinator.perform(.back)
        #expect(fresh.stack == "home")
    }

    @Test("a link that patterns of two features match alike leads to neither")
    func ambiguous() throws {
        let rival = """
            {
                "id": "rival", "incoming": [{ "name": "all" }],
                "links": [{ "scheme": "challenge", "host": "character", "pattern": "/list", "route": "all" }]
            }
            """
        let stage = try Stage(Self.wiring(), features: [Manifests.home, rival, Manifests.character])
        stage.coordinator.open("challenge://character/list")
        let problem = try #require(stage.coordinator.takeProblems().first)
        #expect(problem.text.contains("'character'") && problem.text.contains("'rival'"))
        #expect(stage.coordinator.state.top.place.feature == "system")
    }

    @Test("a target that cannot be made leaves the stack as it was")
    func failedTarget() throws {
        let stage = try Stage(Self.wiring())
        stage.coordinator.show()
        stage.coordinator.go(toText: "vault/door")
        stage.fail(.make, "character/detail", "nobody has the number 42")
        stage.coordinator.open("challenge://character/detail?id=42")
        #expect(stage.coordinator.takeProblems().map(\.text) == ["nobody has the number 42"])
        stage.coordinator.show()
        #expect(stage.stack == "home > vault/door")
        #expect(stage.breaches == [])
    }

    @Test("only the claimant of a scheme and host is asked, and only if no pattern matches")
    func custom() throws {
        let stage = try Stage(Self.wiring())
        stage.answer("character") { url in
            url.hasSuffix("/holmes") ? .of("character/detail?identifier=1") : nil
        }
        stage.coordinator.open("challenge://character/holmes")
        #expect(stage.askedLinks == ["character challenge://character/holmes"])
        #expect(stage.stack == "home > character/list > character/detail?identifier=1")
        stage.coordinator.open("challenge://character/list")
        #expect(stage.askedLinks.count == 1)
    }

    @Test("the problem names a claimant that does not know the link")
    func unknownToClaimant() throws {
        let stage = try Stage(Self.wiring())
        stage.coordinator.open("challenge://vault/9")
        #expect(stage.askedLinks == ["vault challenge://vault/9"])
        let problem = try #require(stage.coordinator.takeProblems().first)
        #expect(problem.text == "'challenge://vault/9' matches no link pattern; only the code of 'vault' could know it")
    }

    @Test(
        "a claimant's answer is checked like any other destination",
        arguments: [
            ("character/detail", "needs the argument 'identifier'"), ("character/nobody", "has no route 'nobody'"),
            ("vault/door", "another feature's"),
        ])
    func customAnswer(answer: String, reason: String) throws {
        let stage = try Stage(Self.wiring())
        stage.answer("character") { _ in .of(answer) }
        stage.coordinator.open("challenge://character/holmes")
        let problem = try #require(stage.coordinator.takeProblems().first)
        #expect(problem.text.contains("'character' could not resolve 'challenge://character/holmes'"))
        #expect(problem.text.contains(reason), "\(problem)")
    }

    @Test("a claimant may answer with its outgoing destination, which the wiring leads on")
    func customOutgoing() throws {
        let stage = try Stage(Self.wiring(#""redirects": { "character/author": "vault/door" }"#))
        stage.answer("character") { _ in .of("character/author?name=doyle") }
        stage.coordinator.open("challenge://character/doyle")
        #expect(stage.stack == "home > vault/door")
    }

    @Test("a claimant's failure is a problem with its reason")
    func customFailure() throws {
        let stage = try Stage(Self.wiring())
        stage.answer("vault") { (_) throws(CallFailure) in throw CallFailure(.unavailable, "no light") }
        stage.coordinator.open("challenge://vault/9")
        #expect(
            stage.coordinator.takeProblems().map(\.text)
                == ["the feature 'vault' could not resolve 'challenge://vault/9': no light"])
    }
}
