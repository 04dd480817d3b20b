import TestSupport

/// Tests/Tables/Conformance.md: the cases that deviate, under the rules that cause them.
struct ConformancePage {
    static let path = "Tests/Tables/Conformance.md"

    let text: String

    /// - Parameter text: The page's text; nil to read the file.
    init(text: String? = nil) throws {
        self.text = try text ?? String(decoding: File.read(Repository.path(Self.path)), as: UTF8.self)
    }

    /// A line of a table, with the rule above it.
    private struct Row: Hashable, CustomStringConvertible {
        let rule: String
        let line: String

        var description: String { "\(line) below '\(rule)'" }
    }

    /// The rows that the page lacks or has too many of, for these cases.
    func findings(_ cases: [NavDeepLinkCase]) -> [String] {
        var surplus = rows
        var findings: [String] = []
        for deviating in cases {
            guard let rule = deviating.deviation?.rawValue, let line = deviating.deviationRow else { continue }
            let row = Row(rule: rule, line: line)
            if let index = surplus.firstIndex(of: row) {
                surplus.remove(at: index)
            } else {
                findings.append("lacks \(row)")
            }
        }
        findings += surplus.map { "has \($0)" }
        let conforming = cases.count { $0.deviation == nil }
        let sum = "\(conforming) of the \(cases.count) rows are right here, and \(cases.count - conforming) deviate"
        if !text.contains(sum) { findings.append("does not say '\(sum)'") }
        return findings
    }

    /// The rows of the tables below headings of the third level.
    private var rows: [Row] {
        var rows: [Row] = []
        var rule: String?
        var isTable = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") { rule = line.hasPrefix("### ") ? String(line.dropFirst(4)) : nil }
            // The two lines of a table's head are skipped.
            if isTable, let rule, line.hasPrefix("|") { rows.append(Row(rule: rule, line: String(line))) }
            isTable = line.hasPrefix("|---") || isTable && line.hasPrefix("|")
        }
        return rows
    }
}
