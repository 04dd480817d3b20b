import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// A feature with a library that it needs, as an author lays them out.
struct Bundle: Sendable, CustomTestStringConvertible {
    let name: String
    /// The place of libtone.so.1, from the plugins directory. Nil for none.
    let tone: String?
    /// The options of the linker, for the feature.
    let options: [String]
    /// The reason of the refusal. Nil if the feature is used.
    var reason: String?

    var testDescription: String { name }

    private static func runPath(_ path: String) -> String { "-Wl,-rpath,\(path)" }

    static let all: [Bundle] = [
        Bundle(name: "beside", tone: "libtone.so.1", options: [runPath("$ORIGIN")]),
        Bundle(name: "below", tone: "deps/libtone.so.1", options: [runPath("$ORIGIN/deps")]),
        Bundle(name: "next to it", tone: "../lib/libtone.so.1", options: [runPath("$ORIGIN/../lib")]),
        Bundle(name: "far up", tone: "../../../lib/libtone.so.1", options: [runPath("$ORIGIN/../../../lib")]),
        Bundle(
            name: "above, by DT_RPATH", tone: "../libtone.so.1",
            options: ["-Wl,--disable-new-dtags", runPath("${ORIGIN}/..")]),
        Bundle(name: "up, down and up", tone: "../lib/libtone.so.1", options: [runPath("$ORIGIN/../x/./..//lib/")]),
        Bundle(name: "for one processor", tone: "glibc-hwcaps/any/libtone.so.1", options: [runPath("$ORIGIN")]),
        Bundle(
            name: "second element", tone: "deps/libtone.so.1", options: [runPath("$ORIGIN:$ORIGIN/none:$ORIGIN/deps")]),
        Bundle(
            name: "nowhere", tone: nil, options: [runPath("$ORIGIN/../lib")],
            reason: "it needs the library 'libtone.so.1', which is not found"),
        Bundle(
            name: "beside, without a run path", tone: "libtone.so.1", options: [],
            reason: "it needs the library 'libtone.so.1', which is not found"),
        Bundle(
            name: "unknown token", tone: "deps/libtone.so.1", options: [runPath("$ORIGIN/deps$LIB")],
            reason:
                "it cannot be loaded (its run path has the element '$ORIGIN/deps$LIB', which this host cannot expand)"),
    ]
}

