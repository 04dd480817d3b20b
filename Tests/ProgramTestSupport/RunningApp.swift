import TestSupport
import Testing

/// A run of `switchyard run` at a terminal, with the keys and the eyes of its user.
final class RunningApp {
    /// A key, with the bytes that it sends.
    enum Key: String, Sendable {
        case up = "\u{1B}[A"
        case down = "\u{1B}[B"
        case right = "\u{1B}[C"
        case left = "\u{1B}[D"
        case home = "\u{1B}[H"
        case end = "\u{1B}[F"
        case pageUp = "\u{1B}[5~"
        case pageDown = "\u{1B}[6~"
        case enter = "\r"
        case escape = "\u{1B}"
        case tab = "\t"
        case shiftTab = "\u{1B}[Z"
        case backspace = "\u{7F}"
        case controlC = "\u{3}"
        case controlK = "\u{B}"
        case controlL = "\u{C}"
    }

    enum Wheel: Int { case up = 64, down }

    /// The sandbox of the app, which must exist for as long as the app runs.
    private let host: Sandbox
    let terminal: PseudoTerminal
    /// The settings of the terminal before the app started.
    private let settings: PseudoTerminal.Settings

    /// - Parameters:
    ///   - command: The command that opens the app.
    ///   - under: A program that runs the app, with its arguments.
    init(
        _ host: Sandbox, command: String = "run", _ arguments: [String], columns: Int = 80, rows: Int = 24,
        under runner: [String] = []
    ) throws {
        self.host = host
        terminal = try PseudoTerminal(columns: columns, rows: rows)
        settings = terminal.settings
        let words = try runner + [Products.switchyard, command] + arguments
        try terminal.start(words[0], Array(words.dropFirst()), environment: host.environment)
    }

    convenience init(
        _ host: Sandbox, _ arguments: String..., columns: Int = 80, rows: Int = 24, under runner: [String] = []
    ) throws {
        try self.init(host, arguments, columns: columns, rows: rows, under: runner)
    }

    var model: TerminalModel { terminal.model }

    // MARK: Input

    func press(_ keys: Key...) {
        for key in keys { terminal.send(key.rawValue) }
    }

    func type(_ text: String) { terminal.send(text) }

    /// Clicks on the first place that shows a text.
    func click(_ text: String) throws {
        try see(text)
        let place = try #require(model.place(of: text))
        let report = "0;\(place.column + 1);\(place.row + 1)"
        terminal.send("\u{1B}[<\(report)M\u{1B}[<\(report)m")
    }

    func turn(_ wheel: Wheel) { terminal.send("\u{1B}[<\(wheel.rawValue);10;10M") }

    /// Goes to a link or a destination by the palette.
    func go(to text: String) throws {
        press(.controlK)
        try see(status: "Command:")
        // A command that was refused stands there.
        type("\u{15}\(text)")
        try see(status: "Command: \(text)")
        press(.enter)
    }

    // MARK: Output

    /// Waits until the screen is as described in all points.
    ///
    /// - Parameters:
    ///   - texts: Texts that each stand in a row, or go on in the next one.
    ///   - gone: A text that is not on the screen any more.
    ///   - way: The row of titles.
    ///   - focus: The text of the focused control.
    ///   - status: The beginning of the last row, or of any row if it is that of a message, which may take several.
    func see(
        _ texts: String..., gone: String? = nil, way: String? = nil, focus: String? = nil, status: String? = nil
    ) throws {
        let wanted =
            (texts + [way.map { "the way '\($0)'" }, focus.map { "the focus on '\($0)'" }, status]
            + [gone.map { "not '\($0)'" }]).compactMap(\.self).joined(separator: ", ")
        try terminal.wait(for: wanted) { model in
            guard !model.isSynchronizing else { return false }
            // Asked for at each change of the screen, and made of single cells: once.
            let lines = model.lines
            let shown = lines + [RunningApp.unwrapped(lines)]
            return texts.allSatisfy { text in shown.contains { $0.contains(text) } }
                && gone.map { gone in !lines.contains { $0.contains(gone) } } != false
                && way.map { way in lines.contains { Self.way(in: $0) == " " + way } } != false
                && focus.map { model.reversed.contains($0) } != false
                && status.map(model.tells) != false
        }
    }

