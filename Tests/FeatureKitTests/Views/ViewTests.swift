import FeatureKit
import FeatureTesting
import Testing

/// The nodes that each view gives to the host, and their text.
@Suite struct ViewTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let view: @MainActor @Sendable () -> AnyView
        let outline: String
        let text: String

        init(
            _ description: String, outline: String, text: String,
            @ViewBuilder view: @escaping @MainActor @Sendable () -> some View
        ) {
            testDescription = description
            self.view = { AnyView(view()) }
            self.outline = outline
            self.text = text
        }
    }

    @Test("a view gives its nodes, and they read as a user expects", arguments: await samples)
    func nodes(sample: Sample) throws {
        let screen = try screen { sample.view() }
        #expect(try screen.outline == sample.outline)
        #expect(screen.text == sample.text)
        #expect(screen.json.isEmpty == false)
    }

    static let samples: [Sample] = [
        Sample("nothing", outline: "", text: "") { EmptyView() },
        Sample("a text", outline: "text text:Hello", text: "Hello\n") { Text("Hello") },
        Sample("a text of two lines", outline: "text text:One\nTwo", text: "One\nTwo\n") { Text("One\nTwo") },
        Sample("a label", outline: "label text:Title detail:More symbol:house", text: "Title  More\n") {
            Label("Title", detail: "More", systemImage: "house")
        },
        Sample("a divider", outline: "divider", text: "---\n") { Divider() },
        Sample("progress that is not known", outline: "progress text:Wait", text: "Wait...\n") { ProgressView("Wait") },
        Sample(
            "progress", outline: "progress text:Import value:0.25", text: "Import [#####---------------] 25 %\n"
        ) {
            ProgressView("Import", value: 1, total: 4)
        },
        Sample("a group", outline: "group\n  text text:A\n  text text:B", text: "A\nB\n") {
            Group {
                Text("A")
                Text("B")
            }
        },
        Sample("a list", outline: "list\n  text text:A\n  text text:B", text: "A\nB\n") {
            List {
                Text("A")
                Text("B")
            }
        },
        Sample(
            "a list of data", outline: "list\n  text text:One key:1\n  text text:Two key:2", text: "One\nTwo\n"
        ) {
            List(Item.all) { Text($0.title) }
        },
        Sample("a section", outline: "section text:Header detail:Footer\n  text text:A", text: "Header\n  A\nFooter\n")
        {
            Section("Header", footer: "Footer") { Text("A") }
        },
        Sample(
            "a link to a destination", outline: "link text:Item destination:view/item?identifier=7", text: "> Item\n"
        ) {
            NavigationLink("Item", to: ViewIncomingNavigation.item(identifier: 7))
        },
        Sample(
            "a link that shows views", outline: "link destination:view/others\n  label text:Others detail:all",
            text: "> Others  all\n"
        ) {
            NavigationLink(to: ViewOutgoingNavigation.others) { Label("Others", detail: "all") }
        },
        Sample(
            "a link to a URL", outline: "urlLink text:Site url:https://swift.org", text: "> Site <https://swift.org>\n"
        ) {
            Link("Site", destination: "https://swift.org")
        },
        Sample("a destination in place", outline: "embedded destination:view/others", text: "> view/others\n") {
            EmbeddedView(ViewOutgoingNavigation.others)
        },
        Sample("a button", outline: "button text:Save action", text: "[Save]\n") { Button("Save") {} },
        Sample("a button that loses something", outline: "button text:Delete action destructive", text: "[Delete]\n") {
            Button("Delete", role: .destructive) {}
        },
        Sample("a button that leaves things as they are", outline: "button text:Keep action cancel", text: "[Keep]\n") {
            Button("Keep", role: .cancel) {}
        },
        Sample("a button that shows views", outline: "button action\n  text text:Go\n  text text:on", text: "[Go on]\n")
        {
            Button {
            } label: {
                Text("Go")
                Text("on")
            }
        },
        Sample("a text field", outline: "textField text:Name value:Jane action", text: "Name: [Jane]\n") {
            TextField("Name", text: .constant("Jane"))
        },
        Sample(
            "toggles", outline: "toggle text:On value action\ntoggle text:Off value:false action",
            text: "[x] On\n[ ] Off\n"
        ) {
            Toggle("On", isOn: .constant(true))
            Toggle("Off", isOn: .constant(false))
        },
        Sample(
            "a picker",
            outline: "picker text:Size value:1 action\n  option text:Small value:0\n  option text:Large value:1",
            text: "Size: Small (Large)\n"
        ) {
            Picker("Size", selection: .constant(Choice.large)) {
                Text("Small").tag(Choice.small)
                Text("Large").tag(Choice.large)
            }
        },
        Sample(
            "a table",
            outline: """
                table
                  row header
                    text text:Title
                    text text:Number
                  row key:1
                    text text:One
                    group
                      text text:#1
                  row key:2 destination:view/item?identifier=2
                    text text:Two
                    group
                      text text:#2
                """,
            text: "  Title  Number\n  -----  ------\n  One    #1\n> Two    #2\n"
        ) {
            Table(Item.all, destination: { $0.id == 2 ? ViewIncomingNavigation.item(identifier: 2) : nil }) {
                TableColumn("Title", value: \.title)
                TableColumn("Number") { Text("#\($0.id)") }
            }
        },
        Sample("a view of any type", outline: "text text:A", text: "A\n") { AnyView(AnyView(Text("A"))) },
        Sample("what an if leaves out", outline: "text text:B", text: "B\n") {
            if Item.all.isEmpty { Text("A") }
            if !Item.all.isEmpty { Text("B") }
        },
        Sample("the branch that is taken", outline: "text text:B\ntext text:C", text: "B\nC\n") {
            if Item.all.isEmpty { Text("A") } else { Text("B") }
            switch Item.all.count {
            case 2: Text("C")
            default: Divider()
            }
        },
    ]

    @Test("a table's cell is one cell, regardless of the views that it shows")
    func cells() throws {
        let screen = try screen {
            Table(Item.all) {
                TableColumn("First") { item in if item.id == 2 { Text(item.title) } }
                TableColumn("Second") { item in
                    Text(item.title)
                    Text("again")
                }
            }
        }
        #expect(screen.text == "First  Second\n-----  ---------\n       One again\nTwo    Two again\n")
    }

    private struct Choosing: View {
        @State private var one: Int?
        @State private var several: Set<Int> = []

        var body: some View {
            Table(Item.all, selection: $one) {
                TableColumn("Title", value: \.title)
                TableColumn("Number", value: \.id) { Text("#\($0.id)") }
            }
            Table(Item.all, selection: $several, sortOrder: .constant([1])) {
                TableColumn("Id", value: \.id) { Text("id \($0.id)") }
            }
        }
    }

    @Test("a press of a table's row selects it, and a row that is selected has a mark")
    func selection() throws {
        let screen = try screen { Choosing() }
        try screen.press("One")
        try screen.press("id 1")
        try screen.press("Two")
        try screen.press("id 2")
        #expect(
            screen.text == """
                  Title    Number
                  -------  ------
                > One      #1
                > Two (✓)  #2
                  Id
                  --------
                > id 1 (✓)
                > id 2 (✓)

                """)
        try screen.press("id 1")
        #expect(screen.text.contains("> id 1\n"))
    }

    @Test(
        "a progress value stays between 0 and 1",
        arguments: [
            (0, 1, "0.0"), (1, 2, "0.5"), (3, 2, "1.0"), (-1, 2, "0.0"), (0, 0, "0.0"), (1, 0, "1.0"), (.nan, 1, "0.0"),
        ] as [(Double, Double, String)])
    func progress(value: Double, total: Double, shown: String) throws {
        let screen = try screen { ProgressView(value: value, total: total) }
        #expect(try screen.outline == "progress value:\(shown)")
        #expect(!screen.isLoading)
    }

    @Test("a screen is loading while it shows indeterminate progress at any depth")
    func loading() throws {
        #expect(try screen { List { Section { ProgressView() } } }.isLoading)
        #expect(try !screen { List { Text("ready") } }.isLoading)
    }

    @Test("a destination that cannot cross is logged, and its link leads nowhere")
    func brokenDestination() throws {
        let harness = try FeatureHarness<ViewFeature>(body: {
            NavigationLink("Broken", to: BrokenNavigation.number(.infinity))
        })
        #expect(try harness.openMain().outline == "link text:Broken")
        #expect(
            harness.logLines == [
                FeatureLogLine(.error, "BrokenNavigation.number(inf): inf is not a finite number")
            ])
    }
}

struct Item: Identifiable {
    let id: Int
    let title: String

    static let all = [Item(id: 1, title: "One"), Item(id: 2, title: "Two")]
}

private enum BrokenNavigation: Navigation {
    case number(Double)

    static let samples: [Self] = [.number(0)]
}
