import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// What links and bindings push within a screen, in the built host.
@Suite(
    "Pushes within a screen", .deep, .blocking,
    .enabled(if: SwiftFixture.samples.reasonItIsMissing == nil, SwiftFixture.samples.reasonItIsMissing))
struct PushTests {
    private static let people = "samples/sample?name=people"
    private static let inbox = "samples/sample?name=inbox"

    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([SwiftFixture.samples.feature]), wiring: .text(#"{"root": "samples"}"#))
    }

    @Test(
        "a push is a step of the state, and each way back is the one of a push by the host", .inlineAndInWorkers,
        arguments: [
            (["press:Ada"], "\(people) > (push Ada)", "Ada"),
            (["press:Ada", "press:Friend"], "\(people) > (push Ada) > (push Ada's friend)", "Ada's friend"),
            (["press:Ada", "press:Friend", "back"], "\(people) > (push Ada)", "Ada"),
            (["press:Ada", "press:Friend", "root"], "samples", "Samples"),
            (["press:Ada", people], "\(people) > (push Ada) > \(people)", "People"),
            (["press:Ada", "back", "back"], "samples", ""),
            (["press:Ada", "press:Tab=Favourites"], people, "Favourites"),
            (["press:Ada", "press:Tab=Favourites", "press:Cleo"], "\(people) > (push Cleo)", "Cleo"),
            (["press:Ada", "press:Tab=Favourites", "press:Tab=All"], "\(people) > (push Ada)", "Ada"),
            (["press:Ada", "press:Edit", "force:back"], people, "People"),
            (["press:New", "type:Name=Dora", "force:back"], people, "People"),
            (["press:New", "back"], people, "People"),
        ])
    func steps(steps: [String], state: String, title: String) throws {
        let shown = try host.run(["navigate", Self.people] + steps)
        #expect(shown.end == .exit(0), "\(shown.diagnostics)")
        let place = state.hasPrefix("samples/") ? "samples > \(state)" : state
        #expect(shown.output.hasPrefix("\(place)\n\n\(title)"), "\(shown.output)")
    }

    @Test(
        "a lock in what is pushed, and in a sheet, holds it",
        arguments: [
            (["press:Ada", "press:Edit"], "back", "'Ada' is locked: the note is not saved"),
            (["press:Ada", "press:Edit"], "root", "is locked: the note is not saved"),
            (["press:New", "type:Name=Dora"], "back", "'New' is locked: unsaved changes"),
            (["press:New", "type:Name=Dora"], "dismiss", "'New' is locked: unsaved changes"),
            (["press:New", "type:Name=Dora"], "dismissAll", "'New' is locked: unsaved changes"),
        ])
    func locked(steps: [String], step: String, reason: String) throws {
        let outcome = try host.run(["navigate", Self.people] + steps + [step])
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains(reason), "\(outcome.diagnostics)")
    }

    @Test(
        "a way back after a link waits for what the screen pushes when it is seen",
        arguments: [
            (["back"], "samples > \(inbox)\n\nMailboxes"), (["dismiss"], "samples > \(inbox) > (push Inbox)\n\nInbox"),
            ([], "samples > \(inbox) > (push Inbox)\n\nInbox"), (["back", "back"], "samples\n"),
        ])
    func first(steps: [String], shown: String) throws {
        let outcome = try host.run(["navigate", Self.inbox] + steps)
        #expect(outcome.output.hasPrefix(shown), "\(outcome.output)")
        #expect(outcome.diagnostics.contains("no modal is presented") == steps.contains("dismiss"))
    }

    @Test("the tab bar stays, in text, in JSON and on a page, with the title of what is pushed")
    func shown() throws {
        let steps = [Self.people, "press:Ada"]
        #expect(try host.run(["navigate"] + steps).output.contains("Ada\n===\n\nTab: (All) Favourites\nAda of 1\n"))
        let json = try JSON.parse(host.run(["navigate", "--json"] + steps).output)
        #expect(json["screen"]?["title"] == "Ada")
        #expect(json["screen"]?["nodes"]?[0]?["kind"] == "picker")
        let entry = json["state"]?["tabs"]?[0]?["entries"]?[1]
        #expect(entry?["inner"] == [["presentation": "push", "title": "Ada"]])
    }

    @Test("the paths of all tabs come again in the next start")
    func saved() throws {
        let steps = ["press:Ada", "press:Tab=Favourites", "press:Cleo"]
        #expect(try host.run(["navigate", Self.people] + steps + ["--save", "session"]).end == .exit(0))
        #expect(try host.output("navigate", "--restore", "session").contains("(push Ada)"))
        #expect(try host.output("navigate", "--restore", "session", "press:Tab=Favourites").contains("(push Cleo)"))
        #expect(try host.output("navigate", "--restore", "session", "back").contains("\nPeople\n"))
    }

    @Test(
        "a view whose object is not in the environment ends the feature with the sentence",
        .disabled(if: Sanitizer.current != nil, "it tells of crashes in its own way"))
    func lost() throws {
        let outcome = try host.run("navigate", "samples/sample?name=lost", "press:Friend")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("no PeopleRouter is in the environment"), "\(outcome.diagnostics)")
    }

    @Test("in full screen Esc goes back, and the place in the list below comes again")
    func fullScreen() throws {
        let app = try RunningApp(host, Self.people)
        try app.see("Loaded 1", way: "samples › People")
        try app.click("› Ben")
        try app.see("Ben of", "Esc back", "Favourites", way: "samples › People › Ben")
        app.press(.escape)
        try app.see("Loaded 2", way: "samples › People", focus: "› Ben")
        try app.quit()
    }
}
