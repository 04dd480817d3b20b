import HostCore
import JSONText

/// A difference between the declarations of two versions of a feature, and whether it breaks.
///
/// A change breaks if something that was right with the old version can be wrong with the new one: a wiring that leads
/// to the feature's incoming routes and on from its outgoing ones, a link, a saved screen, a setting, a permission, or
/// a host.
package struct ContractChange: Hashable, Sendable, CustomStringConvertible {
    /// The changed part of the contract.
    package enum Part: String, Hashable, Sendable, CaseIterable {
        case id, version, main, incoming, outgoing, argument, link
        /// A scheme and host whose links the feature resolves by code.
        case customLink = "custom-link"
        case checkpoint, value, setting, permission
        /// The host that the feature requires.
        case requirement
        /// The state that a screen saves.
        case state
    }

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case added, removed, changed
    }

    package let part: Part
    package let kind: Kind
    /// The subject: the feature's id, a route or shared name with it, a link pattern, a setting, a permission,
    /// the host, or the id of an extension.
    package let subject: String
    /// A sentence without its first capital letter and its full stop.
    package let message: String
    /// The way to make the change without a break, in the imperative; nil if the change does not break.
    package let fix: String?

    package var breaks: Bool { fix != nil }

    /// The word for text output: `breaks` or `harmless`.
    package var verdict: String { breaks ? "breaks" : "harmless" }

    /// `breaks: character/detail: the incoming route is gone, …`
    package var description: String { "\(verdict): \(subject): \(message)" }

    /// The change as JSON for `diff`.
    package var json: JSON {
        var object: JSONObject = [
            "breaks": .bool(breaks), "part": .string(part.rawValue), "change": .string(kind.rawValue),
            "subject": .string(subject), "message": .string(message),
        ]
        if let fix { object.append(key: "fix", value: .string(fix)) }
        return .object(object)
    }
}

extension [ContractChange] {
    /// Adds a change, which breaks if there is a way to make it without a break.
    mutating func add(
        _ part: ContractChange.Part, _ kind: ContractChange.Kind, _ subject: String, _ message: String,
        fix: String? = nil
    ) {
        append(ContractChange(part: part, kind: kind, subject: subject, message: message, fix: fix))
    }
}
