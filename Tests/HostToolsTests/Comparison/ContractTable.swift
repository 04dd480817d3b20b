import Testing

@testable import HostTestSupport
@testable import HostTools

/// A change of the contract of `shop`, by edits of its manifest, and whether it breaks.
struct ContractRow: Sendable, CustomTestStringConvertible {
    let title: String
    let edits: [(String, String)]
    let breaks: Bool

    init(_ title: String, _ edits: (String, String)..., breaks: Bool) {
        self.title = title
        self.edits = edits
        self.breaks = breaks
    }

    var testDescription: String { title }

    /// The manifest before the change.
    static let old = """
        {
            "id": "shop", "name": "Shop", "version": "1.0.0", "main": "list",
            "incoming": [
                { "name": "list" },
                { "name": "item", "arguments": [{ "name": "id", "type": "int" }] },
                { "name": "by", "arguments": [{ "name": "name", "type": "string" }] },
                { "name": "find", "arguments": [
                    { "name": "text", "type": "string", "optional": true },
                    { "name": "limit", "type": "int", "default": 10, "summary": "How many." }
                ] },
                { "name": "tagged", "arguments": [{ "name": "tag", "type": "[string]" }] },
                { "name": "price", "arguments": [{ "name": "euro", "type": "double" }], "parents": ["list"] },
                { "name": "flag", "arguments": [{ "name": "on", "type": "bool" }], "method": "sheet", "was": ["oldest"] },
                { "name": "about" }
            ],
            "outgoing": [
                { "name": "help" },
                { "name": "person", "arguments": [{ "name": "number", "type": "int" }] },
                { "name": "search", "arguments": [{ "name": "words", "type": "string", "optional": true }] },
                { "name": "topics", "arguments": [{ "name": "topic", "type": "[string]" }] }
            ],
            "links": [
                { "scheme": "challenge", "host": "shop", "pattern": "/list", "route": "list" },
                { "scheme": "challenge", "host": "shop", "pattern": "/item/{id}", "route": "item" },
                { "scheme": "challenge", "host": "shop", "pattern": "/find?q={text}", "route": "find" },
                { "scheme": "challenge", "host": "shop", "pattern": "/by/{name}", "route": "by" },
                { "scheme": "challenge", "host": "shop", "pattern": "/first", "route": "item",
                    "arguments": { "id": 1 } }
            ],
            "customLinks": [{ "scheme": "challenge", "host": "shop" }],
            "checkpoints": [{ "name": "picked", "type": "{id: int, name: string?, nick: string}" }, { "name": "done" }],
            "returns": [{ "name": "chosen", "type": "{id: int, name: string}" }],
            "receives": [{ "name": "note", "type": "string" }],
            "sends": [{ "name": "remark", "type": "string", "was": ["comment"] }],
            "settings": [
                { "name": "page", "type": "int" }, { "name": "any" },
                { "name": "look", "settings": [{ "name": "dark", "type": "bool" }, { "name": "zoom", "type": "double" }] }
            ],
            "permissions": [
                { "net": ["tcp:443"], "reason": "To sell" }, { "read": ["~/shop"], "reason": "To show pictures" }
            ],
            "requires": { "host": "0.2", "extensions": ["a/1"] },
            "sharesData": true
        }
        """

    private static let about = #"{ "name": "about" }"#
    private static let noAbout = (",\n        \(about)", "")
    private static let list = #"{ "name": "list" },"#
    private static let help = #"{ "name": "help" },"#
    private static let listLink = #"{ "scheme": "challenge", "host": "shop", "pattern": "/list", "route": "list" },"#

    /// An edit that puts an element before others of its list.
    private static func adding(_ element: String, before first: String) -> (String, String) {
        (first, "\(element), \(first)")
    }

    private static func link(_ pattern: String, _ route: String, scheme: String = "challenge") -> String {
        #"{ "scheme": "\#(scheme)", "host": "shop", "pattern": "\#(pattern)", "route": "\#(route)" }"#
    }

