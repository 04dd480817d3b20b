/// The control sequences that all terminals know: ECMA-48, and xterm's modes.
enum Escape {
    /// Returns CSI with parameters. The caller leaves out those that are 1, which is the default.
    static func control(_ parameters: String, _ final: Character) -> String { "\u{1B}[\(parameters)\(final)" }

    static func set(_ mode: Int) -> String { "\u{1B}[?\(mode)h" }
    static func reset(_ mode: Int) -> String { "\u{1B}[?\(mode)l" }

    static let plain = "\u{1B}[m"
    static let clearScreen = "\u{1B}[H\u{1B}[2J"
    static let clearToEndOfLine = "\u{1B}[K"

    /// xterm's private modes, by DECSET and DECRST.
    enum Mode {
        static let autowrap = 7
        static let cursor = 25
        static let mouseButtons = 1000
        static let mouseDrags = 1002
        static let mouseAsText = 1006
        static let alternateScreen = 1049
        static let bracketedPaste = 2004
        /// Shows all output until the mode is reset at once. Many terminals do not know it, and ignore it.
        static let synchronized = 2026
    }
}
