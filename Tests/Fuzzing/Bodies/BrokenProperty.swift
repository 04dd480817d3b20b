import JSONText

/// Something that should be so for every input, and was not for one.
package struct BrokenProperty: Error, CustomStringConvertible {
    package let description: String
}

/// Requires that something is so.
///
/// - Parameters:
///   - property: What should be so, as a sentence.
///   - about: What tells why it is not.
func require(
    _ property: String, _ isSo: Bool, _ about: @autoclosure () -> Any = ""
) throws(BrokenProperty) {
    guard !isSo else { return }
    throw BrokenProperty(description: "\(property): \(about())")
}

/// Requires that what reads something does so.
func require<Result, Problem>(
    _ property: String, _ about: @autoclosure () -> Any = "", _ body: () throws(Problem) -> Result
) throws(BrokenProperty) -> Result {
    do {
        return try body()
    } catch {
        throw BrokenProperty(description: "\(property): \(error): \(about())")
    }
}

/// Requires that a place is one of a text: an editor that is sent there finds it.
func requirePlace(_ location: JSONLocation?, in bytes: [UInt8], _ about: Any) throws(BrokenProperty) {
    guard let location else { throw BrokenProperty(description: "an error has a place: \(about)") }
    try require("a place is within the text", (0...bytes.count).contains(location.offset), about)
    try require("a place has a line and a column", location.line >= 1 && location.column >= 1, about)
    let before = bytes[..<location.offset]
    let breaks = before.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    try require("a line is one of the text's", location.line <= breaks + 1, about)
    try require("a column is one of its line's", location.column <= location.offset + 1, about)
}

/// Requires that a message can be shown on a terminal as it is.
func requirePrintable(_ message: String) throws(BrokenProperty) {
    try require("a message is not empty", !message.isEmpty)
    let control = message.unicodeScalars.first { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    try require("a message holds no control character", control == nil, message.debugDescription)
}
