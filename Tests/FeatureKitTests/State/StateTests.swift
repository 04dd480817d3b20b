import FeatureKit
import FeatureTesting
import Foundation
import Observation
import TestSupport
import Testing

/// Values that views keep between renders.
@Suite struct StateTests {
    private let model = Model()

    private struct Counter: View {
        let name: String
        @State private var count = 0

        var body: some View {
            Button("\(name) \(count)") { count += 1 }
        }
    }

    @Test("a state keeps its value between renders, and a change renders the screen again")
    func keeps() throws {
        let screen = try screen {
            Text(model.text)
            Counter(name: "count")
        }
        #expect(screen.text == "first\n[count 0]\n")
        try screen.press("count 0")
        try screen.press("count 1")
        model.text = "second"
        #expect(screen.text == "second\n[count 2]\n")
    }

    @Test("each view has a state of its own, which stays with an element when others come and go")
    func elements() throws {
        model.number = 2
        let screen = try screen {
            ForEach(Array((0..<model.number).reversed()), id: \.self) { Counter(name: "\($0):") }
        }
        try screen.press("0: 0")
        model.number = 3
        #expect(screen.text == "[2: 0]\n[1: 0]\n[0: 1]\n")
    }

    @Test("a state begins anew when its view has been gone, or its id is another")
    func anew() throws {
        let screen = try screen {
            if !model.isOn { Counter(name: "shown") }
            Counter(name: "named").id(model.number)
        }
        try screen.press("shown 0")
        try screen.press("named 0")
        #expect(screen.text == "[shown 1]\n[named 1]\n")
        model.isOn = true
        model.number = 1
        #expect(screen.text == "[named 0]\n")
        model.isOn = false
        #expect(screen.text == "[shown 0]\n[named 0]\n")
    }

    private struct Form: View {
        @State private var name = ""
        @State private var isOn = false
        @State private var editor: Editor?

        var body: some View {
            TextField("Name", text: $name)
            Toggle("On", isOn: $isOn)
            if let editor {
                EditorView(editor: editor)
            } else {
                Button("Edit") { editor = Editor() }
            }
            Text("\(name) \(isOn)")
        }
    }

    @Observable final class Editor {
        var note = "a note"
    }

    private struct EditorView: View {
        @Bindable var editor: Editor
        var body: some View { TextField("Note", text: $editor.note) }
    }

    @Test("bindings to states are read and written by controls, and a state may hold an object or nothing")
    func bindings() throws {
        let screen = try screen { Form() }
        try screen.type("Ann", into: "Name")
        try screen.press("On")
        #expect(screen.text.hasSuffix("Ann true\n"))
        try screen.press("Edit")
        try screen.type("changed", into: "Note")
        #expect(screen.text.contains("changed"))
    }

    private struct Model2View: View {
        @State private var viewModel = Model()
        var body: some View { TextField("Text", text: $viewModel.text) }
    }

    @Test("a view model in a state is made once for each screen")
    func viewModel() throws {
        let screen = try screen { Model2View() }
        try screen.type("kept", into: "Text")
        #expect(screen.text.contains("kept"))
    }

    // MARK: Environment

    fileprivate struct AccentKey: EnvironmentKey {
        static let defaultValue = "none"
    }

    private struct AccentView: View {
        @Environment(\.accent) private var accent
        @Environment(\.isEnabled) private var isEnabled
        @Environment(Model.self) private var model: Model?

        var body: some View { Text("\(accent) \(isEnabled) \(model?.text ?? "no model")") }
    }

    fileprivate struct Values: View {
        let model: Model
        var body: some View {
            AccentView()
            Group { AccentView() }.environment(\.accent, "red").environment(model).disabled(true)
            AccentView()
        }
    }

    private struct EntryView: View {
        @Environment(\.entryWord) private var word
        @Environment(\.entryNumbers) private var numbers
        @Environment(\.entryName) private var name

        var body: some View { Text("\(word) \(numbers.map(String.init).joined(separator: "+")) \(name ?? "nobody")") }
    }

    @Test("an entry is a value of the environment, with the value where no view sets one")
    func entries() throws {
        let screen = try screen {
            EntryView()
            EntryView().environment(\.entryWord, "set").environment(\.entryNumbers, []).environment(\.entryName, "Ann")
        }
        #expect(screen.text == "plain 1+2 nobody\nset  Ann\n")
    }

    @Test("the environment's values hold for a view and everything in it")
    func environment() throws {
        let screen = try screen { Values(model: model) }
        #expect(screen.text == "none true no model\nred false first (disabled)\nnone true no model\n")
        model.text = "second"
        #expect(screen.text.contains("red false second"))
    }

    private struct Leaving: View {
        @Environment(\.dismiss) private var dismiss
        @Environment(\.navigator) private var navigator
        @Environment(\.context) private var context

        var body: some View {
            Text(context.host)
            Button("Leave") { dismiss() }
            Button("Go") { navigator.push(ViewIncomingNavigation.item(identifier: 3)) }
        }
    }

