import FeatureKit
import FeatureTesting

nonisolated extension Behaviour {
    // MARK: State and identity

    static let keeping: [Behaviour] = [
        Self("`@State` keeps its value while its view is evaluated again", "[a 1]") { record in
            let screen = try screen {
                Text("\(record.number)")
                Counter(name: "a")
            }
            try screen.press("a 0")
            record.number = 1
            record(screen.lines.last ?? "")
        },
        Self("`@State` takes the first value that it is given, and no later one", "0 0") { record in
            struct Showing: View {
                @State var number: Int
                var body: some View { Text("\(number)") }
            }
            let screen = try screen { Showing(number: record.number) }
            record(screen.lines[0])
            record.number = 7
            record(screen.lines[0])
        },
        Self("the views of an `if` and its `else` have states of their own, which begin anew", "[a 1] [a 0] [a 0]") {
            record in
            let screen = try screen { if record.isOn { Counter(name: "a") } else { Counter(name: "a") } }
            try screen.press("a 0")
            record(screen.lines[0])
            for isOn in [true, false] {
                record.isOn = isOn
                record(screen.lines[0])
            }
        },
        Self("a view whose argument changes keeps its state", "[b 1]") { record in
            let screen = try screen { Counter(name: record.isOn ? "b" : "a") }
            try screen.press("a 0")
            record.isOn = true
            record(screen.lines[0])
        },
        Self("the cases of a `switch` have states of their own", "[a 1] [a 0]") { record in
            let screen = try screen {
                switch record.number {
                case 0: Counter(name: "a")
                default: Counter(name: "a")
                }
            }
            try screen.press("a 0")
            record(screen.lines[0])
            record.number = 1
            record(screen.lines[0])
        },
        Self("another `.id` is another view", "[a 1] [a 0]") { record in
            let screen = try screen { Counter(name: "a").id(record.number) }
            try screen.press("a 0")
            record(screen.lines[0])
            record.number = 1
            record(screen.lines[0])
        },
        Self("in `ForEach`, the state stays with the element's id when the order changes", "[c 0] [b 0] [a 1]") {
            record in
            let screen = try screen { ForEach(record.items, id: \.self) { Counter(name: $0) } }
            try screen.press("a 0")
            record.items.reverse()
            for line in screen.lines { record(line) }
        },
        Self("an element that was gone begins anew", "[a 1] [a 0]") { record in
            let screen = try screen { ForEach(record.items, id: \.self) { Counter(name: $0) } }
            try screen.press("a 0")
            record(screen.lines[0])
            record.items.removeFirst()
            _ = screen.text
            record.items.insert("a", at: 0)
            record(screen.lines[0])
        },
        Self("in `ForEach` over positions, the state stays with the position", "[c 1]") { record in
            let screen = try screen { ForEach(record.items.indices, id: \.self) { Counter(name: record.items[$0]) } }
            try screen.press("a 0")
            record.items.reverse()
            record(screen.lines[0])
        },
        Self("`AnyView` of the same type of view keeps the state", "[b 1]") { record in
            let screen = try screen { AnyView(Counter(name: record.isOn ? "b" : "a")) }
            try screen.press("a 0")
            record.isOn = true
            record(screen.lines[0])
        },
        Self("`AnyView` of another type of view is another view", "[a 1] a") { record in
            let screen = try screen { record.isOn ? AnyView(Text("a")) : AnyView(Counter(name: "a")) }
            try screen.press("a 0")
            record(screen.lines[0])
            record.isOn = true
            record(screen.lines[0])
        },
        Self("an optional view begins anew when it comes again", "[a 1] [a 0]") { record in
            record.isOn = true
            let screen = try screen { if let name = record.isOn ? "a" : nil { Counter(name: name) } }
            try screen.press("a 0")
            record(screen.lines[0])
            record.isOn = false
            _ = screen.text
            record.isOn = true
            record(screen.lines[0])
        },
        Self("an object in `@StateObject` is made once, however often its view is", "made") { record in
            final class Store: ObservableObject {
                @MainActor init(_ record: Record) { record("made") }
            }
            struct Holding: View {
                @StateObject var store: Store
                let number: Int
                var body: some View { Text("\(number)") }
            }
            let screen = try screen { Holding(store: Store(record), number: record.number) }
            record.number = 1
            _ = screen.text
        },
        Self("the state of a tab that is not selected is kept", "[a 1] [a 1]") { record in
            let screen = try screen {
                TabView {
                    Counter(name: "a").tabItem { Text("A") }
                    Text("b").tabItem { Text("B") }
                }
            }
            try screen.press("a 0")
            record(screen.lines.last ?? "")
            try screen.press("B")
            try screen.press("A")
            record(screen.lines.last ?? "")
        },
    ]

    // MARK: Environment

    static let surrounding: [Behaviour] = [
        Self("a value of the environment holds for all views in a view, and the nearest one counts", "1 2 0") {
            record in
            let screen = try screen {
                VStack {
                    Depth()
                    VStack { Depth() }.environment(\.depth, 2)
                }
                .environment(\.depth, 1)
                Depth()
            }
            for line in screen.lines { record(line) }
        },
        Self("an object of the environment reaches the views, and its changes show", "0 1") { record in
            struct Reading: View {
                @Environment(Record.self) private var record
                var body: some View { Text("\(record.number)") }
            }
            let screen = try screen { Reading().environment(record) }
            record(screen.lines[0])
            record.number = 1
            record(screen.lines[0])
        },
        Self("what is around a `NavigationStack` reaches what it pushes", "3") { record in
            let screen = try screen {
                NavigationStack { NavigationLink("Push") { Depth() } }.environment(\.depth, 3)
            }
            try screen.press("Push")
            record(screen.lines.last ?? "")
        },
        Self(
            "what is set within a `NavigationStack`, at the view with the link, does not reach what it pushes",
            here: "it reaches what that view declares", "3"
        ) { record in
            let screen = try screen {
                NavigationStack { VStack { NavigationLink("Push") { Depth() } }.environment(\.depth, 3) }
            }
            try screen.press("Push")
            record(screen.lines.last ?? "")
        },
        Self("the environment of a view reaches its sheet", "3") { record in
            let screen = try screen {
                Button("Open") { record.isOn = true }
                    .sheet(isPresented: Bindable(record).isOn) { Depth() }
                    .environment(\.depth, 3)
            }
            try screen.press("Open")
            record(screen.lines.last ?? "")
        },
        Self("`.disabled(true)` holds for all views in a view, also for one that is `.disabled(false)`", "false") {
            record in
            struct Enabled: View {
                @Environment(\.isEnabled) private var isEnabled
                var body: some View { Text("\(isEnabled)") }
            }
            let screen = try screen { VStack { Enabled().disabled(false) }.disabled(true) }
            record(screen.lines[0].split(separator: " ").first.map(String.init) ?? "")
        },
        Self("`transformEnvironment` changes what comes from further out", "4") { record in
            let screen = try screen {
                VStack { Depth().transformEnvironment(\.depth) { $0 += 1 } }.environment(\.depth, 3)
            }
            record(screen.lines[0])
        },
    ]

    // MARK: Bindings

    static let binding: [Behaviour] = [
        Self("a `@Binding` writes the state of the view further out, and both show it", "1 [1]") { record in
            struct Inner: View {
                @Binding var number: Int
                var body: some View { Button("\(number)") { number += 1 } }
            }
            struct Outer: View {
                @State private var number = 0
                var body: some View {
                    Text("\(number)")
                    Inner(number: $number)
                }
            }
            let screen = try screen { Outer() }
            try screen.press("0")
            for line in screen.lines { record(line) }
        },
        Self("`ForEach($items)` writes the element of the array", "a x c") { record in
            struct Item: Identifiable {
                let id: Int
                var text: String
            }
            struct Items: View {
                @State private var items = [Item(id: 0, text: "a"), Item(id: 1, text: "b"), Item(id: 2, text: "c")]
                var body: some View {
                    ForEach($items) { $item in TextField("\(item.id)", text: $item.text) }
                    Text(items.map(\.text).joined(separator: " "))
                }
            }
            let screen = try screen { Items() }
            try screen.type("x", into: "1")
            record(screen.lines.last ?? "")
        },
        Self("`Binding(get:set:)` is called for each change", "set true set false") { record in
            let screen = try screen {
                Toggle(
                    "a",
                    isOn: Binding(
                        get: { record.isOn },
                        set: {
                            record("set \($0)")
                            record.isOn = $0
                        }))
            }
            try screen.press("a")
            try screen.press("a")
        },
        Self("a constant binding keeps its value", "[x] a") { record in
            let screen = try screen { Toggle("a", isOn: .constant(true)) }
            try screen.press("a")
            record(screen.lines[0])
        },
        Self("`@Bindable` binds the properties of an object", "x") { record in
            struct Editing: View {
                @Bindable var record: Record
                var body: some View { TextField("a", text: $record.text) }
            }
            let screen = try screen { Editing(record: record) }
            try screen.type("x", into: "a")
            record(record.text)
        },
        Self("a picker writes the tag of the option that is chosen", "2") { record in
            let screen = try screen {
                Picker("a", selection: Bindable(record).number) {
                    Text("one").tag(1)
                    Text("two").tag(2)
                }
            }
            try screen.press("two")
            record("\(record.number)")
        },
    ]
}

/// Shows a value of the environment.
private struct Depth: View {
    @Environment(\.depth) private var depth
    var body: some View { Text("\(depth)") }
}

extension EnvironmentValues {
    @Entry fileprivate var depth = 0
}

extension ScreenHarness {
    /// The lines of the screen below its title.
    var lines: [String] { text.split(separator: "\n").map(String.init) }
}
