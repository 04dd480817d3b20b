/// Why a text is not JSON, and where.
///
/// Prints as `line 3, column 7: expected ',' or '}' after a member, found 'x'`. The message never holds a control
/// character of the text, so that it can be shown on a terminal as it is.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// Where the text stops being right.
    package let location: JSONLocation
    /// What was expected and what was found, for the person who edits the text.
    package let message: String

    package init(location: JSONLocation, message: String) {
        self.location = location
        self.message = message
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String { "\(location): \(message)" }
}
