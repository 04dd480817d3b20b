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
}
