import FeatureKit
import FeatureTesting
import Testing

/// The changes that render a screen again.
@Suite struct ObservationTests {
    private let model = Model()

    private struct CountedView: View {
        let model: Model

        var body: some View {
            let _ = model.events.append("rendered")
            Text(model.text)
        }
    }

    @Test("several changes of a property that the body has read render the screen once")
    func read() throws {
        let screen = try screen { CountedView(model: model) }
        #expect(screen.text == "first\n")
        #expect(model.events.count == 1)
        model.text = "second"
        model.text = "third"
        #expect(screen.text == "third\n")
        #expect(screen.title.isEmpty)
        #expect(model.events.count == 2)
        model.text = "fourth"
        #expect(screen.text == "fourth\n")
        #expect(model.events.count == 3)
    }

    @Test("a change of a property that the body has not read renders nothing")
    func unread() throws {
        let screen = try screen { CountedView(model: model) }
        model.other = "changed"
        #expect(screen.text == "first\n")
        #expect(model.events.count == 1)
    }

    @Test("a change renders the screens that have read it, and no others")
    func otherScreens() throws {
        let other = Model()
        let screens = try [model, other, model].map { model in try screen { CountedView(model: model) } }
        model.text = "second"
        #expect(screens.map(\.text) == ["second\n", "first\n", "second\n"])
        #expect(model.events.count == 4)
        #expect(other.events.count == 1)
    }

    @Test("a property that is read since the last render causes the next one")
    func later() throws {
        let screen = try screen { Text(model.isOn ? model.text : model.other) }
        model.text = "not yet"
        model.isOn = true
        #expect(screen.text == "not yet\n")
        model.text = "now"
        #expect(screen.text == "now\n")
    }

    @Test("settling waits for work while the screen is loading")
    func asynchronous() async throws {
        let screen = try screen {
            if model.isOn { Text(model.text) } else { ProgressView() }
            EmptyView().task {
                try? await Task.sleep(for: .milliseconds(5))
                model.isOn = true
            }
        }
        #expect(screen.isLoading)
        try await screen.settle()
        #expect(screen.text == "first\n")
    }
}
