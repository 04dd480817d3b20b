import HostCore
import HostSystem

/// The keys of the full-screen mode, and what each does: for its help, for `switchyard run --help` and for Run.md.
enum KeyTable {
    static let rows: [(keys: String, meaning: String)] = [
        ("↑ ↓  k j", "move to what can be used, and scroll"),
        ("← →", "move beside one another"),
        ("Tab, Shift-Tab", "the next, the one before"),
        ("Enter", "use it; write into a text field"),
        ("Esc, Backspace", "back: out of a field, a sheet, a screen"),
        ("1 … 9", "select a tab"),
        ("g", "go to a link or a destination; Tab completes it"),
        ("/  n N", "find on the screen; the next, the one before"),
        ("u", "copy the link that leads here"),
        ("m", "read the messages, all of them in full"),
        ("Page keys, Space, b", "scroll by a page"),
        ("Home, End", "to the beginning, to the end"),
        ("r", "look at the plugins and the wiring anew"),
        ("Ctrl-L", "draw everything anew"),
        ("q, Ctrl-C", "quit: the next run goes on from here"),
    ]

    /// The keys and their meanings in two columns.
    static var text: String {
        let width = rows.map { DisplayText.width($0.keys) }.max() ?? 0
        return rows.map { "  \(DisplayText.padded($0.keys, to: width))  \($0.meaning)" }.joined(separator: "\n")
    }
}
