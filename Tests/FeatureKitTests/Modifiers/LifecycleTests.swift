import FeatureKit
import FeatureTesting
import Testing

/// Tasks and appearances of views.
@Suite struct LifecycleTests {
    private let model = Model()

    /// Records its start, waits until it is cancelled, and records that.
    private func work(_ name: String) async {
        model.events.append("\(name) starts")
        try? await Task.sleep(for: .seconds(3600))
        model.events.append("\(name) \(Task.isCancelled ? "is cancelled" : "ends")")
    }

    @Test("a task starts when its screen appears, is cancelled when it disappears, and starts again when it reappears")
    func appearing() async throws {
        let screen = try screen { Text("a").task { await work("task") } }
        #expect(await model.events(1) == ["task starts"])
        screen.disappear()
        #expect(await model.events(2).last == "task is cancelled")
        screen.appear()
        #expect(await model.events(3).last == "task starts")
        screen.close()
        #expect(await model.events(4).last == "task is cancelled")
    }

    @Test("two tasks on one view both run")
    func two() async throws {
        let screen = try screen { Text("a").task { await work("one") }.task { await work("two") } }
        #expect(await Set(model.events(2)) == ["one starts", "two starts"])
        screen.close()
        #expect(await Set(model.events(4)) == ["one starts", "two starts", "one is cancelled", "two is cancelled"])
    }

    @Test("a task continues when its screen is rendered again")
    func rendering() async throws {
        let screen = try screen { Text(model.text).task { await work("task") } }
        _ = await model.events(1)
        model.text = "second"
        try await screen.settle()
        #expect(screen.text == "second\n")
        #expect(model.events == ["task starts"])
    }

    @Test("a finished task does not run again until its screen reappears")
    func done() async throws {
        let screen = try screen { Text(model.text).task { model.events.append("done") } }
        _ = await model.events(1)
        model.text = "second"
        try await screen.settle()
        #expect(model.events == ["done"])
        screen.disappear()
        screen.appear()
        #expect(await model.events(2) == ["done", "done"])
    }

    @Test("the task of a removed view is cancelled, and other tasks continue")
    func gone() async throws {
        model.isOn = true
        let screen = try screen {
            if model.isOn { Text("a").task { await work("inner") } }
            Text("b").task { await work("outer") }
        }
        #expect(await Set(model.events(2)) == ["inner starts", "outer starts"])
        model.isOn = false
        #expect(screen.text == "b\n")
        #expect(await model.events(3).last == "inner is cancelled")
        model.isOn = true
        #expect(screen.text == "a\nb\n")
        #expect(await model.events(4).last == "inner starts")
    }

    @Test("an element's task stays with the element when others come and go")
    func elements() async throws {
        model.number = 2
        let screen = try screen {
            ForEach(Array((0..<model.number).reversed()), id: \.self) { index in
                Text("\(index)").task { await work("\(index)") }
            }
        }
        #expect(await Set(model.events(2)) == ["0 starts", "1 starts"])
        model.number = 3
        #expect(screen.text == "2\n1\n0\n")
        #expect(await model.events(3).last == "2 starts")
        model.number = 1
        #expect(screen.text == "0\n")
        #expect(await Set(model.events(5).suffix(2)) == ["1 is cancelled", "2 is cancelled"])
    }

    @Test("onAppear runs once for each appearance, outermost first")
    func onAppear() throws {
        let screen = try screen {
            List {
                Text(model.text).onAppear { model.events.append("first row") }
                Text("b").onAppear { model.events.append("second row") }
            }
            .onAppear { model.events.append("list") }
        }
        #expect(model.events == ["list", "first row", "second row"])
        model.text = "second"
        #expect(screen.text == "second\nb\n")
        #expect(model.events.count == 3)
        screen.disappear()
        screen.appear()
        #expect(model.events == ["list", "first row", "second row", "list", "first row", "second row"])
    }

    @Test("a view that comes back appears again")
    func comesBack() throws {
        let screen = try screen { if model.isOn { Text("a").onAppear { model.events.append("appears") } } }
        for isOn in [true, false, true] {
            model.isOn = isOn
            #expect(screen.text == (isOn ? "a\n" : ""))
        }
        #expect(model.events == ["appears", "appears"])
    }

    @Test("a change made in onAppear is shown")
    func changes() async throws {
        let screen = try screen { Text(model.text).onAppear { model.text = "changed" } }
        try await screen.settle()
        #expect(screen.text == "changed\n")
    }
}
