import TestSupport

/// FeatureABI.h as text: its structs and their members.
struct ABIHeader {
    struct Struct: CustomStringConvertible {
        let name: String
        /// Each as it is declared, without its comment: `uint32_t size`.
        let members: [String]

        var description: String { name }
    }

    let structs: [Struct]

    init() throws {
        let bytes = try File.read("\(Repository.includeDirectory)/FeatureABI.h")
        let text = Self.withoutComments(String(decoding: bytes, as: UTF8.self))
        structs = text.components(separatedBy: "typedef struct ").dropFirst().compactMap { part in
            guard let opening = part.firstIndex(of: "{"), let closing = part.firstIndex(of: "}") else { return nil }
            let members = part[part.index(after: opening)..<closing].split(separator: ";").map(Self.trimmed)
            return Struct(name: Self.trimmed(part[..<opening]), members: members.filter { !$0.isEmpty })
        }
    }

    private static func withoutComments(_ text: String) -> String {
        let parts = text.components(separatedBy: "/*")
        return parts[0] + parts.dropFirst().map { $0.components(separatedBy: "*/").dropFirst().joined() }.joined()
    }

    /// In one line, without spaces around it.
    private static func trimmed(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension String {
    /// The parts between the occurrences of a text.
    func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
