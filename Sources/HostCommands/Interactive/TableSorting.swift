import HostCore

/// The order in which the user wants a table: by the words and values that its cells show.
struct TableSorting: Hashable, Sendable {
    let column: Int
    var isDown = false

    /// Returns the rows in order: numbers by their amount before other words, and empty cells last in both directions.
    /// Rows that are equal stay as the feature has them.
    func sorted(_ rows: [ViewNode]) -> [ViewNode] {
        let keys = rows.map { Key(Self.value(of: $0, column)) }
        return rows.indices.sorted { one, two in
            if keys[one].isEmpty != keys[two].isEmpty { return keys[two].isEmpty }
            if keys[one] == keys[two] { return one < two }
            return isDown ? keys[two] < keys[one] : keys[one] < keys[two]
        }
        .map { rows[$0] }
    }

    private struct Key: Comparable {
        /// The amount, if the text is a number.
        private let amount: Double?
        /// The text without case, in which a number is before a greater one: `row 2` before `row 10`.
        private let words: String

        var isEmpty: Bool { words.isEmpty }

        init(_ text: String) {
            amount = TableSorting.amount(text)
            var (words, digits) = ("", "")
            for character in text.lowercased() {
                if character.isDigit {
                    digits.append(character)
                } else {
                    words += Self.padded(digits) + String(character)
                    digits = ""
                }
            }
            self.words = words + Self.padded(digits)
        }

        private static func padded(_ digits: String) -> String {
            String(repeating: "0", count: digits.isEmpty ? 0 : max(0, 20 - digits.count)) + digits
        }

        static func < (one: Self, two: Self) -> Bool {
            switch (one.amount, two.amount) {
            case (let one?, let two?) where one != two: one < two
            // Great numbers may have the same amount, and -9 is below -8.
            case (let amount?, _?): amount < 0 ? two.words < one.words : one.words < two.words
            case (_?, nil): true
            case (nil, _?): false
            case (nil, nil): one.words < two.words
            }
        }
    }

    /// Returns what a cell is sorted by: its text, or the value of its control.
    private static func value(of row: ViewNode, _ column: Int) -> String {
        guard row.children.indices.contains(column) else { return "" }
        let cell = row.children[column]
        return switch cell.kind {
        case .toggle: cell.value == .bool(true) ? "1" : "0"
        case .textField: cell.value.scalarText ?? ""
        case .picker: cell.chosenOption?.label ?? ""
        default: cell.label
        }
    }

    /// Returns the text of a cell that consists of texts, labels and groups of them; empty for any other cell.
    static func text(of row: ViewNode, _ column: Int) -> String {
        guard row.children.indices.contains(column), row.children[column].isText else { return "" }
        return row.children[column].label
    }

    /// Whether all texts of a column that has any are numbers, such as `1,024`, `€ 3.50`, `−7 °C` or `12:30`.
    static func isNumeric(_ texts: [String]) -> Bool {
        let texts = texts.filter { !$0.isEmpty }
        return !texts.isEmpty
            && texts.allSatisfy { text in
                var rest = Substring(text)
                if let first = rest.first, "+-−~≈<>".contains(first) { rest = rest.dropFirst() }
                rest = rest.drop { " €$£¥".contains($0) }
                guard rest.first?.isDigit == true else { return false }
                rest = rest.drop { $0.isDigit || ".,':\u{A0} ".contains($0) }
                return rest.isEmpty || "€$£¥%‰°".contains(rest) || rest.count <= 3 && rest.allSatisfy(\.isLetter)
            }
    }

    private static let units: [String: Double] = [
        "": 1, "€": 1, "$": 1, "£": 1, "¥": 1, "%": 1, "‰": 1, "°": 1, "°c": 1, "°f": 1, "b": 1, "kb": 1e3, "mb": 1e6,
        "gb": 1e9,
        "tb": 1e12, "pb": 1e15, "k": 1e3, "m": 1e6, "g": 1e9, "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824,
        "ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1, "min": 60, "h": 3600,
    ]

    /// Returns the amount of `-1,024.5`, `€ 3`, `80 %` or `12 KB`; nil for other words, such as `1.10.2` and `3 cats`.
    private static func amount(_ text: String) -> Double? {
        var rest = text.filter { !$0.isWhitespace }[...]
        let isNegative = rest.first.map { "-−".contains($0) } ?? false
        if let first = rest.first, "+-−~≈<>".contains(first) { rest = rest.dropFirst() }
        rest = rest.drop { "€$£¥".contains($0) }
        let number = rest.prefix { $0.isDigit || ".,".contains($0) }
        guard let unit = units[rest.dropFirst(number.count).lowercased()] else { return nil }
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let groups = parts[0].split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= 2, groups.dropFirst().allSatisfy({ $0.count == 3 }),
            let amount = Double(number.filter { $0 != "," })
        else { return nil }
        return (isNegative ? -amount : amount) * unit
    }
}

extension Character {
    var isDigit: Bool { isASCII && isWholeNumber }
}

extension String {
    /// Whether all characters are decimal digits, and there are some.
    var isNumber: Bool { !isEmpty && allSatisfy(\.isDigit) }
}

extension ViewNode {
    fileprivate var isText: Bool {
        switch kind {
        case .text, .label: true
        case .group: children.allSatisfy(\.isText)
        default: false
        }
    }
}
