import FeatureContract
import HostCore
import JSONText

/// The type of a value in a message: requests are checked by it, and the schema is made from it.
indirect enum MessageType: Sendable {
    case text
    case integer
    case number
    case bool
    case null
    case any
    case word([String])
    case list(MessageType)
    /// An object with these members, and no others unless it is open.
    case object([MessageField], isOpen: Bool = false)
    /// A definition of ``ServeSchema``, by its name.
    case definition(String)

    /// Returns what a request was expected to have in the place of a value; nil if the value is of this type. The members
    /// of an object are not looked at.
    func expectation(for value: JSON) -> String? {
        switch self {
        case .text: value.string == nil ? "a string" : nil
        case .integer: value.integer == nil ? "an integer" : nil
        case .number: value.number == nil ? "a number" : nil
        case .bool: value.bool == nil ? "true or false" : nil
        case .null: value.isNull ? nil : "null"
        case .word(let words):
            words.contains { value == .string($0) } ? nil : "one of \(words.map { "'\($0)'" }.joined(separator: ", "))"
        case .list(let element):
            value.array?.contains { element.expectation(for: $0) != nil } == false ? nil : "a list of integers"
        case .object: value.object == nil ? "an object" : nil
        case .any, .definition: nil
        }
    }
}

/// A member of an object in a message.
struct MessageField: Sendable {
    let name: String
    let type: MessageType
    let isRequired: Bool
    let meaning: String

    init(_ name: String, _ type: MessageType, isRequired: Bool = false, _ meaning: String) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.meaning = meaning
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

/// A method of `switchyard serve`, with its parameters and its result.
enum ServeMethod: String, CaseIterable {
    case initialize, open, perform, back, root, dismiss, dismissAll, reload, tab, rows, state, routes, explain, cancel,
        shutdown

    var meaning: String {
        switch self {
        case .initialize: "Begins. Every other method is refused before it."
        case .open: "Opens a link, or goes to a destination."
        case .perform: "Uses a control of the screen: presses it, switches it, chooses an option, or types text."
        case .back: "Pops the screen, or dismisses the modal that it is the root of."
        case .root: "Pops to the root of the stack."
        case .dismiss: "Dismisses the topmost modal."
        case .dismissAll: "Dismisses every modal."
        case .reload: "Takes up what has changed in the plugins directories and in the wiring file."
        case .tab: "Selects a tab. A tab that is selected already is popped to its root, unless the wiring keeps it."
        case .rows: "Shows another part of a list of the screen, of which a screen has the first 200 elements."
        case .state: "Answers with the state and the screen."
        case .routes: "Answers with the routes of all features, as 'routes --json' does: what 'open' can be asked for."
        case .explain: "Answers where a link or a destination leads, and why, as 'explain --json' does."
        case .cancel: "Cancels an earlier request of this client, which is answered with the error 'cancelled' at once."
        case .shutdown: "Ends the host, for all clients."
        }
    }

    private static let force = MessageField(
        "force", .bool, "Whether to leave a screen that is locked, and to lose what it has not saved.")
    private static let wait = MessageField(
        "wait", .integer,
        "How many milliseconds to wait at most until the screen has settled: 0 answers at once, \(longestWait) is the "
            + "most, and \(usualWait) holds without it.")

    /// The times to wait for a screen, in milliseconds.
    static let (usualWait, longestWait): (Int64, Int64) = (5000, 600_000)

    /// Whether parameters that are not known are ignored, so that a client of a later version can begin.
    var isOpen: Bool { self == .initialize }

