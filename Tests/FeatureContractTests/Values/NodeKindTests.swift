import FeatureContract
import TestSupport
import Testing

@Suite("The kinds of nodes")
struct NodeKindTests {
    /// The name of a kind as in the header: `TEXT_FIELD` of `textField`.
    private func headerName(_ kind: NodeKind) -> String {
        "\(kind)".map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
    }

    @Test("every kind is in FeatureABI.h, and every one there is a kind, by the same number")
    func header() throws {
        let text = String(decoding: try File.read("\(Repository.includeDirectory)/FeatureABI.h"), as: UTF8.self)
        let prefix = "    SY_NODE_"
        let declared = text.split(separator: "\n")
            .filter { $0.hasPrefix(prefix) && !$0.hasPrefix(prefix + "FLAG_") }
            .map { $0.dropFirst(prefix.count).prefix { $0.isLetter || $0.isNumber || "_= ".contains($0) } }
            .map { $0.split(separator: " ").joined(separator: " ") }
        #expect(declared == NodeKind.allCases.map { "\(headerName($0)) = \($0.rawValue)" })
    }

    @Test("the action of each kind takes what the header's table says")
    func actions() throws {
        let text = String(decoding: try File.read("\(Repository.includeDirectory)/FeatureABI.h"), as: UTF8.self)
        let lines = text.split(separator: "\n").map(Array.init)
        let first = try #require(lines.firstIndex { String($0).hasPrefix(" *   kind ") })
        let column = try #require(String(lines[first]).firstRange(of: "the action takes")).lowerBound
        let start = String(lines[first]).distance(from: String(lines[first]).startIndex, to: column)
        var taken: [String: String] = [:]
        for line in lines[(first + 1)...].prefix(while: { $0.count > 5 }) where line[5] != " " {
            let names = String(line[5..<20]).split { " ,".contains($0) }.map(String.init)
            for name in names { taken[name] = String(line.dropFirst(start).prefix { $0 != "(" }.prefix(17)) }
        }
        #expect(taken.keys.sorted() == NodeKind.allCases.map(headerName).sorted())
        for kind in NodeKind.allCases {
            let says = (taken[headerName(kind)] ?? "").split { " ,".contains($0) }.joined(separator: " ")
            let expected: [String] =
                switch kind.actionValue {
                case .nothing: ["nothing"]
                case .string: ["the whole string"]
                case .bool: ["bool"]
                case .double: ["double"]
                case .option: ["of an OPTION"]
                case nil: ["-", ""]
                }
            #expect(expected.contains(says), "\(kind): \(says)")
        }
    }
}
