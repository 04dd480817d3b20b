import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The snapshot of an app")
struct SnapshotTests {
    private func withApp(_ body: (KnownApp) throws -> Void) throws {
        try TemporaryDirectory.with { try body(KnownApp($0)) }
    }

    @Test("the snapshot has the features, with the number of their unconnected destinations")
    func summaries() throws {
        try withApp { app in
            try app.install("home", as: "zweites")
            try app.wire(#"{ "root": "nowhere" }"#)
            for isFromSnapshot in [false, true] {
                let host = try app.open()
                #expect(host.isFromSnapshot == isFromSnapshot)
                #expect(
                    host.summaries() == [
                        FeatureSummary(
                            id: "home", version: "", path: "\(app.plugins)/libhome.so", incoming: 1, outgoing: 1,
                            unconnected: 1),
                        FeatureSummary(
                            id: "notes", version: "1.0.0", path: "\(app.plugins)/libnotes.so", incoming: 1, outgoing: 0,
                            unconnected: 0),
                    ])
                #expect(host.catalog.refusals.map(\.path) == ["\(app.plugins)/libzweites.so"])
                #expect(host.errors() == [])
                #expect(host.warnings.count == 1)
            }
        }
    }

    @Test("the next host uses the snapshot, and parses neither the wiring nor a manifest")
    func kept() throws {
        try withApp { app in
            let first = try app.open()
            #expect(!first.isFromSnapshot)
            let second = try app.open()
            #expect(second.isFromSnapshot)
            #expect(second.summaries() == first.summaries())
            #expect(second.catalog.refusals == first.catalog.refusals)
            #expect(second.warnings == first.warnings)
            try second.requireGoodWiring()
            #expect(second.countOfReadManifests == 0)
            // Further questions read the manifests.
            #expect(second.features == first.features)
            #expect(second.countOfReadManifests == 2)
            #expect(second.wiring.content == first.wiring.content)
            #expect(second.findings() == first.findings())
        }
    }

    @Test("a question about one feature reads that feature's manifest, and no other")
    func one() throws {
        try withApp { app in
            let first = try app.open()
            let second = try app.open()
            #expect(second.catalog.ids == ["home", "notes"])
            #expect(second.catalog.feature("notes")?.manifest == first.catalog.feature("notes")?.manifest)
            #expect(second.makeCoordinator().state.text == first.makeCoordinator().state.text)
            #expect(second.countOfReadManifests == 1)
        }
    }

    @Test("an older snapshot is not used after a change", arguments: Change.changes)
    func older(_ change: Change) throws {
        try withApp { app in
            _ = try app.open()
            let older = try InputFile.content(found: app.snapshot, limit: 1 << 20).bytes
            try app.make(change)
            _ = try app.open()
            // The older snapshot is not used even if it takes the place of a lost newer one.
            let file = try #require(fopen(app.snapshot, "we"))
            older.withUnsafeBytes { bytes in _ = fwrite(bytes.baseAddress, 1, bytes.count, file) }
            fclose(file)
            let host = try app.open()
            let whole = try app.open(isLenient: true)
            #expect(host.catalog.ids == whole.catalog.ids)
            for id in ["home", "notes", "character"] {
                #expect(host.catalog.feature(id)?.manifest == whole.catalog.feature(id)?.manifest)
            }
            #expect(host.wiring.rules.rules(feature: "home", route: "notes").count == whole.wiring.redirects.count)
            #expect(!host.isFromSnapshot)
        }
    }

