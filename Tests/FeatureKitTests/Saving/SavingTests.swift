import FeatureContract
import FeatureTesting
import Observation
import Testing

@testable import FeatureCore

@MainActor
@Suite("What a screen in FeatureKit saves")
struct SavingTests {
    /// A view model with a state that is saved, and more that is not.
    @Observable
    final class DraftModel: Restorable {
        struct Draft: Codable {
            var text = ""
            var tags: [String] = []
            var at: Point?
        }
        struct Point: Codable { var x = 0.0 }

        var savedState = Draft()
        var presses = 0
    }

    /// The next version of it, whose state was a text once.
    @Observable
    final class NewDraftModel: Restorable {
        struct Draft: Codable {
            var title = ""
            var text = ""
        }

        static let savedStateVersion = 3
        var savedState = Draft()

        func restore(_ saved: SavedState) throws {
            switch saved.version {
            case 1: savedState = Draft(title: "old", text: try saved.decode(DraftModel.Draft.self).text)
            case 2: throw Refusal()
            default: savedState = try saved.decode(Draft.self)
            }
        }
    }

    struct Refusal: Error, CustomStringConvertible { let description = "version 2 was a mistake" }

    struct DraftView: View {
        @Bindable var model: DraftModel

        var body: some View {
            TextField("Text", text: $model.savedState.text)
            Text("\(model.savedState.tags.count) tags, \(model.savedState.at?.x ?? -1), \(model.presses) presses")
            Button("Press") {
                model.presses += 1
                model.savedState.tags.append("t")
                model.savedState.at = DraftModel.Point(x: 2)
            }
        }
    }

    struct StoredView: View {
        @SceneStorage("text") private var text = "nothing"
        @SceneStorage("count") private var count = 0

        var body: some View {
            TextField("Text", text: $text)
            Button("Count \(count)") { count += 1 }
            InnerView()
        }
    }

    struct InnerView: View {
        @SceneStorage("isOpen") private var isOpen = false

        var body: some View {
            Toggle("Open", isOn: $isOpen)
            if isOpen { Text("It is open.") }
        }
    }

    private func harness(_ view: @escaping @MainActor () -> some View) throws -> FeatureHarness<ViewFeature> {
        try FeatureHarness { _ in ViewFeature { _ in AnyView(view()) } }
    }

    @Test("a restorable view model of the outermost view gets its state back, and nothing else")
    func models() throws {
        let screen = try harness { DraftView(model: DraftModel()) }.openMain()
        try screen.type("Ada", into: "Text")
        try screen.press("Press")
        #expect(screen.text.contains("1 tags, 2.0, 1 presses"))
        let again = try screen.reopened()
        #expect(again.text.contains("Text: [Ada]"), "\(again.text)")
        #expect(again.text.contains("1 tags, 2.0, 0 presses"))
    }

    @Test("a view model is found behind what a view builder makes of the view")
    func wrapped() throws {
        @ViewBuilder func view(_ isFirst: Bool) -> some View {
            if isFirst { DraftView(model: DraftModel()).navigationTitle("Draft") } else { Text("none") }
        }
        let screen = try harness { view(true) }.openMain()
        try screen.type("Ada", into: "Text")
        #expect(try screen.reopened().text.contains("Text: [Ada]"))
    }

    @Test("what views keep by SceneStorage outlives the screen, in inner views too, and renders them")
    func storage() throws {
        let screen = try harness { StoredView() }.openMain()
        #expect(screen.text.contains("Text: [nothing]"))
        try screen.type("Ada", into: "Text")
        try screen.press("Count 0")
        try screen.press("Count 1")
        try screen.press("Open")
        #expect(screen.text.contains("It is open."))
        let again = try screen.reopened().reopened()
        #expect(again.text.contains("Text: [Ada]"), "\(again.text)")
        #expect(again.text.contains("[Count 2]"))
        #expect(again.text.contains("It is open."))
    }

    @Test("two screens of one view have values of their own")
    func separate() throws {
        let harness = try harness { StoredView() }
        let (first, second) = (try harness.openMain(), try harness.openMain())
        try first.type("one", into: "Text")
        try second.type("two", into: "Text")
        #expect(first.text.contains("Text: [one]"))
        #expect(second.text.contains("Text: [two]"))
    }

    @Test("a stored value of another type now counts as missing")
    func otherType() throws {
        struct OtherView: View {
            @SceneStorage("text") private var text = 7
            var body: some View { Text("\(text)") }
        }
        var isNew = false
        let screen = try harness { Group { if isNew { OtherView() } else { StoredView() } } }.openMain()
        try screen.type("Ada", into: "Text")
        isNew = true
        #expect(try screen.reopened().text.contains("7"))
    }

    /// A state of two versions, of which the later one has more fields, one of them in a field.
    private struct Short: Codable {
        struct Point: Codable { var x = 0.0 }
        var text = ""
        var point = Point()
    }
    private struct Long: Codable {
        struct Point: Codable { var x = 0.0, y = 9.0 }
        var text = "none"
        var point = Point()
        var tags = ["new"]
    }

    @Test("a field that is new since the state was saved has its default, and the others are as they were")
    func newField() throws {
        struct OldView: View {
            @SceneStorage("draft") private var draft = Short()
            var body: some View { Button("Fill") { draft = Short(text: "Ada", point: .init(x: 2)) } }
        }
        struct NewView: View {
            @SceneStorage("draft") private var draft = Long()
            var body: some View { Text("\(draft.text) \(draft.point.x) \(draft.point.y) \(draft.tags[0])") }
        }
        var isNew = false
        let screen = try harness { Group { if isNew { NewView() } else { OldView() } } }.openMain()
        try screen.press("Fill")
        isNew = true
        #expect(try screen.reopened().text == "Ada 2.0 9.0 new\n")
        let saved = SavedState(
            version: 1, .record(["text": .string("Ada"), "point": .record(["x": .double(2)])]))
        let state = try saved.decode(Long.self, addingTo: Long())
        #expect((state.text, state.point.x, state.point.y, state.tags) == ("Ada", 2, 9, ["new"]))
        let wrong = SavedState(version: 1, .record(["text": .integer(1)]))
        let error = #expect(throws: (any Error).self) { try wrong.decode(Long.self, addingTo: Long()) }
        #expect(error.map { "\($0)".contains("text") } == true)
    }

    @Test("a view model takes the state of a version without a field that it has now")
    func newFieldOfModel() throws {
        final class Model: Restorable { var savedState = Long() }
        let model = Model()
        try model.restore(SavedState(version: 1, .record(["text": .string("Ada")])))
        #expect((model.savedState.text, model.savedState.point.y, model.savedState.tags) == ("Ada", 9, ["new"]))
    }

    @Test("a screen that keeps nothing saves nothing")
    func nothing() throws {
        let screen = try harness { Text("Hello") }.openMain()
        #expect(try screen.reopened().text.contains("Hello"))
    }

    @Test("SceneStorage works without a screen, as in a test of a view model")
    func alone() {
        @SceneStorage("x") var value = 1
        value += 1
        #expect(value == 2)
        $value.wrappedValue = 5
        #expect(value == 5)
    }
}