    static let feature: [ContractRow] = [
        ContractRow("another id", (#""id": "shop""#, #""id": "store""#), breaks: true),
        ContractRow("another version", ("1.0.0", "0.9.0"), breaks: false),
        ContractRow("another name", ("\"Shop\"", "\"Store\""), breaks: false),
        ContractRow("another main screen", (#""main": "list""#, #""main": "find""#), breaks: false),
        ContractRow("a main screen without a route", (#""main": "list","#, ""), breaks: false),
    ]

    static let incoming: [ContractRow] = [
        ContractRow("a new incoming route", adding(#"{ "name": "new" }"#, before: list), breaks: false),
        ContractRow("no incoming route", noAbout, breaks: true),
        ContractRow("another name of an incoming route", (#""name": "tagged""#, #""name": "labelled""#), breaks: true),
        ContractRow(
            "an incoming route that is outgoing now", noAbout,
            adding(#"{ "name": "about" }"#, before: help), breaks: true),
        ContractRow(
            "another name of an incoming route, with the older one",
            (#""name": "tagged","#, #""name": "labelled", "was": ["tagged"],"#), breaks: false),
        ContractRow(
            "another name of a route with links, with the older one",
            (#""name": "by","#, #""name": "from", "was": ["by"],"#), (#""route": "by""#, #""route": "from""#),
            breaks: false),
        ContractRow(
            "another name and a new required argument, with the older name",
            (about, #"{ "name": "info", "was": ["about"], "arguments": [{ "name": "x", "type": "int" }] }"#),
            breaks: true),
        ContractRow(
            "an older name that does not lead to the route any more", (#", "was": ["oldest"]"#, ""), breaks: true),
        ContractRow(
            "an older name that leads to another route",
            (#", "was": ["oldest"]"#, ""), (about, #"{ "name": "about", "was": ["oldest"] }"#), breaks: true),
        ContractRow(
            "a deprecated route", (about, #"{ "name": "about", "deprecated": "Use list." }"#), breaks: false),
        ContractRow("another method", (#""method": "sheet""#, #""method": "cover""#), breaks: false),
        ContractRow("no parents", (#", "parents": ["list"]"#, ""), breaks: false),
        ContractRow(
            "a new route with the name of a checkpoint that it returns to",
            adding(#"{ "name": "chosen" }"#, before: list), breaks: true),
        ContractRow(
            "a new route with the name of a checkpoint of its own",
            adding(#"{ "name": "picked", "arguments": [{ "name": "x", "type": "int" }] }"#, before: list), breaks: true),
    ]

    private static func typed(_ name: String, _ type: String) -> String { #""name": "\#(name)", "type": "\#(type)""# }

    static let taken: [ContractRow] = [
        ContractRow(
            "a new required argument",
            (about, #"{ "name": "about", "arguments": [{ "name": "x", "type": "int" }] }"#), breaks: true),
        ContractRow(
            "a new optional argument",
            (about, #"{ "name": "about", "arguments": [{ "name": "x", "type": "int", "optional": true }] }"#),
            breaks: false),
        ContractRow(
            "a new argument with a default",
            (about, #"{ "name": "about", "arguments": [{ "name": "x", "type": "int", "default": 1 }] }"#), breaks: false
        ),
        ContractRow(
            "a new argument that is a list",
            (about, #"{ "name": "about", "arguments": [{ "name": "x", "type": "[int]" }] }"#), breaks: false),
        ContractRow(
            "no argument",
            (#", "arguments": [{ "name": "tag", "type": "[string]" }]"#, ""), breaks: true),
        ContractRow("another name of an argument", (#""name": "euro""#, #""name": "dollar""#), breaks: true),
        ContractRow(
            "int to string", (typed("id", "int"), typed("id", "string")), (#""id": 1"#, #""id": "1""#), breaks: true),
        ContractRow(
            "int to double", (typed("id", "int"), typed("id", "double")), breaks: true),
        ContractRow("double to int", (typed("euro", "double"), typed("euro", "int")), breaks: true),
        ContractRow("double to string", (typed("euro", "double"), typed("euro", "string")), breaks: true),
        ContractRow("bool to string", (typed("on", "bool"), typed("on", "string")), breaks: true),
        ContractRow("a string to a list", (typed("tag", "[string]"), typed("tag", "string")), breaks: true),
        ContractRow("a double to a list", (typed("euro", "double"), typed("euro", "[double]")), breaks: true),
        ContractRow(
            "required to optional", (typed("euro", "double"), typed("euro", "double") + #", "optional": true"#),
            breaks: false),
        ContractRow(
            "required to one with a default", (typed("euro", "double"), typed("euro", "double") + #", "default": 2.5"#),
            breaks: false),
        ContractRow(
            "optional to required", (typed("text", "string") + #", "optional": true"#, typed("text", "string")),
            breaks: true),
        ContractRow(
            "no default", (#", "default": 10"#, ""), ("?q={text}", "?q={text}&max={limit}"), breaks: true),
        ContractRow("another default", (#""default": 10"#, #""default": 20"#), breaks: false),
        ContractRow("a default to optional", (#""default": 10"#, #""optional": true"#), breaks: false),
        ContractRow(
            "a list to an optional list", (typed("tag", "[string]"), typed("tag", "[string]") + #", "optional": true"#),
            breaks: false),
        ContractRow("another summary of an argument", ("How many.", "The most."), breaks: false),
        ContractRow(
            "another order of arguments",
            (#"{ "name": "text", "type": "string", "optional": true },"#, ""),
            (
                #""summary": "How many." }"#,
                #""summary": "How many." }, { "name": "text", "type": "string", "optional": true }"#
            ),
            breaks: false),
    ]

    static let outgoing: [ContractRow] = [
        ContractRow("a new outgoing route", adding(#"{ "name": "new" }"#, before: help), breaks: false),
        ContractRow("no outgoing route", (help, ""), breaks: true),
        ContractRow("another name of an outgoing route", (#""name": "person""#, #""name": "human""#), breaks: true),
        ContractRow(
            "another name of an outgoing route, with the older one",
            (#""name": "person","#, #""name": "human", "was": ["person"],"#), breaks: false),
        ContractRow(
            "an outgoing route that is incoming now", (help, ""), adding(#"{ "name": "help" }"#, before: list),
            breaks: false),
        ContractRow(
            "a new argument that it gives",
            (help, #"{ "name": "help", "arguments": [{ "name": "x", "type": "int" }] },"#),
            breaks: false),
        ContractRow(
            "a new argument that it may give",
            (help, #"{ "name": "help", "arguments": [{ "name": "x", "type": "int", "optional": true }] },"#),
            breaks: false),
        ContractRow(
            "an argument that it does not give any more",
            (#", "arguments": [{ "name": "number", "type": "int" }]"#, ""), breaks: true),
        ContractRow(
            "another type that it gives", (typed("number", "int"), typed("number", "string")), breaks: true),
        ContractRow(
            "a wider type that it gives", (typed("number", "int"), typed("number", "double")), breaks: true),
        ContractRow(
            "an argument that it always gave may be missing",
            (typed("number", "int"), typed("number", "int") + #", "optional": true"#), breaks: true),
        ContractRow(
            "an argument that could be missing is always given",
            (typed("words", "string") + #", "optional": true"#, typed("words", "string")), breaks: false),
        ContractRow(
            "a list that it always gave may be missing",
            (typed("topic", "[string]"), typed("topic", "[string]") + #", "optional": true"#), breaks: false),
        ContractRow(
            "a default for what it gives", (typed("number", "int"), typed("number", "int") + #", "default": 0"#),
            breaks: false),
        ContractRow(
            "another method that it asks for", (help, #"{ "name": "help", "method": "sheet" },"#), breaks: false),
    ]

    static let links: [ContractRow] = [
        ContractRow("a new pattern", adding(link("/all", "list"), before: listLink), breaks: false),
        ContractRow("no pattern", (listLink, ""), breaks: true),
        ContractRow("another path", ("/item/{id}", "/items/{id}"), breaks: true),
        ContractRow("another argument in the query", ("?q={text}", "?query={text}"), breaks: true),
        ContractRow("a new optional argument in the query", ("?q={text}", "?q={text}&max={limit}"), breaks: false),
        ContractRow(
            "a pattern that leads to another route", (link("/list", "list"), link("/list", "find")), breaks: true),
        ContractRow("another fixed argument", (#""id": 1"#, #""id": 2"#), breaks: true),
        ContractRow(
            "a new pattern that takes the links of another", adding(link("/by/new", "list"), before: listLink),
            breaks: true),
        ContractRow("another scheme", (link("/list", "list"), link("/list", "list", scheme: "shop")), breaks: true),
        ContractRow(
            "a second scheme", adding(link("/list", "list", scheme: "shop"), before: listLink), breaks: false),
        ContractRow("a slash at the end", (#""/list""#, #""/list/""#), breaks: false),
        ContractRow(
            "a scheme in capitals", (link("/list", "list"), link("/list", "list", scheme: "CHALLENGE")), breaks: false),
        ContractRow(
            "links by code of another host",
            adding(
                #"{ "scheme": "challenge", "host": "store" }"#, before: #"{ "scheme": "challenge", "host": "shop" }"#),
            breaks: false),
        ContractRow(
            "no links by code", (#""customLinks": [{ "scheme": "challenge", "host": "shop" }],"#, ""), breaks: true),
    ]

    private static let done = #"{ "name": "done" }"#
    private static let chosen = #"{ "name": "chosen", "type": "{id: int, name: string}" }"#
    private static let remark = #"{ "name": "remark", "type": "string", "was": ["comment"] }"#

    static let shared: [ContractRow] = [
        ContractRow("a new checkpoint", adding(#"{ "name": "new" }"#, before: done), breaks: false),
        ContractRow("no checkpoint", (", \(done)", ""), breaks: true),
        ContractRow("a new required field", ("nick: string}", "nick: string, new: int}"), breaks: true),
        ContractRow("a new optional field", ("nick: string}", "nick: string, new: int?}"), breaks: false),
        ContractRow("a required field less", (", nick: string}", "}"), breaks: false),
        ContractRow("a field that may be missing now", ("nick: string}", "nick: string?}"), breaks: false),
        ContractRow("a field that may not be missing any more", ("name: string?,", "name: string,"), breaks: true),
        ContractRow("another type of a field", ("nick: string}", "nick: int}"), breaks: true),
        ContractRow("a checkpoint that takes a value now", (done, typedDone), breaks: true),
        ContractRow(
            "a checkpoint that it returns to itself now", (", \(done)", ""), adding(done, before: chosen), breaks: true),
        ContractRow("a new checkpoint to return to", adding(#"{ "name": "new" }"#, before: chosen), breaks: false),
        ContractRow("no checkpoint to return to", (chosen, ""), breaks: true),
        ContractRow("a new field that it gives", ("name: string}", "name: string, more: bool}"), breaks: false),
        ContractRow("a field that it does not give any more", ("{id: int, name: string}", "{id: int}"), breaks: true),
        ContractRow("a field that it gives may be missing", ("name: string}", "name: string?}"), breaks: true),
        ContractRow(
            "a checkpoint of its own in place of another's", (chosen, ""),
            adding(chosen, before: #"{ "name": "picked""#), breaks: true),
        ContractRow(
            "a value that it does not receive any more", (#"{ "name": "note", "type": "string" }"#, ""), breaks: true),
        ContractRow(
            "another type of a value that it receives", (typed("note", "string"), typed("note", "int")), breaks: true),
        ContractRow("a value that it does not send any more", (remark, ""), breaks: true),
        ContractRow(
            "another type of a value that it sends", (typed("remark", "string"), typed("remark", "[string]")),
            breaks: true),
        ContractRow(
            "a checkpoint with another name", (done, #"{ "name": "ready", "was": ["done"] }"#), breaks: false),
        ContractRow(
            "a checkpoint with another name and type", (done, #"{ "name": "ready", "type": "int", "was": ["done"] }"#),
            breaks: true),
        ContractRow("a checkpoint whose older name is not declared", (done, #"{ "name": "ready" }"#), breaks: true),
        ContractRow(
            "a checkpoint to return to with another name",
            (chosen, #"{ "name": "taken", "type": "{id: int, name: string}", "was": ["chosen"] }"#), breaks: false),
        ContractRow(
            "a value with another name that it receives",
            (#"{ "name": "note", "type": "string" }"#, #"{ "name": "memo", "type": "string", "was": ["note"] }"#),
            breaks: false),
        ContractRow(
            "a value with another name that it sends",
            (remark, #"{ "name": "words", "type": "string", "was": ["remark", "comment"] }"#), breaks: false),
        ContractRow("an older name of a value less", (#", "was": ["comment"]"#, ""), breaks: true),
        ContractRow("an older name of a value more", (#"["comment"]"#, #"["comment", "saying"]"#), breaks: false),
        ContractRow("a new value that it sends", adding(#"{ "name": "new" }"#, before: remark), breaks: false),
    ]

    private static let typedDone = #"{ "name": "done", "type": "int" }"#

    static let settings: [ContractRow] = [
        ContractRow(
            "a new setting", adding(#"{ "name": "new", "type": "int" }"#, before: #"{ "name": "any" }"#), breaks: false),
        ContractRow("no setting", (#"{ "name": "page", "type": "int" },"#, ""), breaks: true),
        ContractRow("an integer setting to any number", (typed("page", "int"), typed("page", "double")), breaks: false),
        ContractRow("a number setting to an integer", (typed("zoom", "double"), typed("zoom", "int")), breaks: true),
        ContractRow("a setting of any type now", (typed("page", "int"), #""name": "page""#), breaks: false),
        ContractRow(
            "a setting of one type now", (#"{ "name": "any" }"#, #"{ "name": "any", "type": "bool" }"#), breaks: true),
        ContractRow("no setting in a section", (#"{ "name": "dark", "type": "bool" }, "#, ""), breaks: true),
    ]

    static let permissions: [ContractRow] = [
        ContractRow(
            "a new permission", adding(#"{ "run": true, "reason": "To print" }"#, before: #"{ "net""#), breaks: true),
        ContractRow("a permission less", (#"{ "net": ["tcp:443"], "reason": "To sell" },"#, ""), breaks: false),
        ContractRow("another reason", ("To sell", "To buy"), breaks: false),
        ContractRow("one machine of a port", ("tcp:443", "api.example.org:443"), breaks: false),
        ContractRow("an origin instead of a port", ("tcp:443", "https://api.example.org"), breaks: true),
        ContractRow("another port", ("tcp:443", "tcp:80"), breaks: true),
        ContractRow("a folder in a folder", ("~/shop", "~/shop/new"), breaks: false),
        ContractRow("a folder around a folder", ("~/shop", "~"), breaks: true),
    ]

    static let requirements: [ContractRow] = [
        ContractRow("a later host", (#""host": "0.2""#, #""host": "0.2.1""#), breaks: true),
        ContractRow("an earlier host", (#""host": "0.2""#, #""host": "0.1""#), breaks: false),
        ContractRow("the same host in other words", (#""host": "0.2""#, #""host": "0.2.0""#), breaks: false),
        ContractRow("any host", (#""host": "0.2", "#, ""), breaks: false),
        ContractRow("one more extension", (#"["a/1"]"#, #"["b/1", "a/1"]"#), breaks: true),
        ContractRow("another extension", (#"["a/1"]"#, #"["a/2"]"#), breaks: true),
        ContractRow("no extension", (#"["a/1"]"#, "[]"), breaks: false),
        ContractRow("data for one host at a time", (#""sharesData": true"#, #""sharesData": false"#), breaks: true),
    ]

    static let all = feature + incoming + taken + outgoing + links + shared + settings + permissions + requirements
}
