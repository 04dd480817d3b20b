import FeatureTesting
import JSONText
import Testing

extension ScreenHarness {
    /// The screen's nodes as the host received them, one per line: the kind, then the members that are not empty.
    var outline: String {
        get throws {
            let nodes = try #require(JSON.parse(json)["nodes"]?.array)
            return nodes.flatMap { lines($0, indent: "") }.joined(separator: "\n")
        }
    }

    private func lines(_ node: JSON, indent: String) -> [String] {
        let members = (node.object?.members ?? []).filter { $0.key != "children" }.map { member in
            if member.key == "kind" { return member.value.string ?? "" }
            // The numbers of actions are internal to the feature.
            if member.key == "action" { return "action" }
            return member.value == true ? member.key : "\(member.key):\(member.value.string ?? member.value.text())"
        }
        let children = node["children"]?.array ?? []
        return [indent + members.joined(separator: " ")] + children.flatMap { lines($0, indent: indent + "  ") }
    }
}
