import FeatureContract
import JSONText
import TestSupport
import Testing

@Suite(.blocking) struct ManifestTests {
    @Test("a manifest is read in full")
    func reading() throws {
        let manifest = try Manifest(ManifestText.full)
        #expect(manifest.id == "character")
        #expect(manifest.name == "Characters")
        #expect(manifest.version == "1.2.0")
        #expect(manifest.summary == "Who is who")
        #expect(manifest.stamps == .init(abi: "1.0", sdk: "0.1.0", toolchain: "Swift 6.3"))
        #expect(manifest.main == "list")
        #expect(manifest.incoming.map(\.name) == ["list", "detail", "search"])
        #expect(manifest.incomingRoute(named: "search")?.was == ["find"])
        #expect(manifest.incomingRoute(named: "search")?.deprecated == "Use list.")
        #expect(manifest.outgoing == [.init(name: "book", arguments: [.init(name: "isbn", type: .string)])])
        #expect(
            manifest.incomingRoute(named: "detail")
                == RouteDeclaration(
                    name: "detail",
                    arguments: [
                        .init(name: "identifier", type: .int, summary: "The number"),
                        .init(name: "page", type: .int, isOptional: true),
                        .init(name: "title", type: .string, defaultValue: .string("Nobody")),
                        .init(name: "ratio", type: .double, defaultValue: .double(2)),
                        .init(
                            name: "tags", type: .list(.string),
                            defaultValue: .list([.string("a"), .string("b")])),
                        .init(name: "kind", type: .bool, isOptional: true),
                    ],
                    summary: "One of them", method: .sheet,
                    parents: [.init(feature: "character", route: "list", items: [.init("page", .argument("page"))])]))
        #expect(manifest.links.map(\.pattern.description).first == "challenge://character/detail?id={identifier}")
        #expect(manifest.links[1].fixedArguments.map(\.name) == ["kind", "tags"])
        #expect(manifest.customLinks == [.init(scheme: "challenge", host: "old.character")])
        #expect(manifest.checkpoints == [.init(name: "chosen", type: .int), .init(name: "left", type: nil)])
        #expect(
            manifest.receives
                == [.init(name: "refresh", type: nil), .init(name: "names", type: .list(.string), was: ["labels"])])
        #expect(
            manifest.settings == [
                .init(name: "greeting", kind: .value(.string)), .init(name: "free", kind: .any),
                .init(name: "featured", kind: .section([.init(name: "number", kind: .value(.int))])),
            ])
        #expect(
            manifest.permissions == [
                PermissionRequest(.init(ports: [80, 443]), reason: "To fetch pictures"),
                PermissionRequest(.init(read: ["$XDG_CONFIG_HOME/notes", "~/Notes"]), reason: "To list notes"),
                PermissionRequest(.init(write: ["/srv/notes/"]), reason: "To keep notes"),
                PermissionRequest(.init(run: true), reason: "To print"),
                PermissionRequest(.init(environment: ["LANG", "_x1"]), reason: "To greet"),
            ])
        #expect(manifest.requirements.host?.text == "0.1")
        #expect(manifest.requirements.extensions == ["switchyard.files/1", "switchyard.swap/1"])
    }

    @Test("the links of a manifest lead to its routes")
    func links() throws {
        let manifest = try Manifest(ManifestText.full)
        let url = try LinkURL("challenge://character/villain/7")
        let found = manifest.links.compactMap { try? $0.match(url).get() }
        #expect(found.map(\.text) == ["character/detail?identifier=7&title=Nobody&ratio=2.0&tags=evil&kind=true"])
    }

    @Test("a manifest that is written reads back equal")
    func writing() throws {
        let manifest = try Manifest(ManifestText.full)
        #expect(try Manifest(parsing: manifest.json.utf8()) == manifest)
        #expect(try Manifest(parsing: manifest.json.utf8(pretty: true)) == manifest)
        #expect(try Manifest(parsing: manifest.json.utf8()).json == manifest.json)
    }

    @Test("a manifest needs its format and its id, and its other members have defaults")
    func smallest() throws {
        let manifest = try Manifest(#"{"manifest": 1, "id": "a"}"#)
        #expect(manifest.id == "a")
        #expect(manifest.name == "a")
        #expect(manifest.version.isEmpty && manifest.summary.isEmpty)
        #expect(manifest.stamps == .init(abi: "", sdk: "", toolchain: ""))
        #expect(manifest.main == nil)
        #expect(manifest.incoming.isEmpty && manifest.outgoing.isEmpty && manifest.links.isEmpty)
        #expect(manifest.customLinks.isEmpty && manifest.checkpoints.isEmpty && manifest.receives.isEmpty)
        #expect(manifest.settings.isEmpty && manifest.permissions.isEmpty)
        #expect(try Manifest(parsing: manifest.json.utf8()) == manifest)
    }

    @Test("a manifest may have 1 MiB, and be 16 levels deep")
    func limits() throws {
        let padding = String(repeating: " ", count: Manifest.maximumSize - ManifestText.full.utf8.count)
        #expect(try Manifest(ManifestText.full + padding).id == "character")
        #expect(throws: JSONError.self) { try Manifest(ManifestText.full + padding + " ") }
        func deep(_ depth: Int) -> String {
            let arrays = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return #"{"manifest": 1, "id": "a", "x": \#(arrays)}"#
        }
        #expect(try Manifest(deep(16)).id == "a")
        #expect(throws: JSONError.self) { try Manifest(deep(17)) }
        #expect(throws: JSONError.self) { try Manifest(deep(100_000)) }
    }

    @Test(
        "no change of bytes traps, and a changed text that is still a manifest reads back equal",
        arguments: Tier.rows(of: Array(1...4 as ClosedRange<UInt64>), first: 1))
    func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let good = Array(ManifestText.full.utf8)
        let words = [
            "1", "-1", "\"\"", "null", "true", "[]", "{}", "\"int\"", "\"list\"", "{x}", "*}", "%", "\u{301}",
            "\\u0000",
        ]
        .map { Array($0.utf8) }
        var read = 0
        var broken = 0
        for _ in 0..<900 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count - 8, using: &generator)
                switch Int.random(in: 0...5, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: words[Int.random(in: words.indices, using: &generator)], at: place)
                case 3: bytes.swapAt(place, place + 1)
                case 4:
                    bytes.replaceSubrange(
                        place..<place + 4,
                        with: bytes[Int.random(in: 0..<bytes.count - 8, using: &generator)...].prefix(4))
                default: bytes[place] = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
                }
            }
            do {
                let manifest = try Manifest(parsing: bytes)
                read += 1
                #expect(
                    try Manifest(parsing: manifest.json.utf8()) == manifest, "\(String(decoding: bytes, as: UTF8.self))"
                )
            } catch {
                broken += 1
                #expect(!error.description.isEmpty)
            }
        }
        #expect(read > 50 && broken > 50)
    }

    @Test("a value's JSON reads back as the value of its type", arguments: 1...3 as ClosedRange<UInt64>)
    func values(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let type = generator.type()
            let value = generator.value(of: type)
            #expect(Value(try JSON.parse(value.json.utf8()), as: type) == value)
        }
    }

    @Test(
        "a JSON value of another type gives no value",
        arguments: [
            (.integer(1), .bool), (.null, .bool), (.bool(true), .int), (.double(1.5), .int), (.double(0x1p53), .int),
            (.string("1"), .int), (.string("1"), .double), (.integer(1), .string), (.null, .string),
            (.array([]), .string), (.string("a"), .list(.string)),
            (.array([.integer(1), .string("a")]), .list(.int)),
            (.array([.array([])]), .list(.int)), (.array([.null]), .list(.int)),
            (.object([:]), .string),
        ] as [(JSON, ValueType)])
    func otherTypes(json: JSON, type: ValueType) {
        #expect(Value(json, as: type) == nil)
    }
}
