import Glibc
import TestSupport

/// The tables of promises, Tests/Tables/Seeds.md or Promises.md: in each row a promise, how or by whom it is kept, and
/// the test that shows it.
struct PromiseTable {
    /// A line of the table.
    struct Row {
        let line: Int
        let cells: [String]
    }

    /// The tables below one heading.
    struct Section {
        let name: String
        fileprivate(set) var rows: [Row] = []
    }

    private(set) var sections: [Section] = []
    private let document: Document
    private let columns: [String]

    init(_ document: Document, columns: [String] = ["Promise", "Here", "Shown by"]) {
        self.document = document
        self.columns = columns
        for (index, line) in document.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("## ") { sections.append(Section(name: String(line.dropFirst(3)))) }
            guard line.hasPrefix("|"), !sections.isEmpty else { continue }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(
                \.trimmed)
            let isHead = cells == columns || cells.allSatisfy { $0.allSatisfy { $0 == "-" } && !$0.isEmpty }
            if !isHead { sections[sections.count - 1].rows.append(Row(line: index + 1, cells: cells)) }
        }
        sections.removeAll(where: \.rows.isEmpty)
    }

    /// Returns the claims that are wrong, each with its line.
    func findings() throws -> [String] {
        try sections.flatMap(\.rows).flatMap { row in try findings(row).map { "line \(row.line): \($0)" } }
    }

    private func findings(_ row: Row) throws -> [String] {
        guard row.cells.count == columns.count else { return ["\(row.cells.count) cells, not 3"] }
        let empty = zip(columns, row.cells).filter { $0.1.isEmpty }.map { "'\($0.0)' is empty" }
        guard empty.isEmpty else { return empty }
        let shown = Document.links(in: row.cells[2])
        guard !shown.isEmpty else { return ["'\(columns[2])' names no test and no flow"] }
        return try (Document.links(in: row.cells[1]).map(findings) + shown.map(findingsOfShown)).flatMap(\.self)
    }

    private func findings(_ link: Document.Link) -> [String] {
        let file = document.file(at: link.target) ?? ""
        return access(Repository.path(file), F_OK) == 0 ? [] : ["there is no '\(link.target)'"]
    }

    /// Checks that a flow exists, or that a test stands in its file.
    private func findingsOfShown(_ link: Document.Link) throws -> [String] {
        let missing = findings(link)
        guard missing.isEmpty, let file = document.file(at: link.target) else { return missing }
        if file.hasSuffix(".flow") { return [] }
        guard file.hasSuffix("Tests.swift") else { return ["'\(link.target)' holds neither tests nor a flow"] }
        let names = link.behind.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        guard !names.isEmpty else { return ["no test of '\(link.target)' is named"] }
        let source = String(decoding: try File.read(Repository.path(file)), as: UTF8.self)
        let tests = source.components(separatedBy: "@Test(").dropFirst().map { $0.drop(while: \.isWhitespace) }
        return names.filter { name in !tests.contains { $0.hasPrefix("\"\(name)\"") } }
            .map { "'\(link.target)' has no test \"\($0)\"" }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
