import Glibc
import Testing

@testable import HostCore

@MainActor
@Suite("The overview of an app")
struct OverviewTests {
    private func withApp(_ body: (KnownApp) throws -> Void) throws {
        try TemporaryDirectory.with { try body(KnownApp($0)) }
    }

    @Test("says which features there are, and what of them leads nowhere")
    func overview() throws {
        try withApp { app in
            try app.install("home", as: "zweites")
            try app.wire(#"{ "root": "nowhere" }"#)
            let overview = try app.open().overview
            #expect(
                overview.table == """
                    ID     VERSION  IN  OUT                FILE
                    home            1   1 (1 unconnected)  \(app.plugins)/libhome.so
                    notes  1.0.0    1   0                  \(app.plugins)/libnotes.so

                    """)
            #expect(overview.shadowed.map(\.path) == ["\(app.directory)/plugins/libzweites.so"])
            #expect(overview.errors == [])
            #expect(overview.warnings.count == 1)
        }
    }

    @Test("is known to the next host, which reads neither the wiring nor a manifest for it")
    func kept() throws {
        try withApp { app in
            let first = try app.open()
            #expect(first.hasReadFeatures)
            let second = try app.open()
            #expect(second.overview == first.overview)
            #expect(second.refusals == first.refusals)
            #expect(second.warnings == first.warnings)
            try second.requireGoodWiring()
            #expect(!second.hasReadFeatures)
            // What is asked for besides is read then.
            #expect(second.features == first.features)
            #expect(second.wiring.redirects == first.wiring.redirects)
        }
    }

    @Test("leaves it at the feature that is asked for, by the index that is kept beside it")
    func indexed() throws {
        try withApp { app in
            let first = try app.open()
            let second = try app.open()
            #expect(second.catalog.ids == ["home", "notes"])
            #expect(second.catalog.feature("notes")?.manifest == first.catalog.feature("notes")?.manifest)
            #expect(second.makeCoordinator().state.text == first.makeCoordinator().state.text)
            #expect(!second.hasReadFeatures)
            // Where no index is kept, or none that can be used, one is made.
            for damage in Change.damages {
                try app.damage(app.index, damage)
                let third = try app.open()
                #expect(third.catalog.ids == ["home", "notes"])
                #expect(third.hasReadFeatures, "\(damage)")
                let fourth = try app.open()
                #expect(fourth.catalog.feature("home")?.path == first.catalog.feature("home")?.path)
                #expect(!fourth.hasReadFeatures, "\(damage)")
            }
        }
    }

    @Test("an index of what there was is not used once anything is other than it was", arguments: Change.changes)
    func otherIndex(_ change: Change) throws {
        try withApp { app in
            _ = try app.open()
            let index = try InputFile.read(found: app.index, limit: 1 << 20)
            try app.make(change)
            _ = try app.open()
            // Even where the newer one is lost, and the older one is back.
            let file = try #require(fopen(try app.index, "we"))
            index.withUnsafeBytes { bytes in _ = fwrite(bytes.baseAddress, 1, bytes.count, file) }
            fclose(file)
            let host = try app.open()
            let whole = try app.open(isLenient: true)
            #expect(host.catalog.ids == whole.catalog.ids)
            for id in ["home", "notes", "character"] {
                #expect(host.catalog.feature(id)?.manifest == whole.catalog.feature(id)?.manifest)
            }
            #expect(host.wiring.rules.rules(feature: "home", route: "notes").count == whole.wiring.redirects.count)
            #expect(host.hasReadFeatures)
        }
    }

    @Test("apps that are used in turn keep what is theirs, and not more than a few do")
    func severalApps() throws {
        try withApp { app in
            _ = try app.open()
            let number = KeptFolder.maximumApps
            for other in 0..<number {
                var second = app
                second.configName = "other\(other).jsonc"
                try second.wire("{}")
                #expect(try second.open().hasReadFeatures)
                #expect(try !second.open().hasReadFeatures)
                if other < number - 1 { #expect(try !app.open().hasReadFeatures) }
            }
            for name in ["overview", "index"] {
                #expect(try FileSystem.names(in: app.cache).count { $0.hasPrefix("\(name)-") } == number)
            }
        }
    }

    /// Something that makes another app of it, or leaves nothing to rely on.
    enum Change: CaseIterable {
        case wiring, noFeature, otherFeature, otherManifest, damaged, cutOff, writableByOthers, link, gone

        static let damages: [Change] = [.damaged, .cutOff, .writableByOthers, .link, .gone]
        static let changes = allCases.filter { !damages.contains($0) }
    }

    @Test(
        "is made anew where anything is other than it was, or where what was kept cannot be relied upon",
        arguments: Change.allCases)
    func madeAnew(_ change: Change) throws {
        try withApp { app in
            let first = try app.open().overview
            let isSameApp = Change.damages.contains(change)
            try isSameApp ? app.damage(app.overview, change) : app.make(change)
            let second = try app.open()
            #expect(second.hasReadFeatures)
            #expect((second.overview == first) == isSameApp)
            // And kept again.
            let third = try app.open()
            #expect(!third.hasReadFeatures)
            #expect(third.overview == second.overview)
        }
    }

    @Test("of a wiring with errors in it is kept with them, and the wiring is refused each time")
    func errors() throws {
        try withApp { app in
            try app.wire(#"{ "redirects": { "home/notes": "notes/lost" } }"#)
            let first = try app.open()
            #expect(first.overview.errors.count == 1)
            let second = try app.open()
            #expect(second.overview == first.overview)
            #expect(throws: HostError.self) { try second.requireGoodWiring() }
        }
    }

    @Test("comes back from its bytes, and no other bytes are taken for one")
    func flat() throws {
        try withApp { app in
            let overview = try app.open().overview
            var writer = BinaryWriter()
            overview.write(binary: &writer)
            var reader = BinaryReader(writer.bytes)
            #expect(try Overview(binary: &reader) == overview)
            for end in writer.bytes.indices {
                var reader = BinaryReader(writer.bytes[..<end])
                #expect(throws: BinaryError.self) { try Overview(binary: &reader) }
            }
        }
    }
}

extension KnownApp {
    /// Makes another app of it.
    fileprivate func make(_ change: OverviewTests.Change) throws {
        switch change {
        case .wiring: try wire("{}")
        case .noFeature: unlink("\(plugins)/libnotes.so")
        case .otherFeature: try install("character")
        case .otherManifest: try install("notes", version: "2.0.0")
        default: break
        }
    }

    /// Makes a file that is kept one that cannot be relied upon.
    fileprivate func damage(_ path: String, _ damage: OverviewTests.Change) throws {
        switch damage {
        case .damaged:
            let file = try #require(fopen(path, "r+b"))
            fseek(file, -1, SEEK_END)
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
