import TestSupport
import Testing

@testable import ProgramTestSupport

/// The screens of Tests/FeatureKitTests/Samples, which are written as for SwiftUI, in a library in the built host.
@Suite(
    "Screens that are written as for SwiftUI", .deep, .blocking,
    .enabled(if: SwiftFixture.samples.reasonItIsMissing == nil, SwiftFixture.samples.reasonItIsMissing))
struct SampleScreenTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        /// What is on the screen, in each form of it.
        let texts: [String]
        /// A button, and what is on the screen after it is pressed.
        let button, after: String
        /// The menu in the terminal with one of those.
        var menu: String?

        var testDescription: String { name }
        var destination: String { "samples/sample?name=\(name)" }
        // Each post of the feed, and each job, has that button.
        var step: String { ["feed", "jobs"].contains(name) ? "press:\(button)#1" : "press:\(button)" }
    }

    static let samples = [
        Sample(name: "seeds", texts: ["First", "Second", "Linked"], button: "Second", after: "Item 2"),
        Sample(
            name: "todo", texts: ["Find a to-do", "Pay the rent", "Call Ann", "Clear"], button: "Clear",
            after: "They cannot be brought back."),
        Sample(
            name: "shopping", texts: ["Apples", "All pieces", "Budget", "A to Z"], button: "Edit Bread",
            after: "Count: 1", menu: "Sort ▾"),
        Sample(name: "tasks", texts: ["Search tasks", "Buy milk", "2 tasks"], button: "Add", after: "Medium"),
        Sample(
            name: "settings", texts: ["Username", "Font size", "Reset all settings"], button: "About",
            after: "123 kB"),
        Sample(
            name: "feed", texts: ["Refresh", "World", "Comment"], button: "More…", after: "Report Ann",
            menu: "Actions ▾"),
        Sample(
            name: "jobs", texts: ["Index", "Keep", "Visits", "Load"], button: "Stop", after: "stopped"),
        Sample(name: "photo", texts: ["Add to favorites", "Info", "Lake"], button: "Info", after: "4000 × 3000"),
    ]

    private let host: Sandbox

    init() throws {
        host = try Sandbox(.only([SwiftFixture.samples.feature]), wiring: .text(#"{"root": "samples"}"#))
    }

    @Test("navigate prints it, and what a step leads to", arguments: samples)
    func text(sample: Sample) throws {
        let before = try host.output("navigate", sample.destination)
        for text in sample.texts { #expect(before.contains(text)) }
        #expect(!before.contains(sample.after))
        #expect(try host.output("navigate", sample.destination, sample.step).contains(sample.after))
    }

    @Test("a link reaches a handler in the form of the router guide, which is the instance's and takes a URL")
    func link() throws {
        #expect(try host.output("navigate", "challenge://samples/sample?name=shopping").contains("Apples"))
        let wrong = try host.run("navigate", "challenge://samples/nowhere")
        #expect(wrong.end != .exit(0))
        #expect(!wrong.diagnostics.contains("no feature has links of that scheme"), "\(wrong.diagnostics)")
    }

    @Test("navigate --html prints a page of it", arguments: samples)
    func page(sample: Sample) throws {
        let page = try host.output("navigate", "--html", sample.destination)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        for text in sample.texts { #expect(page.contains(text), "\(text)") }
        #expect(try host.output("navigate", "--html", sample.destination, sample.step).contains(sample.after))
    }

    @Test("Enter at the end of an input submits it, in run and by a step; Esc does not")
    func submitted() throws {
        let tasks = "samples/sample?name=tasks"
        let shown = try host.output("navigate", tasks, "press:Buy milk", "type:Title=Buy bread", "press:Title")
        #expect(shown.contains("[Buy bread]"))
        let app = try RunningApp(host, tasks, columns: 100, rows: 60)
        try app.click("Buy milk ]")
        // The screen has the focus in that field once it appears: .onAppear { titleFocused = true }.
        try app.see("Details", status: "Enter submit")
        app.type(" now")
        app.press(.escape)
        try app.see("Enter write")
        app.press(.enter)
        try app.see("Enter submit")
        app.type("!")
        app.press(.enter)
        try app.see("[ Buy milk now! ]")
        try app.quit()
    }

    @Test("run shows it in the terminal", arguments: samples)
    func terminal(sample: Sample) throws {
        let app = try RunningApp(host, sample.destination, columns: 100, rows: 60)
        if let menu = sample.menu { try app.click(menu) }
        for text in sample.texts + [sample.button] { try app.see(text) }
        // Before the words may stand the sign of a symbol; a button in a list or a menu has no brackets.
        let forms = ["\(sample.button) ]", "› \(sample.button)", sample.button]
        let form = try #require(forms.first(where: app.model.contains))
        if sample.menu != nil, form != sample.button {
            app.press(.escape)
            try app.see(gone: "Enter do")
        }
        try app.click(form)
        try app.see(sample.after)
        #expect(app.model.defects == [])
        try app.quit()
    }
}
