/// A model of a terminal: the cells that a terminal would show for the bytes that a program has sent.
///
/// It knows the sequences that the host and the tests' programs send. Any other one is a defect, kept in ``defects``.
package struct TerminalModel: Sendable {
    package struct Look: Hashable, Sendable {
        /// The colour: 30 to 37 and 90 to 97; 39 for that of ordinary text; for an exact one 0x1000000 and its bytes.
        package var color = 39
        package var isBold = false
        package var isDim = false
        package var isItalic = false
        package var isUnderlined = false
        package var isReversed = false

        package init() {}
    }

    package struct Cell: Hashable, Sendable {
        /// The cell's character; empty in the second cell of a wide one.
        package var text: String
        package var look: Look

        static let blank = Cell(text: " ", look: Look())
    }

    package private(set) var columns: Int
    package private(set) var rows: Int
    package private(set) var cells: [[Cell]]
    package private(set) var column = 0
    package private(set) var row = 0
    /// The input that no terminal should be sent, or that this one does not know.
    package private(set) var defects: [String] = []
    /// The text that was put on the clipboard last, in base 64.
    package private(set) var clipboard: String?
    /// Whether the program has asked for the colour of the background.
    package private(set) var hasAskedForBackground = false
    /// The number of cells that were written, whether or not they changed.
    package private(set) var writtenCells = 0
    /// How often the screen was cleared, as it is before it is drawn whole.
    package private(set) var clearings = 0
    /// How many defects there were at the last change of size, until the program clears the screen. It may still be
    /// drawing for the size before, so that what lies beyond the new edges meanwhile is no defect.
    private var defectsBeforeResize: Int?
    /// The modes of DECSET that are set now.
    package private(set) var modes: Set<Int> = [7, 25]
    /// Whether the terminal shows the parts of an emoji as one character, as most terminals of today do.
    private let isClustering: Bool
    private var look = Look()
    private var isAboutToWrap = false
    /// The main screen, while the alternate one hides it.
    private var hidden: (cells: [[Cell]], column: Int, row: Int)?
    /// The cell of the last character, which a mark that follows joins.
    private var lastWritten: (column: Int, row: Int)?
    /// The bytes of a sequence or a character that has not ended.
    private var pending: [UInt8] = []

    package init(columns: Int, rows: Int, isClustering: Bool = true) {
        self.columns = columns
        self.rows = rows
        self.isClustering = isClustering
        cells = Self.blank(columns, rows)
    }

    private static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
        Array(repeating: Array(repeating: .blank, count: columns), count: rows)
    }

    // MARK: Display

    /// The rows as text, each without the spaces at its end.
    package var lines: [String] {
        cells.map { row in
            var line = row.map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    package var text: String { lines.joined(separator: "\n") }

    package func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    package var isAlternateScreen: Bool { modes.contains(1049) }
    package var isCursorHidden: Bool { !modes.contains(25) }
    package var isAutowrapping: Bool { modes.contains(7) }
    package var isPasteBracketed: Bool { modes.contains(2004) }
    package var isMouseOn: Bool { modes.contains(1000) || modes.contains(1002) }
    package var isSynchronizing: Bool { modes.contains(2026) }
    /// Whether the terminal is as a shell expects it.
    package var isAtRest: Bool { modes == [7, 25] && look == Look() && pending.isEmpty }

    package mutating func forgetCounts() { writtenCells = 0 }

    /// Resizes the screen. Cells that are cut off are lost, and new ones are blank.
    package mutating func resize(columns: Int, rows: Int) {
        func resized(_ cells: [[Cell]]) -> [[Cell]] {
            (0..<rows).map { row in
                (0..<columns).map { column in
                    row < cells.count && column < cells[row].count ? cells[row][column] : .blank
                }
            }
        }
        cells = resized(cells)
        if let hidden {
            self.hidden = (resized(hidden.cells), min(hidden.column, columns - 1), min(hidden.row, rows - 1))
        }
        (self.columns, self.rows) = (columns, rows)
        (column, row) = (min(column, columns - 1), min(row, rows - 1))
        isAboutToWrap = false
        defectsBeforeResize = defects.count
    }

    // MARK: Input

    package mutating func receive(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { receive(byte) }
    }

    private mutating func receive(_ byte: UInt8) {
        guard let first = pending.first else {
            switch byte {
            case 0x1B, 0xC2...0xF4: pending = [byte]
            case 0x20..<0x7F: write(Unicode.Scalar(byte))
            default: control(byte)
            }
            return
        }
        // An ESC ends whatever sequence or character has begun.
        if byte == 0x1B {
            defects.append("cut off: \(Self.shown(pending))")
            pending = [byte]
            return
        }
        pending.append(byte)
        if first == 0x1B {
            receiveSequence(byte)
        } else if pending.count == (first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) {
            let text = String(validating: pending, as: UTF8.self)
            if let scalar = text?.unicodeScalars.first {
                write(scalar)
            } else {
                defects.append("no UTF-8: \(Self.shown(pending))")
            }
            pending = []
        }
    }

    private mutating func receiveSequence(_ byte: UInt8) {
        guard pending.count > 2 else {
            guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") else { return unknown() }
            return
        }
        if pending[1] == UInt8(ascii: "]") { return receiveCommand(byte) }
        switch byte {
        case 0x20...0x3F: return
        case 0x40...0x7E:
            let parameters = String(decoding: pending.dropFirst(2).dropLast(), as: UTF8.self)
            if parameters.hasPrefix("?") {
                setModes(parameters.dropFirst(), byte)
            } else {
                obey(parameters, byte)
            }
            pending = []
        default: unknown()
        }
    }

    /// Receives a byte of OSC 52, a text for the clipboard up to BEL.
    private mutating func receiveCommand(_ byte: UInt8) {
        guard byte == 0x07 else { return }
        let command = String(decoding: pending.dropFirst(2).dropLast(), as: UTF8.self)
        if command == "11;?" {
            hasAskedForBackground = true
            return pending = []
        }
        guard command.hasPrefix("52;c;") else { return unknown() }
        clipboard = String(command.dropFirst(5))
        pending = []
    }

    private mutating func unknown() {
        defects.append("unknown: \(Self.shown(pending))")
        pending = []
    }

    private static func shown(_ bytes: [UInt8]) -> String {
        bytes.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : "<\(String($0, radix: 16))>" }.joined()
    }

    // MARK: Control

    private mutating func control(_ byte: UInt8) {
        lastWritten = nil
        isAboutToWrap = false
        switch byte {
        case 0x0D: column = 0
        case 0x0A: lineFeed()
        case 0x08: column = max(0, column - 1)
        case 0x09: column = min(columns - 1, (column / 8 + 1) * 8)
        case 0x07: break
        default: defects.append("control: \(Self.shown([byte]))")
        }
    }

    private mutating func lineFeed() {
        if row + 1 < rows {
            row += 1
        } else {
            cells.removeFirst()
            cells.append(Array(repeating: .blank, count: columns))
        }
    }

    private mutating func setModes(_ parameters: Substring, _ final: UInt8) {
        let known = [7, 25, 1000, 1002, 1006, 1049, 2004, 2026]
        for text in parameters.split(separator: ";") {
            guard let mode = Int(text), known.contains(mode), final == UInt8(ascii: "h") || final == UInt8(ascii: "l")
            else { return unknown() }
            let isSet = final == UInt8(ascii: "h")
            if mode == 1049, isSet != isAlternateScreen { switchScreen(isSet) }
            if isSet { modes.insert(mode) } else { modes.remove(mode) }
        }
    }

    private mutating func switchScreen(_ isAlternate: Bool) {
        if isAlternate {
            hidden = (cells, column, row)
            cells = Self.blank(columns, rows)
        } else if let hidden {
            (cells, column, row) = hidden
            self.hidden = nil
        }
    }

    private mutating func obey(_ parameters: String, _ final: UInt8) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parameters.utf8.allSatisfy({ $0 == 0x3B || (0x30...0x39).contains($0) }) else { return unknown() }
        let first = numbers.first ?? 0
        let count = max(1, first)
        isAboutToWrap = final == UInt8(ascii: "m") && isAboutToWrap
        if final != UInt8(ascii: "m") { lastWritten = nil }
        switch Character(Unicode.Scalar(final)) {
        case "H" where numbers.count <= 2:
            go(to: max(1, numbers.count == 2 ? numbers[1] : 1) - 1, count - 1)
        case "A": go(to: column, row - count)
        case "B": go(to: column, row + count)
        case "C": go(to: column + count, row)
        case "D": go(to: column - count, row)
        case "G": go(to: count - 1, row)
        case "K" where first == 0: clear(row, from: column)
        case "J" where first == 2:
            cells = Self.blank(columns, rows)
            clearings += 1
            if let count = defectsBeforeResize {
                let others = defects[count...].filter { !$0.hasPrefix("outside: ") && !$0.hasPrefix("cut at the end ") }
                defects.replaceSubrange(count..., with: others)
            }
            defectsBeforeResize = nil
        case "J" where first == 0:
            clear(row, from: column)
            for row in row + 1..<max(rows, row + 1) { clear(row, from: 0) }
        case "m": change(numbers.isEmpty ? [0] : numbers)
        default: unknown()
        }
    }

    private mutating func go(to column: Int, _ row: Int) {
        if !(0..<columns).contains(column) || !(0..<rows).contains(row) {
            defects.append("outside: column \(column), row \(row)")
        }
        self.column = min(max(0, column), columns - 1)
        self.row = min(max(0, row), rows - 1)
    }

    private mutating func clear(_ row: Int, from column: Int) {
        if look != Look() { defects.append("cleared with a look") }
        if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
        for column in column..<columns { cells[row][column] = .blank }
    }

    private mutating func change(_ codes: [Int]) {
        var codes = codes[...]
        while let code = codes.popFirst() {
            guard code == 38 else {
                change(code)
                continue
            }
            let parts = Array(codes.prefix(4))
            guard parts.count == 4, parts[0] == 2, parts.dropFirst().allSatisfy({ (0...255).contains($0) }) else {
                return unknown()
            }
            look.color = 0x1000000 | parts[1] << 16 | parts[2] << 8 | parts[3]
            codes = codes.dropFirst(4)
        }
    }

    private mutating func change(_ code: Int) {
        switch code {
        case 0: look = Look()
        case 1: look.isBold = true
        case 2: look.isDim = true
        case 3: look.isItalic = true
        case 4: look.isUnderlined = true
        case 7: look.isReversed = true
        case 22: (look.isBold, look.isDim) = (false, false)
        case 23: look.isItalic = false
        case 24: look.isUnderlined = false
        case 27: look.isReversed = false
        case 30...37, 39, 90...97: look.color = code
        default: unknown()
        }
    }

    // MARK: Text

    private mutating func write(_ scalar: Unicode.Scalar) {
        if joins(scalar) { return }
        let width = Self.width(scalar)
        guard width > 0 else {
            defects.append("a mark of nothing: U+\(String(scalar.value, radix: 16))")
            return
        }
        if isAboutToWrap {
            column = 0
            lineFeed()
            isAboutToWrap = false
        }
        guard column + width <= columns else {
            defects.append("cut at the end of a line: \(scalar)")
            return
        }
        place(String(Character(scalar)), width)
        lastWritten = (column, row)
        advance(width)
    }

    private mutating func advance(_ width: Int) {
        isAboutToWrap = column + width >= columns && isAutowrapping
        column = min(column + width, columns - 1)
    }

    /// Whether the scalar is a part of the character before it, to which it is then added.
    private mutating func joins(_ scalar: Unicode.Scalar) -> Bool {
        guard let last = lastWritten else { return false }
        let joined = cells[last.row][last.column].text + String(scalar)
        guard isClustering ? joined.count == 1 : Self.width(scalar) == 0 else { return false }
        cells[last.row][last.column].text = joined
        // A narrow character becomes an emoji, which is wide.
        let isWide = scalar == "\u{FE0F}" || Self.isRegionalIndicator(scalar) || Self.width(scalar) > 0
        let hasTwo = last.column + 1 < columns && cells[last.row][last.column + 1].text.isEmpty
        if isClustering, isWide, !hasTwo {
            guard last.column + 1 < columns else {
                defects.append("cut at the end of a line: \(joined)")
                return true
            }
            let after = (column, row)
            (column, row) = last
            place(joined, 2)
            (column, row) = after
            if column == last.column + 1 { advance(1) }
        }
        return true
    }

    private mutating func place(_ text: String, _ width: Int) {
        if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1].text = " " }
        let end = column + width
        if end < columns, cells[row][end].text.isEmpty { cells[row][end].text = " " }
        cells[row][column] = Cell(text: text, look: look)
        if width == 2 { cells[row][column + 1] = Cell(text: "", look: look) }
        writtenCells += width
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// Returns the width of a scalar by rules of its own: a terminal does not use the host's table of widths.
    private static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if (0x1160...0x11FF).contains(scalar.value) { return 0 }
        if isRegionalIndicator(scalar) { return 1 }
        let isIdeograph = scalar.properties.isIdeographic || (0xAC00...0xD7A3).contains(scalar.value)
        let isOther = [0x1100...0x115F, 0x3000...0x30FF, 0xFF01...0xFF60].contains { $0.contains(Int(scalar.value)) }
        return isIdeograph || isOther || scalar.properties.isEmojiPresentation ? 2 : 1
    }
}
