import FeatureKit
import FeatureTesting

nonisolated extension Behaviour {
    // MARK: Appearing

    static let appearing: [Behaviour] = [
        Self("`onAppear` runs once when a view comes on the screen, and not when it is evaluated again", "+a") {
            record in
            let screen = try screen { Text("\(record.number)").onAppear { record("+a") } }
            record.number = 1
            _ = screen.text
        },
        Self(
            "of views in one another, `onAppear` runs for each", here: "the outermost first; SwiftUI promises no order",
            "+outer +inner"
        ) { record in
            _ = try screen { VStack { Text("").onAppear { record("+inner") } }.onAppear { record("+outer") } }
        },
        Self("`onAppear` runs before the view's `.task` begins", "+a task") { record in
            _ = try screen { Text("a").task { record("task") }.onAppear { record("+a") } }
            await record.wait(for: "task")
        },
        Self("a row that is added appears, and the others do not again", "+a +b +c +d") { record in
            let screen = try screen {
                ForEach(record.items, id: \.self) { item in Text(item).onAppear { record("+\(item)") } }
            }
            record.items.insert("d", at: 0)
            _ = screen.text
        },
        Self("a view that an `if` removes disappears, and appears again with it", "+a -a +a -a") { record in
            record.isOn = true
            let screen = try screen { if record.isOn { Text("a").appearances("a", record) } }
            record.isOn = false
            _ = screen.text
            record.isOn = true
            _ = screen.text
        },
        Self(
            "of an `if` and its `else`, one disappears and the other appears",
            here: "first the old one disappears; in SwiftUI first the new one appears", "+a -a +b -b"
        ) { record in
            let screen = try screen {
                if record.isOn { Text("b").appearances("b", record) } else { Text("a").appearances("a", record) }
            }
            record.isOn = true
            _ = screen.text
        },
        Self("a view that is hidden, or has no opacity, appears all the same", "+hidden +clear") { record in
            _ = try screen {
                Text("a").onAppear { record("+hidden") }.hidden()
                Text("b").onAppear { record("+clear") }.opacity(0)
            }
        },
        Self("what `onAppear` changes is shown", "1") { record in
            let screen = try screen { Text("\(record.number)").onAppear { record.number = 1 } }
            try await screen.settle()
            record("\(screen.text.first ?? " ")")
        },
        Self("when a screen is left, its views disappear", "+a -a") { record in
            let screen = try screen { Text("a").appearances("a", record) }
            screen.close()
        },
        Self(
            "a view that shows nothing, an `EmptyView`, does not appear",
            here: "it appears", "+empty"
        ) { record in
            _ = try screen { EmptyView().onAppear { record("+empty") } }
        },
    ]

    // MARK: Tasks

    static let working: [Behaviour] = [
        Self("`.task` begins when its view appears, and is cancelled when it disappears", "a starts a is cancelled") {
            record in
            record.isOn = true
            let screen = try screen { if record.isOn { Text("a").task { await record.work("a") } } }
            await record.wait(for: "a starts")
            record.isOn = false
            _ = screen.text
            await record.wait(for: "a is cancelled")
        },
        Self("`.task` goes on while its view is evaluated again", "a starts") { record in
            let screen = try screen { Text("\(record.number)").task { await record.work("a") } }
            await record.wait(for: "a starts")
            record.number = 1
            _ = screen.text
            await record.pause()
        },
        Self("a `.task` that has ended begins again only when its view appears again", "done done") { record in
            record.isOn = true
            let screen = try screen {
                Text("\(record.number)")
                if record.isOn { Text("a").task { record("done") } }
            }
            await record.wait(for: "done")
            record.number = 1
            _ = screen.text
            await record.pause()
            record.isOn = false
            _ = screen.text
            record.isOn = true
            _ = screen.text
            await record.pause()
        },
        Self("`.task(id:)` is cancelled and begins again when its id changes", "0 starts 0 is cancelled 1 starts") {
            record in
            let screen = try screen {
                Text("a").task(id: record.number) { [number = record.number] in
                    guard number > 0 else { return await record.work("0") }
                    await record.wait(for: "0 is cancelled")
                    record("1 starts")
                }
            }
            await record.wait(for: "0 starts")
            record.number = 1
            _ = screen.text
            await record.wait(for: "1 starts")
        },
        Self("`.task(id:)` goes on while its id is the same", "a starts") { record in
            let screen = try screen { Text("\(record.other)").task(id: record.number) { await record.work("a") } }
            await record.wait(for: "a starts")
            record.other = 1
            _ = screen.text
            await record.pause()
        },
        Self("two tasks on one view both run", "both") { record in
            _ = try screen { Text("a").task { record.number += 1 }.task { record.number += 1 } }
            while record.number < 2 { await Task.yield() }
            record("both")
        },
        Self("`Task.sleep` in a `.task` throws when its view disappears", "sleeps CancellationError") { record in
            let screen = try screen {
                Text("a").task {
                    record("sleeps")
                    do { try await Task.sleep(for: .seconds(3600)) } catch { record("\(type(of: error))") }
                }
            }
            await record.wait(for: "sleeps")
            screen.close()
            await record.wait(for: "CancellationError")
        },
        Self("a `Task` that an action begins goes on when the view has disappeared", "-a not cancelled") { record in
            let screen = try screen {
                if !record.isOn {
                    Button("a") {
                        Task {
                            while !record.isOn { await Task.yield() }
                            await record.pause()
                            record(Task.isCancelled ? "cancelled" : "not cancelled")
                        }
                    }
                    .onDisappear { record("-a") }
                }
            }
            try screen.press("a")
            record.isOn = true
            _ = screen.text
            await record.wait(for: "not cancelled")
        },
        Self("a `.task` runs on the main actor", "main") { record in
            _ = try screen {
                Text("a").task {
                    MainActor.assertIsolated()
                    record("main")
                }
            }
            await record.wait(for: "main")
        },
        Self("`onDisappear` runs before the view's `.task` is cancelled", "a starts -a a is cancelled") { record in
            let screen = try screen { Text("a").task { await record.work("a") }.onDisappear { record("-a") } }
            await record.wait(for: "a starts")
            screen.close()
            await record.wait(for: "a is cancelled")
        },
    ]

    // MARK: Changes

    static let changing: [Behaviour] = [
        Self("`onChange` does not run when a view appears", "") { record in
            _ = try screen { Text("a").onChange(of: record.number) { record("changed") } }
        },
        Self("`onChange(of:initial:)` runs when a view appears, with the value twice", "0 0") { record in
            _ = try screen {
                Text("a").onChange(of: record.number, initial: true) { old, new in record("\(old) \(new)") }
            }
        },
        Self("`onChange` gets the old value and the new one", "0 5") { record in
            let screen = try screen { Text("a").onChange(of: record.number) { record("\($0) \($1)") } }
            record.number = 5
            _ = screen.text
        },
        Self("several changes in one action are one change", "0 3") { record in
            let screen = try screen {
                Button("a") { for _ in 1...3 { record.number += 1 } }
                    .onChange(of: record.number) { record("\($0) \($1)") }
            }
            try screen.press("a")
            _ = screen.text
        },
        Self("an equal value is no change", "") { record in
            let screen = try screen {
                Button("a") { record.number = 0 }.onChange(of: record.number) { record("changed") }
            }
            try screen.press("a")
            _ = screen.text
        },
        Self("what `onChange` changes is shown, and runs the `onChange` of that", "number other 2") { record in
            let screen = try screen {
                Text("\(record.other)")
                    .onChange(of: record.number) {
                        record("number")
                        record.other = 2
                    }
                    .onChange(of: record.other) { record("other") }
            }
            record.number = 1
            try await screen.settle()
            _ = screen.text
            record("\(screen.text.first ?? " ")")
        },
        Self("a change of what the body has not read evaluates nothing", "body") { record in
            let screen = try screen {
                let _ = record("body")
                Text("\(record.number)")
            }
            record.other = 1
            _ = screen.text
        },
        Self("a change evaluates the views that have read it", "outer inner inner") { record in
            struct Inner: View {
                let record: Record
                var body: some View {
                    let _ = record("inner")
                    Text("\(record.number)")
                }
            }
            let screen = try screen {
                let _ = record("outer")
                Inner(record: record)
            }
            record.number = 1
            _ = screen.text
        },
        Self("a `@Published` property of an observed object shows its change", "0 1") { record in
            final class Store: ObservableObject {
                @Published var count = 0
            }
            struct Watching: View {
                @ObservedObject var store: Store
                var body: some View { Button("\(store.count)") { store.count += 1 } }
            }
            let store = Store()
            let screen = try screen { Watching(store: store) }
            record("\(screen.text.dropFirst().first ?? " ")")
            try screen.press("0")
            record("\(screen.text.dropFirst().first ?? " ")")
        },
    ]
}
