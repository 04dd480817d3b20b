import TestSupport
import Testing

@testable import ProgramTestSupport

/// The line in which the user types a command, with completion of links and destinations.
@Suite("The palette", .blocking)
struct PaletteTests {
    private let host: Sandbox
    private let terminal: PseudoTerminal

    init() throws {
        host = try Sandbox()
        terminal = try PseudoTerminal()
        try terminal.start(try Products.switchyard, ["run", "--session", ""], environment: host.environment)
        try terminal.wait(for: "the first screen") { $0.text.contains("Welcome to Switchyard.") }
        terminal.send("g")
        try terminal.wait(for: "the prompt") { $0.text.contains("Command:") }
    }

    private static let tab = "\t"
    private static let down = "\u{1B}[B"
    private static let up = "\u{1B}[A"

    @Test(
        "Tab completes a name to the common beginning of all matches, then shows one match after the other",
        arguments: [
            ("home/", tab, "home/main"), ("HOME/", tab, "home/main"), ("ch", tab, "character"),
            ("challenge://c", tab, "challenge://character/"),
            ("challenge://character/d", tab, "challenge://character/detail?id="),
            ("character/d", tab, "character/detail?"),
            ("home", tab, "home"), ("home", tab + tab, "home/main"), ("home", tab + tab + tab, "home"),
            ("home", up, "home/main"), ("home", down, "home"),
            // Names that contain the text, if none begins with it.
            ("detail", tab, "character/detail?"), ("arac", tab, "Characters"),
            ("nothing like it", tab, "nothing like it"), ("nothing like it", down, "nothing like it"),
        ])
    func completion(typed: String, keys: String, text: String) throws {
        terminal.send(typed + keys)
        try terminal.wait(for: "'\(text)' in the prompt") { Self.prompt($0) == text }
    }

    @Test(
        "the prompt lists what matches, shortest first, and a pattern only for a text like one or if nothing else matches",
        arguments: [
            ("character", ["Characters", "Featured", "character", "character/list"]),
            ("character/", ["character/list", "character/detail?identifier={int}"]),
            ("deta", ["character/detail?identifier={int}"]),
            ("list", ["character/list"]), ("main", ["home/main"]), ("with a filter", ["character/list"]),
            ("character/detail?identifier=4", ["character/detail?identifier={int}"]),
            ("challenge://character/detail?id=4", ["challenge://character/detail?id={identifier}"]),
            ("nothing like it", ["nothing"]),
        ])
    func places(typed: String, places: [String]) throws {
        terminal.send(typed)
        try terminal.wait(for: "\(places)") { Self.prompt($0) == typed && Self.places($0) == places }
    }

    @Test(
        "Enter uses the control of the screen whose label begins so, or has the letters, or presses the key of that name",
        arguments: [
            ("charac", "72 characters"), ("FEATURED", "Pride and Prejudice"), ("ftrd", "Pride and Prejudice"),
            ("keys", "─ Keys ─"),
        ])
    func using(typed: String, text: String) throws {
        terminal.send(typed)
        try terminal.wait(for: "'\(typed)' in the prompt") { Self.prompt($0) == typed }
        terminal.send("\r")
        try terminal.wait(for: text) { $0.text.contains(text) }
    }

    @Test(
        "the list has the controls of the screen, the places and the keys below headings, the key at the right, a count"
    )
    func groups() throws {
        try terminal.wait(for: "the list") { $0.text.contains("On this screen") }
        let rows = terminal.model.lines.filter { $0.hasPrefix("│") }.map {
            $0.dropFirst().dropLast().split(separator: " ")
        }
        #expect(rows[0] == ["On", "this", "screen"])
        #expect(rows[1] == ["Characters", "press"])
        let places = try #require(rows.firstIndex(of: ["Places"]))
        #expect(rows[places + 1].first == "character")
        let keys = try #require(rows.firstIndex(of: ["Keys"]))
        #expect(rows[keys + 1] == ["Find", "on", "the", "screen", "/"])
        #expect(!terminal.model.text.contains("{"))
        #expect(terminal.model.lines.contains { $0.hasPrefix("╭─ Commands ─") && $0.hasSuffix("─ 12 ─╮") })
        terminal.send(Self.down)
        try terminal.wait(for: "the number of the first") { $0.text.contains(" 1/12 ─╮") }
        terminal.send(Self.up)
        try terminal.wait(for: "the last") { $0.text.contains(" 12/12 ─╮") && Self.prompt($0) == "Quit" }
        // Enter goes to the place with that name, which is not the first of what begins so.
        terminal.send("\u{15}character")
        try terminal.wait(for: "the place") { screen in
            screen.text.contains(" 3/4 ─╮") && screen.reversed.contains { $0.hasPrefix("character  ") }
        }
    }

    @Test("':' and Ctrl-K open the palette too", arguments: [":", "\u{B}"])
    func opening(key: String) throws {
        terminal.send("\u{1B}")
        try terminal.wait(for: "the keys") { $0.text.contains("? help") }
        terminal.send(key)
        try terminal.wait(for: "the palette") { $0.text.contains("Command:") && $0.text.contains("╭─ Commands") }
    }

    @Test("Enter goes to the place in the prompt, and Esc closes the prompt")
    func going() throws {
        terminal.send("\u{1B}")
        try terminal.wait(for: "the keys") { $0.text.contains("? help") }
        terminal.send("gcharacter/d\tidentifier=42\r")
        try terminal.wait(for: "the screen") { $0.text.contains("Pride and Prejudice") }
    }

    /// The text of the prompt.
    private static func prompt(_ screen: TerminalModel) -> String? {
        // Without the hints at its right.
        lines(screen).last { $0.hasPrefix("Command:") }
            .map { $0.dropFirst("Command:".count).prefix { $0 != "↑" }.description.trimmedSpaces }
    }

    /// The places in the box above the prompt, without their summaries.
    private static func places(_ screen: TerminalModel) -> [String] {
        let rows = lines(screen).filter { $0.hasPrefix("│") && $0.hasSuffix("│") }.map { line in
            line.dropFirst().dropLast().description.trimmedSpaces
        }
        return rows.filter { !["On this screen", "Places", "Keys"].contains($0) }
            .map { String($0.prefix { $0 != " " }) }
    }

    private static func lines(_ screen: TerminalModel) -> [String] {
        screen.text.split(separator: "\n").map { String($0).trimmedSpaces }
    }
}

extension String {
    fileprivate var trimmedSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
