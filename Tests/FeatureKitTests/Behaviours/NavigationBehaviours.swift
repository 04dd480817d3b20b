import FeatureKit
import FeatureTesting

/// A view whose button closes what it is in.
private struct Closing: View {
    @Environment(\.dismiss) private var dismiss
    var body: some View { Button("Close") { dismiss() } }
}

nonisolated extension Behaviour {
    // MARK: Sheets, alerts

    static let presenting: [Behaviour] = [
        Self("`dismiss()` in a sheet closes it, and its binding is false", "true false") { record in
            let screen = try screen {
                Button("Open") { record.isOn = true }.sheet(isPresented: Bindable(record).isOn) { Closing() }
            }
            try screen.press("Open")
            record("\(record.isOn)")
            try screen.press("Close")
            record("\(record.isOn)")
        },
        Self("`onDismiss` runs once, whichever way a sheet is closed", "closed closed closed") { record in
            let screen = try screen {
                Button("Open") { record.isOn = true }
                    .sheet(isPresented: Bindable(record).isOn, onDismiss: { record("closed") }) { Closing() }
            }
            try screen.press("Open")
            try screen.press("Close")
            _ = screen.text
            try screen.press("Open")
            try screen.closeSheet()
            _ = screen.text
            try screen.press("Open")
            _ = screen.text
            record.isOn = false
            _ = screen.text
        },
        Self("the views of a sheet appear and disappear with it, those below do not", "+below +sheet -sheet -below") {
            record in
            let screen = try screen {
                Button("Open") { record.isOn = true }
                    .appearances("below", record)
                    .sheet(isPresented: Bindable(record).isOn) { Text("a").appearances("sheet", record) }
            }
            try screen.press("Open")
            _ = screen.text
            try screen.closeSheet()
            _ = screen.text
        },
        Self("a sheet begins anew each time that it is shown", "[a 1] [a 0]") { record in
            let screen = try screen {
                Button("Open") { record.isOn = true }.sheet(isPresented: Bindable(record).isOn) { Counter(name: "a") }
            }
            try screen.press("Open")
            try screen.press("a 0")
            record(screen.lines.last ?? "")
            try screen.closeSheet()
            try screen.press("Open")
            record(screen.lines.last ?? "")
        },
        Self("a sheet by an item shows the item, and closes when the item is nil", "7 [Open]") { record in
            let screen = try screen { Presenting(record: record) }
            try screen.press("Open")
            record(screen.lines.last ?? "")
            record.isOn = true
            try await screen.settle()
            record(screen.lines.last ?? "")
        },
        Self("another item of a sheet begins with a state of its own", "1 is 0 1 is 1 2 is 0") { record in
            let screen = try screen { Items() }
            try screen.press("Open")
            for button in ["1 is 0", "Next", ""] {
                record(screen.text.contains("1 is") ? screen.text.contains("1 is 0") ? "1 is 0" : "1 is 1" : "2 is 0")
                if !button.isEmpty { try screen.press(button) }
            }
        },
        Self("a sheet that is locked by `interactiveDismissDisabled` stays", "stays") { record in
            let screen = try screen {
                Button("Open") { record.isOn = true }
                    .sheet(isPresented: Bindable(record).isOn) { Text("a").interactiveDismissDisabled() }
            }
            try screen.press("Open")
            do { try screen.goBack() } catch { record("stays") }
        },
        Self("a button of an alert runs its action, and closes the alert", "done false") { record in
            let screen = try screen {
                Button("Open") { record.isOn = true }
                    .alert("Sure?", isPresented: Bindable(record).isOn) { Button("Yes") { record("done") } }
            }
            try screen.press("Open")
            try screen.press("Yes")
            _ = screen.text
            record("\(record.isOn)")
        },
        Self("an alert without buttons has one that closes it", "true false") { record in
            let screen = try screen {
                Button("Open") { record.isOn = true }.alert("Done", isPresented: Bindable(record).isOn) {}
            }
            try screen.press("Open")
            record("\(record.isOn)")
            try screen.press("OK")
            _ = screen.text
            record("\(record.isOn)")
        },
        Self("a confirmation dialog has a button that cancels, if it brings none of that role", "Delete Cancel") {
            record in
            let screen = try screen {
                Button("Open") { record.isOn = true }
                    .confirmationDialog("Sure?", isPresented: Bindable(record).isOn) { Button("Delete") {} }
            }
            try screen.press("Open")
            for name in ["Delete", "Cancel"] where screen.text.contains("[\(name)]") { record(name) }
        },
    ]

    private struct Items: View {
        struct Item: Identifiable { let id: Int }

        @State private var item: Item?

        var body: some View {
            Button("Open") { item = Item(id: 1) }
                .sheet(item: $item) { item in
                    Counter(name: "\(item.id) is")
                    Button("Next") { self.item = Item(id: 2) }
                }
        }
    }

    private struct Presenting: View {
        struct Item: Identifiable {
            let id: Int
        }

        let record: Record
        @State private var item: Item?

        var body: some View {
            Button("Open") { item = Item(id: 7) }
                .sheet(item: $item) { Text("\($0.id)") }
                .onChange(of: record.isOn) { item = nil }
        }
    }

    // MARK: Pushes

    private struct Stack: View {
        let record: Record
        @State private var path: [Int] = []

        var body: some View {
            NavigationStack(path: $path) {
                VStack {
                    Button("Two") { path = [1, 2] }
                    NavigationLink("One", value: 1)
                    Counter(name: "root")
                }
                .appearances("root", record)
                .navigationDestination(for: Int.self) { number in
                    VStack {
                        Button("Root") { path = [] }
                        Button("Swap") { path[path.count - 1] = 9 }
                        Counter(name: "\(number)")
                        Closing()
                        Text("\(path)")
                    }
                    .appearances("\(number)", record)
                }
            }
        }
    }

    static let pushing: [Behaviour] = [
        Self(
            "a push lets the view below disappear and the new one appear",
            here: "the old one disappears first; in SwiftUI the new one appears first", "+root -root +1 -1"
        ) { record in
            let screen = try screen { Stack(record: record) }
            try screen.press("One")
            _ = screen.text
        },
        Self("on the way back the view below appears again, with its state", "+root -root +1 -1 +root [root 1] -root") {
            record in
            let screen = try screen { Stack(record: record) }
            try screen.press("root 0")
            try screen.press("One")
            _ = screen.text
            try screen.goBack()
            record(screen.lines.last ?? "")
        },
        Self("a link with a value appends it to the path", "[1]") { record in
            let screen = try screen { Stack(record: Record()) }
            try screen.press("One")
            record(screen.lines.last ?? "")
        },
        Self("of several values that are appended at once, the last one's view appears", "+root -root +2 -2") {
            record in
            let screen = try screen { Stack(record: record) }
            try screen.press("Two")
            _ = screen.text
        },
        Self("an empty path leads to the root", "+2 -2 +root -root") { record in
            let ignored = Record()
            let screen = try screen { Stack(record: record.isOn ? record : ignored) }
            try screen.press("Two")
            record.isOn = true
            _ = screen.text
            try screen.press("Root")
            _ = screen.text
        },
        Self("`dismiss()` in a view that is pushed goes back", "[1, 2] [1]") { record in
            let screen = try screen { Stack(record: Record()) }
            try screen.press("Two")
            record(screen.lines.last ?? "")
            try screen.press("Close")
            record(screen.lines.last ?? "")
        },
        Self("a view that is pushed again begins anew", "[1 1] [1 0]") { record in
            let screen = try screen { Stack(record: Record()) }
            try screen.press("One")
            try screen.press("1 0")
            record(screen.lines.first { $0.hasPrefix("[1 ") } ?? "")
            try screen.goBack()
            try screen.press("One")
            record(screen.lines.first { $0.hasPrefix("[1 ") } ?? "")
        },
        Self("another value in the same place of the path is another view", "[9 0]") { record in
            let screen = try screen { Stack(record: Record()) }
            try screen.press("One")
            try screen.press("1 0")
            try screen.press("Swap")
            record(screen.lines.first { $0.hasPrefix("[9 ") } ?? "")
        },
        Self("`navigationDestination(isPresented:)` is pushed while its binding is true", "a false") { record in
            let screen = try screen {
                NavigationStack {
                    Button("Push") { record.isOn = true }
                        .navigationDestination(isPresented: Bindable(record).isOn) { Text("a") }
                }
            }
            try screen.press("Push")
            record(screen.lines.last ?? "")
            try screen.goBack()
            record("\(record.isOn)")
        },
        Self("a tab that is selected again shows what it has pushed", "Ada Ada") { record in
            let screen = try screen { PeopleTabs() }
            try screen.press("Ada")
            record(screen.title)
            try screen.press("Favourites")
            _ = screen.text
            try screen.press("All")
            record(screen.title)
        },
    ]
}
