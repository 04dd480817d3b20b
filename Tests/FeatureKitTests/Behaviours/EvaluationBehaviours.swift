import FeatureKit
import FeatureTesting

/// A view that records its evaluations.
private struct Told<Content>: View {
    let record: Record
    let content: Content

    var body: some View {
        let _ = record("\(content)")
        Text("\(content)")
    }
}

private struct Flagged: View {
    let record: Record
    @Environment(\.isEnabled) private var isEnabled

    var body: some View {
        let _ = record(isEnabled ? "on" : "off")
        Text("flag")
    }
}

nonisolated extension Behaviour {
    // MARK: Evaluation

    static let evaluating: [Behaviour] = [
        Self("a view with the same value is not evaluated with the view around it", "outer 5 outer") { record in
            let screen = try screen {
                let _ = record("outer")
                Text("\(record.number)")
                Told(record: record, content: 5)
            }
            record.number = 1
            _ = screen.text
        },
        Self("a view whose value is another is evaluated", "0 1") { record in
            let screen = try screen { Told(record: record, content: record.number) }
            record.number = 1
            _ = screen.text
        },
        Self(
            "a view with an equal text is not evaluated, even if the text is another string in memory",
            "a-long-text-that-needs-a-place-of-its-own"
        ) {
            record in
            let screen = try screen {
                Text("\(record.number)")
                Told(record: record, content: ["a-long-text", "that-needs-a-place-of-its-own"].joined(separator: "-"))
            }
            record.number = 1
            _ = screen.text
        },
        Self("another object is another value, even if it is equal", "0 1 2") { record in
            final class Note: Equatable, Observable {
                let number: Int
                init(_ number: Int) { self.number = number }
                static func == (left: Note, right: Note) -> Bool { true }
            }
            struct Row: View {
                let record: Record
                let note: Note?
                var body: some View {
                    let _ = record("\(note?.number ?? -1)")
                    Text("note")
                }
            }
            let screen = try screen { Row(record: record, note: Note(record.number)) }
            for number in 0...2 {
                record.number = number
                _ = screen.text
            }
        },
        Self("a value of the environment that stays evaluates nothing", "leave 0 1") { record in
            struct Leaving: View {
                let record: Record
                let name: String
                @Environment(\.dismiss) private var dismiss
                @Environment(\.navigator) private var navigator
                @Environment(\.context) private var context
                var body: some View {
                    let _ = record("leave")
                    Button(name) { dismiss() }
                }
            }
            let screen = try screen {
                Text("\(record.number)")
                Leaving(record: record, name: ["a name that needs", "a place of its own"].joined(separator: " "))
            }
            for number in 0...1 {
                record.number = number
                record(screen.lines.first ?? "")
            }
        },
        Self("a view whose closure the view around it makes again is evaluated", "row row") { record in
            struct Row: View {
                let record: Record
                @State private var isOn = false
                let action: () -> Void
                var body: some View {
                    let _ = record("row")
                    Button("row", action: action)
                }
            }
            let screen = try screen {
                let number = record.number
                Row(record: record) { record("\(number)") }
            }
            record.number = 1
            _ = screen.text
        },
        Self("a view with the same value is evaluated when its state changes, and no other view is", "a b a") {
            record in
            struct Pressed: View {
                let record: Record
                let name: String
                @State private var count = 0
                var body: some View {
                    let _ = record(name)
                    Button("\(name) \(count)") { count += 1 }
                }
            }
            let screen = try screen {
                Pressed(record: record, name: "a")
                Pressed(record: record, name: "b")
            }
            _ = screen.text
            try screen.press("a 0")
            _ = screen.text
        },
        Self(
            "a view that only passes `$state` on is not evaluated when the state changes, and a view that reads it is",
            "outer 0 1"
        ) { record in
            struct Reading: View {
                let record: Record
                @Binding var count: Int
                var body: some View {
                    let _ = record("\(count)")
                    Button("more") { count += 1 }
                }
            }
            struct Outer: View {
                let record: Record
                @State private var count = 0
                var body: some View {
                    let _ = record("outer")
                    Reading(record: record, count: $count)
                }
            }
            let screen = try screen { Outer(record: record) }
            try screen.press("more")
            _ = screen.text
        },
        Self("a view that gets `$model.property` is not evaluated with the view around it", "field") { record in
            struct Field: View {
                let record: Record
                @Binding var text: String
                var body: some View {
                    let _ = record("field")
                    TextField("Name", text: $text)
                }
            }
            let screen = try screen {
                @Bindable var model = record
                Text("\(record.number)")
                Field(record: record, text: $model.text)
            }
            record.number = 1
            _ = screen.text
        },
        Self("a value of the environment that changes evaluates the views that have it", "on 5 off") { record in
            let screen = try screen {
                Group {
                    Flagged(record: record)
                    Told(record: record, content: 5)
                }
                .disabled(record.isOn)
            }
            _ = screen.text
            record.isOn = true
            _ = screen.text
        },
        Self("in `ForEach`, the row that changes is evaluated, and one that is added", "a b c d e") { record in
            let screen = try screen { ForEach(record.items, id: \.self) { Told(record: record, content: $0) } }
            _ = screen.text
            record.items.append("d")
            _ = screen.text
            record.items.swapAt(0, 3)
            record.items[1] = "e"
            _ = screen.text
        },
        Self(
            "a `ViewModifier` is evaluated when what it has read changes, and shows what it modifies as it is",
            "mod 0 1"
        ) { record in
            struct Titled: ViewModifier {
                let record: Record
                func body(content: Content) -> some View {
                    let _ = record("mod")
                    Section("title") { content }
                }
            }
            let screen = try screen { Text("\(record.number)").modifier(Titled(record: record)) }
            for number in 0...1 {
                record.number = number
                record(screen.lines.last.map { String($0.suffix(1)) } ?? "")
            }
        },
        Self(
            "a view that comes back has its first state, even if a view further out has made it only once",
            "1 2 [a 1] [a 0]"
        ) {
            record in
            @MainActor final class Store: ObservableObject {
                init(_ record: Record) { record("\(record.other + 1)"); record.other += 1 }
            }
            struct Owning: View {
                @StateObject var store: Store
                var body: some View { Text("owning") }
            }
            struct Card<Content: View>: View {
                @Binding var isOpen: Bool
                let content: Content
                var body: some View { if isOpen { content } }
            }
            struct Outer: View {
                @Bindable var record: Record
                var body: some View {
                    Card(isOpen: $record.isOn, content: Counter(name: "a"))
                    Card(isOpen: $record.isOn, content: Owning(store: Store(record)))
                }
            }
            record.isOn = true
            let screen = try screen { Outer(record: record) }
            try screen.press("a 0")
            let first = screen.lines[0]
            for isOn in [false, true] {
                record.isOn = isOn
                _ = screen.text
            }
            record(first)
            record(screen.lines[0])
        },
        Self("what follows from a `@Published` property of an object that the view holds is shown", "none some") {
            record in
            final class Search: ObservableObject {
                @Published var query = "" { didSet { result = query.isEmpty ? "none" : "some" } }
                var result = "none"
            }
            struct Found: View {
                @ObservedObject var search: Search
                var body: some View { Text(search.result) }
            }
            let search = Search()
            let screen = try screen { Found(search: search) }
            for query in ["", "q"] {
                search.query = query
                record(screen.lines[0])
            }
        },
        Self("two values of a type that shows no parts of itself are two values", "0 1") { record in
            struct Hidden: Equatable, CustomReflectable {
                let number: Int
                var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
            }
            struct Showing: View {
                let hidden: Hidden
                @State private var isOn = false
                var body: some View { Text("\(hidden.number)") }
            }
            let screen = try screen { Showing(hidden: Hidden(number: record.number)) }
            for number in 0...1 {
                record.number = number
                record(screen.lines[0])
            }
        },
        Self("a property that is not observed changes without an evaluation", "0 0") { record in
            final class Plain { var number = 0 }
            struct Showing: View {
                let plain: Plain
                var body: some View { Text("\(plain.number)") }
            }
            let plain = Plain()
            let screen = try screen {
                Text("\(record.number)")
                Showing(plain: plain)
            }
            for number in 0...1 {
                (plain.number, record.number) = (number, number)
                record(screen.lines.last ?? "")
            }
        },
    ]
}
