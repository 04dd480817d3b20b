import HostCore
import JSONText

/// Session files and states in one line: a text that is read and written reads back equal.
///
/// An input that begins with a brace is a file; any other is a state's text.
func fuzzSession(_ bytes: [UInt8]) throws(BrokenProperty) {
    guard bytes.first == UInt8(ascii: "{") else {
        let text = String(decoding: bytes, as: UTF8.self)
        let state = try? NavigationState(text, reader: NavigationStateReader(SampleCatalog.catalog))
        if let state { try requireReadBack(state) }
        return
    }
    let session: Session
    do {
        session = try Session(parsing: bytes)
    } catch {
        if case .damaged(.json(let error)) = error { try requirePlace(error.location, in: bytes, error) }
        return
    }
    let written = session.bytes
    let read = try require("what is saved is read", session.state) { () throws(SessionError) in
        try Session(parsing: written)
    }
    try require("what is read back is equal", read == session, session.state)
    try require("what is read back is saved the same", read.bytes == written, session.state)
    let state = try? NavigationState(session.state, reader: NavigationStateReader(SampleCatalog.catalog))
    if let state { try requireReadBack(state) }
}

private func requireReadBack(_ state: NavigationState) throws(BrokenProperty) {
    let reader = NavigationStateReader(SampleCatalog.catalog)
    let (text, json) = (state.text, state.json)
    for again in try require(
        "a state is read from what it is written as", text,
        {
            [try NavigationState(text, reader: reader), try NavigationState(json, reader: reader)]
        })
    {
        try require("what is read back is equal", again == state, text)
        try require("what is read back has the same text", Array(again.text.utf8) == Array(text.utf8), text)
        try require("what is read back has the same JSON", again.json.utf8() == json.utf8(), text)
    }
    try require("what is seen is the end of the selected tab", state.top == state.selected.entries.last, text)
    try require(
        "every entry has an identity of its own", Set(state.allEntries.map(\.id)).count == state.allEntries.count)
}