    @Test("each of several apps has its own snapshot, and only a few snapshots are kept")
    func severalApps() throws {
        try withApp { app in
            _ = try app.open()
            let number = SnapshotFile.maximumApps
            for other in 0..<number {
                var second = app
                second.configName = "other\(other).jsonc"
                try second.wire("{}")
                #expect(try !second.open().isFromSnapshot)
                #expect(try second.open().isFromSnapshot)
                if other < number - 1 { #expect(try app.open().isFromSnapshot) }
            }
            #expect(try FileSystem.names(in: app.cache).count { $0.hasPrefix("snapshot-") } == number)
        }
    }

    /// A change that makes another app, or leaves an unreliable snapshot.
    enum Change: CaseIterable {
        case wiring, noFeature, otherFeature, otherManifest, damaged, cutOff, writableByOthers, link, gone

        static let damages: [Change] = [.damaged, .cutOff, .writableByOthers, .link, .gone]
        static let changes = allCases.filter { !damages.contains($0) }
    }

    @Test(
        "a snapshot is made anew after a change, or if the old one is unreliable",
        arguments: Change.allCases)
    func madeAnew(_ change: Change) throws {
        try withApp { app in
            let first = try app.open().summaries()
            let isSameApp = Change.damages.contains(change)
            try isSameApp ? app.damage(app.snapshot, change) : app.make(change)
            let second = try app.open()
            #expect(!second.isFromSnapshot)
            #expect((second.summaries() == first) == isSameApp)
            // The new snapshot is kept in turn.
            let third = try app.open()
            #expect(third.isFromSnapshot)
            #expect(third.summaries() == second.summaries())
        }
    }

    @Test("an app whose wiring no feature can mend gets no snapshot, and is refused each time")
    func refused() throws {
        try withApp { app in
            try app.wire(#"{ "redirects": { "home/notes": "home/notes" } }"#)
            let first = try app.open()
            #expect(first.errors().count == 1)
            let second = try app.open()
            #expect(!second.isFromSnapshot)
            #expect(second.errors() == first.errors())
            #expect(throws: HostError.self) { try second.requireGoodWiring() }
        }
    }

    @Test("an app whose wiring wants what a feature does not have starts with the same errors from its snapshot")
    func errors() throws {
        try withApp { app in
            try app.wire(#"{ "redirects": { "home/notes": "notes/lost" } }"#)
            let first = try app.open()
            #expect(first.errors().count == 1)
            let second = try app.open()
            #expect(second.isFromSnapshot)
            #expect(second.errors() == first.errors())
            try second.requireGoodWiring()
        }
    }

    @Test("a discovery whose file was replaced, and perhaps put back, makes no snapshot")
    func replaced() throws {
        try withApp { app in
            let path = "\(app.plugins)/libhome.so"
            let file = try FeatureFile(
                path: path, identity: #require(FileSystem.identity(path)),
                parsing: Array(#"{"manifest":1,"id":"a"}"#.utf8))
            var outcome = Discovery.Outcome()
            outcome.files = [file]
            #expect(outcome.isUnchanged())
            let bytes = try File.read(path)
            unlink(path)
            #expect(!outcome.isUnchanged())
            try File.write(bytes, to: path)
            #expect(!outcome.isUnchanged())
        }
    }

    @Test("a snapshot keeps every key of a wiring file")
    func everyKey() throws {
        try withApp { app in
            try app.wire(
                """
                { "$schema": "wiring.schema.json", "schemes": ["s"], "links": "append", "deadline": "2s", "panes": "two",
                  "permissions": "wiring",
                  "tabs": [
                    { "name": "a", "root": "home" },
                    { "name": "b c", "root": "notes", "retain": false, "reselect": "keep", "title": "B", "symbol": "📝" }
                  ],
                  "redirects": { "home/notes": { "to": "notes/list", "method": "sheet", "link": "present" } },
                  "sandbox": "required",
                  "conditions": { "signedIn": { "from": "auth/SignedIn", "else": "home" } },
                  "requires": { "notes/*": "signedIn", "notes/list": ["signedIn"] },
                  "features": { "home": { "isolation": "process", "deadline": "1s", "memory": "256MiB", "httpBody": "1MiB", "openFiles": 64,
                                          "links": "rebuild", "settings": { "a": [1, "b", null, { "c": 1.5 }] },
                                          "allow": { "net": ["tcp:443", "https://*.a.b"], "read": ["~/a"], "write": ["/b", "/c"],
                                                     "run": true, "env": ["LANG"] },
                                          "deny": { "net": ["http://[::1]:1"], "read": ["/b/d", "$HOME"], "env": ["A", "B"] } }
                              } }
                """)
            let first = try app.open()
            #expect(first.errors() == [])
            let second = try app.open()
            #expect(second.isFromSnapshot)
            #expect(second.wiring.content == first.wiring.content)
            let known = Set(WiringObject.all.flatMap(\.keys).map(\.name))
            #expect(
                known.isSubset(of: [
                    "$schema", "schemes", "links", "deadline", "sandbox", "tabs", "root", "redirects", "features",
                    "isolation", "memory", "openFiles", "httpBody", "settings", "name", "retain", "reselect", "title",
                    "symbol",
                    "panes", "permissions", "to", "method", "link", "allow", "deny", "net", "read", "write", "run",
                    "env",
                    "conditions", "requires", "from", "else",
                ]), "the wiring above lacks one of \(known)")
        }
    }

    @Test("a snapshot knows the places in the wiring file, as the file itself does")
    func places() throws {
        try withApp { app in
            try app.wire("{\n  \"root\": \"nowhere\",\n  \"redirects\": { \"home/notes\": \"notes/list\" }\n}")
            let first = try app.open()
            #expect(first.warnings.first?.hasPrefix("\(app.config), line 2, column 11: ") == true, "\(first.warnings)")
            let second = try app.open()
            #expect(second.isFromSnapshot)
            #expect(second.warnings == first.warnings)
            #expect(second.wiring.place(of: ["redirects"]) == first.wiring.place(of: ["redirects"]))
        }
    }
}

extension KnownApp {
    /// Changes the app into another one.
    fileprivate func make(_ change: SnapshotTests.Change) throws {
        switch change {
        case .wiring: try wire("{}")
        case .noFeature: unlink("\(plugins)/libnotes.so")
        case .otherFeature: try install("character")
        case .otherManifest: try install("notes", version: "2.0.0")
        default: break
        }
    }

    /// Makes the file of a snapshot unreliable.
    fileprivate func damage(_ path: String, _ damage: SnapshotTests.Change) throws {
        switch damage {
        case .damaged:
            let file = try #require(fopen(path, "r+b"))
            fseek(file, 40, SEEK_SET)
            fputc(0x7F, file)
            fclose(file)
        case .cutOff: truncate(path, 20)
        case .writableByOthers: chmod(path, 0o666)
        case .link:
            rename(path, "\(path).other")
            symlink("\(Path.name(path)).other", path)
        case .gone: unlink(path)
        default: break
        }
    }
}
