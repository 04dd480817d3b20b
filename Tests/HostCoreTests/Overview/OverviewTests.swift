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

    /// Something that makes another app of it, or leaves nothing to rely on.
    enum Change: CaseIterable {
        case wiring, noFeature, otherFeature, otherManifest, damaged, cutOff, writableByOthers, link, gone
    }

    @Test(
        "is made anew where anything is other than it was, or where what was kept cannot be relied upon",
        arguments: Change.allCases)
    func madeAnew(_ change: Change) throws {
        try withApp { app in
            let first = try app.open().overview
            switch change {
            case .wiring: try app.wire("{}")
            case .noFeature: unlink("\(app.directory)/plugins/libnotes.so")
            case .otherFeature: try app.install("character")
            case .otherManifest: try app.install("notes", version: "2.0.0")
            case .damaged:
                let file = try #require(fopen(app.overview, "r+b"))
                fseek(file, -1, SEEK_END)
                fputc(0x7F, file)
                fclose(file)
            case .cutOff: truncate(app.overview, 20)
            case .writableByOthers: chmod(app.overview, 0o666)
            case .link:
                rename(app.overview, "\(app.overview).other")
                symlink("overview.other", app.overview)
            case .gone: unlink(app.overview)
            }
            let second = try app.open()
            #expect(second.hasReadFeatures)
            let isSameApp = [.damaged, .cutOff, .writableByOthers, .link, .gone].contains(change)
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
            var writer = FlatWriter()
            overview.write(flat: &writer)
            var reader = FlatReader(writer.bytes)
            #expect(try Overview(flat: &reader) == overview)
            for end in writer.bytes.indices {
                var reader = FlatReader(writer.bytes[..<end])
                #expect(throws: FlatError.self) { try Overview(flat: &reader) }
            }
        }
    }
}
