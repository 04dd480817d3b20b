/// The reason why a text is not JSON, and its location.
///
/// Prints as `line 3, column 7: expected ',' or '}' after a member, found 'x'`. The message never holds a control
/// character of the text, so that it can be shown on a terminal as it is.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The location at which the text stops being valid.
    package let location: JSONLocation
    /// The expected and the found text, for the user who edits the file.
    package let message: String

    package init(location: JSONLocation, message: String) {
        self.location = location
        self.message = message
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    package var description: String { "\(location): \(message)" }
}
