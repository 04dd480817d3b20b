import HostCore

/// The order in which the user wants a table: as the page of `web` has it, by the words that are shown.
struct TableSorting: Hashable, Sendable {
    /// The number of the table on its screen, from 0.
    let table: Int
    let column: Int
    var isDown = false

    /// Returns the rows in order. Rows that are equal stay as the feature has them.
    func sorted(_ rows: [ViewNode]) -> [ViewNode] {
        let texts = rows.map { Self.text(of: $0, column) }
        let isNumeric = Self.isNumeric(texts)
        let amounts = isNumeric ? texts.map(Self.amount) : []
        let folded = isNumeric ? [] : texts.map(Self.folded)
        func order(_ one: Int, _ two: Int) -> Int {
            if isNumeric { return amounts[one] < amounts[two] ? -1 : amounts[one] > amounts[two] ? 1 : 0 }
            return folded[one] < folded[two] ? -1 : folded[one] > folded[two] ? 1 : 0
        }
        return rows.indices.sorted { one, two in
            let order = isDown ? order(two, one) : order(one, two)
            return order == 0 ? one < two : order < 0
        }
        .map { rows[$0] }
    }

    static func text(of row: ViewNode, _ column: Int) -> String {
        row.children.indices.contains(column) ? row.children[column].label : ""
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

    /// Returns a text without case, in which a number is before a greater one: `row 2` before `row 10`.
    private static func folded(_ text: String) -> String {
        var (folded, digits) = ("", "")
        for character in text.lowercased() + "\0" {
            if character.isDigit {
                digits.append(character)
                continue
            }
            folded += String(repeating: "0", count: max(0, digits.isEmpty ? 0 : 20 - digits.count)) + digits
            digits = ""
            folded.append(character)
        }
        return folded
    }

    /// Returns the number that a text of a numeric column means; of several, the one without the signs between.
    private static func amount(_ text: String) -> Double {
        let digits = text.filter { $0.isDigit || $0 == "." }
        return (Double(digits) ?? 0) * (text.contains { $0 == "-" || $0 == "−" } ? -1 : 1)
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isWholeNumber }
}
