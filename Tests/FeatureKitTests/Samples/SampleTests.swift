import FeatureKit
import FeatureTesting
import Testing

/// Screens that are written as for SwiftUI.
@Suite struct SampleTests {
    @Test("a to-do list works as it is written for SwiftUI")
    func todo() async throws {
        let screen = try screen { TodoListView() }
        #expect(
            screen.text == """
                To-Do
                =====

                Find a to-do: []
                New to-do: []
                [Add] (disabled)
                Open
                  [ ] Buy milk  Priority of Buy milk: Low (Normal) High  [Finish Buy milk]  [Delete]
                  [ ] Pay the rent  Priority of Pay the rent: (Low) Normal High  [Finish Pay the rent]  [Delete]
                2 open
                Done
                  Call Ann
                [x] Show done
                [Clear]
                [Refresh]

                """)
        try screen.type("Read a book", into: "New to-do")
        try screen.press("Add")
        #expect(screen.text.contains("[ ] Read a book"))
        try screen.press("Finish Buy milk")
        #expect(screen.text.contains("Done\n  Buy milk\n  Call Ann\n"))
        try screen.press("Show done")
        #expect(!screen.text.contains("Call Ann"))
        try screen.type("rent", into: "Find a to-do")
        #expect(!screen.text.contains("Read a book"))
        try screen.press("Delete")
        #expect(screen.text.contains("No Results for “rent”"))
        try screen.type("", into: "Find a to-do")
        try screen.press("Refresh")
        try await screen.settle()
        #expect(screen.text.contains("[ ] Water the plants"))
        try screen.press("Clear")
        #expect(screen.text.contains("! Clear all?\n  They cannot be brought back.\n  [Clear all] [Cancel]"))
        try screen.press("Clear all")
        #expect(screen.text.contains("0 open"))
    }

    @Test("a shopping list with sheets by a binding and by an item works as it is written for SwiftUI")
    func shopping() throws {
        let screen = try screen { ShoppingListView() }
        let list = """
            Shopping
            ========

            Apples  due soon  6  [Edit Apples]
            Bread  due soon  1  [Edit Bread]
            Articles    2
            All pieces  7
            Budget: 20  [####----------------]  [−]  [+]
            Sort:  [A to Z]  [Z to A]
            [Add]

            """
        #expect(screen.text == list)
        try screen.press("Increment Budget")
        try screen.press("Z to A")
        #expect(screen.text.contains("Budget: 25  [#####"))
        #expect(screen.text.contains("[Edit Bread]\nApples"))
        try screen.type("51", into: "Budget")
        #expect(screen.text.contains("Budget: 50"))
        try screen.press("Add")
        #expect(
            screen.text == """
                New Article
                ===========

                Name: []
                Count: 1  [−] (disabled)  [+]
                [+] More
                [Save] (disabled)  [Cancel]

                """)
        try screen.type("Milk", into: "Name")
        try screen.press("Increment Count: 1")
        try screen.press("More")
        #expect(screen.text.contains("[-] More\n  Due: [2026-09-21]\n  []\n"))
        try screen.type("2026-10-01", into: "Due")
        #expect(screen.text.contains("Due: [2026-10-01]"))
        try screen.press("Cancel")
        #expect(screen.text.contains("! Discard it?"))
        try screen.closeAlert("Discard it?")
        try screen.press("Save")
        #expect(screen.text.contains("Milk  due soon  2  [Edit Milk]"))
        #expect(screen.text.contains("\nclosed\n"))
        try screen.press("Edit Bread")
        #expect(screen.title == "Bread")
        try screen.type("Rye bread", into: "Name")
        try screen.closeSheet()
        #expect(screen.text.contains("[Edit Bread]"))
        #expect(throws: HarnessError.self) { try screen.closeSheet() }
    }

    @Test("a sheet comes again with its screen", arguments: ["Add", "Edit Apples"])
    func reopened(button: String) throws {
        let screen = try screen { ShoppingListView() }
        try screen.press(button)
        let again = try screen.reopened()
        #expect(again.title == (button == "Add" ? "New Article" : "Apples"))
        try again.closeSheet()
        #expect(try again.reopened().title == "Shopping")
    }

    @Test(
        "a date that cannot be is refused, and changes nothing",
        arguments: ["2026-02-30", "tomorrow", "", "2026-13-01"])
    func dates(text: String) throws {
        let screen = try screen { ArticleForm(article: Article(name: "A")) { _ in } }
        try screen.press("More")
        #expect(throws: HarnessError.self) { try screen.type(text, into: "Due") }
        #expect(screen.text.contains("Due: [2026-09-21]"))
    }
}