    var parameters: [MessageField] {
        switch self {
        case .initialize:
            [
                MessageField(
                    "protocolVersion", .integer, isRequired: true, "The version of the protocol: \(Self.version)."),
                MessageField("client", .text, "The client's name, for people."),
                MessageField(
                    "capabilities",
                    .object(
                        [
                            MessageField("patches", .bool, "Whether to send screens as patches."),
                            MessageField(
                                "screens", .bool,
                                "Whether to send the screen and the state as they change. True by default."),
                            MessageField("logs", .bool, "Whether to send 'log'. True by default."),
                        ], isOpen: true), "The notifications that the client understands."),
            ]
        case .open:
            [
                MessageField("target", .text, isRequired: true, "A link, or the text of a destination."),
                MessageField(
                    "method", .word(NavigationMethod.allCases.filter { $0 != .send }.map(\.rawValue) + ["swap"]),
                    "The method that shows a destination, whatever the wiring says; 'swap' shows it in the place of the "
                        + "topmost screen. A link takes none."),
                MessageField(
                    "inTurn", .bool,
                    "Whether to wait until those that came before with this member have been opened, and until the screen "
                        + "that is left has loaded, 5 s at most."),
                Self.force, Self.wait,
            ]
        case .perform:
            [
                MessageField(
                    "label", .text,
                    "The control's label or the beginning of it, as for the steps press and type: also 'Item 2/Delete', "
                        + "and 'Delete#2' for the second one."),
                MessageField(
                    "path", .list(.integer),
                    "In the place of a label: the control's index in the screen's nodes, then in the children of that "
                        + "node, and so on."),
                MessageField("revision", .integer, "The revision of the screen that the path is about."),
                MessageField(
                    "value", .any,
                    "The text of a text field, the number of a slider, true or false of a toggle, or the value of one "
                        + "of a picker's options. Other controls take none. With a label it is what to type."),
                Self.wait,
            ]
        case .back, .root, .dismiss, .dismissAll, .reload: [Self.force, Self.wait]
        case .tab:
            [MessageField("name", .text, isRequired: true, "The tab's name in the wiring."), Self.force, Self.wait]
        case .rows:
            [
                MessageField("offset", .integer, isRequired: true, "The index of the first element, from 0 on."),
                MessageField("count", .integer, "How many elements, 10000 at most; 200 without it."),
                MessageField("key", .text, "The key of the list's node; without it every list of the screen."),
                Self.wait,
            ]
        case .cancel: [MessageField("id", .any, isRequired: true, "The id of the request.")]
        case .explain:
            [MessageField("target", .text, isRequired: true, "A link, or the text of a destination.")]
        case .state, .routes, .shutdown: []
        }
    }

    var result: MessageType {
        switch self {
        case .initialize:
            .object([
                MessageField("protocolVersion", .integer, isRequired: true, "The version of the protocol."),
                MessageField(
                    "host",
                    .object([
                        MessageField("name", .text, isRequired: true, "The program's name."),
                        MessageField("version", .text, isRequired: true, "Its version."),
                    ]), isRequired: true, "The host."),
                MessageField(
                    "capabilities",
                    .object([
                        MessageField("patches", .bool, isRequired: true, "Whether screens come as patches."),
                        MessageField(
                            "kinds", .list(.text), isRequired: true, "The kinds of nodes that the host knows."),
                    ]), isRequired: true, "The possibilities of this host."),
                MessageField("tabs", .list(.definition("TabLabel")), isRequired: true, "The app's tabs, in order."),
            ])
        case .open, .perform, .back, .root, .dismiss, .dismissAll, .reload, .tab, .rows:
            .object([
                MessageField("revision", .integer, isRequired: true, "The revision of the screen that is shown then."),
                MessageField(
                    "settled", .bool, isRequired: true,
                    "Whether the screen has stopped loading; false if it had not in the time of 'wait'."),
                MessageField("reason", .text, "Why 'settled' is false."),
                MessageField(
                    "parked", .text,
                    "The condition that the destination waits for. What is shown meanwhile is the screen."),
                MessageField(
                    "url", .text,
                    "The address that a link of the screen leads to, out of the app: it is left to the client."),
            ])
        case .state:
            .object([
                MessageField("revision", .integer, isRequired: true, "The revision of the screen."),
                ServeNotification.destination, ServeNotification.url, ServeNotification.presentation,
                ServeNotification.below, ServeNotification.failure, ServeNotification.path,
                ServeNotification.stateField, ServeNotification.stateText,
                MessageField("screen", .definition("Screen"), isRequired: true, "The screen."),
            ])
        case .routes: .definition("Routes")
        case .explain: .definition("Explanation")
        case .cancel:
            .object([
                MessageField(
                    "cancelled", .bool, isRequired: true, "Whether the request was there, and had no answer yet.")
            ])
        case .shutdown: .null
        }
    }

