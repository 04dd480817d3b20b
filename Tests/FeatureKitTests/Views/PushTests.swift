import FeatureKit
import FeatureTesting
import Testing

/// What links and bindings push within a screen.
@Suite struct PushTests {
    enum Way: String, CaseIterable {
        case value, path, isPresented, item, view, selection
    }

    /// A root and what it pushes in one way, which record what happens to them.
    private struct Pushing: View {
        let way: Way
        let model: Model
        @State private var path: [Int] = []
        @State private var isPresented = false
        @State private var item: Int?
        @State private var count = 0

        var body: some View {
            switch way {
            case .path: NavigationStack(path: $path) { root.navigationDestination(for: Int.self) { _ in pushed } }
            case .selection:
                NavigationSplitView {
                    List(["Push"], id: \.self, selection: selection) { Text($0) }
                        .recorded("root", model)
                        .navigationTitle("Root")
                } detail: {
                    pushed
                }
            default: NavigationStack { root }
            }
        }

        private var selection: Binding<String?> {
            Binding(get: { item.map { _ in "Push" } }, set: { item = $0.map { _ in 1 } })
        }

        @ViewBuilder private var root: some View {
            VStack {
                Button("Count \(count)") { count += 1 }
                switch way {
                case .value: NavigationLink("Push", value: 1)
                case .view: NavigationLink("Push") { pushed }
                case .path: Button("Push") { path.append(1) }
                case .isPresented: Button("Push") { isPresented = true }
                case .item, .selection: Button("Push") { item = 1 }
                }
            }
            .recorded("root", model)
            .navigationTitle("Root")
            .navigationDestination(for: Int.self) { _ in pushed }
            .navigationDestination(isPresented: $isPresented) { pushed }
            .navigationDestination(item: $item) { _ in pushed }
        }

        @ViewBuilder private var pushed: some View {
            VStack {
                Text("count \(count)")
                Button("Count") { count += 1 }
            }
            .recorded("pushed", model)
            .navigationTitle("Pushed")
        }
    }

    private let model = Model()

    /// Waits for as many events, and returns them in order; the tasks' own come when they get to it.
    private func next(_ count: Int, of screen: ScreenHarness) async -> [String] {
        _ = screen.text
        defer { model.events = [] }
        return await model.events(count)
    }

    @Test("what is below disappears and its task is cancelled, and on return both run again", arguments: Way.allCases)
    func lifecycle(way: Way) async throws {
        let screen = try screen { Pushing(way: way, model: model) }
        #expect(await next(2, of: screen) == ["root appears", "root starts"])
        try screen.press("Push")
        let there = await next(4, of: screen)
        #expect(there.filter { $0.hasSuffix("appears") } == ["root disappears", "pushed appears"])
        #expect(Set(there.filter { !$0.hasSuffix("appears") }) == ["root is cancelled", "pushed starts"])
        #expect(screen.title == "Pushed")
        try screen.goBack()
        let back = await next(4, of: screen)
        #expect(back.filter { $0.hasSuffix("appears") } == ["pushed disappears", "root appears"])
        #expect(Set(back.filter { !$0.hasSuffix("appears") }) == ["pushed is cancelled", "root starts"])
        #expect(screen.title == "Root")
        #expect(throws: HarnessError.self) { try screen.goBack() }
    }

