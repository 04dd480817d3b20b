import FeatureKit
import FeatureTesting
import Testing

/// What modifiers say of nodes.
@Suite struct AppearanceTests {
    @Test("a meaning holds for everything in it, and the innermost wins")
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
        "every meaning reaches the host under its name",
        arguments: [
            (.secondary, "secondary"), (.accent, "accent"), (.success, "success"), (.warning, "warning"),
            (.danger, "danger"),
        ] as [(ForegroundStyle, String)])
    func roles(style: ForegroundStyle, name: String) throws {
        #expect(try screen { Text("a").foregroundStyle(style) }.outline == "text text:a role:\(name)")
    }

    @Test("a badge and a label are those of the first node alone")
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

    @Test("of two badges the inner one is shown")
    func innerBadge() throws {
        #expect(try screen { Text("a").badge("inner").badge("outer") }.outline == "text text:a badge:inner")
    }

    @Test("a badge of a view without nodes goes to nobody else")
    func noNode() throws {
        let screen = try screen {
            EmptyView().badge("3").accessibilityLabel("nothing")
            Text("a")
        }
        #expect(try screen.outline == "text text:a")
    }

    @Test("what is in something disabled is disabled, also where it says otherwise")
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

    @Test("a control is found by what is read out for it")
    func accessibilityLabel() throws {
        let model = Model()
        let screen = try screen { Button("+") { model.number += 1 }.accessibilityLabel("Add one") }
        try screen.press("Add one")
        #expect(model.number == 1)
    }

    @Test("the outermost title is the screen's")
    func title() throws {
        let screen = try screen {
            List { Text("a").navigationTitle("Inner") }.navigationTitle("Outer")
        }
        #expect(screen.title == "Outer")
        #expect(screen.text == "Outer\n=====\n\na\n")
    }

    @Test(
        "a lock says why, or what is usual",
        arguments: [(true, "draft", "draft"), (true, "", "unsaved changes"), (false, "draft", nil)])
    func lock(isLocked: Bool, reason: String, shown: String?) throws {
        let screen = try screen { Text("a").navigationLocked(isLocked, reason: reason) }
        #expect(screen.lock == shown)
    }
}