    /// The version of the protocol.
    static let version: Int64 = 1
}

/// A notification of `switchyard serve`.
enum ServeNotification: String, CaseIterable {
    case screen, state, problem, log, waiting

    var meaning: String {
        switch self {
        case .screen: "The screen that the user sees has changed. Either 'screen' or 'base' and 'patch' are there."
        case .state: "The navigation state has changed."
        case .problem: "Something has failed that no request is answered with."
        case .log: "A line for people: of a feature's log, or about a change of the app."
        case .waiting: "The host is busy with a request 'inTurn' of this client, or with those before it. Each second."
        }
    }

    static let destination = MessageField(
        "destination", .text, isRequired: true, "The destination of the visible screen.")
    static let url = MessageField("url", .text, "The link to the visible screen, if there is one.")
    static let presentation = MessageField(
        "presentation", .word(Presentation.allCases.map(\.rawValue)), isRequired: true,
        "How the screen stands over the one below.")
    static let below = MessageField(
        "below",
        .object([
            MessageField("destination", .text, isRequired: true, "Its destination."),
            MessageField("revision", .integer, "The revision with it, where the host still knows one."),
        ]), "The screen below a modal.")
    static let failure = MessageField(
        "failure",
        .object([
            MessageField("advice", .text, isRequired: true, "What the user can do, in a sentence."),
            MessageField("guess", .text, "The destination that was probably meant, for 'open'."),
        ]), "About a screen that stands for one that cannot be shown.")
    static let stateField = MessageField("state", .definition("State"), isRequired: true, "The navigation state.")
    static let stateText = MessageField(
        "text", .text, isRequired: true,
        "The navigation state as text: [*chats] chats > chats/compose | [settings] settings.")

    static let path = MessageField(
        "path", .list(.text), isRequired: true,
        "The titles of the selected tab's screens, from its root on, with those within an entry behind its own.")

    var parameters: [MessageField] {
        switch self {
        case .screen:
            [
                MessageField(
                    "revision", .integer, isRequired: true, "A number that grows with each change of the screen."),
                Self.destination, Self.url,
                MessageField(
                    "after", .any,
                    "The id of the last request of this client that the screen includes, if it has sent one with an id."
                ),
                Self.presentation, Self.below, Self.failure,
                MessageField("screen", .definition("Screen"), "The whole screen."),
                MessageField(
                    "base", .integer, "The revision of the screen that the patch is for: the last one that was sent."),
                MessageField(
                    "patch", .list(.definition("Operation")),
                    "The operations that turn that screen into this one (RFC 6902)."),
            ]
        case .state: [Self.stateField, Self.stateText, Self.path]
        case .problem:
            [
                MessageField("message", .text, isRequired: true, "The host's message."),
                MessageField("kind", .text, isRequired: true, "The kind, as of an error: 'crashed'."),
            ]
        case .log:
            [
                MessageField(
                    "level", .word(LogLine.Level.all.map { "\($0)" }), isRequired: true, "The severity of the line."),
                MessageField("feature", .text, "The feature that has logged the line; none for the host's own."),
                MessageField("message", .text, isRequired: true, "The line."),
            ]
        case .waiting: []
        }
    }
}

extension LogLine.Level {
    static let all: [Self] = [.debug, .info, .notice, .warning, .error]
}