    /// All rows as one text, so that a text found in it may go on in the next row.
    private static func unwrapped(_ lines: [String]) -> String {
        lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    /// The path in a line, without the position in a list at its end.
    private static func way(in line: String) -> String {
        guard let end = line.split(separator: " ").last, end.contains("/"), end.allSatisfy({ !$0.isLetter }) else {
            return line
        }
        return String(line.dropLast(end.count).reversed().drop { $0 == " " }.reversed())
    }

    /// Resizes the window, and waits until its screen is drawn whole.
    func resize(columns: Int, rows: Int) throws {
        let before = model.clearings
        terminal.resize(columns: columns, rows: rows)
        try terminal.wait(for: "another screen") { $0.clearings > before && !$0.isSynchronizing }
    }

    /// Expects that the screen drawn bit by bit is the one that the terminal shows when all of it is sent again.
    func expectDrawnWhole(sourceLocation: SourceLocation = #_sourceLocation) throws {
        // A control that has just been pressed looks so for a moment. The bar of the tabs, which stays so, is above.
        try terminal.wait(for: "a pressed control to look as before") { model in
            !model.cells.dropFirst().joined().contains { $0.look.isReversed && $0.look.isBold && $0.look.color != 39 }
        }
        let before = model
        press(.controlL)
        try terminal.wait(for: "the whole screen") { $0.clearings > before.clearings && !$0.isSynchronizing }
        #expect(
            model.stillCells.map { $0.map(\.text) } == before.stillCells.map { $0.map(\.text) },
            sourceLocation: sourceLocation)
        let others = zip(before.stillCells.joined(), model.stillCells.joined()).filter { $0 != $1 }.prefix(3)
        #expect(others.isEmpty, "some looks are others", sourceLocation: sourceLocation)
        #expect(model.isCursorHidden == before.isCursorHidden, sourceLocation: sourceLocation)
        let isInPlace = before.isCursorHidden || (model.column, model.row) == (before.column, before.row)
        #expect(isInPlace, "the caret is elsewhere", sourceLocation: sourceLocation)
    }

    /// Expects that the program ends in this way, and that the terminal is as before the start.
    func expectEnd(
        _ end: Subprocess.Outcome.End, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let ended = try terminal.waitForEnd()
        #expect(ended == end, "\(model.text)", sourceLocation: sourceLocation)
        #expect(model.isAtRest, sourceLocation: sourceLocation)
        #expect(model.defects == [], sourceLocation: sourceLocation)
        #expect(terminal.settings == settings, sourceLocation: sourceLocation)
    }

    /// Quits by the key for it: `q`, or Ctrl-C where letters are written.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let isWriting = model.keys.contains { $0 == "Ctrl-C quit" || $0 == "F1 help" }
        if isWriting { press(.controlC) } else { type("q") }
        try expectEnd(isWriting ? .signal(2) : .exit(0), sourceLocation: sourceLocation)
    }
}

extension TerminalModel {
    /// The text in reverse video of each row that has some, without the spaces behind it, and with two between columns.
    var reversed: [String] {
        cells.map { row in row.filter(\.look.isReversed).map(\.text).joined() }.filter { !$0.isEmpty }.map { text in
            let columns = String(text.reversed().drop { $0 == " " }.reversed()).split(separator: "  ")
            return columns.enumerated().map { $0 == 0 ? String($1) : String($1.drop { $0 == " " }) }
                .joined(separator: "  ")
        }
    }

    /// The cells with each spinner at its first frame, since spinners turn between two looks at the screen.
    var stillCells: [[Cell]] {
        cells.map { row in
            row.map { cell in
                var cell = cell
                if let scalar = cell.text.unicodeScalars.first, ("\u{2800}"..."\u{28FF}").contains(scalar) {
                    cell.text = "⠋"
                }
                return cell
            }
        }
    }

    /// Whether the last row, or that of a message above it, begins with a text, or the last has it among its keys; for a
    /// text with the sign of a message, whether any row begins with it.
    func tells(_ text: String) -> Bool {
        let rows = text.hasPrefix("!") || text.hasPrefix("✓") ? lines : lines.suffix(2)
        return rows.contains { $0.hasPrefix(" " + text) } || keys.contains(text)
    }

    /// The keys in the last row.
    var keys: [String] { lines.last.map { $0.trimmed.split(separator: "  ").map { String($0).trimmed } } ?? [] }

    /// Returns the first place of a text.
    func place(of text: String) -> (column: Int, row: Int)? {
        for (row, cells) in cells.enumerated() {
            for column in cells.indices where cells[column...].map(\.text).joined().hasPrefix(text) {
                return (column, row)
            }
        }
        return nil
    }
}
