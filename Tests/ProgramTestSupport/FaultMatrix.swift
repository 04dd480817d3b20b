import Synchronization

/// The outcomes of each fault at each place, as a table: faults down and places across.
struct FaultMatrix: Sendable {
    private var rows: [String: [FaultPlace: [FaultOutcome?]]] = [:]

    /// - Parameter outcomes: The outcome of each flavour; nil for one that was not expected.
    mutating func add(_ fault: Fault, _ outcomes: [FaultPlace: [FaultOutcome?]]) {
        rows[fault.name] = outcomes
    }

    func isComplete(_ faults: [Fault]) -> Bool { faults.allSatisfy { rows[$0.name] != nil } }

    /// Returns the table, and below it the reasons why some cells are empty.
    func text(_ faults: [Fault]) -> String {
        let head = ["fault"] + FaultPlace.allCases.map(\.rawValue)
        let lines = [head] + faults.map { fault in [fault.title] + FaultPlace.allCases.map { cell(fault, $0) } }
        let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        var text = ""
        for line in lines {
            let cells = zip(line, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            text += cells.joined(separator: "  ") + "\n"
        }
        for fault in faults {
            for place in FaultPlace.allCases {
                if case .impossible(let reason) = fault[place] { text += "- \(fault.title), \(place): \(reason)\n" }
            }
        }
        return text
    }

    private func cell(_ fault: Fault, _ place: FaultPlace) -> String {
        guard case .flavours = fault[place] else { return "-" }
        var words: [String] = []
        for outcome in rows[fault.name]?[place] ?? [] {
            let word = outcome?.rawValue ?? "WRONG"
            if !words.contains(word) { words.append(word) }
        }
        return words.joined(separator: "/")
    }
}
