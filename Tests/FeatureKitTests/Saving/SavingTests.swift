import FeatureKit
import FeatureTesting
import Observation
import Testing

@MainActor
@Suite("What a screen in FeatureKit saves")
struct SavingTests {
    /// A view model with a state that is saved, and more that is not.
    @MainActor
    @Observable
    final class DraftModel: @MainActor Restorable {
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
    @MainActor
    @Observable
    final class NewDraftModel: @MainActor Restorable {
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
