import FeatureContract
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The tabs of the app", .inlineAndInWorkers)
struct TabTests {
    private static func stage() throws -> Stage {
        let stage = try Stage(
            """
            {
                "schemes": ["challenge"],
                "tabs": [
                    { "name": "notes", "root": "notes", "retain": false }, { "name": "home", "root": "home" },
                    { "name": "people", "root": "character", "retain": false }
                ]
            }
            """)
        stage.coordinator.show()
        return stage
    }

    enum Way: CaseIterable {
        case tab, name, link, feature, sent
    }

    @Test("a tab that is not retained begins anew, however it is left", arguments: Way.allCases)
    func begins(way: Way) throws {
        let stage = try Self.stage()
        stage.go("notes/note?title=a > sheet:notes/edit > notes/full")
        _ = stage.takeCalls()
        switch way {
        case .tab: stage.coordinator.perform(.selectTab("people"))
        case .name: stage.coordinator.go(toText: "character")
        case .link: stage.coordinator.open("challenge://character/list")
        case .feature: try stage.act(6) { (screen) throws(CallFailure) in try screen.request(.selectTab("people")) }
        case .sent: try stage.act(6) { (screen) throws(CallFailure) in try screen.request(.send([.tab("people")])) }
        }
        #expect(stage.coordinator.state.tabs[0].entries.map(\.place.text) == ["notes"])
        #expect(stage.coordinator.state.selected.name == "people")
        // The whole tab is destroyed, topmost first.
        #expect(
            stage.takeCalls().filter { $0.hasPrefix("destroy") } == [
                "destroy notes/full #6", "destroy notes/edit #5", "destroy notes/note?title=a #4", "destroy notes #1",
            ])
        stage.coordinator.perform(.selectTab("notes"))
        stage.coordinator.show()
        #expect(stage.stack == "notes")
        #expect(stage.coordinator.state.top.id > 6)
        #expect(stage.live[stage.coordinator.state.top.id]?.isSeen == true)
        #expect(stage.breaches == [])
        #expect(stage.coordinator.takeProblems() == [])
    }

    @Test("a selection of the selected tab pops it and keeps its root, retained or not")
    func reselect() throws {
        let stage = try Self.stage()
        stage.go("notes/edit")
        stage.coordinator.perform(.selectTab("notes"))
        #expect(stage.stack == "notes")
        #expect(stage.live.keys.sorted() == [1])
        #expect(stage.coordinator.state.top.id == 1)
    }

    /// A way to the selected tab, and the stack that it leads to from `notes > notes/edit > sheet:notes/note?title=a`.
    struct Again: Sendable {
        let way: Way
        let stack: String
    }

    @Test(
        "a selection of the selected tab changes nothing if the wiring keeps it; going to its root pops it all the same",
        arguments: [
            Again(way: .tab, stack: "notes > notes/edit > sheet:notes/note?title=a"),
            Again(way: .feature, stack: "notes > notes/edit > sheet:notes/note?title=a"),
            // These select no tab again: a tab that is sent dismisses the modals, the others go to a destination.
            Again(way: .sent, stack: "notes > notes/edit"), Again(way: .name, stack: "notes"),
            Again(way: .link, stack: "notes > notes/edit"),
        ])
    func kept(again: Again) throws {
        let stage = try Stage(
            """
            {
                "schemes": ["challenge"],
                "tabs": [
                    { "name": "my notes", "root": "notes", "reselect": "keep" }, { "name": "home", "root": "home" }
                ]
            }
            """)
        stage.coordinator.show()
        stage.go("notes/edit > sheet:notes/note?title=a")
        let (top, calls) = (stage.coordinator.state.top.id, stage.takeCalls())
        #expect(!calls.isEmpty)
        switch again.way {
        case .tab: stage.coordinator.perform(.selectTab("my notes"))
        case .name: stage.coordinator.go(toText: "notes")
        case .link: stage.coordinator.open("challenge://notes/edit")
        case .feature:
            try stage.act(top) { (screen) throws(CallFailure) in try screen.request(.selectTab("my notes")) }
        case .sent:
            try stage.act(top) { (screen) throws(CallFailure) in try screen.request(.send([.tab("my notes")])) }
        }
        #expect(stage.stack == again.stack)
        #expect(stage.coordinator.takeProblems() == [])
        stage.coordinator.perform(.selectTab("home"))
        stage.coordinator.perform(.selectTab("my notes"))
        #expect(stage.stack == again.stack)
        #expect(stage.breaches == [])
    }

    @Test("a retained tab lives on with all its screens, which disappear and appear again")
    func retained() throws {
        let stage = try Self.stage()
        stage.coordinator.perform(.selectTab("home"))
        stage.coordinator.show()
        stage.go("home/about > sheet:notes/edit")
        let living = stage.coordinator.state.tabs[1].entries.map(\.id)
        _ = stage.takeCalls()
        stage.coordinator.perform(.selectTab("people"))
        stage.coordinator.show()
        stage.coordinator.perform(.selectTab("home"))
        stage.coordinator.show()
        #expect(stage.coordinator.state.tabs[1].entries.map(\.id) == living)
        #expect(stage.stack == "home > home/about > sheet:notes/edit")
        #expect(living.dropFirst().allSatisfy { stage.live[$0] != nil })
        #expect(
            stage.takeCalls().filter { $0.hasSuffix(" #\(living[2])") }.map { String($0.prefix(6)) } == [
                "disapp", "appear",
            ])
    }

    @Test("a screen of a tab that begins anew navigates on in the tab's new stack")
    func leftAndOn() throws {
        let stage = try Self.stage()
        stage.go("notes/note?title=a")
        try stage.act(4) { (screen) throws(CallFailure) in
            try screen.request(.selectTab("home"))
            #expect(screen.refusal(of: .pop(1))?.code == .nothingToDo)
            try screen.navigate("notes/edit", .push)
        }
        #expect(stage.stack == "home")
        #expect(stage.coordinator.state.tabs[0].entries.map(\.place.text) == ["notes", "notes/edit"])
        #expect(stage.breaches == [])
    }

    @Test("tabs that begin anew many times leave no screens behind")
    func manyTimes() throws {
        let stage = try Self.stage()
        for turn in 0..<50 {
            stage.coordinator.perform(.selectTab(["people", "notes"][turn % 2]))
            stage.coordinator.show()
            stage.go("notes/edit")
        }
        #expect(stage.live.count == 2)
        #expect(stage.coordinator.screens.all.count == 2)
        #expect(stage.coordinator.screens.stale.isEmpty)
        #expect(stage.breaches == [])
    }
}
