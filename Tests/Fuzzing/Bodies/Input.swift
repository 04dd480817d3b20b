import Terminal

/// Terminal input: any bytes are answered, regardless of how they are cut, and no control character is typed.
///
/// The first byte is the size of the pieces, minus one.
func fuzzInput(_ bytes: [UInt8]) throws(BrokenProperty) {
    guard let size = bytes.first.map({ Int($0) + 1 }) else { return }
    var rest = bytes.dropFirst()
    var whole = InputDecoder()
    var pieces = InputDecoder()
    let events = whole.decode(rest)
    var inPieces: [InputEvent] = []
    while !rest.isEmpty {
        inPieces += pieces.decode(rest.prefix(size))
        rest = rest.dropFirst(size)
    }
    try require("the same bytes give the same events", inPieces == events, "\(inPieces) and \(events)")
    try require("what is left of them is the same", pieces.flush() == whole.flush())
    try require("an ESC waits for what follows only once", !whole.hasPendingEscape && whole.flush().isEmpty)
    var editor = FieldEditor()
    for event in events {
        switch event {
        case .key(.character(let character), _):
            try require("a key is no control character", !character.isControl, character.debugDescription)
        case .background: break
        case .paste(let text):
            let isText = text.allSatisfy { $0 == "\n" || $0 == "\t" || !$0.isControl }
            try require("what is pasted is text", isText, text.debugDescription)
        case .mouse(let mouse):
            let isOnScreen = mouse.position.column >= 0 && mouse.position.row >= 0
            try require("the mouse is on the screen", isOnScreen, mouse)
        case .key: break
        }
        _ = editor.handle(event)
        let count = editor.before.count + editor.after.count
        try require("the caret is between two characters", editor.text.count == count, editor.text.debugDescription)
    }
    var canvas = Canvas(columns: 20, rows: 1)
    let caret = editor.draw(into: &canvas, canvas.bounds)
    try require("the caret is seen", canvas.bounds.contains(caret), caret)
    try require("a row is no wider than the screen", canvas.lines.allSatisfy { $0.cells <= 20 }, canvas.lines)
}

extension Character {
    fileprivate var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
