import FeatureContract
import JSONText

/// A manifest with every member.
enum ManifestText {
    static let full = #"""
        {
          "manifest": 1,
          "id": "character",
          "name": "Characters",
          "version": "1.2.0",
          "summary": "Who is who",
          "abi": "1.0",
          "sdk": "0.1.0",
          "toolchain": "Swift 6.3",
          "main": "list",
          "incoming": [
            { "name": "list", "arguments": [{ "name": "page", "type": "int", "default": 1 }] },
            {
              "name": "detail", "summary": "One of them", "method": "sheet", "parents": ["list?page={page}"],
              "arguments": [
                { "name": "identifier", "type": "int", "summary": "The number" },
                { "name": "page", "type": "int", "optional": true },
                { "name": "title", "type": "string", "optional": false, "default": "Nobody" },
                { "name": "ratio", "type": "double", "default": 2 },
                { "name": "tags", "type": "[string]", "default": ["a", "b"] },
                { "name": "kind", "type": "bool", "optional": true }
              ]
            },
            { "name": "search", "arguments": [{ "name": "path", "type": "[string]" }], "was": ["find"],
              "deprecated": "Use list." }
          ],
          "outgoing": [{ "name": "book", "arguments": [{ "name": "isbn", "type": "string" }] }],
          "links": [
            { "scheme": "Challenge", "host": "character", "pattern": "/detail?id={identifier}", "route": "detail" },
            {
              "scheme": "challenge", "host": "character", "pattern": "/villain/{identifier}", "route": "detail",
              "arguments": { "kind": true, "tags": ["evil"] }
            },
            { "scheme": "challenge", "host": "character", "pattern": "", "route": "list" },
            { "scheme": "challenge", "host": "character", "pattern": "/search/{path*}", "route": "search" }
          ],
          "customLinks": [{ "scheme": "CHALLENGE", "host": "Old.Character" }],
          "checkpoints": [{ "name": "chosen", "type": "int" }, { "name": "left" }],
          "receives": [{ "name": "refresh" }, { "name": "names", "type": "[string]", "was": ["labels"] }],
          "settings": [
            { "name": "greeting", "type": "string" }, { "name": "free" },
            { "name": "featured", "settings": [{ "name": "number", "type": "int" }] }
          ],
          "permissions": [
            { "net": ["tcp:443", "tcp:80"], "reason": "To fetch pictures" },
            { "read": ["~/Notes", "$XDG_CONFIG_HOME/notes"], "reason": "To list notes" },
            { "write": ["/srv/notes/"], "reason": "To keep notes" },
            { "run": true, "reason": "To print" },
            { "env": ["LANG", "_x1"], "reason": "To greet" }
          ],
          "requires": { "host": "0.1", "extensions": ["switchyard.files/1", "switchyard.swap/1"] }
        }
        """#

    /// The full manifest with one passage replaced; nil unless the passage stands there exactly once.
    static func changing(_ old: String, to new: String) -> String? {
        let parts = full.split(separator: old, omittingEmptySubsequences: false)
        return parts.count == 2 ? parts.joined(separator: new) : nil
    }
}

extension Manifest {
    init(_ text: String) throws(JSONError) {
        try self.init(parsing: Array(text.utf8))
    }
}
