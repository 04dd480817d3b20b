import FeatureKit
import FeatureTesting
import Testing

/// The nodes' members that modifiers set.
@Suite struct AppearanceTests {
    @Test("a foreground style holds for every node in it, and the innermost one wins")
    func role() throws {
        let screen = try screen {
            List {
                Text("a")
                Text("b").foregroundStyle(.danger)
            }
            .foregroundStyle(.secondary)
            Text("c")
        }
        #expect(
            try screen.outline == """
                list role:secondary
                  text text:a role:secondary
                  text text:b role:danger
                text text:c
                """)
    }

    @Test(
        "every foreground style reaches the host under its name",
        arguments: [
            (.secondary, "secondary"), (.accent, "accent"), (.success, "success"), (.warning, "warning"),
            (.danger, "danger"),
        ] as [(ForegroundStyle, String)])
    func roles(style: ForegroundStyle, name: String) throws {
        #expect(try screen { Text("a").foregroundStyle(style) }.outline == "text text:a role:\(name)")
    }

    @Test("a badge and a label belong to the first node alone")
    func firstNode() throws {
        let screen = try screen {
            Group {
                Text("a")
                Text("b")
            }
            .badge("3").accessibilityLabel("letters")
            Button("c") {}.badge(5)
            Text("d").badge(0)
        }
        #expect(
            try screen.outline == """
                group badge:3 accessibilityLabel:letters
                  text text:a
                  text text:b
                button text:c badge:5 action
                text text:d
                """)
        #expect(screen.text == "a\nb\n[c] (5)\nd\n")
    }

    @Test("the inner one of two badges is shown")
    func innerBadge() throws {
        #expect(try screen { Text("a").badge("inner").badge("outer") }.outline == "text text:a badge:inner")
    }

    @Test("the badge of a view without nodes goes to no other view")
    func noNode() throws {
        let screen = try screen {
            EmptyView().badge("3").accessibilityLabel("nothing")
            Text("a")
        }
        #expect(try screen.outline == "text text:a")
    }

    @Test("a view inside a disabled one is disabled, even if it is enabled itself")
    func disabled() throws {
        let screen = try screen {
            Section {
                Text("a").disabled(false)
            }
            .disabled(true)
            Text("b")
        }
        #expect(try screen.outline == "section disabled\n  text text:a disabled\ntext text:b")
    }

    @Test("a control is found by its accessibility label")
    func accessibilityLabel() throws {
        let model = Model()
        let screen = try screen { Button("+") { model.number += 1 }.accessibilityLabel("Add one") }
        try screen.press("Add one")
        #expect(model.number == 1)
    }

    @Test("the outermost title is the screen's title")
    func title() throws {
        let screen = try screen {
            List { Text("a").navigationTitle("Inner") }.navigationTitle("Outer")
        }
        #expect(screen.title == "Outer")
        #expect(screen.text == "Outer\n=====\n\na\n")
    }

    @Test(
        "a lock has its own reason, or a default one",
        arguments: [(true, "draft", "draft"), (true, "", "unsaved changes"), (false, "draft", nil)])
    func lock(isLocked: Bool, reason: String, shown: String?) throws {
        let screen = try screen { Text("a").navigationLocked(isLocked, reason: reason) }
        #expect(screen.lock == shown)
    }
}
