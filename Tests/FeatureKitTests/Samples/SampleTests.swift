import FeatureKit
import FeatureTesting
import Foundation
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

                [Clear]
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

            [Add]
            Apples  due soon  6  [Edit Apples]
            Bread  due soon  1  [Edit Bread]
            Articles    2
            All pieces  7
            Budget: 20  [####----------------]  [−]  [+]
            Sort:  [A to Z]  [Z to A]

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

    @Test("a task list with an older view model, tapped rows and two sheets works as it is written for SwiftUI")
    func tasks() async throws {
        let tomorrow = Date(timeIntervalSinceNow: 86_400).formatted(Self.english.day().month(.wide).year())
        let screen = try screen { TaskListView() }
        try await screen.settle()
        #expect(
            screen.text == """
                Tasks
                =====

                [trash]  [Add]
                Search tasks: []
                Filter: (All) Open Done
                Tasks
                  [circle]  [Buy milk]  [Delete]  [Done]  [Move Up] (disabled)  [Move Down]
                  [circle]  [Write report \(tomorrow)]  [Delete]  [Done]  [Move Up]  [Move Down] (disabled)
                2 tasks
                [Refresh]

                """)
        try screen.press("Buy milk")
        #expect(screen.title == "Buy milk")
        try screen.type("Buy bread", into: "Title")
        try screen.press("Title")
        #expect(screen.text.contains("[Buy bread]"))
        try screen.press("Delete#1")
        #expect(screen.text.contains("1 tasks"))
        try screen.press("Add")
        #expect(screen.text.contains("Priority: Low (Medium) High"))
        try screen.press("Cancel")
        #expect(screen.title == "Tasks")
    }

    @Test("a settings form with stored values and links to values works as it is written for SwiftUI")
    func settings() throws {
        let today = day(of: Date())
        let screen = try screen { SettingsView() }
        #expect(
            screen.text == """
                Settings
                ========

                Account
                  Username: [] (Required)
                  Password: []
                  Birthday: [\(today)]
                Read our privacy policy at example.com (https://example.com).
                Appearance
                  Theme: (System) Light Dark
                  Accent color: (Accent) of 6
                  Font size: 14  [######--------------]  [−]  [+]
                  Size: 14 pt
                  Copies: 1  [−] (disabled)  [+]
                  1 copies  [−] (disabled)  [+]
                [x] Notifications
                [Options]  3
                [Account]
                [About]
                [Next version]
                [Website]
                > Support <https://example.com/support>
                [Reset all settings]
                Launched 1 time

                """)
        try screen.type("ann", into: "Username")
        try screen.press("Account")
        #expect(screen.title == "Account")
        #expect(screen.text.contains("Account of ann"))
        try screen.goBack()
        try screen.press("About")
        #expect(screen.text.contains("Version  1.0\nSize  123 kB\n"))
        try screen.press("Close")
        #expect(screen.title == "Settings")
        try screen.press("Website")
        #expect(screen.text.contains("https://example.com"))
        try screen.closeSheet()
        try screen.press("Reset all settings")
        try screen.press("Reset")
        #expect(screen.text.contains("Version  reset"))
        try screen.goBack()
        #expect(screen.text.contains("Username: []"))
    }

    @Test("a feed with styles, modifiers and pictures of the author's own works as it is written for SwiftUI")
    func feed() async throws {
        /// What is shown of posts that were loaded at a time: one then, and one two hours before.
        func expected(_ time: Date) -> String {
            """
            Feed
            ====

            Feed   (3)
            Ann  now  Actions:  [Copy]  [More…]
            Hello
            [1200]  1.2K  \(time.formatted(Self.english.day().month()))  Share  Hello
            Bob  2 hours ago  Actions:  [Copy]  [More…]
            World
            > https://swift.org
            [3]  3  \((time - 7200).formatted(Self.english.day().month()))  Share  World
            [Refresh]
            Comment: []
            [Send] (disabled)

            """
        }
        let start = Date()
        let screen = try screen { FeedView() }
        try await screen.settle()
        // The first post is as old as the test. Where the day has changed meanwhile, either is right.
        let text = screen.text.replacing(/Ann  .*  Actions/, with: "Ann  now  Actions")
        #expect([expected(start), expected(Date())].contains(text), "\(text)")
        try screen.press("More…#1")
        #expect(screen.text.contains("! Post"))
        try screen.press("Report Ann")
        #expect(!screen.text.contains("! Post"))
        try screen.type("Nice", into: "Comment")
        try screen.press("Send")
        #expect(screen.text.contains("Comment: []"))
    }

    @Test("a picture's page with layers, shapes and taps works as it is written for SwiftUI")
    func photo() throws {
        let photo = Photo(
            id: 1, title: "Lake", location: "Alps", rating: 4.5, size: CGSize(width: 4000, height: 3000))
        let screen = try screen { PhotoDetailView(photo: photo) }
        #expect(screen.text == "[photo-1]\n[Add to favorites]\n[Info]\nLake\n")
        try screen.press("Add to favorites")
        #expect(screen.text.contains("Remove from favorites"))
        try screen.press("Info")
        #expect(screen.text.contains("Alps\n4000 × 3000\n"))
        try screen.press("Close")
        #expect(screen.text.contains("Lake"))
    }

    /// The form of dates in texts.
    private static let english = Date.FormatStyle(locale: Locale(identifier: "en_US"))

    /// A date's day as a field has it.
    private func day(of date: Date) -> String {
        let parts = Calendar.current.dateComponents([.year, .month, .day], from: date)
        return String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    }

    @Test("the seeds' own routers and rows lead on, and the way back sets the router's path")
    func seeds() throws {
        let screen = try screen { SeedHomeView() }
        #expect(screen.text == "Home\n====\n\n[First]\n[Second]\n[Linked]\n")
        for (row, item) in [("Second", 2), ("Linked", 9), ("First", 1)] {
            try screen.press(row)
            #expect(screen.text == "Detail\n======\n\nItem \(item)\n")
            try screen.goBack()
        }
    }

    @Test("a value that a link shows comes again with its screen")
    func reopenedLink() throws {
        let screen = try screen { SettingsView() }
        try screen.press("Account")
        #expect(try screen.reopened().title == "Settings", "a SettingsRoute is not Codable")
        let links = try FeatureKitTests.screen {
            NavigationLink("To 3", value: 3)
            NavigationLink("To text", value: "x")
            EmptyView().navigationDestination(for: Int.self) { number in
                Text("number \(number)")
                NavigationLink("Next", value: number + 1)
            }
        }
        try links.press("To 3")
        try links.press("Next")
        let again = try links.reopened()
        #expect(again.text == "number 4\n[Next]\n")
        try again.goBack()
        #expect(again.text == "number 3\n[Next]\n")
        try again.goBack()
        // No view is for a text.
        try again.press("To text")
        #expect(again.text == "[To 3]\n[To text]\n")
    }
}
