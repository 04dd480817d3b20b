import Glibc
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

@Suite("doctor", .blocking)
struct DoctorTests {
    @Test("doctor names the texts in another language that cannot be read, and takes a byte order mark")
    func texts() throws {
        let host = try Sandbox(.only([.character]), wiring: .none)
        let path = "\(host.plugins)/character.de.strings.json"
        try File.write("\u{FEFF}{ \"Characters\": \"Figuren\" }", to: path)
        host.set("LC_ALL", "de_DE.UTF-8")
        #expect(try host.output("navigate", "character/list").contains("Figuren\n======="))
        #expect(try host.output("doctor").hasPrefix("No findings"))
        try File.write("{\n  \"Characters\": 7 }", to: path)
        try File.write("{}", to: "\(host.plugins)/unknown.de.strings.json")
        let findings = try #require(try host.json("doctor")["findings"]?.array)
        #expect(findings.map { $0["code"] } == ["texts-unreadable"])
        #expect(findings[0]["subject"] == "character")
        #expect(findings[0]["place"]?["file"] == .string(path))
        #expect(findings[0]["place"]?["line"] == 2)
        #expect(findings[0]["severity"] == "warning")
        #expect(findings[0]["message"] == "none of its texts is shown: Characters: expected a string, found a number")
    }