@Suite("The libraries that a feature needs", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct NeededLibraryTests {
    /// A machine whose plugins directory has room for folders above it.
    private struct Layout {
        let host: Sandbox
        let plugins: String

        init() throws {
            host = try Sandbox(.only([]), wiring: .none)
            plugins = try host.directory.makeDirectory("a") + "/b/c/plugins"
            for folder in ["a/b", "a/b/c", "a/b/c/x", "a/b/c/plugins"] { try host.directory.makeDirectory(folder) }
            host.set("SWITCHYARD_PLUGINS", plugins)
        }

        /// Copies a library to a path from the plugins directory.
        @discardableResult
        func put(_ library: String, at path: String) throws -> String {
            let path = "\(plugins)/\(path)"
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            #expect(try Subprocess("/bin/mkdir", ["-p", "/\(folder)"]).run().end == .exit(0))
            try File.copy(library, to: path)
            #expect(chmod(path, 0o755) == 0)
            return path
        }

        func reasons() throws -> [String] {
            try host.json("list")["notUsed"]?.array?.compactMap { $0["reason"]?.string } ?? []
        }

        func fix(_ subject: String) throws -> String? {
            let findings = try host.json("doctor")["findings"]?.array ?? []
            return findings.first { $0["subject"] == .string(subject) }?["fix"]?.string
        }
    }

    /// The path of a feature that needs a library.
    private static func feature(_ name: String, needing library: String, _ options: [String]) throws -> String {
        try Fixtures.plain("needs-\(name)", ["-Wl,--no-as-needed", library, "-Wl,--enable-new-dtags"] + options)
    }

    @Test(
        "a feature finds its library where the loader would, in 'list', 'navigate' and 'check'", arguments: Bundle.all)
    func runPaths(bundle: Bundle) throws {
        let layout = try Layout()
        let feature = try layout.put(
            Self.feature(bundle.name, needing: Fixtures.tone("a"), bundle.options), at: "libFeature.so")
        if var tone = bundle.tone {
            if tone.contains("/any/") {
                let kinds = try Subprocess("/bin/sh", ["-c", "/lib64/ld-linux-x86-64.so.2 --help"]).run().output
                guard kinds.contains("x86-64-v2 (supported") else { return }
                tone = tone.replacing("/any/", with: "/x86-64-v2/")
            }
            try layout.put(Fixtures.tone("a"), at: tone)
        }
        let check = try layout.host.run("check", "-t", "elf-needed", "-t", "load", feature)
        if let reason = bundle.reason {
            #expect(try layout.reasons() == [reason])
            #expect(check.end == .exit(1))
        } else {
            for _ in 1...2 { #expect(try layout.reasons() == []) }
            for isolation in ["process", "inline"] {
                let outcome = try layout.host.run("navigate", "--isolation", isolation, "plain")
                #expect(outcome.output.hasSuffix("This is plain 1.0.0.\n"), "\(outcome.diagnostics)")
            }
            #expect(check.end == .exit(0), "\(check.output)")
        }
    }

    @Test("a library that a needed library needs is found by the run path of that one, also without a DT_SONAME")
    func chain() throws {
        let layout = try Layout()
        let deep = try Fixtures.library("deep", of: "int deep(void);\nint deep(void) { return 1; }\n")
        let folder = deep.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let middle = try Fixtures.library(
            "middle", of: "int deep(void);\nint middle(void);\nint middle(void) { return deep(); }\n",
            ["-L\(folder)", "-ldeep", "-Wl,-soname,libmiddle.so.1", "-Wl,-rpath,$ORIGIN/inner"])
        try layout.put(
            Self.feature("chain", needing: middle, ["-Wl,-rpath,$ORIGIN/../lib", "-Wl,--allow-shlib-undefined"]),
            at: "libFeature.so")
        try layout.put(middle, at: "../versions/libmiddle.so.1.2")
        try layout.put(deep, at: "../lib/inner/libdeep.so")
        #expect(symlink("../versions/libmiddle.so.1.2", "\(layout.plugins)/../lib/libmiddle.so.1") == 0)
        #expect(try layout.reasons() == [])
        #expect(try layout.host.output("navigate", "plain").hasSuffix("This is plain 1.0.0.\n"))
        // The scan result holds for that version of each library.
        #expect(unlink("\(layout.plugins)/../lib/inner/libdeep.so") == 0)
        #expect(try layout.reasons() == ["it needs the library 'libdeep.so', which is not found"])
    }

    @Test("$ORIGIN of a linked feature is the folder of the link, as for ldd")
    func linkedFeature() throws {
        let layout = try Layout()
        let feature = try layout.put(
            Self.feature("linked", needing: Fixtures.tone("a"), ["-Wl,-rpath,$ORIGIN"]), at: "../real/libFeature.so")
        try layout.put(Fixtures.tone("a"), at: "../real/libtone.so.1")
        #expect(symlink(feature, "\(layout.plugins)/libFeature.so") == 0)
        #expect(try layout.reasons() == ["it needs the library 'libtone.so.1', which is not found"])
        try layout.put(Fixtures.tone("a"), at: "libtone.so.1")
        #expect(try layout.reasons() == [])
    }

    @Test("a library is found by LD_LIBRARY_PATH, before DT_RUNPATH, as long as the variable leads there")
    func variable() throws {
        let layout = try Layout()
        let feature = try layout.put(Self.feature("variable", needing: Fixtures.tone("a"), []), at: "libFeature.so")
        let tone = try layout.put(Fixtures.tone("a"), at: "../deps/libtone.so.1")
        let folder = tone.replacing("/libtone.so.1", with: "")
        let before = layout.host.environment["LD_LIBRARY_PATH"]
        let missing = "it needs the library 'libtone.so.1', which is not found"
        for _ in 1...2 {
            // An empty element is the working directory, which no worker searches.
            layout.host.set("LD_LIBRARY_PATH", [":\(folder)/", before].compactMap(\.self).joined(separator: ":"))
            #expect(try layout.reasons() == [])
            #expect(try layout.host.output("navigate", "plain").hasSuffix("This is plain 1.0.0.\n"))
            #expect(try layout.host.run("check", "-t", "elf-needed", "-t", "load", feature).end == .exit(0))
            layout.host.set("LD_LIBRARY_PATH", before)
            #expect(try layout.reasons() == [missing])
            #expect(try layout.fix(feature)?.contains("name the folder that has it in LD_LIBRARY_PATH") == true)
        }
        try File.copy(tone, to: "\(layout.host.work)/libtone.so.1")
        layout.host.set("LD_LIBRARY_PATH", [":", before].compactMap(\.self).joined(separator: ":"))
        #expect(try layout.reasons() == [missing])
    }

    // MARK: What else is read

    /// A feature that ends its process if it can open one of some files, or cannot open one of others.
    private static func curious(_ name: String, refused: [String], allowed: [String], _ options: [String]) throws
        -> String
    {
        func list(_ paths: [String]) -> String { paths.map { "\"\($0)\", " }.joined() + "0" }
        return try Fixtures.library(
            name,
            of: """
                #include <fcntl.h>
                #include <stdlib.h>
                static const char *const refused[] = { \(list(refused)) }, *const allowed[] = { \(list(allowed)) };
                __attribute__((constructor)) static void begin(void) {
                    for (const char *const *path = refused; *path; path++) if (open(*path, O_RDONLY) >= 0) abort();
                    for (const char *const *path = allowed; *path; path++) if (open(*path, O_RDONLY) < 0) _Exit(3);
                }
                #include "PlainFeature.h"

                """, ["-Wl,--no-as-needed", "-Wl,--enable-new-dtags"] + options)
    }

    @Test(
        "a run path lets a worker read the libraries that are found there, and nothing else",
        .enabled(if: Confined.isWhole, "the kernel cannot confine"), .disabled(if: Sanitizer.current != nil),
        arguments: ["/", "HOME", "$ORIGIN/..", "$ORIGIN/../../../..", "FOREIGN", "DATA"])
    func nothingElse(runPath: String) throws {
        let layout = try Layout()
        let host = layout.host
        for folder in ["home", "foreign", "data", "data/switchyard", "data/switchyard/features"] {
            try host.directory.makeDirectory(folder)
        }
        let data = try host.directory.makeDirectory("data/switchyard/features/other")
        let secrets = ["\(host.directory("home"))/secret", "\(host.directory("foreign"))/secret", "\(data)/secret"]
        for secret in secrets { try File.write("secret", to: secret) }
        // A library that is a link to a secret is none.
        #expect(symlink(secrets[0], "\(host.directory("foreign"))/libanl.so.1") == 0)
        let found = runPath == "DATA" ? "\(data)/libtone.so.1" : "\(host.directory("foreign"))/libtone.so.1"
        try File.copy(Fixtures.tone("a"), to: found)
        let (folder, needed) =
            switch runPath {
            case "HOME": (host.directory("home"), ["-lanl"])
            case "FOREIGN": (host.directory("foreign"), [try Fixtures.tone("a"), "-lanl"])
            case "DATA": (data, [try Fixtures.tone("a"), "-lanl"])
            default: (runPath, ["-lanl"])
            }
        let feature = try layout.put(
            Self.curious(
                "curious",
                refused: secrets + [
                    "/etc/passwd", "/", "/etc", host.directory.path, host.directory("home"), host.directory("foreign"),
                    data,
                    host.directory("cache/switchyard"), "\(layout.plugins)/../..",
                ], allowed: needed.count > 1 ? [found] : [], needed + ["-Wl,-rpath,\(folder)"]),
            at: "libCurious.so")
        for _ in 1...2 {
            #expect(try layout.reasons() == [])
            #expect(try host.output("navigate", "plain").hasSuffix("This is plain 1.0.0.\n"))
        }
        let check = try host.run("check", "-t", "load", feature)
        #expect(check.end == .exit(0), "\(check.output)")
        // It would open them if it could. The loader takes the link for a damaged library there.
        if runPath == "FOREIGN" { return }
        host.set("XDG_CACHE_HOME", host.directory("another cache"))
        try host.confine("off")
        #expect(try layout.reasons().first?.hasPrefix("it crashed in its constructors (SIGABRT") == true)
    }

    // MARK: Room, mounts and names

    @Test("a library with some thousand bytes of static thread-local memory is loaded, and threads of any size start")
    func staticTLS() throws {
        let source = """
            #include <limits.h>
            #include <pthread.h>
            #include <stdlib.h>
            #include <unistd.h>
            static __thread char room[ROOM] __attribute__((tls_model("initial-exec")));
            static void *use(void *argument) { room[0] = 1; return argument; }
            __attribute__((constructor)) static void begin(void) {
                pthread_attr_t small;
                pthread_t thread;
                pthread_attr_init(&small);
                pthread_attr_setstacksize(&small, (size_t)sysconf(_SC_THREAD_STACK_MIN));
                if (getenv("GLIBC_TUNABLES") || pthread_create(&thread, &small, use, 0)) abort();
                pthread_join(thread, 0);
            }
            #include "PlainFeature.h"

            """
        let layout = try Layout()
        let path = try layout.put(
            Fixtures.library("room", of: source, ["-D_GNU_SOURCE", "-DROOM=4000", "-pthread"]), at: "libRoom.so")
        #expect(try layout.reasons() == [])
        #expect(try layout.host.output("navigate", "plain").hasSuffix("This is plain 1.0.0.\n"))
        try layout.put(
            Fixtures.library("room", of: source, ["-D_GNU_SOURCE", "-DROOM=60000", "-pthread"]), at: "libRoom.so")
        let reason = try #require(try layout.reasons().first)
        #expect(
            reason == "it cannot be loaded (\(path): cannot allocate memory in static TLS block): it wants more static "
                + "thread-local memory than a process keeps for libraries that it loads")
        #expect(try layout.fix(path)?.contains("GLIBC_TUNABLES=glibc.rtld.optional_static_tls=") == true)
        layout.host.set("GLIBC_TUNABLES", "glibc.rtld.optional_static_tls=100000")
        #expect(try !layout.reasons().contains { $0.contains("static TLS") })
    }

    /// Runs switchyard where some folders are on file systems that are mounted noexec.
    private func runNoExec(_ host: Sandbox, _ folders: [String], _ arguments: String...) throws -> Subprocess.Outcome {
        let mounts = folders.map { "mount -t tmpfs -o noexec,mode=755 none '\($0)'" }.joined(separator: " && ")
        let copy = "cp -r '\(host.plugins)/.' '\(host.directory("mounted"))'"
        let words = [
            "-r", "-m", "/bin/sh", "-c", "\(mounts) && \(copy) && exec \"$0\" \"$@\"", try Products.switchyard,
        ]
        host.set("PATH", "/usr/bin:/bin")
        return try host.run(words + arguments, executable: installedProgram("unshare") ?? "unshare")
    }

    private static let canMount: Bool = {
        let words = ["-r", "-m", "/bin/sh", "-c", "mount -t tmpfs -o noexec none /mnt"]
        return (try? Subprocess(installedProgram("unshare") ?? "unshare", words).run().end) == .exit(0)
    }()

    @Test(
        "a feature runs from a temporary copy if the cache is mounted noexec, and says so if both are",
        .enabled(if: canMount, "unshare is not allowed"), .disabled(if: Sanitizer.current != nil))
    func noExec() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let cache = try host.directory.makeDirectory("cache")
        let temporary = try host.directory.makeDirectory("tmp")
        let mounted = try host.directory.makeDirectory("mounted")
        host.set("TMPDIR", temporary)
        let copies = "\(cache)/switchyard/libraries"
        let one = try runNoExec(host, [cache], "navigate", "plain")
        #expect(one.output.hasSuffix("This is plain 1.0.0.\n"), "\(one.diagnostics)")
        #expect(one.diagnostics == "")
        let warned = try JSON.parse(runNoExec(host, [cache], "doctor", "--json").output)
        let finding = warned["findings"]?.array?.first { $0["code"] == "copies-not-made" }
        #expect(finding?["severity"] == "warning")
        let both = try runNoExec(host, [cache, temporary], "navigate", "plain")
        let reason =
            "its private copy cannot be written in \(copies) (its file system is mounted noexec); "
            + "set XDG_CACHE_HOME to a folder on another"
        #expect(both.diagnostics.contains(reason), "\(both.diagnostics)")
        let doctor = try JSON.parse(runNoExec(host, [cache, temporary], "doctor", "--json").output)
        let error = doctor["findings"]?.array?.first { $0["code"] == "copies-not-made" }
        #expect(error?["severity"] == "error")
        #expect(error?["message"]?.string?.contains(reason) == true)
        #expect(
            try runNoExec(host, [cache, temporary], "explain", host.path(.fixture("Plain"))).output.contains(reason))
        let list = try JSON.parse(runNoExec(host, [mounted], "list", "--json", "--plugins", mounted).output)
        #expect(
            list["notUsed"]?[0]?["reason"] == "its file system is mounted noexec, so no code can be loaded from it")
    }

    @Test("a library whose name ends in a version is named by 'list' and 'doctor' where it is all that there is")
    func versionedName() throws {
        let host = try Sandbox(.only([.fixture("Plain", as: "libPlain.so.1.0.0")]), wiring: .none)
        let list = try host.run("list")
        #expect(
            list.diagnostics.contains(
                "'libPlain.so.1.0.0' in \(host.plugins) is passed over: only names that end in .so"))
        let finding = try host.json("doctor")["findings"]?[0]
        #expect(finding?["code"] == "file-passed-over")
        #expect(finding?["fix"]?.string?.hasSuffix("ln -s libPlain.so.1.0.0 \(host.plugins)/libPlain.so") == true)
        // A library beside a feature is one that it needs.
        try host.install(.fixture("Plain"))
        #expect(try !host.run("doctor").output.contains("passed over"))
    }

    // MARK: Reasons and advice

    /// A file that cannot be loaded, the reason that `list` has, and the advice of `doctor`.
    struct Unloadable: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let advice: String
        /// Makes the file at a path.
        let make: @Sendable (_ path: String) throws -> Void
    }

    private static let unloadable: [Unloadable] = [
        Unloadable(
            testDescription: "unreadable", reason: "it cannot be read (Permission denied)",
            advice: "let yourself read it: chmod u+r"
        ) { path in
            try Feature.fixture("Plain").write(to: path)
            #expect(chmod(path, 0) == 0)
        },
        Unloadable(
            testDescription: "dangling link", reason: "it cannot be read (No such file or directory)",
            advice: "let the link lead to a library"
        ) { #expect(symlink("/no/such/file", $0) == 0) },
        Unloadable(
            testDescription: "linker script", reason: #"not an ELF file: it begins with "GROU""#,
            advice: "use the feature's library (.so) in its place: this is another kind of file, such as a source or a "
                + "linker script"
        ) { try File.write("GROUP ( libx.so.1 )\n", to: $0) },
        Unloadable(
            testDescription: "archive", reason: #"not an ELF file: it begins with "!<ar""#,
            advice: "build it as a shared library (cc -shared)"
        ) { try File.write("!<arch>\nx.o/", to: $0) },
        Unloadable(
            testDescription: "empty", reason: "the file is empty", advice: "copy it there once more, and whole"
        ) { try File.write("", to: $0) },
        Unloadable(
            testDescription: "truncated", reason: "truncated: ", advice: "copy it there once more, and whole"
        ) { try File.write(Array(Feature.fixture("Plain").bytes().prefix(5000)), to: $0) },
        Unloadable(
            testDescription: "later libc",
            reason: "it was linked on a system whose libraries are later than those here",
            advice: "build it on this system or an older one"
        ) { path in
            let source = """
                #include <stdlib.h>
                __attribute__((constructor)) static void begin(void) { if (getenv("NONE")) abort(); }
                #include "PlainFeature.h"

                """
            var bytes = try File.read(Fixtures.library("later", of: source))
            let version = Array("GLIBC_2.".utf8)
            for place in bytes.indices where bytes[place...].starts(with: version) {
                bytes[place + 6] = UInt8(ascii: "9")
            }
            try File.write(bytes, to: path)
        },
        Unloadable(
            testDescription: "missing symbol", reason: "undefined symbol: text_of_no_library",
            advice: "build it against the libraries that are installed here"
        ) { try Feature.fixture("MissingSymbol").write(to: $0) },
        Unloadable(
            testDescription: "unreadable needed library",
            reason: "libtone.so.1' the loader can make no use: it cannot be read (Permission denied)",
            advice: "let yourself read '"
        ) { path in
            let tone = try needing(path)
            try File.copy(Fixtures.tone("a"), to: tone)
            #expect(chmod(tone, 0) == 0)
        },
        Unloadable(
            testDescription: "needed library that is a linker script",
            reason: #"libtone.so.1' the loader can make no use: not an ELF file: it begins with "GROU""#,
            advice: "or put a 'libtone.so.1' for this machine there"
        ) { try File.write("GROUP ( libtone.so.1.0 )\n", to: needing($0)) },
        Unloadable(
            testDescription: "missing needed library",
            reason: "it needs the library 'libtone.so.1', which is not found",
            advice: "install the package that has 'libtone.so.1', or name the folder that has it in LD_LIBRARY_PATH"
        ) { _ = try needing($0) },
    ]

    /// Makes a feature that looks for libtone.so.1 by a run path, and returns the path at which it does.
    private static func needing(_ path: String) throws -> String {
        let folder = path + "-deps"
        #expect(mkdir(folder, 0o755) == 0)
        try File.copy(
            Fixtures.library(
                "advice", of: "#include \"PlainFeature.h\"\n",
                ["-Wl,--no-as-needed", Fixtures.tone("a"), "-Wl,-rpath,\(folder)"]), to: path)
        return folder + "/libtone.so.1"
    }

    @Test("each file that cannot be loaded has its reason, and advice that fits", arguments: unloadable)
    func advice(file: Unloadable) throws {
        let layout = try Layout()
        let path = "\(layout.plugins)/libFile.so"
        try file.make(path)
        let reason = try #require(try layout.reasons().first)
        #expect(reason.contains(file.reason), "\(reason)")
        let finding = try layout.host.json("doctor")["findings"]?.array?.first { $0["subject"] == .string(path) }
        #expect(finding?["message"]?.string == reason)
        let fix = try #require(finding?["fix"]?.string)
        #expect(fix.contains(file.advice), "\(fix)")
        #expect(try layout.host.run("explain", path).output.contains(reason))
    }
}
