import JSONText

/// A property that must hold for every input, and did not hold for one.
package struct BrokenProperty: Error, CustomStringConvertible {
    package let description: String
}

/// Requires a property to hold.
///
/// - Parameters:
///   - property: The property, as a sentence.
///   - about: The values that explain a failure.
func require(
    _ property: String, _ isSo: Bool, _ about: @autoclosure () -> Any = ""
) throws(BrokenProperty) {
    guard !isSo else { return }
    throw BrokenProperty(description: "\(property): \(about())")
}

/// Requires a reader to succeed.
func require<Result, Problem>(
    _ property: String, _ about: @autoclosure () -> Any = "", _ body: () throws(Problem) -> Result
) throws(BrokenProperty) -> Result {
    do {
        return try body()
    } catch {
        throw BrokenProperty(description: "\(property): \(error): \(about())")
    }
}

/// Requires a location to lie in the text, where an editor can go to it.
func requirePlace(_ location: JSONLocation?, in bytes: [UInt8], _ about: Any) throws(BrokenProperty) {
    guard let location else { throw BrokenProperty(description: "an error has a place: \(about)") }
    try require("a place is within the text", (0...bytes.count).contains(location.offset), about)
    try require("a place has a line and a column", location.line >= 1 && location.column >= 1, about)
    let before = bytes[..<location.offset]
    let breaks = before.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    try require("a line is one of the text's", location.line <= breaks + 1, about)
    try require("a column is one of its line's", location.column <= location.offset + 1, about)
}

/// Requires that a message can be printed on a terminal.
func requirePrintable(_ message: String) throws(BrokenProperty) {
    try require("a message is not empty", !message.isEmpty)
    let control = message.unicodeScalars.first { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
    try require("a message holds no control character", control == nil, message.debugDescription)
}
