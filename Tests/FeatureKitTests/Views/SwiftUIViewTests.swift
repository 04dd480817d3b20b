import FeatureKit
import FeatureTesting
import Testing

/// The views that SwiftUI has too, each as it is shown.
@Suite struct SwiftUIViewTests {
    fileprivate nonisolated struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let body: @MainActor @Sendable () -> AnyView
        let text: String

        init(_ name: String, _ text: String, @ViewBuilder body: @escaping @MainActor @Sendable () -> some View) {
            testDescription = name
            self.text = text
            self.body = { AnyView(body()) }
        }
    }

    fileprivate nonisolated static let examples = [
        Example("VStack", "a\nb\n") {
            VStack(alignment: .leading, spacing: 8) {
                Text("a"); Text("b")
            }
        },
        Example("LazyVStack", "a\n") { LazyVStack(pinnedViews: [.sectionHeaders]) { Text("a") } },
        Example("ScrollView", "a\n") { ScrollView(.horizontal, showsIndicators: false) { Text("a") } },
        Example("Form", "Name: []\n") { Form { TextField("Name", text: .constant("")) } },
        Example("LabeledContent of a text", "Author  Ann\n") { LabeledContent("Author", value: "Ann") },
        Example("LabeledContent of texts", "Author  Ann Lee\n") {
            LabeledContent("Author") {
                Text("Ann"); Text("Lee")
            }
        },
        Example("LabeledContent of a control", "Order\n  [ ] Up\n") {
            LabeledContent("Order") { Toggle("Up", isOn: .constant(false)) }
        },
        Example("ContentUnavailableView", "No Notes\nAdd one.\n") {
            ContentUnavailableView("No Notes", systemImage: "note", description: Text("Add one."))
        },
        Example("ContentUnavailableView of views", "No Notes\nAdd one.\n[Add]\n") {
            ContentUnavailableView {
                Label("No Notes", systemImage: "note")
            } description: {
                Text("Add one.")
            } actions: {
                Button("Add") {}
            }
        },
        Example("Gauge", "Battery [##########----------] 50 %\n") {
            Gauge(value: 50.0, in: 0...100) { Text("Battery") }
        },
        Example("SecureField", "Password: [***]\n") { SecureField("Password", text: .constant("abc")) },
        Example("TextField with a prompt", "Name: []\n") {
            TextField("", text: .constant(""), prompt: Text("Name"))
        },
        Example("Toggle of views", "[x] On now\n") {
            Toggle(isOn: .constant(true)) {
                Text("On"); Text("now")
            }
        },
        Example("Picker of values", "Size: (small) large\n") {
            Picker("Size", selection: .constant(Choice.small)) {
                ForEach(Choice.allCases, id: \.self) { Text($0.rawValue) }
            }
        },
        Example("Picker of views", "Size: small\n") {
            Picker(selection: .constant(Choice.large)) {
                Text("small").tag(Choice.small)
            } label: {
                Text("Size")
            }
        },
        Example("Button with a symbol", "[Add]\n") { Button("Add", systemImage: "plus") {} },
        Example("Label of views", "Ann\n") {
            Label {
                Text("Ann")
            } icon: {
                Image(systemName: "person")
            }
        },
        Example("Section of views", "Head\n  a\nFoot\n") {
            Section {
                Text("a")
            } header: {
                Text("Head")
            } footer: {
                Text("Foot")
            }
        },
        Example("List of values", "a\nb\n") { List(["a", "b"], id: \.self) { Text($0) } },
        Example("a view that is missing", "") { nil as Text? },
        Example("looks", "a\n") {
            Text("a").font(.headline.bold()).fontWeight(.semibold).bold().italic().padding().padding(.top, 4)
                .frame(maxWidth: .infinity, alignment: .leading).background(.gray).lineLimit(2).tint(.blue)
                .animation(.default, value: 1)
        },
    ]

    @Test("a view of SwiftUI is shown as data", arguments: examples)
    fileprivate func shown(example: Example) throws {
        #expect(try screen { example.body() }.text == example.text)
    }

    @Test("a secret is marked as one, and a symbol stands by its name")
    func members() throws {
        let screen = try screen {
            SecureField("Password", text: .constant("abc"))
            Image(systemName: "star").accessibilityLabel("Favourite")
        }
        let json = screen.json
        #expect(json.contains(#""secure": true"#))
        #expect(json.contains(#""symbol": "star""#))
        #expect(json.contains(#""accessibilityLabel": "Favourite""#))
    }

    private struct Item: Identifiable {
        let id: Int
        var name: String
    }

    private struct Items: View {
        @State private var items = (1...3).map { Item(id: $0, name: "item \($0)") }

        var body: some View {
            List($items) { $item in TextField("Name \(item.id)", text: $item.name) }
            ForEach(items) { Text($0.name) }.onDelete { items.remove(atOffsets: $0) }
        }
    }

    @Test("the rows of a binding change their elements, and rows are deleted by their positions")
    func elements() throws {
        let screen = try screen { Items() }
        try screen.type("second", into: "Name 2")
        #expect(screen.text.contains("\nsecond  [Delete]\n"))
        try screen.press("Delete")
        #expect(screen.text == "Name 2: [second]\nName 3: [item 3]\nsecond  [Delete]\nitem 3  [Delete]\n")
    }

    private struct Resolving: Feature {
        typealias Incoming = ViewIncomingNavigation
        static let id = "view"
        static let version = "1.0.0"

        init(context: FeatureContext) {}

        func makeMainView(navigator: any NavigatorContract) -> some View { Text("main") }

        func resolve(_ navigation: ViewIncomingNavigation, navigator: any NavigatorContract) -> some View {
            switch navigation {
            case .item(let identifier): Text("item \(identifier)")
            }
        }
    }

    @Test("a feature resolves its own destinations in a view builder")
    func resolving() throws {
        let harness = try FeatureHarness<Resolving>()
        #expect(try harness.openMain().text == "main\n")
        #expect(try harness.open(.item(identifier: 4)).text == "item 4\n")
    }
}
