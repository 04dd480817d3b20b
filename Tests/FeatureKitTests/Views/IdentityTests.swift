import FeatureKit
import FeatureTesting
import Testing

/// Which keys nodes have, so that a host finds them again.
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

    @Test("a container takes the key, and not what is in it")
    func container() throws {
        let screen = try screen {
            ForEach(["a"], id: \.self) { name in Section { Text(name) } }
        }
        #expect(try screen.outline == "section key:a\n  text text:a")
    }

    @Test("elements in elements have keys of their own, also where the inner ones repeat")
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

    @Test("an element without a node gives its key to nobody")
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
