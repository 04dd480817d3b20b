import FeatureKit
import FeatureTesting
import Foundation
import TestSupport
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
        Example("Gauge with its value", "Speed 60 km/h [##########----------] 50 %\n") {
            Gauge(value: 60.0, in: 0...120) {
                Text("Speed")
            } currentValueLabel: {
                Text("60 km/h")
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
        Example("ZStack", "a\nb\n") {
            ZStack(alignment: .top) {
                Color.red.ignoresSafeArea()
                LinearGradient(colors: [.red, .blue], startPoint: .top, endPoint: .bottom)
                Text("a")
                RoundedRectangle(cornerRadius: 4).stroke(.red, lineWidth: 2)
                Text("b")
            }
        },
        Example("overlay and background", "a\nb\n") {
            Text("a").overlay { Text("b") }.overlay(Circle().fill(.red)).background { Text("c") }
        },
        Example("GeometryReader", "a\n") {
            GeometryReader { proxy in Text("a").frame(width: proxy.size.width / 2) }
        },
        Example("ScrollViewReader", "[a]\n") {
            ScrollViewReader { proxy in Button("a") { proxy.scrollTo(1) } }
        },
        Example("LazyVGrid of two columns", "a  b\nc\n") {
            LazyVGrid(columns: [GridItem(.flexible()), GridItem(.fixed(80))]) {
                ForEach(["a", "b", "c"], id: \.self) { Text($0) }
            }
        },
        Example("LazyVGrid", "a  b\n") {
            LazyVGrid(columns: [GridItem(.adaptive(minimum: 80))], spacing: 8) {
                ForEach(["a", "b"], id: \.self) { Text($0) }
            }
        },
        Example("a tapped row", "[a b]\n") {
            HStack {
                Text("a"); Text("b")
            }
            .onTapGesture {}
        },
        Example("a tapped row with a control", "[x] on\n[a]\n") {
            VStack {
                Toggle("on", isOn: .constant(true)); Text("a")
            }
            .onTapGesture {}
        },
        Example("a tapped shape with a label", "[Monday]\n[Tuesday]\n") {
            Rectangle().accessibilityLabel("Monday").onTapGesture {}
            Rectangle().onTapGesture {}.accessibilityLabel("Tuesday")
        },
        Example("a button in the row of a link", "[Read]  [Done]\n[Next]\n[Done]\n") {
            NavigationLink(value: 1) {
                HStack {
                    Text("Read")
                    Button("Done") {}
                }
            }
            NavigationLink {
                Text("next")
            } label: {
                VStack {
                    Text("Next")
                    Button("Done") {}
                }
            }
        },
        Example("progress in a row that is selected", "[Show]\n[##########----------] 50 %\n") {
            List(selection: .constant(1)) {
                VStack {
                    Text("Show")
                    ProgressView(value: 0.5)
                }
                .tag(2)
            }
        },
        Example("a tapped list", "a\n") { List { Text("a") }.onTapGesture {} },
        Example("views that are hidden", "a\n") {
            Text("a").opacity(0.5)
            Text("b").opacity(0)
            Text("c").hidden()
        },
        Example("ForEach of numbers", "0\n1\n") { ForEach(0..<2) { Text("\($0)") } },
        Example("Section by its older name", "Head\n  a\nFoot\n") {
            Section(header: Text("Head"), footer: Text("Foot")) { Text("a") }
        },
        Example("GroupBox", "Box\n  a\n") { GroupBox("Box") { Text("a") } },
        Example(
            "rows that move",
            "a  [Move Up] (disabled)  [Move Down]  [Delete]\nb  [Move Up]  [Move Down] (disabled)  [Delete]\n"
        ) {
            ForEach(["a", "b"], id: \.self) { Text($0) }.onDelete { _ in }.onMove { _, _ in }
        },
        Example("rows with actions of their own", "a  [Keep]  [Delete]\nb  [Archive]\n") {
            ForEach(["a"], id: \.self) { Text($0).swipeActions(edge: .leading) { Button("Keep") {} } }.onDelete { _ in }
            ForEach(["b"], id: \.self) { Text($0).swipeActions { Button("Archive") {} } }.onDelete { _ in }
        },
        Example("suggestions", "Search: []\n[Bridges]\na\n") {
            Text("a").searchable(text: .constant("")).searchSuggestions { Text("Bridges").searchCompletion("bridge") }
        },
        Example("Menu with a usual action", "[Save]\nSave:  [Save as]\n") {
            Menu("Save") {
                Button("Save as") {}
            } primaryAction: {
            }
        },
        Example("a choice of actions as it was first", "! Sort\n  [By name] [Cancel]\n") {
            EmptyView().actionSheet(isPresented: .constant(true)) {
                ActionSheet(title: Text("Sort"), buttons: [.default(Text("By name")), .cancel()])
            }
        },
        Example("TabView", "Tab: (Home) Settings\nwelcome\n") {
            TabView {
                Text("welcome").tabItem { Label("Home", systemImage: "house") }
                Group { Toggle("Sounds", isOn: .constant(true)) }.tabItem {
                    Image(systemName: "gear")
                    Text("Settings")
                }
            }
        },
        Example("TabView of pages", "Page: 1 (2)\nb\n") {
            TabView(selection: .constant("b")) { ForEach(["a", "b"], id: \.self) { Text($0) } }.tabViewStyle(.page)
        },
        Example("TabView of views without titles, by the names of their tags", "Tab: list (map) 3\nb\n") {
            TabView(selection: .constant("map")) {
                Text("a").tag("list")
                Text("b").tag("map")
                Text("c").tag(7)
            }
        },
        Example("TabView of tabs", "Tab: Home (Search)\n[found]\n") {
            TabView(selection: .constant(2)) {
                Tab("Home", systemImage: "house", value: 1) { Text("welcome") }
                TabSection("More") { Tab(value: 2, role: .search) { Button("found") {} }.tint(.red) }
            }
        },
        Example("TabView of one view", "a\n") { TabView { Text("a").tabItem { Text("A") } } },
        Example("List with a selection", "[a]\n[b] (✓)\n[3]\n[x] on\n[d]\n") {
            List(selection: .constant("b" as String?)) {
                ForEach(["a", "b"], id: \.self) { Text($0) }
                NavigationLink("3", value: "c")
                VStack {
                    Toggle("on", isOn: .constant(true))
                    Text("d")
                }
                .tag("d")
            }
        },
        Example("List with a selection of another type", "1\n") {
            List([1], id: \.self, selection: .constant("b" as String?)) { Text("\($0)") }
        },
        Example("Section that opens", "[-] More\n  a\n") { Section("More", isExpanded: .constant(true)) { Text("a") } },
        Example("List of a tree", "[+] a\nb\n") {
            List([Branch(id: "a", branches: [Branch(id: "c")]), Branch(id: "b")], children: \.branches) { Text($0.id) }
        },
        Example("LabeledContent of a control without a title", "Volume: 0.5  [##########----------]  [−]  [+]\n") {
            LabeledContent("Volume") { Slider(value: .constant(0.5)) }
        },
        Example("actions at the end of a row", "a  b  [One]  [Two]\n") {
            HStack {
                Text("a"); Spacer(); Text("b")
            }
            .contextMenu {
                Button("One") {}
                Divider()
                Button("Two") {}
            }
        },
        Example("a link with details", "[Savings]  20\n") {
            NavigationLink(value: 1) { LabeledContent("Savings", value: "20") }
        },
        Example("Picker of pictures", "Style: (list.bullet) a\n") {
            Picker("Style", selection: .constant(1)) {
                Image(systemName: "list.bullet").tag(1)
                Text("a").tag(2)
            }
        },
        Example("a picture without a name", "a\n") {
            Image(systemName: "star")
            Text("a")
        },
        Example("Button by its role", "[Close]\n") { Button(role: .close) {} },
        Example("navigationSubtitle", "two notes\na\n") { Text("a").navigationSubtitle("two notes") },
        Example("ColorPicker", "Colour: (Accent) of 6\n") {
            ColorPicker("Colour", selection: .constant(.blue))
        },
        Example("onSubmit", "Find: []\n") {
            TextField("Find", text: .constant("")).onSubmit {}.submitLabel(.search)
        },
        Example("ShareLink", "Share  a text\n") { ShareLink(item: "a text") },
        Example("ProgressView of views", "Loading...\n") { ProgressView { Text("Loading") } },
        Example("a text of texts", "a b\n") { Text("a ").bold() + Text("b") },
        Example("a modifier of the author's own", "a\n(b)\n") { Text("a").modifier(Marked(mark: "b")) },
        Example("styles of the author's own", "[a]\n") {
            Button("a") {}.buttonStyle(Loud()).buttonStyle(.loud).buttonStyle(PlainButtonStyle())
        },
        Example("an alert about a value", "! Delete?\n  note 4\n  [Delete 4]\n") {
            EmptyView().alert("Delete?", isPresented: .constant(true), presenting: 4) { number in
                Button("Delete \(number)", role: .destructive) {}
            } message: {
                Text("note \($0)")
            }
        },
        Example("an alert about an error", "! It does not exist.\n  [OK]\n") {
            EmptyView().alert(isPresented: .constant(true), error: Missing()) { Button("OK") {} }
        },
        Example("a toolbar of a keyboard on a screen", "[Add]\n") {
            EmptyView().toolbar {
                ToolbarItem { Button("Add") {} }
                ToolbarItemGroup(placement: .keyboard) { Button("Done") {} }
            }
        },
        Example("a toolbar whose items are above the view and below it", "[Add]  3\na\n[Cancel]  [Save]\n") {
            Text("a").toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel") {} }
                ToolbarItem(placement: .topBarTrailing) { Button("Add") {} }
                ToolbarItemGroup(placement: .confirmationAction) { Button("Save") {} }
                Text("3")
            }
        },
        Example(
            "steppers of integers at the ends of their types",
            "U: 0  [−] (disabled)  [+]\nI: \(Int.max)  [−]  [+] (disabled)\nV: 0  [−] (disabled)  [+]\n"
        ) {
            Stepper("U", value: .constant(UInt8(0)), in: 0...10)
            Stepper("I", value: .constant(Int.max), in: 0...Int.max)
            Stepper("V", value: .constant(UInt(0)))
        },
        Example("an argument with the signs of Markdown", "A 2*3*4 _x_ [a](b)\nB 2*3*4\n[Save *.txt*]\n") {
            Text("A \("2*3*4 _x_ [a](b)")")
            Text("**B** \("2*3*4")")
            Button("Save \("*.txt*")") {}
        },
        Example("a tab with a badge of its own", "Tab: (One) (3) Two\na\nb (7)\n") {
            TabView {
                VStack {
                    Text("a")
                    Text("b").badge(7)
                }
                .tabItem { Text("One") }.tag(1).badge(3)
                VStack { Text("c").badge(9) }.tabItem { Text("Two") }
            }
        },
        Example("an alert about no value", "") {
            EmptyView().alert("Delete?", isPresented: .constant(true), presenting: nil as Int?) { _ in EmptyView() }
        },
        Example("an alert as it was first", "! Sure?\n  [Yes] [Cancel]\n") {
            EmptyView().alert(isPresented: .constant(true)) {
                Alert(title: Text("Sure?"), primaryButton: .default(Text("Yes")), secondaryButton: .cancel())
            }
        },
        Example("EditButton", "") { EditButton() },
        Example("a view that is missing", "") { nil as Text? },
        Example("looks", "a\n") {
            Text("a").font(.headline.bold()).fontWeight(.semibold).bold().italic().padding().padding(.top, 4)
                .frame(maxWidth: .infinity, alignment: .leading).background(.gray).lineLimit(2).tint(.blue)
                .animation(.default, value: 1)
        },
    ]

    @Test("a view of SwiftUI is shown as data", arguments: examples)
    fileprivate func shown(example: Example) throws {
        let text = try screen { example.body() }.text
        #expect(text == example.text)
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

    private struct Marked: ViewModifier {
        let mark: String
        func body(content: Content) -> some View {
            content
            Text("(\(mark))")
        }
    }

    fileprivate struct Loud: ButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label.scaleEffect(configuration.isPressed ? 2 : 1)
        }
    }

    @Test(
        "a literal shows the words of its Markdown, and arguments as they are",
        arguments: [
            ("plain", "plain"), ("**bold** and *emphasis* and `code`", "bold and emphasis and code"),
            ("[words](https://a.b)", "words (https://a.b)"), ("[https://a.b](https://a.b)", "https://a.b"),
            ("_a_ snake_case_name", "a snake_case_name"), ("2 * 3 * 4", "2 * 3 * 4"), ("**open", "**open"),
            ("***both***", "both"), ("\\*a\\*", "*a*"), ("`*a*`", "*a*"), ("[a] (b)", "[a] (b)"),
        ])
    func markdown(text: String, shown: String) throws {
        let note = "*a* `b`"
        #expect(
            try screen {
                Text(LocalizedStringKey(text))
                Text(text)
                Text("\(note) **\(note)**")
            }.text == "\(shown)\n\(text)\n\(note) \(note)\n")
    }

    @Test("a number, a size and a date have a form")
    func formats() throws {
        let date = Date(timeIntervalSince1970: 1_790_000_000)
        let texts: [Text] = [
            Text(1_234_567.5, format: .number), Text(1_234_567, format: .number.notation(.compactName)),
            Text(0.456, format: .percent), Text(12, format: .percent), Text(-1234.5, format: .currency(code: "EUR")),
            Text(Decimal(12.5), format: .currency(code: "EUR")), Text(7, format: .currency(code: "CHF")),
            Text(["a", "b", "c"], format: .list(type: .and)),
            Text(1_200_000, format: .byteCount(style: .file)),
            Text(1.0 / 3, format: .number.precision(.fractionLength(2))),
            Text("\(2.345, specifier: "%.1f") \(7, specifier: "%03d") \(7, specifier: "%s")"),
            Text(date, format: .dateTime.year().month().day()), Text(date, style: .date),
            Text(Date(timeIntervalSinceNow: -7300), style: .relative),
            Text(Date(timeIntervalSinceNow: 100_000), style: .offset),
        ]
        #expect(
            try screen { ForEach(texts.indices, id: \.self) { texts[$0] } }.text == """
                1,234,567.5
                1.2M
                45.6%
                12%
                -€1,234.50
                €12.50
                CHF\u{A0}7.00
                a, b, and c
                1.2 MB
                0.33
                2.3 007 7
                Sep 21, 2026
                September 21, 2026
                2 hours ago
                +1 day

                """)
    }

    fileprivate nonisolated struct Missing: LocalizedError {
        var errorDescription: String? { "It does not exist." }
    }

    fileprivate nonisolated struct Branch: Identifiable {
        let id: String
        var branches: [Branch]?
    }

    private struct Tabs: View {
        let isTagged: Bool
        @State private var selected = "list"

        var body: some View {
            if isTagged {
                TabView(selection: $selected) {
                    Counted().tabItem { Text("List") }.tag("list")
                    Button("to the list") { selected = "list" }.tag("other").tabItem { Text("Other") }
                }
            } else {
                TabView {
                    Counted().tabItem { Text("List") }
                    Text("other").tabItem { Text("Other") }
                }
            }
        }
    }

    private struct Counted: View {
        @State private var count = 0
        var body: some View { Button("\(count) times") { count += 1 } }
    }

    @Test("a tab that is not shown keeps its state, and a binding selects one", arguments: [true, false])
    func tabs(isTagged: Bool) throws {
        let screen = try screen { Tabs(isTagged: isTagged) }
        try screen.press("0 times")
        try screen.press("Other")
        #expect(screen.text.hasPrefix("Tab: List (Other)\n"))
        try screen.press(isTagged ? "to the list" : "List")
        #expect(screen.text == "Tab: (List) Other\n[1 times]\n")
    }

    private struct Columns: View {
        @State private var folder: String?
        @State private var note: Int?

        var body: some View {
            NavigationSplitView {
                List(["a", "b"], id: \.self, selection: $folder) { Text($0) }.navigationTitle("Folders")
            } content: {
                List(selection: $note) {
                    NavigationLink("first", value: 1)
                    Text("second").tag(2)
                }
                .navigationTitle("Folder \(folder ?? "none")")
            } detail: {
                Text("note \(note ?? 0)").navigationTitle("Note")
            }
        }
    }

    @Test("what is selected in a column is shown in place of the screen, and going back selects nothing")
    func columns() throws {
        let screen = try screen { Columns() }
        #expect(screen.text == "Folders\n=======\n\n[a]\n[b]\n")
        try screen.press("b")
        #expect(screen.text == "Folder b\n========\n\n[first]\n[second]\n")
        for (row, note) in [("first", 1), ("second", 2)] {
            try screen.press(row)
            #expect(screen.text == "Note\n====\n\nnote \(note)\n")
            try screen.goBack()
            #expect(screen.title == "Folder b")
        }
        try screen.goBack()
        #expect(screen.text == "Folders\n=======\n\n[a]\n[b]\n")
    }

    private struct Several: View {
        @State private var selected: Set<Int> = [1]
        var body: some View {
            List([1, 2], id: \.self, selection: $selected) { Text("row \($0)") }
            Text(selected.sorted().map(String.init).joined(separator: " "))
        }
    }

    @Test("a press of a row selects it besides the others, or no longer")
    func several() throws {
        let screen = try screen { Several() }
        try screen.press("row 2")
        #expect(screen.text == "[row 1] (✓)\n[row 2] (✓)\n1 2\n")
        try screen.press("row 1")
        #expect(screen.text == "[row 1]\n[row 2] (✓)\n2\n")
    }

    private struct Ticking: View {
        @State private var beats = false
        @State private var last: Date?
        private let timer = Timer.publish(every: 0.001, on: .main, in: .common).autoconnect()
        private let another = Timer.publish(every: 0.001, on: RunLoop.main, in: .common).autoconnect()

        var body: some View {
            if beats, last != nil {
                Text("it beats")
            } else {
                ProgressView().onReceive(timer) { _ in beats = true }.onReceive(another) { last = $0 }
            }
        }
    }

    @Test("a timer's beats reach a visible view")
    func timer() async throws {
        let screen = try screen { Ticking() }
        try await screen.settle()
        #expect(screen.text == "it beats\n")
    }

    @Test("a screen counts as loading while it is loaded again, and another press does not begin that again")
    func refreshing() async throws {
        let record = Record()
        let screen = try screen {
            Text("list").refreshable {
                record("begins")
                while !record.isOn { await Task.yield() }
                record("ends")
            }
        }
        #expect(!screen.isLoading)
        try screen.press("Refresh")
        #expect(screen.isLoading)
        try screen.press("Refresh")
        try await wait(until: { record.events == ["begins"] })
        try screen.press("Refresh")
        record.isOn = true
        try await wait(until: { record.events.count == 2 })
        #expect(record.events == ["begins", "ends"])
        try await wait(until: { !screen.isLoading })
        try screen.press("Refresh")
        try await wait(until: { record.events.count == 4 })
        #expect(record.events.count == 4)
    }

    private struct Numbers: View {
        @State private var price: Decimal = 12.5
        @State private var count: Int?
        @State private var share = 0.07
        @State private var rate = 1.5

        var body: some View {
            TextField("Price", value: $price, format: .currency(code: "EUR"))
            TextField("Count", value: $count, format: .number)
            TextField("Share", value: $share, format: .percent)
            TextField("Rate", value: $rate, format: .number)
            Text("\("\(price)") \(count.map(String.init) ?? "none") \(share)")
        }
    }

    @Test(
        "a field edits a decimal number exactly, one that may be missing, and parts of 1 as percents",
        arguments: [
            ("Price", "0.1", "0.1 none 0.07"), ("Price", "-1234.56", "-1234.56 none 0.07"),
            ("Price", "99.999", "99.999 none 0.07"), ("Price", "€1,234.50", "1234.5 none 0.07"),
            ("Price", "-3 EUR", "-3 none 0.07"), ("Count", "4", "12.5 4 0.07"), ("Count", "-3", "12.5 -3 0.07"),
            ("Count", "1,000,000", "12.5 1000000 0.07"), ("Count", "", "12.5 none 0.07"),
            ("Share", "25", "12.5 none 0.25"), ("Share", "7.5%", "12.5 none 0.075"),
            ("Share", "-100 %", "12.5 none -1.0"), ("Share", ".5", "12.5 none 0.005"),
            ("Share", "+5", "12.5 none 0.05"),
            ("Price", "\u{2212}5", "-5 none 0.07"), ("Price", "+€5", "5 none 0.07"),
            ("Count", " ", "12.5 none 0.07"),
        ])
    func numbers(field: String, typed: String, shown: String) throws {
        let screen = try screen { Numbers() }
        try screen.type(typed, into: field)
        #expect(screen.text.hasSuffix("\n\(shown)\n"))
    }

    @Test(
        "a text that is no number leaves the number as it was, and the error says what to write",
        arguments: [
            ("Price", "no number", "'no number' is not a number, such as 1234.5"),
            ("Price", "1.2.3", "'1.2.3' is not a number, such as 1234.5"),
            ("Price", "1,5", "'1,5' is not a number, such as 1234.5"),
            ("Price", "", "write a number, such as 1234.5"),
            ("Price", "3 USD", "'3 USD' is not a number, such as 1234.5"),
            ("Count", "x", "'x' is not a whole number, such as 42"),
            ("Count", "4.5", "'4.5' is not a whole number, such as 42"),
            ("Count", "99999999999999999999", "'99999999999999999999' is out of range"),
            ("Share", "1e5", "'1e5' is not a number, such as 1234.5"),
            ("Share", "nan", "'nan' is not a number, such as 1234.5"),
            ("Rate", "1e400", "'1e400' is not a number, such as 1234.5"),
            ("Rate", "0x10", "'0x10' is not a number, such as 1234.5"),
            ("Rate", "inf", "'inf' is not a number, such as 1234.5"),
        ])
    func noNumbers(field: String, typed: String, message: String) throws {
        let screen = try screen { Numbers() }
        let error = #expect(throws: HarnessError.self) { try screen.type(typed, into: field) }
        #expect(error?.description.contains(message) == true)
        #expect(screen.text.hasSuffix("\n12.5 none 0.07\n"))
    }

    @Test("the actions of a row stand at the end of its line, also where the label of its control has a spacer")
    func actionsAtEnd() throws {
        let row = try screen {
            Button {
            } label: {
                HStack {
                    Text("Soup")
                    Spacer()
                    Text("2")
                }
            }
            .swipeActions { Button("Delete") {} }
        }
        // One spacer is in the label, and one stands before the actions.
        #expect(row.json.split(separator: "\"spacer\"").count == 3)
        let own = try screen {
            HStack {
                Button("Soup") {}
                Spacer()
                Text("2")
            }
            .swipeActions { Button("Delete") {} }
        }
        #expect(own.json.split(separator: "\"spacer\"").count == 2)
    }

    @Test("a field of numbers begins with the digits of its format, without its signs")
    func digits() throws {
        let screen = try screen {
            TextField("Rate", value: .constant(0.0725), format: .percent)
            TextField("Mean", value: .constant(1234.5678), format: .number.precision(.fractionLength(2)))
            TextField("Year", value: .constant(2026), format: .number)
            TextField("Grams", value: .constant(50.0), format: .number)
            TextField("Half", value: .constant(0.5), format: .number)
        }
        #expect(screen.text == "Rate: [7.25]\nMean: [1234.57]\nYear: [2026]\nGrams: [50]\nHalf: [0.5]\n")
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
        try screen.press("Delete#1")
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

extension ButtonStyle where Self == SwiftUIViewTests.Loud {
    fileprivate static var loud: Self { Self() }
}
