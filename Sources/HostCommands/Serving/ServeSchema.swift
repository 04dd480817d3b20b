import FeatureContract
import HostCore
import JSONText

/// The JSON Schema of the messages of `switchyard serve` (draft 2020-12), made from ``ServeMethod`` and
/// ``ServeNotification``.
enum ServeSchema {
    static var json: JSON {
        var definitions = JSONObject()
        for method in ServeMethod.allCases {
            definitions.append(
                key: "\(method.rawValue)Params",
                value: described(
                    .object(method.parameters, isOpen: method.isOpen), "The parameters of '\(method.rawValue)'."))
            definitions.append(
                key: "\(method.rawValue)Result",
                value: described(method.result, "The result of '\(method.rawValue)'."))
        }
        for notification in ServeNotification.allCases {
            definitions.append(
                key: "\(notification.rawValue)Notification",
                value: described(
                    .object(notification.parameters), "The parameters of the notification '\(notification.rawValue)'."))
        }
        for (name, schema) in shapes { definitions.append(key: name, value: schema) }
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Messages of switchyard serve",
            "description": .string(
                "Version \(ServeMethod.version) of the protocol: requests of a client, and the host's answers and "
                    + "notifications, each JSON-RPC 2.0."),
            "anyOf": .array(
                ServeMethod.allCases.map(request) + ServeNotification.allCases.map(notification) + [answer, failure]),
            "$defs": .object(definitions),
        ]
    }

    // MARK: Messages

    private static func request(_ method: ServeMethod) -> JSON {
        message(
            method.meaning,
            [
                ("id", ["type": ["string", "number", "null"]]), ("method", ["const": .string(method.rawValue)]),
                ("params", reference("\(method.rawValue)Params")),
            ], required: method.parameters.contains(where: \.isRequired) ? ["method", "params"] : ["method"])
    }

    private static func notification(_ notification: ServeNotification) -> JSON {
        message(
            notification.meaning,
            [
                ("method", ["const": .string(notification.rawValue)]),
                ("params", reference("\(notification.rawValue)Notification")),
            ], required: ["method", "params"])
    }

    private static var answer: JSON {
        message(
            "The answer to a request that was carried out.",
            [
                ("id", ["type": ["string", "number", "null"]]),
                ("result", ["anyOf": .array(ServeMethod.allCases.map { reference("\($0.rawValue)Result") })]),
            ], required: ["id", "result"])
    }

    private static var failure: JSON {
        let codes = RPCError.Code.allCases.map { code -> JSON in
            ["const": .integer(code.rawValue), "description": .string(code.meaning)]
        }
        let error: JSON = [
            "type": "object", "additionalProperties": false, "required": ["code", "message", "data"],
            "properties": [
                "code": ["anyOf": .array(codes)],
                "message": ["description": "The host's message, for people.", "type": "string"],
                "data": schema(
                    of: .object([
                        MessageField(
                            "kind", .word(RPCError.Code.allCases.map { "\($0)" }), isRequired: true,
                            "The name of the code."),
                        MessageField("versions", .list(.integer), "The versions of the protocol that the host has."),
                        MessageField("places", .list(.text), "Where the controls of that label are, one for each."),
                        MessageField("revision", .integer, "The latest revision of the screen."),
                        MessageField("limit", .integer, "The most bytes."),
                        MessageField("shown", .bool, "True where the screen that is shown now says the same."),
                    ])),
            ],
        ]
        return message(
            "The answer to a request that was not carried out, or has failed.",
            [("id", ["type": ["string", "number", "null"]]), ("error", error)], required: ["id", "error"])
    }

    private static func message(_ meaning: String, _ members: [(String, JSON)], required: [String]) -> JSON {
        [
            "description": .string(meaning), "type": "object", "additionalProperties": false,
            "required": .array((["jsonrpc"] + required).map { .string($0) }),
            "properties": .object(JSONObject([("jsonrpc", ["const": "2.0"])] + members)),
        ]
    }

    // MARK: Types

    private static func reference(_ name: String) -> JSON { ["$ref": .string("#/$defs/\(name)")] }

    private static func described(_ type: MessageType, _ meaning: String) -> JSON {
        .object(JSONObject([("description", .string(meaning))] + members(of: type)))
    }

    private static func schema(of type: MessageType) -> JSON { .object(JSONObject(members(of: type))) }

    private static func members(of type: MessageType) -> [(String, JSON)] {
        switch type {
        case .text: [("type", "string")]
        case .integer: [("type", "integer")]
        case .number: [("type", "number")]
        case .bool: [("type", "boolean")]
        case .null: [("type", "null")]
        case .any: []
        case .word(let words): [("enum", .array(words.map { .string($0) }))]
        case .list(let element): [("type", "array"), ("items", schema(of: element))]
        case .object(let fields, let isOpen):
            [("type", "object"), ("additionalProperties", .bool(isOpen))]
                + (fields.contains(where: \.isRequired)
                    ? [("required", .array(fields.filter(\.isRequired).map { .string($0.name) }))] : [])
                + [("properties", .object(JSONObject(fields.map { ($0.name, described($0.type, $0.meaning)) })))]
        case .definition(let name): [("$ref", .string("#/$defs/\(name)"))]
        }
    }

    /// The shapes that `navigate --json` prints too.
    private static var shapes: [(String, JSON)] {
        [
            (
                "Screen",
                described(
                    .object([
                        MessageField("title", .text, isRequired: true, "The title; may be empty."),
                        MessageField("loading", .bool, "True while the screen loads."),
                        MessageField("lock", .text, "Why the screen does not let itself be left."),
                        MessageField("checkpoints", .list(.text), "The checkpoints of the screen."),
                        MessageField("nodes", .list(.definition("Node")), isRequired: true, "The content."),
                    ]), "A screen, or the topmost sheet or cover that it shows by its own nodes.")
            ),
            ("Node", node),
            (
                "State",
                described(
                    .object([
                        MessageField("tabs", .list(.definition("Tab")), isRequired: true, "The tabs, at least one."),
                        MessageField("selected", .text, "The name of the selected tab, where tabs have names."),
                    ]), "The navigation state.")
            ),
            (
                "Tab",
                described(
                    .object(
                        label(isRequired: false) + [
                            MessageField(
                                "entries", .list(.definition("Entry")), isRequired: true,
                                "The entries from the root on; the last one is visible.")
                        ]), "A tab with its entries.")
            ),
            ("TabLabel", described(.object(label(isRequired: true)), "A tab of the wiring.")),
            (
                "Entry",
                described(
                    .object([
                        MessageField("destination", .text, isRequired: true, "Its destination."),
                        MessageField(
                            "presentation", presentation, isRequired: true, "How it stands over the one below."),
                        MessageField(
                            "inner",
                            .list(
                                .object([
                                    MessageField(
                                        "presentation", presentation, isRequired: true, "A push, a sheet or a cover."),
                                    MessageField("title", .text, isRequired: true, "Its title; may be empty."),
                                ])), "The screens that it shows by its own nodes, the lowest first."),
                    ]), "An entry of a tab.")
            ),
            (
                "Operation",
                described(
                    .object([
                        MessageField(
                            "op", .word(["add", "remove", "replace", "move"]), isRequired: true, "The kind of change."),
                        MessageField("path", .text, isRequired: true, "A JSON Pointer (RFC 6901) into the screen."),
                        MessageField("from", .text, "A JSON Pointer to what is moved."),
                        MessageField("value", .any, "The value to add, or to put in the place of the old one."),
                    ]), "An operation of a JSON Patch (RFC 6902).")
            ),
            ("Routes", ["description": "The JSON that 'routes --json' prints.", "type": "object"]),
            ("Explanation", ["description": "The JSON that 'explain --json' prints.", "type": "object"]),
        ]
    }

    private static var presentation: MessageType { .word(Presentation.allCases.map(\.rawValue)) }

    private static func label(isRequired: Bool) -> [MessageField] {
        [
            MessageField("name", .text, isRequired: isRequired, "Its name in the wiring."),
            MessageField("title", .text, "The title for the user."),
            MessageField("symbol", .text, "The symbol's name."),
        ]
    }

    private static let flagMeanings = [
        "disabled": "The node is shown, and neither it nor what is in it can be used.",
        "destructive": "The button loses something.",
        "cancel": "The button leaves things as they are.",
        "header": "The row has the titles of a table's columns.",
        "secure": "The text of the field is not shown.",
        "multiline": "The text of the field may have several lines.",
        "date": "The text of the field is a day, 2026-11-24; with 'time' 2026-11-24T09:30.",
        "time": "The text of the field is a time of day, 09:30.",
        "submits": "The field takes null too: the user has ended the input by Enter.",
        "focus": "The field takes true and false too: the user begins, or ends, to write into it.",
        "focused": "The user writes into the field, or should, unless they write elsewhere.",
        "atEnd": "The list is seen from its end on, which stays in sight when elements come.",
    ]

    private static var node: JSON {
        let kinds = NodeKind.allCases.map { JSON.string("\($0)") }
        let texts = [
            ("text", "The text."), ("detail", "The text below or beside it."),
            ("key", "The identity among its siblings, the same in every revision."),
            ("symbol", "The symbol's name."), ("badge", "A short text at the end."),
            ("accessibilityLabel", "The name that is read out in the place of the text."),
            ("url", "The link that the control leads to."),
            (
                "shortcut",
                "The keys that use the control, in the form of aria-keyshortcuts: 'Meta+S'. 'Enter' is the screen's "
                    + "default action, 'Escape' the one that leaves it."
            ), ("destination", "The destination that it leads to."),
        ].map { MessageField($0, .text, $1) }
        let roles = ViewNode.Role.allCases.filter { $0 != .primary }.map { "\($0)" }
        let others = [
            MessageField("role", .word(roles), "The role of the text."),
            MessageField("value", .any, "The value of a control, or of an option. A secure field has none."),
            MessageField("length", .integer, "The number of characters in a secure field. None where it is empty."),
            MessageField(
                "action", .integer,
                "There where the control can be used. 'perform' takes its path, and that of a link, a urlLink or a row "
                    + "with a destination or a url."),
            MessageField("elementCount", .integer, "Of a list that is shown in parts: the number of its elements."),
            MessageField("elementOffset", .integer, "The index in that list of the first element that is a child."),
        ]
        let flags = ViewNode.flagNames.map { MessageField($1, .bool, flagMeanings[$1] ?? "") }
        let children = MessageField("children", .list(.definition("Node")), "The nodes in it.")
        let kind: JSON = [
            "description": "The kind; 'unknown-' and a number for one of a later version, shown by text and children.",
            "anyOf": [["enum": .array(kinds)], ["type": "string", "pattern": "^unknown-[0-9]+$"]],
        ]
        let fields = (texts + others + flags + [children]).map { ($0.name, described($0.type, $0.meaning)) }
        return [
            "description": "A node of a screen. Members that are empty or have their usual value are left out.",
            "type": "object", "additionalProperties": false, "required": ["kind"],
            "properties": .object(JSONObject([("kind", kind)] + fields)),
        ]
    }
}
