import FeatureKit
import FeatureTesting
import Testing

/// Lists of which a part is shown.
@Suite struct ListPartTests {
    private struct Item: Identifiable {
        let id: Int
    }

    @Test("of many elements only those of the part that is shown are made")
    func many() throws {
        var made: [Int] = []
        let screen = try screen {
            List(0..<10_000) { number in
                made.append(number)
                return Text("Row \(number)")
            }
        }
        #expect(screen.text.hasSuffix("Row 9999\n"))
        made = []
        screen.shownRows = 5_000..<5_002
        #expect(screen.text == "Row 5000\nRow 5001\n(rows 5,001 to 5,002 of 10,000)\n")
        #expect(Set(made) == [5_000, 5_001])
        screen.shownRows = 9_999..<10_005
        #expect(screen.text.hasPrefix("Row 9994\n"))
    }

    @Test("an element is one node with the element's key, however many views it has")
    func oneNode() throws {
        let screen = try screen {
            List {
                Text("head")
                ForEach(0..<100) { number in
                    if number != 1 { Text("\(number)") }
                    if number == 2 { Text("more") }
                }
            }
        }
        screen.shownRows = 0..<3
        let lines = try screen.outline.split(separator: "\n").map(String.init)
        #expect(lines[0...1] == ["list", "  text text:head"])
        #expect(lines[2].hasPrefix("  group key:list-"))
        #expect(lines[2].hasSuffix(" elementCount:100 elementOffset:0"))
        #expect(
            lines[3...] == [
                "    text text:0 key:0", "    group key:1", "    group key:2", "      text text:2",
                "      text text:more",
            ])
    }

    @Test("sections, tables and stacks give parts of their elements, and what stands in a line gives all of them")
    func containers() throws {
        let items = (0..<10).map(Item.init)
        func counts(@ViewBuilder _ body: @escaping @MainActor () -> some View) throws -> Int {
            let screen = try screen(body)
            screen.shownRows = 4..<6
            return try screen.outline.split(separator: "\n").count { $0.contains("elementCount:10 elementOffset:4") }
        }
        #expect(try counts { List { Section("s") { ForEach(items) { Text("\($0.id)") } } } } == 1)
        #expect(try counts { VStack { ForEach(items) { Text("\($0.id)") } } } == 1)
        #expect(try counts { Table(items) { TableColumn("n") { Text("\($0.id)") } } } == 1)
        #expect(try counts { List(items) { Text("\($0.id)") }.onAppear {} } == 1)
        #expect(try counts { HStack { ForEach(items) { Text("\($0.id)") } } } == 0)
        #expect(try counts { Picker("p", selection: .constant(1)) { ForEach(items) { Text("\($0.id)") } } } == 0)
    }

    @Test("a row of a grid is an element, whether the collection is alone in the grid or not")
    func grids() throws {
        let columns = [GridItem(), GridItem(), GridItem()]
        func shown(_ rows: Range<Int>, @ViewBuilder _ body: @escaping @MainActor () -> some View) throws -> String {
            let screen = try screen(body)
            screen.shownRows = rows
            return screen.text
        }
        let cells = LazyVGrid(columns: columns) { ForEach(0..<1000) { Text("\($0)") } }
        #expect(
            try shown(100..<102) { cells }
                == "300  301  302\n303  304  305\n(rows 101 to 102 of 334)\n")
        #expect(
            try shown(332..<334) { List { cells } } == "996  997  998\n999\n(rows 333 to 334 of 334)\n")
        #expect(
            try shown(1..<3) {
                LazyVGrid(columns: columns) {
                    Text("head")
                    ForEach(0..<100) { Text("\($0)") }
                }
            } == "head\n3  4  5\n6  7  8\n(rows 2 to 3 of 34)\n")
        #expect(
            try shown(0..<1) {
                LazyVGrid(columns: columns) {
                    ForEach(0..<2) { number in Section("\(number)") { ForEach(0..<2) { Text("\(number) \($0)") } } }
                }
            } == "0\n  0 0\n  (rows 1 to 1 of 2)\n1\n  1 0\n  (rows 1 to 1 of 2)\n")
        // How many stand beside one another is known by the host alone.
        let adaptive = LazyVGrid(columns: [GridItem(.adaptive(minimum: 80))]) { ForEach(0..<5) { Text("\($0)") } }
        #expect(try !shown(0..<1) { adaptive }.contains("rows"))
    }

    private struct Counter: View {
        let id: Int
        @State private var count = 0
        var body: some View { Button("\(id): \(count)") { count += 1 } }
    }

    @Test("the state of a row stays while others are shown, and while the list grows beyond what is shown")
    func state() throws {
        let model = Model()
        model.number = 5
        let screen = try screen { List(0..<model.number) { Counter(id: $0) } }
        screen.shownRows = 0..<5
        try screen.press("1: 0")
        model.number = 100
        #expect(screen.text.contains("[1: 1]"))
        screen.shownRows = 50..<55
        #expect(screen.text.hasPrefix("[50: 0]"))
        screen.shownRows = 1..<2
        #expect(screen.text.hasPrefix("[1: 1]\n(rows 2 to 2 of 100)"))
    }

    private struct Row: View {
        let id: Int
        @State private var isAsking = false
        var body: some View {
            Button("ask \(id)") { isAsking = true }
                .sheet(isPresented: $isAsking) { Text("about \(id)") }
        }
    }

    @Test("the actions of a row are those of its element, and its sheet comes back with it")
    func rowActions() throws {
        let model = Model()
        model.items = (0..<1000).map { "item \($0)" }
        let screen = try screen {
            List {
                ForEach(model.items, id: \.self) { item in
                    Row(id: Int(item.dropFirst(5)) ?? 0)
                        .swipeActions { Button("done \(item)") { model.events.append(item) } }
                }
            }
        }
        screen.shownRows = 500..<502
        try screen.press("done item 501")
        #expect(model.events == ["item 501"])
        try screen.press("ask 500")
        #expect(screen.text.contains("about 500"))
        screen.shownRows = 0..<2
        #expect(!screen.text.contains("about"))
        screen.shownRows = 500..<502
        #expect(screen.text.contains("about 500"))
    }

    @Test("what is deleted in a part is that element of the collection")
    func deletions() throws {
        let model = Model()
        model.items = (0..<1000).map { "item \($0)" }
        let screen = try screen {
            List {
                ForEach(model.items, id: \.self) { Text($0) }
                    .onDelete { for offset in $0 { model.items.remove(at: offset) } }
            }
        }
        screen.shownRows = 500..<501
        try screen.press("Delete")
        #expect(!model.items.contains("item 500"))
        #expect(screen.text.hasPrefix("item 501"))
    }

    @Test("scrollTo gives the part with the element and marks it by a new number, and then the host chooses the part")
    func scroll() throws {
        let screen = try screen {
            ScrollViewReader { proxy in
                Button("Far") { proxy.scrollTo(5_000) }
                Button("None") { proxy.scrollTo(-1) }
                List(0..<10_000) { Text("Row \($0)") }
            }
        }
        screen.shownRows = 0..<4
        #expect(try !screen.outline.contains("reveal"))
        try screen.press("Far")
        #expect(try screen.outline.contains("elementOffset:4998"))
        #expect(try screen.outline.contains("text text:Row 5000 key:5000 reveal:1\n"))
        screen.shownRows = 0..<4
        #expect(try screen.outline.contains("elementOffset:0"))
        #expect(try !screen.outline.contains("reveal"))
        try screen.press("Far")
        #expect(try screen.outline.contains("text text:Row 5000 key:5000 reveal:2\n"))
        screen.shownRows = 10..<14
        try screen.press("None")
        #expect(try screen.outline.contains("elementOffset:10"))
        #expect(try !screen.outline.contains("reveal"))
    }

    @Test("scrollTo finds an element by its id, and asks only that one where ids are numbers that follow one another")
    func scrollCost() throws {
        final class Reads {
            var count = 0
        }
        struct Line: Identifiable {
            let number: Int
            let reads: Reads
            var id: Int {
                reads.count += 1
                return number
            }
        }
        let reads = Reads()
        for step in [1, 2] {
            let lines = (0..<5_000).map { Line(number: 7 + $0 * step, reads: reads) }
            let screen = try screen {
                ScrollViewReader { proxy in
                    Button("Far") { proxy.scrollTo(7 + 4_000 * step) }
                    List(lines) { Text("Line \($0.number)") }
                }
            }
            screen.shownRows = 0..<4
            _ = screen.text
            reads.count = 0
            try screen.press("Far")
            #expect(try screen.outline.contains("elementOffset:3998"))
            #expect((reads.count < 100) == (step == 1))
        }
    }

    @Test("scrollTo marks the first view with the id: an element, the row of a table, and what has .id(_:)")
    func scrolledViews() throws {
        let items = (0..<9).map(Item.init)
        func marked(@ViewBuilder _ body: @escaping @MainActor () -> some View) throws -> [String] {
            let screen = try screen {
                ScrollViewReader { proxy in
                    Button("Go") { proxy.scrollTo(5) }
                    body()
                }
            }
            try screen.press("Go")
            return try screen.outline.split(separator: "\n").filter { $0.contains("reveal:1") }
                .map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
        }
        #expect(try marked { List { ForEach(items) { Text("\($0.id)") } } } == ["text"])
        #expect(try marked { List(items) { item in HStack { Text("\(item.id)") } } } == ["hstack"])
        #expect(try marked { List(items) { item in Text("\(item.id)").onTapGesture {} } } == ["button"])
        #expect(try marked { List(items) { item in Text("a").swipeActions { Button("b") {} } } } == ["hstack"])
        #expect(try marked { Table(items) { TableColumn("n") { Text("\($0.id)") } } } == ["row"])
        let columns = [GridItem(), GridItem()]
        #expect(try marked { LazyVGrid(columns: columns) { ForEach(items) { Text("\($0.id)") } } } == ["text"])
        #expect(try marked { Section("s") { Text("a") }.id(5) } == ["section"])
        let first = try marked {
            List { Text("a").id(5) }
            Button("b") {}.id(5)
        }
        #expect(first == ["text"])
        #expect(try marked { EmptyView().id(5) } == [])
        #expect(try marked { Text("a").id("5") } == [])
    }

    @Test("a list with defaultScrollAnchor(.bottom) says that it is seen from its end on")
    func anchor() throws {
        let screen = try screen { List(0..<3) { Text("\($0)") }.defaultScrollAnchor(.bottom) }
        #expect(try screen.outline.hasPrefix("list atEnd\n"))
        screen.shownRows = 0..<2
        #expect(try screen.outline.contains("elementCount:3 elementOffset:0") == true)
    }
}