    @Test("what is below keeps its state, and what it passes on is fresh", arguments: Way.allCases)
    func fresh(way: Way) throws {
        let screen = try screen { Pushing(way: way, model: model) }
        if way != .selection { try screen.press("Count 0") }
        try screen.press("Push")
        #expect(screen.text.hasSuffix("count \(way == .selection ? 0 : 1)\n[Count]\n"))
        try screen.press("Count")
        #expect(screen.text.contains("count \(way == .selection ? 1 : 2)\n"))
        try screen.goBack()
        if way != .selection { #expect(screen.text.contains("[Count 2]")) }
    }

    @Test("the environment around the stack reaches what is pushed, and each tab keeps its path and its state")
    func tabs() async throws {
        let screen = try screen { PeopleTabs() }
        try await screen.settle()
        try screen.press("Ada")
        #expect(screen.text.hasPrefix("Ada\n===\n\nTab: (All) Favourites\nAda of 1\n"))
        try screen.type("hi", into: "Note")
        try screen.press("Friend")
        #expect(screen.title == "Ada's friend")
        try screen.goBack()
        #expect(screen.text.contains("Note: [hi]"))
        try screen.press("Favourites")
        #expect(screen.title == "Favourites")
        try screen.press("Cleo")
        try screen.type("ho", into: "Note")
        try screen.press("Other tab")
        #expect(screen.title == "Ada")
        #expect(screen.text.contains("Note: [hi]"))
        try screen.press("Pop")
        #expect(screen.title == "People")
        try screen.press("Favourites")
        #expect(screen.title == "Cleo")
        #expect(screen.text.contains("Note: [ho]"))
        try screen.press("Leave")
        #expect(screen.title == "Favourites")
    }

    @Test("the paths of all tabs come again with the screen")
    func reopened() async throws {
        let screen = try screen { PeopleTabs() }
        try screen.press("Ada")
        try screen.press("Favourites")
        try screen.press("Cleo")
        let again = try screen.reopened()
        try await again.settle()
        #expect(again.title == "Ada")
        try again.press("Favourites")
        #expect(again.title == "Cleo")
    }

    struct Contact: Hashable, Codable {
        let name: String
    }

    enum Destination: Hashable, Codable {
        case conversation(Contact)
        case section(String, page: Int)
        case home
    }

    enum PlainDestination: Hashable {
        case conversation(Contact)
    }

    private struct Stack<Item: Hashable>: View {
        @State var path: [Item] = []
        let item: Item

        var body: some View {
            NavigationStack(path: $path) {
                Button("Push") { path.append(item) }
                    .navigationTitle("Root")
                    .navigationDestination(for: Item.self) { Text("\($0)").navigationTitle("Pushed") }
            }
        }
    }

    @Test(
        "an enum's case with its values comes again with the screen",
        arguments: [.conversation(Contact(name: "Ada")), .section("privacy", page: 2), .home] as [Destination])
    func enumPath(destination: Destination) throws {
        let screen = try screen { Stack(item: destination) }
        try screen.press("Push")
        let text = screen.text
        let again = try screen.reopened()
        #expect(again.title == "Pushed")
        #expect(again.text == text)
    }

    @Test("a path whose values are not Codable begins anew with the screen")
    func plainPath() throws {
        let screen = try screen { Stack(item: PlainDestination.conversation(Contact(name: "Ada"))) }
        try screen.press("Push")
        #expect(screen.title == "Pushed")
        let again = try screen.reopened()
        #expect(again.title == "Root")
        try again.press("Push")
        #expect(again.title == "Pushed")
    }

    @Test("a lock holds what is pushed, and the code may leave it all the same")
    func locked() throws {
        let screen = try screen { PeopleTabs() }
        try screen.press("Ada")
        try screen.press("Edit")
        #expect(screen.lock == "the note is not saved")
        #expect(throws: HarnessError.screen("'Ada' is locked: the note is not saved")) { try screen.goBack() }
        try screen.press("Leave")
        #expect(screen.title == "People")
        #expect(screen.lock == nil)
    }

    @Test("interactiveDismissDisabled holds a sheet")
    func lockedSheet() throws {
        let screen = try screen { PeopleTabs() }
        try screen.press("New")
        try screen.closeSheet()
        try screen.press("New")
        try screen.type("Dora", into: "Name")
        #expect(throws: HarnessError.screen("'New' is locked: unsaved changes")) { try screen.closeSheet() }
        #expect(screen.title == "New")
    }

    private struct Behind: View {
        @State private var path: [Int] = []
        @State private var changes: [Int] = []
        @State private var isShown = false
        @State private var text = ""

        var body: some View {
            NavigationStack(path: $path) {
                ProgressView()
                    .navigationDestination(for: Int.self) { number in
                        Text("number \(number)").onChange(of: path) { changes.append(10 * number) }
                        TextField("Text", text: $text)
                        OwnText()
                        Button("Replace") { path = [number + 1] }
                        Button("Sheet") { isShown = true }
                    }
                    .sheet(isPresented: $isShown) { Text("sheet").navigationTitle("Sheet") }
            }
            .onChange(of: path) { changes.append(path.count) }
            .toolbar {
                Text("changes \(changes.map(String.init).joined(separator: " "))")
                Button("Deep") { path = [1, 2] }
            }
        }
    }

    private struct OwnText: View {
        @State private var own = "own"
        var body: some View { TextField("Own", text: $own) }
    }

    @Test("what is below does not load, and shows its sheet over what is pushed")
    func behind() throws {
        let screen = try screen { Behind() }
        #expect(screen.isLoading)
        try screen.press("Deep")
        #expect(!screen.isLoading)
        try screen.press("Sheet")
        #expect(screen.title == "Sheet")
        try screen.closeSheet()
        #expect(screen.text.contains("number 2\n"))
    }

    @Test("a change of the path is seen outside and inside of what it pushes")
    func changes() async throws {
        let screen = try screen { Behind() }
        try screen.press("Deep")
        try await screen.settle()
        #expect(screen.text.contains("changes 2  [Deep]"))
        try screen.goBack()
        try await screen.settle()
        #expect(screen.text.contains("changes 2 1 10  [Deep]"))
    }

    @Test("another value in the same place of the path is another view")
    func replaced() throws {
        let screen = try screen { Behind() }
        try screen.press("Deep")
        try screen.type("typed", into: "Own")
        try screen.press("Replace")
        #expect(screen.text.contains("number 3\n"))
        #expect(screen.text.contains("Own: [own]"))
    }

    @Test("going back from a sheet leaves what is pushed in it first")
    func inSheet() throws {
        let screen = try screen {
            Text("below").sheet(isPresented: .constant(true)) {
                NavigationStack {
                    NavigationLink("Next") { Text("next").navigationTitle("Next") }.navigationTitle("First")
                }
            }
        }
        try screen.press("Next")
        #expect(screen.text == "Next\n====\n\nnext\n")
        try screen.goBack()
        #expect(screen.title == "First")
    }
}

extension View {
    /// Records what happens to the view.
    fileprivate func recorded(_ name: String, _ model: Model) -> some View {
        onAppear { model.events.append("\(name) appears") }
            .onDisappear { model.events.append("\(name) disappears") }
            .task {
                model.events.append("\(name) starts")
                try? await Task.sleep(for: .seconds(3600))
                model.events.append("\(name) is cancelled")
            }
    }
}
