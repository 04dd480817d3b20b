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
                  [ ] Buy milk
                  Priority of Buy milk: Low (Normal) High
                  [Finish Buy milk]
                  [Delete]
                  [ ] Pay the rent
                  Priority of Pay the rent: (Low) Normal High
                  [Finish Pay the rent]
                  [Delete]
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
}
