import JSONText
import Testing

@Suite struct PathTests {
    @Test(
        "a path prints in its usual form, with quotes around keys that need them",
        arguments: [
            ([], "(root)"),
            (["tabs", 0, "name"], "tabs[0].name"),
            ([0, 1, "a"], "[0][1].a"),
            (
                ["redirects", "home/character?identifier={identifier}", "to"],
                #"redirects."home/character?identifier={identifier}".to"#
            ),
            (["a-b", "_c", "D9"], "a-b._c.D9"),
            (["9a", "-b", ""], #""9a"."-b"."""#),
            (["é", "a b", "a.b", "\"\u{1B}"], #""é"."a b"."a.b"."\"\u001b""#),
        ] as [(JSONPath, String)])
    func printing(path: JSONPath, text: String) {
        #expect(path.description == text)
    }

    @Test("a path grows by a key or an index and shrinks to its parent")
    func steps() {
        let path = JSONPath.root.appending(key: "tabs").appending(index: 2)
        #expect(path == ["tabs", 2])
        #expect(path.parent == ["tabs"])
        #expect(path.parent.parent.parent == .root)
    }
}
