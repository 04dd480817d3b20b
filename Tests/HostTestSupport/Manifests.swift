import FeatureContract
import HostSystem
import JSONText

@testable import HostCore

/// Reads a manifest that leaves out its format.
func manifest(_ text: String) throws -> Manifest { try Manifest(parsing: manifestText(text)) }

private func manifestText(_ text: String) throws -> [UInt8] {
    let members = try JSON.parse(text).object ?? JSONObject()
    return JSON.object(JSONObject([("manifest", .integer(1))] + Array(members))).utf8()
}

/// A catalog of these manifests, found in this order.
func catalog(_ texts: [String]) throws -> Catalog {
    let identity = FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0)
    return Catalog(
        files: try texts.map { text in
            try FeatureFile(path: "/plugins/\(manifest(text).id).so", identity: identity, parsing: manifestText(text))
        }, refusals: [])
}

/// Reads a wiring file's content.
func wiring(_ text: String) throws -> Wiring { try Wiring.parse(Array(text.utf8), path: "switchyard.jsonc") }

/// The features of most tests: `home` and `character` as they ship, `notes` with a route for each method, and `vault`,
/// which shares nothing with them.
enum Manifests {
    static let home = """
        {
            "id": "home", "name": "Home", "incoming": [{ "name": "about" }],
            "outgoing": [
                { "name": "characters" }, { "name": "nowhere" },
                { "name": "character", "arguments": [{ "name": "identifier", "type": "int" }] }
            ]
        }
        """

    static let character = """
        {
            "id": "character", "name": "Characters", "main": "list",
            "incoming": [
                { "name": "list" },
                { "name": "detail", "arguments": [{ "name": "identifier", "type": "int" }], "parents": ["list"] },
                {
                    "name": "quote", "parents": ["list", "detail?identifier={identifier}"],
                    "arguments": [{ "name": "identifier", "type": "int" }, { "name": "number", "type": "int" }]
                }
            ],
            "outgoing": [{ "name": "author", "arguments": [{ "name": "name", "type": "string" }] }],
            "links": [
                { "scheme": "challenge", "host": "character", "pattern": "/list", "route": "list" },
                { "scheme": "challenge", "host": "character", "pattern": "/detail?id={identifier}", "route": "detail" },
                {
                    "scheme": "challenge", "host": "character", "pattern": "/detail/{identifier}/quotes/{number}",
                    "route": "quote"
                }
            ],
            "customLinks": [{ "scheme": "challenge", "host": "character" }]
        }
        """

    static let notes = """
        {
            "id": "notes", "name": "Notes",
            "incoming": [
                { "name": "note", "arguments": [{ "name": "title", "type": "string" }] },
                { "name": "edit", "method": "sheet" }, { "name": "full", "method": "cover" },
                { "name": "wizard", "method": "managedSheet" }, { "name": "sent", "method": "send" }
            ],
            "links": [
                { "scheme": "challenge", "host": "notes", "pattern": "/note/{title}", "route": "note" },
                { "scheme": "challenge", "host": "notes", "pattern": "/edit", "route": "edit" }
            ]
        }
        """

    static let vault = """
        {
            "id": "vault", "name": "Vault", "incoming": [{ "name": "door" }],
            "customLinks": [{ "scheme": "challenge", "host": "vault" }]
        }
        """

    /// A feature that shares a checkpoint and takes values, both under names of its own.
    static let chats = """
        {
            "id": "chats", "name": "Chats",
            "incoming": [
                { "name": "chat", "arguments": [{ "name": "number", "type": "int" }] },
                { "name": "draft", "method": "sheet" }, { "name": "inbox", "method": "send" }
            ],
            "outgoing": [
                { "name": "pick" }, { "name": "card" }, { "name": "drop" }, { "name": "nowhere" }
            ],
            "checkpoints": [{ "name": "recipient", "type": "string" }, { "name": "start" }],
            "receives": [{ "name": "note", "type": "string" }, { "name": "ping" }],
            "sends": [{ "name": "greeting", "type": "string" }]
        }
        """

    /// A feature that returns to the checkpoints of `chats` and sends values to it, under names of its own.
    static let contacts = """
        {
            "id": "contacts", "name": "Contacts",
            "incoming": [
                { "name": "card", "arguments": [{ "name": "number", "type": "int", "default": 0 }] },
                { "name": "picker", "method": "managedSheet" }
            ],
            "checkpoints": [{ "name": "top" }],
            "returns": [
                { "name": "picked", "type": "string" }, { "name": "number", "type": "int" },
                { "name": "nowhere" }, { "name": "away" }
            ],
            "receives": [{ "name": "hello", "type": "string" }],
            "sends": [
                { "name": "remark", "type": "string" }, { "name": "count", "type": "int" }, { "name": "lost" }
            ]
        }
        """

    /// Returns a wiring that connects `chats` and `contacts`. The members in `more`, such as `root`, stand first.
    static func sharing(_ more: String = #""root": "chats""#) -> String {
        """
        {
            \(more),
            "redirects": {
                "chats/pick": "contacts/picker", "chats/card": "contacts/card?number=7",
                "chats/drop": { "to": "contacts/card", "method": "send" },
                "contacts/picked": "chats/recipient", "contacts/number": "chats/recipient",
                "contacts/away": "elsewhere/x",
                "contacts/remark": "chats/note", "contacts/count": "chats/note", "chats/greeting": "contacts/hello"
            }
        }
        """
    }

    static let sharingTabs = """
        "tabs": [
            { "name": "chats", "root": "chats" }, { "name": "people", "root": "contacts" },
            { "name": "brief", "root": "notes", "retain": false }
        ]
        """
}

/// A feature with many routes, and redirects from one to the next.
enum Redirects {
    /// A feature with routes `r0` to `r21`, some with arguments.
    static let features = """
        {
            "id": "app", "incoming": [
                \((0...21).map { #"{ "name": "r\#($0)" }"# }.joined(separator: ", ")),
                { "name": "x", "arguments": [{ "name": "n", "type": "int" }] },
                { "name": "y", "arguments": [{ "name": "number", "type": "int" }, { "name": "t", "type": "string", "optional": true }] },
                { "name": "z", "arguments": [{ "name": "l", "type": "[string]" }] },
                { "name": "text", "arguments": [{ "name": "n", "type": "string" }] },
                { "name": "w", "arguments": [{ "name": "number", "type": "int" }, { "name": "t", "type": "string", "optional": true }] },
                { "name": "only", "arguments": [{ "name": "number", "type": "int" }] },
                { "name": "other", "arguments": [{ "name": "t", "type": "string", "default": "d" }, { "name": "number", "type": "int" }] }
            ]
        }
        """

    /// Rules like `"app/r0": "app/r1", …`, this many.
    static func chain(_ count: Int) -> String {
        (0..<count).map { #""app/r\#($0)": "app/r\#($0 + 1)""# }.joined(separator: ", ")
    }
}
