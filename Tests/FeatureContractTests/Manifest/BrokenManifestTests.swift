import FeatureContract
import JSONText
import TestSupport
import Testing

@Suite(.blocking) struct BrokenManifestTests {
    struct Broken: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let path: JSONPath
        let fragment: String

        init(_ old: String, _ new: String, _ path: JSONPath, _ fragment: String) {
            (self.old, self.new, self.path, self.fragment) = (old, new, path, fragment)
        }

        var testDescription: String { "\(path): \(fragment)" }
    }

    @Test(
        "each broken rule is reported with its key path",
        arguments: [
            Broken(#""manifest": 1,"#, "", [], "expected the member 'manifest', and it is missing"),
            Broken(#""manifest": 1,"#, #""manifest": 2,"#, ["manifest"], "expected the format 1, found 2"),
            Broken(#""manifest": 1,"#, #""manifest": "1","#, ["manifest"], "expected an integer, found a string"),
            Broken(#""id": "character","#, "", [], "expected the member 'id', and it is missing"),
            Broken(#""id": "character","#, #""id": 7,"#, ["id"], "expected a string, found a number"),
            Broken(#""id": "character","#, #""id": "Character","#, ["id"], "'Character' is not a feature id"),
            Broken(#""id": "character","#, #""id": "","#, ["id"], "'' is not a feature id"),
            Broken(#""id": "character","#, #""id": "system","#, ["id"], "'system' is the host's own feature"),
            Broken(#""name": "Characters","#, #""name": null,"#, ["name"], "expected a string, found null"),
            Broken(#""version": "1.2.0","#, #""version": 1.2,"#, ["version"], "expected a string, found a number"),
            Broken(#""summary": "Who is who","#, #""summary": [],"#, ["summary"], "expected a string, found an array"),
            Broken(#""abi": "1.0","#, #""abi": 1,"#, ["abi"], "expected a string"),
            Broken(#""sdk": "0.1.0","#, #""sdk": 1,"#, ["sdk"], "expected a string"),
            Broken(#""toolchain": "Swift 6.3","#, #""toolchain": 1,"#, ["toolchain"], "expected a string"),
            Broken(
                #""main": "list","#, #""main": "book","#, ["main"], "'book' is not one of the feature's incoming routes"
            ),
            Broken(#""main": "list","#, #""main": "detail","#, ["main"], "'detail' needs arguments"),
            Broken(#""main": "list","#, #""main": true,"#, ["main"], "expected a string, found a boolean"),
            Broken(#"{ "name": "search","#, #"{ "name": "list","#, ["incoming", 2], "the route 'list' stands twice"),
            Broken(
                #""was": ["find"]"#, #""was": ["list"]"#, ["incoming", 2, "was", 0],
                "the older name 'list' is that of a route, a checkpoint or a value of this version; leave it out"),
            Broken(
                #""was": ["find"]"#, #""was": ["search"]"#, ["incoming", 2, "was", 0],
                "the older name 'search' is that of a route"),
            Broken(#""was": ["find"]"#, #""was": ["book"]"#, ["incoming", 2, "was", 0], "is that of a route"),
            Broken(#""was": ["find"]"#, #""was": ["chosen"]"#, ["incoming", 2, "was", 0], "is that of a route"),
            Broken(#""was": ["find"]"#, #""was": ["a", "a"]"#, ["incoming", 2, "was", 1], "'a' stands twice"),
            Broken(#""was": ["find"]"#, #""was": "find""#, ["incoming", 2, "was"], "expected an array"),
            Broken(#""was": ["labels"]"#, #""was": ["left"]"#, ["receives", 1, "was", 0], "is that of a route"),
            Broken(#""was": ["labels"]"#, #""was": ["list"]"#, ["receives", 1, "was", 0], "is that of a route"),
            Broken(
                #""was": ["labels"]"#, #""was": ["find"]"#, ["receives", 1, "was", 0],
                "the older name 'find' stands twice"),
            Broken(#""was": ["labels"]"#, #""was": "labels""#, ["receives", 1, "was"], "expected an array"),
            Broken(#""was": ["labels"]"#, #""was": ["a b"]"#, ["receives", 1, "was", 0], "'a b' is not a name"),
            Broken(
                #""deprecated": "Use list.""#, #""deprecated": "a\nb""#, ["incoming", 2, "deprecated"],
                "has a control character or a line break"),
            Broken(
                #""deprecated": "Use list.""#, #""deprecated": """#, ["incoming", 2, "deprecated"],
                "the reason is empty; write in one line what to use instead of the route"),
            Broken(#"{ "name": "search","#, #"{ "name": "a b","#, ["incoming", 2, "name"], "'a b' is not a name"),
            Broken(#"{ "name": "search","#, #"{ "name": "","#, ["incoming", 2, "name"], "'' is not a name"),
            Broken(#"{ "name": "search","#, "{", ["incoming", 2], "expected the member 'name'"),
            Broken(#"{ "name": "free" }"#, "{}", ["settings", 1], "expected the member 'name'"),
            Broken(
                #"{ "name": "free" }"#, #"{ "name": "greeting" }"#, ["settings", 1],
                "the setting 'greeting' stands twice"),
            Broken(
                #"{ "name": "free" }"#, #"{ "name": "free", "type": "int", "settings": [] }"#,
                ["settings", 1, "settings"], "has a 'type' and 'settings'; keep one of the two"),
            Broken(
                #"{ "name": "search","#, #"7, { "name": "search","#, ["incoming", 2],
                "expected an object, found a number"),
            Broken(#""method": "sheet","#, #""method": 1,"#, ["incoming", 1, "method"], "expected a string"),
            Broken(#""summary": "One of them","#, #""summary": 1,"#, ["incoming", 1, "summary"], "expected a string"),
            Broken(
                #"{ "name": "kind", "type""#, #"{ "name": "page", "type""#, ["incoming", 1, "arguments", 5],
                "the argument 'page' stands twice"),
            Broken(
                #"{ "name": "kind", "type""#, #"{ "name": "1", "type""#, ["incoming", 1, "arguments", 5, "name"],
                "'1' is not a name"),
            Broken(
                #""type": "bool", "optional""#, #""optional""#, ["incoming", 1, "arguments", 5],
                "expected the member 'type'"),
            Broken(
                #""type": "bool", "optional": true"#, #""type": "bool", "optional": "yes""#,
                ["incoming", 1, "arguments", 5, "optional"], "expected true or false"),
            Broken(
                #""default": "Nobody""#, #""default": 1"#, ["incoming", 1, "arguments", 2, "default"],
                "the default is not of the type string"),
            Broken(
                #""default": "Nobody""#, #""default": null"#, ["incoming", 1, "arguments", 2, "default"],
                "the default is not of the type string"),
            Broken(
                #""default": ["a", "b"]"#, #""default": ["a", 1]"#, ["incoming", 1, "arguments", 4, "default"],
                "the default is not of the type [string]"),
            Broken(
                #""default": 1 }"#, #""default": 1.5 }"#, ["incoming", 0, "arguments", 0, "default"],
                "the default is not of the type int"),
            Broken(
                #""summary": "The number""#, #""summary": 1"#, ["incoming", 1, "arguments", 0, "summary"],
                "expected a string"),
            Broken(
                #"[{ "name": "path", "type": "[string]" }]"#, #"{}"#, ["incoming", 2, "arguments"],
                "expected an array, found an object"),
            Broken(
                #"["list?page={page}"]"#, #"["list?page={pages}"]"#, ["incoming", 1, "parents", 0],
                "'{pages}' is not an argument of the route"),
            Broken(
                #"["list?page={page}"]"#, #"["list?pages={page}"]"#, ["incoming", 1, "parents", 0],
                "'pages' is not an argument of 'list'"),
            Broken(
                #"["list?page={page}"]"#, #"["list", "lists"]"#, ["incoming", 1, "parents", 1],
                "'lists', a parent of 'detail', is not an incoming route"),
            Broken(
                #"["list?page={page}"]"#, #"["list?page=x"]"#, ["incoming", 1, "parents", 0],
                "'page' of 'list' is of type int, and 'x' is not"),
            Broken(
                #"["list?page={page}"]"#, #"["list?page={title}"]"#, ["incoming", 1, "parents", 0],
                "'page' of 'list' is of type int, and '{title}' is a string"),
            Broken(
                #"["list?page={page}"]"#, #"["detail?page={page}"]"#, ["incoming", 1, "parents", 0],
                "'detail' needs the argument 'identifier'"),
            Broken(
                #"["list?page={page}"]"#, #"["detail?identifier={page}"]"#, ["incoming", 1, "parents", 0],
                "'{page}' may be missing, and 'identifier' of 'detail' is required"),
            Broken(
                #"["list?page={page}"]"#, #"["a b"]"#, ["incoming", 1, "parents", 0], "'a b' is not a route's name"),
            Broken(#"["list?page={page}"]"#, #"[1]"#, ["incoming", 1, "parents", 0], "expected a string"),
            Broken(
                #"[{ "name": "book","#, #"[{ "name": "list","#, ["outgoing", 0],
                "the route 'list' is both incoming and outgoing"),
            Broken(
                #"{ "name": "isbn", "type""#, #"{ "name": "isbn" , "typ""#, ["outgoing", 0, "arguments", 0],
                "expected the member 'type'"),
            Broken(
                #""pattern": "","#, #""pattern": "list","#, ["links", 2], "the path 'list' does not begin with '/'"),
            Broken(
                #""pattern": "","#, #""pattern": "/{page}/{page}","#, ["links", 2], "the argument '{page}' stands twice"
            ),
            Broken(
                #""pattern": "","#, #""pattern": "/{pages}","#, ["links", 2],
                "'{pages}' is not an argument of the route; it has 'page'"),
            Broken(#""pattern": "","#, "", ["links", 2], "expected the member 'pattern'"),
            Broken(
                #""pattern": "/detail?id={identifier}","#, #""pattern": "/detail","#, ["links", 0],
                "the route's argument 'identifier' is required"),
            Broken(#""pattern": "/search/{path*}","#, #""pattern": "/search/{path}","#, ["links", 3], "is a list"),
            Broken(#"{ "scheme": "Challenge","#, #"{ "scheme": "1","#, ["links", 0], "'1' is not a scheme"),
            Broken(
                #""host": "character", "pattern": "","#, #""host": "*", "pattern": "","#, ["links", 2],
                "'*' is not a host"),
            Broken(
                #""pattern": "", "route": "list""#, #""pattern": "", "route": "book""#, ["links", 2, "route"],
                "'book' is not one of the feature's incoming routes"),
            Broken(
                #""kind": true,"#, #""kind": 1,"#, ["links", 1, "arguments", "kind"],
                "'kind' is not an argument of 'detail', or not of its type"),
            Broken(
                #""kind": true,"#, #""sort": true,"#, ["links", 1, "arguments", "sort"],
                "'sort' is not an argument of 'detail'"),
            Broken(#""kind": true,"#, #""identifier": 1,"#, ["links", 1], "the argument '{identifier}' stands twice"),
            Broken(
                #"{ "kind": true, "tags": ["evil"] }"#, "[]", ["links", 1, "arguments"],
                "expected an object, found an array"),
            Broken(
                #"{ "scheme": "CHALLENGE","#, #"{ "scheme": "a b","#, ["customLinks", 0, "scheme"],
                "'a b' is not a scheme"),
            Broken(#""host": "Old.Character""#, #""hosts": """#, ["customLinks", 0], "expected the member 'host'"),
            Broken(#""host": "Old.Character""#, #""host": """#, ["customLinks", 0, "host"], "'' is not a host"),
            Broken(
                #""host": "Old.Character""#, #""host": "*.character""#, ["customLinks", 0, "host"],
                "'*.character' is not a host"),
            Broken(
                #""tcp:80"], "reason": "To fetch pictures" }"#, #""tcp:80"] }"#, ["permissions", 0],
                "expected the member 'reason', and it is missing"),
            Broken(
                #""To fetch pictures""#, #""To fetch\npictures""#, ["permissions", 0, "reason"],
                "has a control character or a line break"),
            Broken(#""To fetch pictures""#, #""""#, ["permissions", 0, "reason"], "the reason is empty"),
            Broken(
                #""tcp:80""#, #""tcp:0""#, ["permissions", 0, "net", 1],
                "'tcp:0' is neither a TCP port from 'tcp:1' to 'tcp:65535' nor an address"),
            Broken(
                #""tcp:80""#, #""https://a.b@c.d""#, ["permissions", 0, "net", 1],
                "'https://a.b@c.d' is not an origin such as 'https://api.example.org' or 'https://*.example.org': what "
                    + "stands before '@' is no host; write the host right after 'https://'"),
            Broken(
                #""tcp:80""#, #""https://a.b/""#, ["permissions", 0, "net", 1],
                "'/' follows the host and port; write 'https://a.b' alone"),
            Broken(#""net": ["tcp:443", "tcp:80"]"#, #""net": []"#, ["permissions", 0, "net"], "the list is empty"),
            Broken(
                #""net": ["tcp:443", "tcp:80"]"#, #""net": "tcp:443""#, ["permissions", 0, "net"],
                "expected an array, found a string"),
            Broken(
                #""~/Notes""#, #""Notes""#, ["permissions", 1, "read", 0],
                "'Notes' is not a path that begins with '/' or with one of '~', '$HOME', '$XDG_DATA_HOME'"),
            Broken(
                #""/srv/notes/""#, #""/srv/../etc""#, ["permissions", 2, "write", 0],
                "'/srv/../etc' has the segment '..'"),
            Broken(#""run": true"#, #""run": false"#, ["permissions", 3, "run"], "expected true"),
            Broken(#""_x1""#, #""1x""#, ["permissions", 4, "env", 1], "'1x' is not a variable's name"),
            Broken(
                #""run": true,"#, #""run": true, "env": ["A"],"#, ["permissions", 3],
                "one kind of permission, and this one has 'run' and 'env'; write two"),
            Broken(
                #""run": true, "reason""#, #""reason""#, ["permissions", 3],
                "expected one of the members 'net', 'read', 'write', 'run', 'env' beside 'reason'"),
            Broken(
                #"{ "host": "0.1", "extensions": ["switchyard.files/1", "switchyard.swap/1"] }"#, #""0.1""#,
                ["requires"],
                "expected an object, found a string"),
            Broken(#""host": "0.1""#, #""host": 0.1"#, ["requires", "host"], "expected a string, found a number"),
            Broken(
                #""host": "0.1""#, #""host": "soon""#, ["requires", "host"],
                "'soon' is not a version of a host: one to three numbers, such as '1.2' or '1.2.0'"),
            Broken(
                #"["switchyard.files/1", "switchyard.swap/1"]"#, #""switchyard.files/1""#, ["requires", "extensions"],
                "expected an array, found a string"),
            Broken(
                #""switchyard.swap/1"]"#, #"1]"#, ["requires", "extensions", 1], "expected a string, found a number"),
            Broken(
                #""switchyard.swap/1"]"#, #""swap it"]"#, ["requires", "extensions", 1],
                "'swap it' is not the id of an extension"),
            Broken(
                #""switchyard.swap/1"]"#, #""switchyard.files/1"]"#, ["requires", "extensions", 1],
                "the extension 'switchyard.files/1' stands twice"),
            Broken(#"{ "name": "left" }"#, #"{ "name": "chosen" }"#, ["checkpoints", 1], "'chosen' stands twice"),
            Broken(
                #"{ "name": "left" }"#, #"{ "name": "is left" }"#, ["checkpoints", 1, "name"], "'is left' is not a name"
            ),
            Broken(#"{ "name": "refresh" }"#, #"{ "name": "names" }"#, ["receives", 1], "'names' stands twice"),
            Broken(#"[{ "name": "refresh" }"#, #"["refresh""#, ["receives", 0], "expected an object, found a string"),
        ])
    func rules(broken: Broken) throws {
        let text = try #require(ManifestText.changing(broken.old, to: broken.new), "it must stand in the manifest once")
        do {
            _ = try Manifest(text)
            Issue.record("nothing was wrong")
        } catch {
            #expect(error.path == broken.path)
            #expect(error.location != nil)
            #expect(error.message.contains(broken.fragment), "\(error.message)")
            #expect(error.messageOfManifest.hasPrefix("its manifest breaks a rule: line "))
        }
    }

    @Test(
        "a text that is not JSON is reported with line and column",
        arguments: [
            ("", "line 1, column 1"), ("{", "line 1, column 2"), (#"{"id": "a",}"#, "line 1, column 12"),
            ("// no comments\n{}", "line 1, column 1"), (#"{"id": "a", "id": "b"}"#, "line 1, column 13"),
        ])
    func notJSON(text: String, place: String) {
        do {
            _ = try Manifest(text)
            Issue.record("nothing was wrong")
        } catch {
            #expect(error.messageOfManifest.hasPrefix("its manifest is not JSON: \(place): "), "\(error)")
        }
    }

    @Test("a text that is JSON but no object is no manifest", arguments: ["[]", "1", "null", "\"a\""])
    func noObject(text: String) {
        #expect(throws: JSONError.self) { try Manifest(text) }
    }
}
