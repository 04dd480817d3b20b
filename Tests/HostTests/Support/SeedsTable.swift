import Glibc
import TestSupport

/// The tables of Documentation/Seeds.md: each promise, its fulfilment here, and the test that shows it.
struct SeedsTable {
    /// A line of the table.
    struct Row {
        let line: Int
        let cells: [String]
    }

    /// The tables of one seed, which stand below a heading of its name.
    struct Seed {
        let name: String
        fileprivate(set) var rows: [Row] = []
    }

    static let columns = ["Promise", "Here", "Shown by"]

    private(set) var seeds: [Seed] = []
    private let document: Document

    init(_ document: Document) {
        self.document = document
        for (index, line) in document.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.hasPrefix("## ") { seeds.append(Seed(name: String(line.dropFirst(3)))) }
            guard line.hasPrefix("|"), !seeds.isEmpty else { continue }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map(
                \.trimmed)
            let isHead = cells == Self.columns || cells.allSatisfy { $0.allSatisfy { $0 == "-" } && !$0.isEmpty }
            if !isHead { seeds[seeds.count - 1].rows.append(Row(line: index + 1, cells: cells)) }
        }
        seeds.removeAll(where: \.rows.isEmpty)
    }

    /// Returns the claims that are wrong, each with its line.
    func findings() throws -> [String] {
        try seeds.flatMap(\.rows).flatMap { row in try findings(row).map { "line \(row.line): \($0)" } }
    }

    private func findings(_ row: Row) throws -> [String] {
        guard row.cells.count == Self.columns.count else { return ["\(row.cells.count) cells, not 3"] }
        let empty = zip(Self.columns, row.cells).filter { $0.1.isEmpty }.map { "'\($0.0)' is empty" }
        guard empty.isEmpty else { return empty }
        let shown = Document.links(in: row.cells[2])
        guard !shown.isEmpty else { return ["'Shown by' names no test and no flow"] }
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
