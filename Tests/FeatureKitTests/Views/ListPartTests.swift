import FeatureKit
import FeatureTesting
import Testing

/// Lists of which a part is shown.
@Suite struct ListPartTests {
    private struct Item: Identifiable {
        let id: Int
    }

    @Test("of a million elements only those of the part that is shown are made")
    func million() throws {
        var made: [Int] = []
        let screen = try screen {
            List(0..<1_000_000) { number in
                made.append(number)
                return Text("Row \(number)")
            }
        }
        #expect(screen.text.contains("more than 100000 nodes"))
        made = []
        screen.shownRows = 500_000..<500_002
        #expect(screen.text == "Row 500000\nRow 500001\n(rows 500,001 to 500,002 of 1,000,000)\n")
        #expect(Set(made) == [500_000, 500_001])
        screen.shownRows = 999_999..<1_000_005
        #expect(screen.text.hasPrefix("Row 999994\n"))
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

    @Test("a list with defaultScrollAnchor(.bottom) says that it is seen from its end on")
    func anchor() throws {
        let screen = try screen { List(0..<3) { Text("\($0)") }.defaultScrollAnchor(.bottom) }
        #expect(try screen.outline.hasPrefix("list atEnd\n"))
        screen.shownRows = 0..<2
        #expect(try screen.outline.contains("elementCount:3 elementOffset:0") == true)
    }
}
