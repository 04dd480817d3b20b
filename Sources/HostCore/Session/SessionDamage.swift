import JSONText

/// The reason why this host cannot read the content of a session file.
package enum SessionDamage: Error, Equatable, Sendable {
    /// The content is not JSON, for example because it was cut off.
    case syntax(JSONSyntaxError)
    /// A member is missing, or has a wrong type or value.
    case mismatch(JSONMismatch)
    /// A later host has written the file, which is not damaged.
    case newer(found: Int64, known: Int64, host: String?)
    /// The content is no valid navigation state.
    case noState(NavigationStateError)
    /// The file has more than `limit` bytes.
    case tooLarge(limit: Int)
}

extension SessionDamage: CustomStringConvertible {
    /// The damage as a phrase of a message: `line 3, column 7: state: expected an object, found a string`.
    package var description: String {
        switch self {
        case .syntax(let error):
            "\(error)"
        case .mismatch(let error):
            "\(error)"
        case .noState(let error):
            "state: \(error)"
        case .newer(let found, let known, let host):
            "its format is \(found)\(host.map { ", written by '\($0)'" } ?? ""); this host reads up to \(known)"
        case .tooLarge(let limit):
            "it is larger than \(limit >> 20) MiB"
        }
    }

    /// The word that is appended to the name of a quarantined file: `newer` or `damaged`.
    var word: String {
        if case .newer = self { "newer" } else { "damaged" }
    }
}
