import FeatureContract
import JSONText

/// The type of a parameter, by which requests are checked.
enum MessageType: Sendable {
    case text
    case integer
    case bool
    case any
    case word([String])
    case integers
    /// An object with these members, and no others unless it is open.
    case object([MessageField], isOpen: Bool)

    /// Returns what a request was expected to have in the place of a value; nil if the value is of this type. The members
    /// of an object are not looked at.
    func expectation(for value: JSON) -> String? {
        switch self {
        case .text: value.string == nil ? "a string" : nil
        case .integer: value.integer == nil ? "an integer" : nil
        case .bool: value.bool == nil ? "true or false" : nil
        case .word(let words):
            words.contains { value == .string($0) } ? nil : "one of \(words.map { "'\($0)'" }.joined(separator: ", "))"
        case .integers: value.array?.contains { $0.integer == nil } == false ? nil : "a list of integers"
        case .object: value.object == nil ? "an object" : nil
        case .any: nil
        }
    }
}

/// A parameter of a request, or a member of one.
struct MessageField: Sendable {
    let name: String
    let type: MessageType
    let isRequired: Bool

    init(_ name: String, _ type: MessageType, isRequired: Bool = false) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
    }

    /// Returns what is wrong with an object that is to have these members; nil if nothing is.
    ///
    /// - Parameter isOpen: Whether other members are ignored.
    static func mismatch(of object: JSONObject, with fields: [MessageField], isOpen: Bool = false) -> String? {
        for (key, value) in object {
            guard let field = fields.first(where: { $0.name == key }) else {
                if isOpen { continue }
                let names = fields.map(\.name)
                let known = names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
                let hint = Spelling.nearest(to: key, in: names).map { "; did you mean '\($0)'?" } ?? ""
                return "there is no parameter \(quoted: key): it takes \(known)\(hint)"
            }
            if case .object(let members, let isOpen) = field.type, let object = value.object {
                if let mismatch = mismatch(of: object, with: members, isOpen: isOpen) { return "'\(key)': \(mismatch)" }
            } else if let expected = field.type.expectation(for: value) {
                return "'\(key)' is expected to be \(expected), and is \(value.kind)"
            }
        }
        return fields.first { $0.isRequired && object[$0.name] == nil }.map { "the parameter '\($0.name)' is missing" }
    }
}

/// A method of `switchyard serve`, with its parameters. `Resources/serve.schema.json` says what they mean, and has the
/// results.
enum ServeMethod: String, CaseIterable {
    case initialize, open, perform, back, root, dismiss, dismissAll, reload, tab, rows, state, routes, explain, cancel,
        shutdown

    /// The version of the protocol.
    static let version: Int64 = 1

    /// The times to wait for a screen, in milliseconds.
    static let (usualWait, longestWait): (Int64, Int64) = (5000, 600_000)

    private static let force = MessageField("force", .bool)
    private static let wait = MessageField("wait", .integer)

    /// Whether parameters that are not known are ignored, so that a client of a later version can begin.
    var isOpen: Bool { self == .initialize }

    var parameters: [MessageField] {
        switch self {
        case .initialize:
            [
                MessageField("protocolVersion", .integer, isRequired: true), MessageField("client", .text),
                MessageField(
                    "capabilities",
                    .object(
                        [MessageField("patches", .bool), MessageField("screens", .bool), MessageField("logs", .bool)],
                        isOpen: true)),
            ]
        case .open:
            [
                MessageField("target", .text, isRequired: true),
                MessageField(
                    "method", .word(NavigationMethod.allCases.filter { $0 != .send }.map(\.rawValue) + ["swap"])),
                MessageField("inTurn", .bool), Self.force, Self.wait,
            ]
        case .perform:
            [
                MessageField("label", .text), MessageField("path", .integers), MessageField("revision", .integer),
                MessageField("value", .any), Self.wait,
            ]
        case .back, .root, .dismiss, .dismissAll, .reload: [Self.force, Self.wait]
        case .tab: [MessageField("name", .text, isRequired: true), Self.force, Self.wait]
        case .rows:
            [
                MessageField("offset", .integer, isRequired: true), MessageField("count", .integer),
                MessageField("key", .text), Self.wait,
            ]
        case .cancel: [MessageField("id", .any, isRequired: true)]
        case .explain: [MessageField("target", .text, isRequired: true)]
        case .state, .routes, .shutdown: []
        }
    }
}

/// A notification of `switchyard serve`.
enum ServeNotification: String, CaseIterable {
    case screen, state, problem, log, waiting
}
