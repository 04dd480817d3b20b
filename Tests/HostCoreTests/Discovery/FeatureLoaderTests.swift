import FeatureABI
import FeatureContract
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@MainActor
@Suite("The loading of a library", .blocking)
struct FeatureLoaderTests {
    private func manifestText(_ id: String, version: String = "") -> String {
        #"{"manifest":1,"id":"\#(id)","version":"\#(version)"}"#
    }

    /// Runs with a folder for plugins, and a loader that copies into another folder.
    private func with(_ body: @MainActor (_ plugins: String, _ copies: String, _ loader: FeatureLoader) throws -> Void)
        throws
    {
        try TemporaryDirectory.with { directory in
            let copies = "\(directory)/cache/of its own"
            try TemporaryDirectory.write("", to: "\(directory)/plugins/read.me")
            try body("\(directory)/plugins", copies, FeatureLoader(copiesDirectory: copies))
        }
    }

    /// The paths of all files in a directory, relative to it.
    private func files(in directory: String) throws -> [String] {
        let list = "\(directory)/../list"
        guard system("cd '\(directory)' && find . -mindepth 1 | sort > '\(list)'") == 0 else { return [] }
        let bytes = try FileDescriptor(opening: list, O_RDONLY).readAll(limit: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("the loader returns a feature's manifest and the path of its file")
    func load() throws {
        try with { plugins, copies, loader in
            try CompiledLibraries.build("one.so", CompiledLibraries.feature(manifestText("one")), in: plugins)
            let file = try loader.load("\(plugins)/one.so")
            #expect(file.manifest.id == "one")
            #expect(file.path == "\(plugins)/one.so")
            let made = try files(in: copies).filter { !$0.hasSuffix(".marker") && !$0.contains("siblings") }
            let folder = try #require(made.first)
            #expect(folder.hasSuffix("-\(file.identity.name)"))
            #expect(made == [folder, "\(folder)/one.so"])
            // The copy is this user's alone.
            var status = stat()
            #expect(stat(copies, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700)
        }
    }

    @Test(
        "a new version gets a new copy, and overwriting the original touches neither the old copy nor the loaded code")
    func versions() throws {
        try with { plugins, copies, loader in
            let path = "\(plugins)/one.so"
            try CompiledLibraries.build(
                "one.so", CompiledLibraries.feature(manifestText("one", version: "1")), in: plugins)
            let first = try loader.load(path)
            let again = try loader.load(path)
            #expect(again.identity == first.identity)
            #expect(try files(in: copies).count { $0.hasSuffix("/one.so") } == 1)

            // In place: the same file with other bytes.
            #expect(system("cp '\(path)' '\(plugins)/saved' && : > '\(path)'") == 0)
            #expect(throws: LibraryError.elf(.empty)) { try loader.load(path) }
            try callManifest(of: first)

            try CompiledLibraries.build(
                "one.so", CompiledLibraries.feature(manifestText("one", version: "2")), in: plugins)
            let second = try loader.load(path)
            #expect(second.manifest.version == "2")
            #expect(second.identity != first.identity)
            #expect(try files(in: copies).count { $0.hasSuffix("/one.so") } == 2)
            try callManifest(of: first)
        }
    }

    /// Runs code of a loaded library, which crashes if the code is no longer mapped.
    private func callManifest(of file: FeatureLoader.Loaded) throws {
        var sink = sy_text_sink.sized
        sink.text = { _, _ in sy_status(SY_OK) }
        #expect(try callABI { file.library.pointee.manifest(file.library, &sink, $0) })
    }

    @Test("libraries that it needs from its own folder come along and are found, and those that they need in turn")
    func siblings() throws {
        try with { plugins, copies, loader in
            let origin = "-Wl,--enable-new-dtags '-Wl,-rpath,$ORIGIN'"
            try CompiledLibraries.build("libdeep.so.1", "int deep(void) { return 40; }", in: plugins)
            try CompiledLibraries.build(
                "libnear.so.1", "int deep(void); int near(void) { return deep() + 2; }", in: plugins,
                "\(origin) -L. -l:libdeep.so.1")
            try CompiledLibraries.build("libother.so.1", "int other(void) { return 1; }", in: plugins)
            try CompiledLibraries.build(
                "one.so",
                CompiledLibraries.feature(
                    manifestText("one"), more: "int near(void);",
                    prepare: "if (near() != 42) return sy_fail(error, SY_ERROR_OTHER, \"wrong\");"), in: plugins,
                "\(origin) -L. -l:libnear.so.1")
            let file = try loader.load("\(plugins)/one.so")
            #expect(file.manifest.id == "one")
            let first = try files(in: copies).filter { !$0.hasSuffix(".marker") && !$0.contains("siblings") }
            let folder = try #require(first.first)
            #expect(folder.contains("-\(file.identity.name)-"))
            #expect(first == [folder] + ["libdeep.so.1", "libnear.so.1", "one.so"].map { "\(folder)/\($0)" })

            // A new version of a sibling library gives the whole copy a new version.
            try CompiledLibraries.build("libdeep.so.1", "int deep(void) { return 40; } int more;", in: plugins)
            _ = try loader.load("\(plugins)/one.so")
            let both = try files(in: copies).filter { !$0.hasSuffix(".marker") && !$0.contains("siblings") }
            #expect(both.count == 8)
            let other = try #require(both.first { $0.hasSuffix("libdeep.so.1") && !$0.hasPrefix(folder) })
            func bytes(_ path: String) throws -> [UInt8] {
                try FileDescriptor(opening: path, O_RDONLY).readAll(limit: 1 << 20)
            }
            #expect(try bytes("\(copies)/\(other)") == bytes("\(plugins)/libdeep.so.1"))
            #expect(try bytes("\(copies)/\(folder)/libdeep.so.1") != bytes("\(plugins)/libdeep.so.1"))
        }
    }

    @Test("the refusal names a library that the feature needs and that is missing")
    func missingLibrary() throws {
        try with { plugins, _, loader in
            try CompiledLibraries.build("libgone.so.1", "int gone(void) { return 42; }", in: plugins)
            try CompiledLibraries.build(
                "one.so",
                CompiledLibraries.feature(manifestText("one"), more: "int gone(void);", prepare: "gone();"),
                in: plugins,
                "-L. -l:libgone.so.1")
            unlink("\(plugins)/libgone.so.1")
            let error = #expect(throws: LibraryError.self) { try loader.load("\(plugins)/one.so") }
            #expect(error == .missingLibrary("libgone.so.1"))
            #expect(error?.description == "it needs the library 'libgone.so.1', which is not found")
        }
    }

    @Test("only the version of a file that was asked for is loaded, and the message names the file's own path")
    func onlyThisVersion() throws {
        try with { plugins, _, _ in
            let path = "\(plugins)/one.so"
            try CompiledLibraries.build("one.so", CompiledLibraries.feature(manifestText("one")), in: plugins)
            let identity = try #require(FileSystem.identity(path))
            let library = try SharedLibrary(loading: path, version: identity).entry()
            #expect(try LibraryManifest.read(from: library).manifest.id == "one")
            try CompiledLibraries.build(
                "two.so",
                CompiledLibraries.feature(manifestText("two"), more: "int nowhere(void);", prepare: "nowhere();"),
                in: plugins)
            let other = try #require(FileSystem.identity("\(plugins)/two.so"))
            #expect(rename("\(plugins)/two.so", path) == 0)
            #expect(throws: LibraryError.changed) { try SharedLibrary(loading: path, version: identity) }
            // Renaming changes the time of the file's last change, and nothing else.
            let error = #expect(throws: LibraryError.self) { try SharedLibrary(loading: path, version: other) }
            #expect(error?.description.contains("(\(path): undefined symbol: nowhere") == true)
        }
    }

    @Test("a missing symbol is an error at loading, not a crash later")
    func missingSymbol() throws {
        try with { plugins, _, loader in
            try CompiledLibraries.build(
                "one.so",
                CompiledLibraries.feature(
                    manifestText("one"), more: "int nowhere_at_all(void);", prepare: "nowhere_at_all();"), in: plugins)
            let error = #expect(throws: LibraryError.self) { try loader.load("\(plugins)/one.so") }
            #expect(error?.description.contains("nowhere_at_all") == true)
        }
    }

    @Test("each kind of file that cannot be loaded has an error of its own, and no copy is made")
    func notLoadable() throws {
        try with { plugins, copies, loader in
            try TemporaryDirectory.write("#!/bin/sh\n", to: "\(plugins)/script.so")
            try CompiledLibraries.build("plain.so", "int x(void) { return 1; }", in: plugins)
            #expect(mkdir("\(plugins)/folder.so", 0o700) == 0)
            #expect(mkfifo("\(plugins)/pipe.so", 0o600) == 0)
            #expect(symlink("nowhere", "\(plugins)/dangling.so") == 0)
            #expect(symlink("/dev/tty", "\(plugins)/device.so") == 0)
            @MainActor func error(_ name: String) -> LibraryError? {
                do throws(LibraryError) {
                    _ = try loader.load("\(plugins)/\(name)")
                    return nil
                } catch {
                    return error
                }
            }
            #expect(error("script.so") == .elf(.notELF(firstBytes: Array("#!/b".utf8))))
            #expect(error("plain.so") == .noEntry)
            #expect(error("folder.so") == .notRegularFile)
            #expect(error("pipe.so") == .notRegularFile)
            #expect(error("device.so") == .notRegularFile)
            #expect(error("dangling.so") == .notReadable(SystemError(code: ENOENT, operation: "fstatat")))
            #expect(error("none.so") == .notReadable(SystemError(code: ENOENT, operation: "fstatat")))
            #expect(access(copies, F_OK) != 0)
        }
    }

    @Test(
        "the refusal of a library struct that breaks the contract names the fault",
        arguments: [
            ("null", "return 0;", "it is a foreign library, no feature: what its 'switchyard_feature_entry' returns"),
            ("odd", "return (const sy_library *)((const char *)&library + 1);", "does not begin with SY_MAGIC"),
            (
                "major", "library.abi_major = 2; library.abi_minor = 7;",
                "it was built for version 2.7 of the ABI, and this host speaks \(Repository.abi)"
            ),
            ("tiny", "library.size = 4;", "says that it has 4 bytes, and version \(Repository.abi) of the ABI needs"),
            ("small", "library.size = sizeof(sy_library) - 8;", "of the ABI needs"),
            ("nomanifest", "library.manifest = 0;", "its 'manifest' is null, which the ABI does not allow"),
            ("noactivate", "library.activate = 0;", "its 'activate' is null"),
            ("fails", "library.manifest = fails;", "it gives no manifest: the cupboard is bare"),
            ("silent", "library.manifest = silent;", "it gives no manifest: it failed and gave no reason"),
            ("notmine", "library.manifest = not_mine;", "it gives no manifest: it answered 'not mine'"),
            ("nothing", "library.manifest = nothing;", "its manifest is not JSON: line 1, column 1: the text is empty"),
            ("endless", "library.manifest = endless;", "it gives no manifest: it is larger than 1024 KiB"),
            ("null", "library.manifest = null;", "it gives no manifest: it passed a text of 5 bytes that is null"),
            ("broken", "library.manifest = broken;", "its manifest breaks a rule: "),
        ])
    func brokenLibraries(name: String, change: String, message: String) throws {
        let source = """
            #include "FeatureHelpers.h"
            static sy_library library;
            #define MANIFEST(name) static sy_status name(const sy_library *l, const sy_text_sink *sink, const sy_error *e)
            MANIFEST(good) { (void)l; (void)e; sink->text(sink, sy_string_from("{")); return SY_OK; }
            MANIFEST(fails) { (void)l; (void)sink; return sy_fail(e, SY_ERROR_NOT_FOUND, "the cupboard is bare"); }
            MANIFEST(silent) { (void)l; (void)sink; (void)e; return SY_FAILED; }
            MANIFEST(not_mine) { (void)l; (void)sink; (void)e; return SY_NOT_MINE; }
            MANIFEST(null) { (void)l; (void)e; sink->text(sink, (sy_string){0, 5}); return SY_OK; }
            MANIFEST(nothing) { (void)l; (void)sink; (void)e; return SY_OK; }
            MANIFEST(endless) {
                (void)l; (void)e;
                for (int i = 0; i < 300000; i++) sink->text(sink, sy_string_from("          "));
                return SY_OK;
            }
            MANIFEST(broken) {
                (void)l; (void)e;
                sink->text(sink, sy_string_from("{\\"manifest\\":"));
                sink->text(sink, sy_string_from("1,\\"id\\":\\"Bad\\"}"));
                return SY_OK;
            }
            void *const used[] = { good, fails, silent, not_mine, nothing, endless, broken };
            static sy_status activate(const sy_library *l, const struct sy_host *h, const sy_context *c,
                                      const sy_feature **f, const sy_error *e) {
                (void)l; (void)h; (void)c; (void)f; (void)e;
                return SY_FAILED;
            }
            const sy_library *switchyard_feature_entry(void) {
                library.magic = SY_MAGIC;
                library.size = sizeof library;
                library.abi_major = SY_ABI_MAJOR;
                library.manifest = good;
                library.activate = activate;
                \(change)
                return &library;
            }
            """
        try with { plugins, _, loader in
            try CompiledLibraries.build("\(name).so", source, in: plugins)
            let error = #expect(throws: LibraryError.self) { try loader.load("\(plugins)/\(name).so") }
            #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        }
    }

    @Test("no library sees another's symbols")
    func localSymbols() throws {
        try with { plugins, _, loader in
            try CompiledLibraries.build(
                "one.so", CompiledLibraries.feature(manifestText("one"), more: "int only_in_one = 1;"), in: plugins)
            try CompiledLibraries.build(
                "two.so",
                CompiledLibraries.feature(
                    manifestText("two"), more: "extern int only_in_one __attribute__((weak));",
                    prepare: "if (&only_in_one) return sy_fail(error, SY_ERROR_OTHER, \"it sees one\");"), in: plugins)
            #expect(try loader.load("\(plugins)/one.so").manifest.id == "one")
            #expect(try loader.load("\(plugins)/two.so").manifest.id == "two")
        }
    }

    @Test("a loaded library stays in the process, even if each handle of it is closed")
    func notUnloaded() throws {
        try with { plugins, copies, loader in
            try CompiledLibraries.build("stays.so", CompiledLibraries.feature(manifestText("stays")), in: plugins)
            _ = try loader.load("\(plugins)/stays.so")
            let copy = try #require(try files(in: copies).first { $0.hasSuffix("/stays.so") })
            let path = "\(copies)/\(copy)"
            let handle = try #require(dlopen(path, RTLD_NOW | RTLD_NOLOAD))
            // The loader's own handle, and the one made here.
            for _ in 1...2 { dlclose(handle) }
            #expect(dlopen(path, RTLD_NOW | RTLD_NOLOAD) != nil)
        }
    }

    @Test(
        "a library of any minor is loaded, also one whose struct has members that this host does not know",
        arguments: [UInt32(SY_ABI_MINOR), 1, 77, .max])
    func minors(minor: UInt32) throws {
        let source = """
            #include "FeatureHelpers.h"
            struct newer { sy_library known; void (*later)(void); };
            static sy_status manifest(const sy_library *library, const sy_text_sink *sink, const sy_error *error) {
                (void)library, (void)error;
                sink->text(sink, sy_string_from("{\\"manifest\\":1,\\"id\\":\\"newer\\"}"));
                return SY_OK;
            }
            static sy_status activate(const sy_library *library, const struct sy_host *host, const sy_context *context,
                                      const sy_feature **feature, const sy_error *error) {
                (void)library, (void)host, (void)context, (void)feature;
                return sy_fail(error, SY_ERROR_UNSUPPORTED, "only its manifest is of use");
            }
            static const struct newer library = {
                {.magic = SY_MAGIC, .size = sizeof library, .abi_major = SY_ABI_MAJOR, .abi_minor = \(minor)u, .manifest = manifest,
                 .activate = activate}, 0
            };
            const sy_library *switchyard_feature_entry(void) { return &library.known; }
            """
        try with { plugins, _, loader in
            try CompiledLibraries.build("newer\(minor).so", source, in: plugins)
            let file = try loader.load("\(plugins)/newer\(minor).so")
            #expect(file.manifest.id == "newer")
            #expect(file.library.pointee.abi_minor == minor)
        }
    }

    @Test("a piece of the manifest may end in the middle of a character")
    func pieces() throws {
        try with { plugins, _, loader in
            let source = CompiledLibraries.feature(
                #"é"}"#,
                prepare: """
                    static const char start[] = "{\\"manifest\\":1,\\"id\\":\\"one\\",\\"summary\\":\\"\\xC3";
                    sink->text(sink, (sy_string){start, sizeof start - 1});
                    sink->text(sink, sy_string_from("\\xA9"));
                    """)
            try CompiledLibraries.build("one.so", source, in: plugins)
            #expect(try loader.load("\(plugins)/one.so").manifest.summary == "éé")
        }
    }

    @Test("a failed private copy is an error with its directory")
    func noCopies() throws {
        try with { plugins, _, _ in
            try CompiledLibraries.build("one.so", CompiledLibraries.feature(manifestText("one")), in: plugins)
            let loader = FeatureLoader(copiesDirectory: "\(plugins)/read.me/copies")
            let error = #expect(throws: LibraryError.self) { try loader.load("\(plugins)/one.so") }
            #expect(
                error?.description
                    == "its private copy cannot be made in \(plugins)/read.me/copies (Not a directory); "
                    + "set XDG_CACHE_HOME to a folder that is yours alone")
        }
    }
}
