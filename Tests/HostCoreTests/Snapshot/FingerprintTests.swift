import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The fingerprint of an app")
struct FingerprintTests {
    private func withApp(_ body: (KnownApp) throws -> Void) throws {
        try HostTestSupport.TemporaryDirectory.with { directory in
            let app = try KnownApp(directory)
            try HostTestSupport.TemporaryDirectory.write("tone", to: "\(app.plugins)/libtone.so.1")
            try app.install("music", siblings: ["libtone.so.1", "libmissing.so.1"])
            try app.installRefused("libbroken.so")
            try body(app)
        }
    }

    /// The output about an app that a user sees.
    private struct Told: Equatable {
        let summaries: [FeatureSummary]
        let refusals: [String]
        let warnings: [String]
        let features: [InstalledFeature]

        @MainActor
        init(_ application: HostApplication) {
            summaries = application.summaries()
            refusals = application.catalog.refusals.map { "\($0.path): \($0.reason)" }
            warnings = application.warnings
            features = application.features
        }
    }

    @Test("the fingerprint holds for the next host, which reads neither the registry nor a library")
    func holds() throws {
        try withApp { app in
            let first = try app.open()
            #expect(!first.isFromSnapshot)
            let second = try app.open()
            #expect(second.isFromSnapshot)
            #expect(second.catalog.refusals.map(\.path) == ["\(app.plugins)/libbroken.so"])
            #expect(second.countOfReadManifests == 0)
            #expect(Told(second) == Told(first))
            #expect(second.catalog.files() == first.catalog.files())
            #expect(second.openRegistry().entries == first.openRegistry().entries)
        }
    }

    /// A change to an app between two hosts.
    enum Change: CaseIterable {
        case added, removed, writtenOver, replaced, renamed, hidden, writableByGroup, writableByEveryone, linked
        case notUTF8
        case siblingReplaced, siblingGone, siblingThere, siblingWritableByGroup
        case directoryReplaced, directoryLinked, directoryWritableByGroup, directoryWritableByEveryone
        case registryOfAnother, cacheWritable
        case wiring
    }

    @Test(
        "the fingerprint does not hold after a change, and the next host discovers and keeps the new app",
        arguments: Change.allCases)
    func anew(_ change: Change) throws {
        try withApp { app in
            _ = try app.open()
            #expect(try app.open().isFromSnapshot)
            try make(change, app)
            let second = try app.open()
            #expect(!second.isFromSnapshot)
            let told = Told(second)
            #expect(Told(try app.open()) == told)
            // A host without a snapshot of an earlier discovery finds the same app.
            unlink(app.snapshot)
            #expect(Told(try app.open()) == told)
        }
    }

    private func make(_ change: Change, _ app: KnownApp) throws {
        let notes = "\(app.plugins)/libnotes.so"
        let tone = "\(app.plugins)/libtone.so.1"
        switch change {
        case .added: try app.install("character")
        case .removed: unlink(notes)
        case .writtenOver: try untilOther(notes) { try File.write("TEXT", to: notes) }
        case .replaced:
            try File.write("text", to: "\(notes).new")
            rename("\(notes).new", notes)
        case .renamed: rename(notes, "\(app.plugins)/libother.so")
        case .hidden: rename(notes, "\(app.plugins)/.libnotes.so")
        case .writableByGroup: try untilOther(notes) { chmod(notes, 0o664) }
        case .writableByEveryone: try untilOther(notes) { chmod(notes, 0o666) }
        case .linked:
            rename(notes, "\(app.directory)/libnotes.so")
            symlink("../libhome.so", notes)
        case .notUTF8: close(creat("\(app.plugins)/lib".utf8CString.dropLast() + [-1] + ".so".utf8CString, 0o644))
        case .siblingReplaced: try untilOther(tone) { try File.write("TONE", to: tone) }
        case .siblingGone: unlink(tone)
        case .siblingThere: try File.write("missing", to: "\(app.plugins)/libmissing.so.1")
        case .siblingWritableByGroup: try untilOther(tone) { chmod(tone, 0o664) }
        case .directoryReplaced, .directoryLinked:
            rename(app.plugins, "\(app.directory)/elsewhere")
            let new = change == .directoryLinked ? "\(app.directory)/new" : app.plugins
            mkdir(new, 0o755)
            if change == .directoryLinked { symlink("new", app.plugins) }
            for name in ["libnotes.so", "libhome.so"] {
                rename("\(app.directory)/elsewhere/\(name)", "\(new)/\(name)")
            }
        case .directoryWritableByGroup: chmod(app.plugins, 0o775)
        case .directoryWritableByEveryone: chmod(app.plugins, 0o777)
        case .registryOfAnother:
            unlink(app.registry)
            try app.install("home", version: "7")
        case .cacheWritable: chmod(app.cache, 0o777)
        case .wiring: try app.wire("{}")
        }
    }

