import FeatureKit
import FeatureTesting
import Testing

/// The keys of nodes, by which a host finds them again.
@Suite struct IdentityTests {
    @Test("an element's key goes to its first node alone")
    func firstNode() throws {
        let screen = try screen {
            ForEach(["a", "b"], id: \.self) { name in
                Text(name)
                Text("more of \(name)")
            }
        }
        #expect(
            try screen.outline == """
                text text:a key:a
                text text:more of a
                text text:b key:b
                text text:more of b
                """)
    }

    @Test("a container takes the key of its element, and the views in it do not")
    func container() throws {
        let screen = try screen {
            ForEach(["a"], id: \.self) { name in Section { Text(name) } }
        }
        #expect(try screen.outline == "section key:a\n  text text:a")
    }

    @Test("nested elements have keys of their own, even where the inner ones repeat")
    func nested() throws {
        let screen = try screen {
            ForEach(["a", "b"], id: \.self) { outer in
                ForEach([1, 2], id: \.self) { inner in Text("\(outer)\(inner)") }
            }
        }
        let keys = try screen.outline.split(separator: "\n").map { $0.split(separator: " ").last }
        #expect(Set(keys).count == 4)
        #expect(keys.allSatisfy { $0?.hasPrefix("key:") == true })
    }

    @Test("the elements of two collections side by side have keys of their own, even where the ids are the same")
    func sideBySide() throws {
        let screen = try screen {
            ForEach([1, 2], id: \.self) { Text("a\($0)") }
            ForEach([1, 2], id: \.self) { Text("b\($0)") }
            Section { ForEach([1], id: \.self) { Text("c\($0)") } }
        }
        #expect(
            try screen.outline == """
                text text:a1 key:1
                text text:a2 key:2
                text text:b1 key:2:1
                text text:b2 key:2:2
                section
                  text text:c1 key:1
                """)
    }

    @Test("the key of an element without a node goes to no other node")
    func noNode() throws {
        let screen = try screen {
            ForEach([1, 2], id: \.self) { number in
                if number == 2 { Text("two") }
            }
            Text("after")
        }
        #expect(try screen.outline == "text text:two key:2\ntext text:after")
    }
}