    @Test("a view leaves its screen, navigates and reads its context by the environment")
    func services() throws {
        let harness = try FeatureHarness { Leaving() }
        let screen = try harness.openMain()
        #expect(!screen.text.contains("\ntest\n"))
        try screen.press("Go")
        try screen.press("Leave")
        #expect(
            harness.requests == [
                .navigate(AnyNavigation(ViewIncomingNavigation.item(identifier: 3)), method: .push), .back,
            ])
    }

    // MARK: Changes

    @Test("onChange runs once for each change, with the old and the new value")
    func onChange() async throws {
        let screen = try screen {
            Text(model.text)
                .onChange(of: model.text) { old, new in model.events.append("\(old) to \(new)") }
                .onChange(of: model.number, initial: true) { model.events.append("number \(model.number)") }
        }
        #expect(await model.events(1) == ["number 0"])
        model.text = "second"
        _ = screen.text
        #expect(await model.events(2).last == "first to second")
        model.isOn = true
        model.number = 1
        _ = screen.text
        #expect(await model.events(3) == ["number 0", "first to second", "number 1"])
    }

    @Test("a task with an id starts again when the id changes")
    func taskID() async throws {
        let screen = try screen {
            Text(model.text).task(id: model.number) { [number = model.number] in
                model.events.append("\(number) starts")
                try? await Task.sleep(for: .seconds(3600))
                model.events.append("\(number) ends")
            }
        }
        #expect(await model.events(1) == ["0 starts"])
        model.text = "second"
        _ = screen.text
        model.number = 1
        _ = screen.text
        #expect(await Set(model.events(3)) == ["0 starts", "0 ends", "1 starts"])
    }

    @Test("onDisappear runs when the view is gone or its screen disappears, and not for a view that never appeared")
    func onDisappear() throws {
        model.isOn = true
        let screen = try screen {
            if model.isOn { Text("a").onDisappear { model.events.append("a") } }
            Text("b").onDisappear { model.events.append("b") }
        }
        #expect(screen.text == "a\nb\n")
        model.isOn = false
        #expect(screen.text == "b\n")
        screen.disappear()
        #expect(model.events.last == "b")
        screen.close()
        #expect(model.events.filter { $0 == "b" }.count == 1)
    }

    private final class Tally: ObservableObject {
        @Published var count = 0
        var hidden = 0
    }

    private struct TallyView: View {
        @StateObject private var counter = Tally()

        var body: some View {
            Button("Count") { counter.count += 1 }
            Stepper("Count", value: $counter.count)
            TallyText(counter: counter).environmentObject(counter)
        }
    }

    private struct TallyText: View {
        @ObservedObject var counter: Tally
        @EnvironmentObject private var same: Tally

        var body: some View { Text("\(counter.count) \(same.count)") }
    }

    @Test("a published property of an older view model renders the screen again")
    func published() throws {
        let screen = try screen { TallyView() }
        try screen.press("Count")
        try screen.press("Increment Count")
        #expect(screen.text.hasSuffix("\n2 2\n"))
    }

    private enum Order: String { case name, date }

    private struct StoringView: View {
        @AppStorage("order") private var order = Order.name
        @AppStorage("size") private var size = 14.0
        @AppStorage("who") private var who: String?

        var body: some View {
            Text("\(order.rawValue) \(size) \(who ?? "nobody")")
            Button("Change") { (order, size, who) = (.date, 15, "Ann") }
            Button("Forget") { who = nil }
        }
    }

    @Test("a stored value lasts in the data directory, and what is no such value counts as missing")
    func appStorage() throws {
        let directory = try TestSupport.TemporaryDirectory()
        let data = directory("not/there/yet")
        func open() throws -> ScreenHarness {
            try FeatureHarness(dataDirectory: data) { _ in ViewFeature { _ in AnyView(StoringView()) } }.openMain()
        }
        let screen = try open()
        #expect(screen.text.hasPrefix("name 14.0 nobody\n"))
        try screen.press("Change")
        #expect(screen.text.hasPrefix("date 15.0 Ann\n"))
        #expect(try open().text.hasPrefix("date 15.0 Ann\n"))
        try screen.press("Forget")
        #expect(try open().text.hasPrefix("date 15.0 nobody\n"))
        try #"{"order": 3, "size": 16}"#.write(toFile: data + "/app-storage.json", atomically: true, encoding: .utf8)
        #expect(try open().text.hasPrefix("name 16.0 nobody\n"))
    }
}

extension EnvironmentValues {
    fileprivate var accent: String {
        get { self[StateTests.AccentKey.self] }
        set { self[StateTests.AccentKey.self] = newValue }
    }
}

extension EnvironmentValues {
    /// A comment that has a var in it, and an = sign.
    @Entry fileprivate var entryWord = "plain"
    @Entry fileprivate var entryNumbers: [Int] = [1, 2]
    // The type of a var in a line before it.
    @Entry fileprivate var entryName: String?
}
