import JSONText

/// Why the content of a session file is not one that this host reads.
package enum SessionDamage: Error, Equatable, Sendable {
    /// It is not JSON, as when it was cut off.
    case syntax(JSONSyntaxError)
    /// A member is missing, or is not what it should be.
    case mismatch(JSONMismatch)
    /// A later host has written it. Nothing is wrong with it.
    case newer(found: Int64, known: Int64, host: String?)
    /// What it holds is no navigation state.
    case noState(NavigationStateError)
    /// It has more bytes than `limit`.
    case tooLarge(limit: Int)
}

extension SessionDamage: CustomStringConvertible {
    /// `line 3, column 7: state: expected an object, found a string`
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

    /// `newer`, or `damaged`: what is added to the name of a file that is set aside.
    var word: String {
        if case .newer = self { "newer" } else { "damaged" }
    }
}
