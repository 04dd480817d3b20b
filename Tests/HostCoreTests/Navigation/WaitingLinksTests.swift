import FeatureContract
import Testing

@testable import HostCore

@MainActor
@Suite("Links that arrive before the app has started")
struct WaitingLinksTests {
    @Test("wait, all of them, and are opened in their order; one that comes later is opened at once")
    func queue() throws {
        let stage = try Stage(#"{ "root": "home", "links": "append" }"#)
        let coordinator = stage.makeCoordinator()
        coordinator.open("challenge://notes/note/a")
        coordinator.open("challenge://character/list")
        coordinator.open("challenge://nowhere/at/all")
        coordinator.open("challenge://notes/note/b")
        #expect(coordinator.state.stackText == "home")
        #expect(stage.takeCalls() == [])
        coordinator.start()
        #expect(
            coordinator.state.stackText
                == "home > notes/note?title=a > character/list > system/notFound > notes/note?title=b")
        #expect(coordinator.takeProblems().count == 1)
        coordinator.open("challenge://notes/note/c")
        #expect(coordinator.state.top.destination.text == "notes/note?title=c")
        #expect(stage.breaches == [])
    }

    @Test("are opened over a restored session, by their policy")
    func session() throws {
        let tabs = #"{ "tabs": [{ "name": "home", "root": "home" }, { "name": "people", "root": "character" }] }"#
        let stage = try Stage(tabs)
        let saved = try NavigationState(
            "[*home] home > notes > sheet:notes/edit | [people] character > character/list",
            reader: NavigationStateReader(stage.catalog))
        let coordinator = stage.makeCoordinator()
        coordinator.open("challenge://character/detail?id=1")
        #expect(coordinator.start(restoring: saved) == [])
        #expect(
            coordinator.state.text
                == "[home] home > notes > sheet:notes/edit | [*people] character > character/detail?identifier=1")
    }
}