    /// Changes a file until its identity differs: the kernel's clock for files stands still for some milliseconds.
    private func untilOther(_ path: String, _ change: () throws -> Void) throws {
        let old = FileSystem.identity(path)
        repeat {
            chmod(path, 0o644)
            try change()
        } while FileSystem.identity(path) == old
    }

    @Test("the fingerprint holds if a link leads to the directory, or another file lies beside the libraries")
    func same() throws {
        try withApp { app in
            let told = Told(try app.open())
            rename(app.plugins, "\(app.directory)/moved")
            symlink("moved", app.plugins)
            try File.write("text", to: "\(app.plugins)/README")
            try app.wire(#"{ "redirects": { "home/notes": "notes/list" } }"#)
            let second = try app.open()
            #expect(second.isFromSnapshot)
            #expect(Told(second) == told)
        }
    }

    @Test("an app is not cached while each host has a warning about it, or may find something else")
    func notKept() throws {
        try withApp { app in
            try app.installRefused("libslow.so", WorkerExit(.deadline(seconds: 1000), during: "manifest"))
            let first = try app.open()
            #expect(Told(try app.open()) == Told(first))
            #expect(try !app.open().isFromSnapshot)
            unlink("\(app.plugins)/libslow.so")
            _ = try app.open()
            #expect(try app.open().isFromSnapshot)
            chmod(app.plugins, 0o777)
            let second = try app.open(allowsInsecure: true)
            #expect(!second.warnings.isEmpty)
            #expect(Told(try app.open(allowsInsecure: true)) == Told(second))
            #expect(try app.open().catalog.refusals.map(\.path) == [app.plugins])
        }
    }

    /// A registry that is lost, damaged or replaced does not change what is known of unchanged files.
    @Test(
        "the fingerprint holds if the registry is lost, damaged or changed",
        arguments: [
            { unlink($0.registry) }, { truncate($0.registry, 100) }, { chmod($0.registry, 0o666) },
            { try Registry.open(for: $0.directories, in: $0.cache).record(.unknown) },
        ] as [@Sendable (KnownApp) throws -> Void])
    func otherRegistry(_ change: @Sendable (KnownApp) throws -> Void) throws {
        try withApp { app in
            let told = Told(try app.open())
            try change(app)
            let second = try app.open()
            #expect(second.isFromSnapshot)
            #expect(Told(second) == told)
        }
    }

    @Test("each of several hosts with other plugins directories has the right snapshot")
    func severalHosts() throws {
        try withApp { app in
            let other = "\(app.directory)/other"
            mkdir(other, 0o755)
            let (first, second) = (Told(try app.open()), Told(try app.open(plugins: other)))
            #expect(second.features == [])
            for _ in 0..<3 {
                #expect(Told(try app.open()) == first)
                #expect(Told(try app.open(plugins: other)) == second)
                #expect(Told(try app.open(plugins: other)) == second)
            }
        }
    }

    @Test("a snapshot is valid for one build of the host only")
    func otherHost() throws {
        try withApp { app in
            _ = try app.open()
            #expect(try app.readSnapshot(app.snapshotFile()) != nil)
            #expect(try app.readSnapshot(app.snapshotFile(host: FileSystem.identity(app.config))) == nil)
            #expect(try app.readSnapshot(app.snapshotFile(host: nil)) == nil)
        }
    }
}

extension RegistryEntry {
    /// The entry of a file outside the plugins directories.
    fileprivate static let unknown = RegistryEntry(
        path: "/elsewhere/libelsewhere.so",
        identity: FileIdentity(device: 1, inode: 1, size: 1, modified: 1, changed: 1), siblings: [],
        answer: .manifest([]))
}