    @Test("doctor has no findings about a good app, and counts its parts")
    func well() throws {
        let host = try Sandbox()
        #expect(try host.output("doctor") == "No findings: 2 features, 5 routes, 3 links, 2 redirects\n")
        #expect(
            try host.json("doctor") == [
                "findings": [], "errors": 0, "warnings": 0, "notes": 0, "features": 2, "routes": 5, "links": 3,
                "redirects": 2,
            ])
    }

    @Test("doctor lists all findings, the worst first: severity, place, message, fix; and exits 1")
    func everything() throws {
        let host = try Sandbox(
            .only([.home, Feature("libText.so") { Array("This is no library.".utf8) }]),
            wiring: .text(
                """
                {
                    "root": "home",
                    "schemes": ["other"],
                    "redirects": {
                        "home/characters": "character/list",
                        "home/character?identifier={id}": "home/main?identifier={id}"
                    },
                    "features": { "home": { "isolation": "inline" } }
                }
                """))
        let outcome = try host.run("doctor")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics == "")
        #expect(
            outcome.output == """
                error: \(host.plugins)/libText.so: not an ELF file: it begins with "This"
                  fix: use the feature's library (.so) in its place: this is another kind of file, such as a source or a \
                linker script
                error: \(host.wiring), line 6, column 43: redirects."home/character?identifier={id}": home/main takes no \
                arguments, and 'identifier' was given
                  fix: let names and types be those that 'switchyard routes' shows of both sides

                warning: \(host.wiring), line 3, column 16: links of the scheme 'challenge' are refused, and 'home' has \
                such links
                  fix: add "challenge" to "schemes", or leave it out where its links are not to be followed
                warning: \(host.wiring), line 5, column 28: redirects."home/characters": the redirect leads nowhere, since \
                no feature 'character' is installed: home/characters -> character/list
                  fix: copy its library into a plugins directory, or take this out of the wiring file where it is not to \
                come back

                note: \(host.wiring), line 8, column 42: 'home' runs inside the host: a crash or a hang of it is one of the \
                host
                  fix: let its isolation be "process", where you do not vouch for it

                2 errors, 2 warnings, 1 note

                """)
        let json = try host.json("doctor")
        #expect(json["errors"] == 2)
        #expect(json["warnings"] == 2)
        #expect(json["notes"] == 1)
        #expect(json["features"] == 1)
        #expect(
            json["findings"]?.array?.map { $0["code"] } == [
                "file-refused", "redirect-ill-typed", "scheme-refused", "feature-absent", "runs-inline",
            ])
        #expect(
            json["findings"]?[4] == [
                "severity": "note", "code": "runs-inline", "subject": "home",
                "place": ["file": .string(host.wiring), "line": 8, "column": 42],
                "message": "'home' runs inside the host: a crash or a hang of it is one of the host",
                "fix": "let its isolation be \"process\", where you do not vouch for it",
            ])
    }

    @Test("doctor lists all mistakes of a wiring file, each with its place and the manual page of the file")
    func severalMistakes() throws {
        let host = try Sandbox(wiring: .text("{\n  \"schemes\": 3,\n  \"rot\": \"home\"\n}"))
        let outcome = try host.run("doctor")
        #expect(outcome.end == .exit(1))
        let fix =
            "correct it there; switchyard.jsonc(5) describes all that the file may say: 'switchyard manual "
            + "switchyard.jsonc'"
        #expect(
            outcome.output == """
                error: \(host.wiring), line 2, column 14: schemes: expected an array, found a number
                  fix: \(fix)
                error: \(host.wiring), line 3, column 3: rot: unknown key 'rot'; did you mean 'root'?
                  fix: \(fix)

                2 errors

                """)
    }

    @Test("doctor reports settings that a feature does not take, and settings of another type")
    func settings() throws {
        let host = try Sandbox(
            wiring: .text(
                """
                {
                    "root": "home",
                    "redirects": {
                        "home/characters": "character/list",
                        "home/character?identifier={id}": "character/detail?identifier={id}"
                    },
                    "features": { "home": { "settings": {
                        "greting": "Good morning.",
                        "featured": "7"
                    } } }
                }
                """))
        #expect(
            try host.output("doctor") == """
                warning: \(host.wiring), line 8, column 9: features.home.settings.greting: unknown key 'greting'; did you mean \
                'greeting'?
                  fix: correct its name or take it out: 'home' does not look at it
                warning: \(host.wiring), line 9, column 21: features.home.settings.featured: expected a value of the type int, \
                found a string
                  fix: write a value of that type: 'home' does as if it were not there

                2 warnings

                """)
    }

    @Test("doctor ignores files that were removed")
    func outdated() throws {
        let host = try Sandbox(.only([.home, .character]))
        #expect(try host.output("doctor").hasPrefix("No findings"))
        unlink(host.path(.character))
        #expect(try host.json("doctor")["findings"]?.array?.contains { $0["severity"] == "note" } == false)
    }

    @Test("doctor exits 0 if there are only warnings and notes")
    func warnings() throws {
        let host = try Sandbox(.only([.home]), wiring: .none)
        let output = try host.output("doctor")
        #expect(output.contains("warning: 'home/characters' is not connected\n  fix: write ./switchyard.jsonc with "))
        #expect(output.hasSuffix("\n\n2 warnings\n"))
    }

    @Test(
        "doctor reports an unreadable wiring file as a finding, and still reports on the files",
        arguments: [
            ("{\n  \"redirects\" {}\n}", "line 2, column 15: expected ':' after the key"),
            (#"{"schemes": 3}"#, "line 1, column 13: schemes: expected an array, found a number"),
        ])
    func brokenWiring(text: String, message: String) throws {
        let host = try Sandbox(.only([.home, Feature("libEmpty.so") { [] }]), wiring: .text(text))
        let outcome = try host.run("doctor")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics == "")
        #expect(outcome.output.contains("error: \(host.wiring), \(message)"))
        #expect(outcome.output.contains("error: \(host.plugins)/libEmpty.so: the file is empty\n"))
        // The connections are not known.
        #expect(!outcome.output.contains("is not connected"))
        #expect(outcome.output.hasSuffix("\n\n2 errors\n"))
    }

    @Test("doctor reports named files and directories that do not exist")
    func named() throws {
        let host = try Sandbox()
        let outcome = try host.run("doctor", "--plugins", "/no/such/directory", "--config", "/no/such/file.jsonc")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output == """
                error: /no/such/directory: there is no such directory
                  fix: make it, or take it out of --plugins or SWITCHYARD_PLUGINS, wherever it is named
                error: /no/such/file.jsonc: the wiring file cannot be read: No such file or directory
                  fix: write it, or name another one by --config or SWITCHYARD_CONFIG

                2 errors

                """)
    }

    @Test("doctor reports files and folders that others may write to, and those used by --allow-insecure")
    func insecure() throws {
        let host = try Sandbox(.only([.home]), wiring: .text("{}"))
        chmod(host.path(.home), 0o777)
        chmod(host.wiring, 0o666)
        let refused = try host.json("doctor")
        #expect(
            refused["findings"]?.array?.map { $0["code"]?.string ?? "" } == ["file-insecure", "wiring-insecure"])
        #expect(refused["errors"] == 2)
        #expect(
            refused["findings"]?[0]?["fix"]
                == .string(
                    "chmod o-w \(host.path(.home)), or pass --allow-insecure where you trust whoever may write to it"))
        let allowed = try host.run("doctor", "--json", "--allow-insecure")
        #expect(allowed.end == .exit(0))
        #expect(allowed.diagnostics == "")
        let codes = try JSON.parse(allowed.output)["findings"]?.array?.map { $0["code"]?.string ?? "" } ?? []
        #expect(codes.contains("file-insecure") && codes.contains("wiring-insecure"))
        chmod(host.plugins, 0o777)
        let folder = try host.json("doctor")["findings"]?[0]
        #expect(folder?["code"] == "directory-insecure")
        #expect(folder?["fix"]?.string?.hasPrefix("chmod o-w \(host.plugins), or") == true)
    }

    @Test(
        "doctor reports libraries that end their worker, ids that are taken, and files that are no feature",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        .disabled(if: Sanitizer.current != nil, "under a sanitizer nothing tells where a worker crashed"))
    func faulty() throws {
        let host = try Sandbox(
            .only([
                FaultyFile.crashes, FaultyFile.exits, .fixture("Plain", as: "a.so"),
                .fixture("PlainTwo", as: "b.so"), .fixture("NoEntry"),
            ]), wiring: .none)
        let json = try host.json("doctor")
        let findings = json["findings"]?.array?.map {
            "\($0["code"]?.string ?? "") \(($0["subject"]?.string ?? "").split(separator: "/").last ?? "")"
        }
        #expect(
            findings == [
                "file-crashed libCrashes.so", "file-crashed libExits.so", "id-shadowed b.so",
                "file-no-feature libNoEntry.so", "route-unreachable screen",
            ])
        let crashed = json["findings"]?[0]
        #expect(
            crashed?["message"]
                == "it crashed in its constructors (SIGSEGV: segmentation fault) at Crashes.c:2")
        #expect(
            crashed?["fix"]?.string?.hasSuffix("'switchyard explain \(host.plugins)/libCrashes.so' tells more") == true)
    }

    @Test(
        "a library that ends its worker while the heap is locked is reported like any other",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        .disabled(if: Sanitizer.current != nil, "a sanitizer has a heap of its own"))
    func lockedHeap() throws {
        let damages = Feature.source(
            "DamagesHeap",
            """
            #include <malloc.h>
            #include <pthread.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            static void *wait_for_ever(void *nothing) {
                while (1) pause();
                return nothing;
            }
            /* With a second thread the heap is locked while malloc finds that its last part has no possible size. */
            __attribute__((constructor)) static void damage(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, wait_for_ever, NULL);
                char *last = malloc(100000);
                memset(last + malloc_usable_size(last), 0xff, 64);
                free(malloc(120000));
            }
            #define FEATURE_ID "damages-heap"
            #include "PlainFeature.h"

            """)
        let host = try Sandbox(.only([damages]), wiring: .text(#"{"deadline": "20s"}"#))
        let message = try host.json("doctor")["findings"]?[0]?["message"]?.string ?? ""
        #expect(message.hasPrefix("it crashed in its constructors (SIGABRT: aborted) at DamagesHeap.c:"), "\(message)")
    }

    /// A mangled name of a few hundred bytes whose text would have more than 2 to the power of 60: each dictionary has
    /// the one before as its key and its value.
    private static let endlessName =
        "$s1a1byySDySiSiG"
        + (0..<60).map { level in
            let before = level < 24 ? "A\(Character(UnicodeScalar(UInt8(67 + level))))" : "A\(level - 24)_"
            return (level == 0 ? "_" : "") + "SDy\(before)\(before)G"
        }.joined() + "tF"

    @Test(
        "a report of a crash that a library prints itself costs the host neither its time nor its memory",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        arguments: [("read_notes", "/dev/zero"), (endlessName, "/tmp/x.so")])
    func fakedReport(name: String, path: String) throws {
        let fakes = Feature.source(
            "Fakes\(name.utf8.count)",
            """
            #include <signal.h>
            #include <stdio.h>
            __attribute__((constructor)) static void fake(void) {
                printf("\\n*** Signal 11: the frames follow\\n  0 0x10 \(name) + 1 in \(path)\\n");
                fflush(stdout);
                signal(SIGSEGV, SIG_DFL);
                raise(SIGSEGV);
            }
            #define FEATURE_ID "fakes"
            #include "PlainFeature.h"

            """)
        let host = try Sandbox(.only([fakes, .fixture("Plain")]), wiring: .none)
        let outcome = try host.run(["list"], killedAfter: .seconds(300))
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.contains("plain "))
        #expect(outcome.output.contains("it crashed in its constructors (SIGSEGV: segmentation fault)"))
    }

    @Test("passes a library over that a feature beside it needs", .enabled(if: Fixtures.haveCompiler))
    func sibling() throws {
        // A feature that needs a library whose name is like those of features.
        let needing = Feature("libNeedsLibrary.so") { try File.read(Fixtures.needingLibrary()) }
        let host = try Sandbox(.only([needing]), wiring: .none)
        let missing = try host.json("doctor")["findings"]?[0]
        #expect(missing?["message"] == "it needs the library 'libtone.so.1', which is not found")
        #expect(
            missing?["fix"]?.string
                == "install the package that has 'libtone.so.1', or name the folder that has it in LD_LIBRARY_PATH; beside "
                + "this file it is found if this is built with the run path $ORIGIN")
        try File.copy(Fixtures.tone("a"), to: "\(host.plugins)/libtone.so.1")
        #expect(try host.json("doctor")["errors"] == 0)
    }

    @Test("doctor runs no code of a feature", .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func runsNothing() throws {
        let host = try Sandbox(.only([.fixture("ActivateFails")]), wiring: .none)
        #expect(try host.json("doctor")["errors"] == 0)
    }

    @Test("doctor reports a worker whose host has ended, and how to end it", .enabled(if: Fixtures.haveCompiler))
    func leftover() throws {
        // A copy of the program has workers that no other test has.
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .text(#"{"root": "plain/screen"}"#))
        let copy = try host.directory.makeDirectory("bin") + "/switchyard"
        #expect(try Subprocess("/bin/cp", [Products.switchyard, copy]).run().end == .exit(0))
        #expect(try host.run(["doctor"], executable: copy).output.hasPrefix("No findings: 1 feature, 1 route"))
        let worker = try Worker(copy, library: "/plugins/libGone.so", host: 1)
        let outcome = try host.run(["doctor"], executable: copy)
        #expect(outcome.end == .exit(0))
        #expect(
            outcome.output == """
                warning: the process \(worker.pid) is a worker for /plugins/libGone.so whose host has ended
                  fix: kill -KILL \(worker.pid)

                1 warning

                """)
        // This worker's host is alive: it is this process.
        let child = try Worker(copy, library: "/plugins/libHere.so", host: getpid())
        #expect(try host.run(["doctor", "--json"], executable: copy).output.contains("\(child.pid)") == false)
    }

    @Test("the document about doctor lists every code of a finding, and shows the output as printed")
    func document() throws {
        let document = try Document("Documentation/Doctor.md")
        let runs = try document.runCommands()
        #expect(runs.count >= 3)
        for run in runs { #expect(run.output == run.command.output, "\(run.command)") }
        let words = document.text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
            $0.split(separator: "`").dropFirst().first.map(String.init)
        }
        #expect(
            words.sorted()
                == Finding.Code.allCases.map(\.rawValue).sorted())
    }
}

/// A worker process of this test, which waits for a host that never speaks.
private final class Worker {
    private(set) var pid: pid_t = 0
    private var sockets: [Int32] = [-1, -1]

    init(_ executable: String, library: String, host: pid_t) throws {
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        for socket in sockets { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 3)
        let arguments: [String] = ["switchyard", "worker", library, "\(host)"]
        let words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        #expect(posix_spawn(&pid, executable, &actions, nil, words, environ) == 0)
    }

    deinit {
        kill(pid, SIGKILL)
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        for socket in sockets { close(socket) }
    }
}
