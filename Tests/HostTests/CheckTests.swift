import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// `switchyard check`: its report on good features, on files with one fault each, and its options.
@Suite("check", .blocking) struct CheckTests {
    // MARK: Good features

    @Test(
        "a shipped feature passes",
        .disabled(if: Sanitizer.current == .address, "its functions leave the addresses of others on the stacks"),
        arguments: Tier.rows(of: ["libHomeFeature.so", "libCharacterFeature.so"], first: 1))
    func shipped(name: String) throws {
        let outcome = try check([try Products.path(name)])
        #expect(outcome.end == .exit(0), "\(outcome.output)")
        #expect(outcome.output.hasSuffix("0 warnings, 0 failed, 0 crashed\n"), "\(outcome.output)")
    }

    @Test("a feature in C passes", .deep, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func good() throws {
        let outcome = try check([try Fixtures.library("Notes")])
        #expect(outcome.end == .exit(0), "\(outcome.output)")
    }

    @Test(
        "an odd but allowed conduct passes", .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        arguments: Tier.rows(of: Conduct.allowed, first: 1))
    func allowed(_ conduct: Conduct) throws {
        let path = try Fixtures.library(conduct.name, of: conduct.source)
        let outcome = try check(["--json", "-t", conduct.guilt.test, path])
        let tests = try JSON.parse(outcome.output)["libraries"]?.array?.first?["tests"]?.array ?? []
        if let difference = conduct.guilt.difference(from: tests) { Issue.record("\(difference)") }
    }

    @Test(
        "a feature that lacks its resources gets a warning, and tests that cannot run are skipped",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func unavailable() throws {
        let outcome = try check(["-x", "routes-*", try Fixtures.library("ActivateFails")])
        #expect(outcome.end == .exit(0), "\(outcome.output)")
        #expect(outcome.output.contains("it cannot start here: its database is locked; check it where"))
        #expect(outcome.output.hasSuffix(" 1 warning, 0 failed, 0 crashed\n"), "\(outcome.output)")
    }

    @Test(
        "a library that is larger than the memory of a test passes",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func large() throws {
        let directory = try TemporaryDirectory()
        let path = directory("libNotes.so")
        try File.write(File.read(Fixtures.library("Notes")), to: path)
        // The file grows as though debug information followed; it has a hole there.
        try #require(truncate(path, 2 << 30) == 0)
        let outcome = try check(["-t", "elf-*", "-t", "load", path])
        #expect(outcome.end == .exit(0), "\(outcome.output)")
    }

    // MARK: Tests at once

    @Test(
        "the report of tests that run at once is that of one test at a time, but for times",
        .enabled(if: Fixtures.haveCompiler && installedProgram("taskset") != nil, "no cc or taskset is installed"),
        arguments: Tier.rows(of: ["Crashes", "ManifestFails", "Notes"], first: 2))
    func atOnce(fixture: String) throws {
        let library =
            fixture == "Crashes"
            ? try Fixtures.faulty(fixture, at: .render) : .fixture(fixture, as: "libfeature.so")
        let host = try Sandbox(.only([library]), wiring: .none)
        // What is measured may differ, and so may the screen that took longest.
        let arguments = ["check", "-x", "*-time", host.path(library)]
        func report(_ outcome: Subprocess.Outcome) -> String {
            outcome.output.replacing(/\ +[0-9]+ ms\b/, with: "").replacing(/[0-9.]+ (?:ms|µs|MiB|KiB|bytes)/, with: "")
        }
        let several = try host.run(arguments)
        let alone = try Subprocess(
            try #require(installedProgram("taskset")), ["-c", "0", Products.switchyard] + arguments,
            environment: host.environment, directory: host.work
        ).run()
        #expect(several.end == alone.end)
        #expect(report(several) == report(alone))
        #expect(report(several).contains("\n  elf-library"))
    }

    // MARK: Files with one fault

    @Test(
        "a file with one fault fails the test of that name",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        arguments: Tier.rows(
            of: [
                (
                    "NoEntry", "elf-entry",
                    "it exports no function 'switchyard_feature_entry'; mark that one with SY_EXPORT in C, with both 'public' and "
                        + "'@c' in Swift, with #[no_mangle] in Rust"
                ),
                ("EntryReturnsNull", "load", "does not begin with SY_MAGIC"),
                ("OtherMajor", "load", "it was built for version"), ("TinyLibraryStruct", "load", "bytes"),
                ("SmallLibraryStruct", "load", "bytes"), ("NullManifest", "load", "its 'manifest' is null"),
                ("NullActivate", "load", "its 'activate' is null"), ("MissingSymbol", "load", "undefined symbol"),
                ("ManifestFails", "manifest", "failed"), ("ManifestFailsSilently", "failures", "without a reason"),
                ("ManifestIsEmpty", "manifest", "JSON"), ("ManifestIsNotJSON", "manifest", "JSON"),
                ("ManifestIsTooLarge", "manifest", "larger than"), ("ManifestOfAnotherFormat", "manifest", "format"),
                ("ManifestOfUnknownStatus", "failures", "unknown status"), ("ManifestWithBadID", "manifest", "id"),
                ("ManifestWithHostsID", "manifest", "system"),
                ("ManifestWithLinkToNoRoute", "manifest", "route"), ("ManifestWithRouteTwice", "manifest", "twice"),
                (
                    "ManifestWithUnknownType", "manifest",
                    "incoming[0].arguments[0].type: 'date' is not a type of arguments in ABI \(Repository.abi), so the route "
                        + "'screen' is left out"
                ),
                ("ActivateGivesNothing", "activate", "sy_feature is null"),
                ("SmallFeatureStruct", "activate", "sy_feature says"),
                ("NullResolve", "activate", "its 'resolve' is null"),
                ("NullResolveURL", "activate", "its 'resolve_url' is null"),
                ("SmallScreenStruct", "routes", "sy_screen says"), ("NullRender", "routes", "its 'render' is null"),
                ("ResolveDisowns", "routes", "SY_NOT_MINE"), ("ResolveGivesNothing", "routes", "sy_screen is null"),
                ("RenderFails", "render", "failed"), ("RenderLeavesOpen", "render", "without an end"),
                ("RenderNests", "limits", "nest deeper than 64"), ("WritesEscapes", "text", "U+001B"),
            ], first: 1))
    func wrong(fixture: String, test: String, reason: String) throws {
        try expect(try Fixtures.library(fixture), .failed(test, reason))
    }

    @Test(
        "what a host of this version does not know in the manifest of a later one is a warning",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func laterMinor() throws {
        let outcome = try check(["-t", "load", "-t", "manifest", try Fixtures.library("ManifestOfLaterMinor")])
        #expect(outcome.end == .exit(0), "\(outcome.output)")
        #expect(
            outcome.output.contains(
                "'sheets' is no method in ABI \(Repository.abi), and counts as 'push'; did you mean 'sheet'?"))
        #expect(outcome.output.contains("'date' is not a type of arguments in ABI \(Repository.abi)"))
        #expect(
            outcome.output.contains(
                "'icon' is no member of this object in ABI \(Repository.abi), and is passed over"))
        #expect(outcome.output.hasSuffix(" 1 warning, 0 failed, 0 crashed\n"), "\(outcome.output)")
    }

    @Test("a library that is needed and not found is named", .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func missingLibrary() throws {
        let directory = try TemporaryDirectory()
        let path = directory("libNeedsLibrary.so")
        try File.write(File.read(Fixtures.needingLibrary()), to: path)
        try expect(path, .failed("elf-needed", "'libtone.so.1'", "is not found"))
        try File.write(File.read(Fixtures.tone("a")), to: directory("libtone.so.1"))
        #expect(try check(["-t", "elf-*", "-t", "load", path]).end == .exit(0))
    }

    @Test("a file that is no library fails the first test, and the others are skipped")
    func notELF() throws {
        let directory = try TemporaryDirectory()
        try File.write("#!/bin/sh\n", to: directory("libText.so"))
        let outcome = try check([directory("libText.so")])
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.contains("0 passed, "))
        #expect(outcome.output.contains(", 0 warnings, 1 failed, 0 crashed\n"))
    }

    @Test(
        "a needed library that is found only where it was built is named", .deep,
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func buildPath() throws {
        let tone = try Fixtures.tone("a")
        let folder = tone.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        let path = try Fixtures.plain("BuildPath", ["-Wl,--no-as-needed", tone, "-Wl,-rpath,\(folder)"])
        try expect(path, .failed("elf-build-path", "'libtone.so.1' is found only in \(folder)"))
    }

    @Test("text relocations are reported", .deep, .enabled(if: Fixtures.canRelocateText, "no x86-64 cc"))
    func textRelocations() throws {
        let path = try Fixtures.plain(
            "TextRelocations", ["-Wl,-z,notext"],
            assembly: """
                .text
                .globl switchyard_test_address
                switchyard_test_address: .quad switchyard_feature_entry
                .section .note.GNU-stack,"",@progbits

                """)
        try expect(path, .failed("elf-text-relocations", "DT_TEXTREL"))
    }

    @Test("an executable stack is reported", .deep, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func executableStack() throws {
        let path = try Fixtures.plain("ExecutableStack", ["-Wl,-z,execstack"])
        try expect(path, .failed("elf-executable-stack", "PT_GNU_STACK"))
    }

    // MARK: Faults that a host tolerates

    @Test(
        "a fault that a host tolerates is reported", .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        arguments: Tier.rows(of: Conduct.all, first: 1))
    func conduct(_ conduct: Conduct) throws {
        try expect(try Fixtures.library(conduct.name, of: conduct.source), conduct.guilt)
    }

    // MARK: Options

    @Test("--list names every test with a sentence, and --include and --exclude choose by pattern")
    func list() throws {
        let all = try tests(["check", "--list", "--json"])
        #expect(all.count > 40)
        #expect(Set(all).count == all.count)
        #expect(try tests(["check", "--list", "--json", "-t", "elf-*"]).allSatisfy { $0.hasPrefix("elf-") })
        let rest = try tests(["check", "--list", "--json", "--include", "elf-*", "-x", "elf-entry", "-t", "load"])
        #expect(rest.contains("load") && rest.contains("elf-library") && !rest.contains("elf-entry"))
        let text = try check(["--list"]).output
        for name in all { #expect(text.contains("\n\(name) "), "\(name)") }
    }

    @Test("only the included tests run, and a test alone runs without those before it")
    func include() throws {
        let outcome = try check(["-t", "render-same", try Products.path("libHomeFeature.so")])
        #expect(outcome.output.contains("  render-same  passed "))
        #expect(outcome.output.hasSuffix("  1 passed, 0 skipped, 0 warnings, 0 failed, 0 crashed\n"))
    }

    @Test("JSON has each test with its status, time and reasons")
    func json() throws {
        let file = try Products.path("libHomeFeature.so")
        let json = try JSON.parse(
            try check(["--json", "--seed", "7", "-t", "links", "-t", "custom-links", file]).output)
        #expect(json["seed"]?.integer == 7)
        let library = try #require(json["libraries"]?.array?.first)
        #expect(library["file"]?.string == file)
        #expect(library["conforms"]?.bool == true)
        #expect(library["counts"]?["passed"]?.integer == 1)
        #expect(library["counts"]?["skipped"]?.integer == 1)
        let tests = library["tests"]?.array ?? []
        #expect(tests.map { $0["name"]?.string } == ["links", "custom-links"])
        #expect(tests.map { $0["status"]?.string } == ["passed", "skipped"])
        #expect(tests.last?["reasons"]?.array?.first?.string == "its manifest has no custom links")
        #expect(tests.allSatisfy { $0["seconds"] != nil && $0["summary"]?.string?.hasSuffix(".") == true })
    }

    @Test(
        "JUnit's XML has a suite for each library and a case for each test",
        .enabled(if: Fixtures.haveCompiler, "no cc"))
    func junit() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let files = [try Products.path("libHomeFeature.so"), try Fixtures.library("RenderFails")]
        let outcome = try host.run(
            ["check", "--junit", "report.xml", "-t", "load", "-t", "render", "-t", "custom-links"] + files)
        #expect(outcome.end == .exit(1))
        let text = String(decoding: try File.read("\(host.work)/report.xml"), as: UTF8.self)
        // The first line is the XML declaration.
        let markup = try Markup(text.split(separator: "\n").dropFirst().joined(separator: "\n"))
        #expect(markup.named("testsuite").map { $0.attributes["name"] } == files)
        #expect(markup.named("testcase").count == 6)
        #expect(markup.named("testcase").prefix(3).map { $0.attributes["name"] } == ["load", "render", "custom-links"])
        #expect(markup.named("failure").count == 1)
        #expect(markup.named("skipped").count == 2)
        #expect(markup.named("testsuites").first?.attributes["failures"] == "1")
    }

    @Test(
        "several libraries are tested in order, and one bad library fails the check",
        .enabled(if: Fixtures.haveCompiler, "no cc"))
    func several() throws {
        let files = [try Products.path("libHomeFeature.so"), try Fixtures.library("RenderFails")]
        let outcome = try check(["-t", "load", "-t", "render"] + files)
        #expect(outcome.end == .exit(1))
        for file in files { #expect(outcome.output.contains("\(file)\n")) }
    }

    @Test(
        "a wrong command line is refused with the expected form",
        arguments: [
            ([], "'check' needs the file of a library"),
            (["--seed", "x", "a.so"], "'x' is no seed: expected a number"),
            (["--seed", "-1", "a.so"], "'-1' is no seed: expected a number from 0"),
            (["--deadline", "0s", "a.so"], "'0s' is no deadline: expected 10ms to 60s"),
            (["-t", "elf-entri", "a.so"], "no test has the name 'elf-entri'; did you mean 'elf-entry'?"),
            (["-x", "*", "a.so"], "--include and --exclude leave no test"),
        ])
    func usage(arguments: [String], message: String) throws {
        let outcome = try check(arguments)
        #expect(outcome.end == .exit(64))
        #expect(outcome.diagnostics.contains(message), "\(outcome.diagnostics)")
        #expect(outcome.output.isEmpty)
    }

    @Test("a file that cannot be read is reported before any test runs: 66")
    func unreadable() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let outcome = try host.run(["check", try Products.path("libHomeFeature.so"), "nowhere.so", host.work])
        #expect(outcome.end == .exit(66))
        #expect(outcome.output.isEmpty)
        #expect(outcome.diagnostics.contains("'nowhere.so' cannot be read (No such file or directory)"))
        #expect(outcome.diagnostics.contains("is a directory; expected the file of a library"))
    }

    @Test("the check leaves no folder and no process behind", .deep)
    func leavesNothing() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let folder = try host.directory.makeDirectory("temporary")
        host.set("TMPDIR", folder)
        _ = try host.run(["check", try Products.path("libCharacterFeature.so")])
        #expect(try File.names(in: folder).isEmpty)
        #expect(host.remainingProcesses().isEmpty)
    }

    @Test("an interrupted check leaves no folder and no process behind", arguments: [SIGTERM, SIGHUP])
    func interrupted(signal: Int32) throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let folder = try host.directory.makeDirectory("temporary")
        host.set("TMPDIR", folder)
        let script =
            "\(try Products.switchyard) check '\(try Products.path("libCharacterFeature.so"))' & "
            + "until [ -n \"$(/bin/ls '\(folder)')\" ]; do /bin/sleep 0.01; done; kill -\(signal) $!; wait $!"
        let outcome = try Subprocess("/bin/bash", ["-c", script], environment: host.environment).run()
        // The shell's status of a command that was ended by a signal.
        #expect(outcome.end == .exit(128 + signal))
        #expect(try File.names(in: folder).isEmpty)
        #expect(host.remainingProcesses().isEmpty)
    }

    @Test("the check does not end processes that the shell had started before it")
    func inheritedChildren() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let script =
            "/bin/sleep 300 >/dev/null 2>&1 & echo $!; "
            + "exec \(try Products.switchyard) check -t load '\(try Products.path("libHomeFeature.so"))'"
        let outcome = try Subprocess("/bin/bash", ["-c", script], environment: host.environment).run()
        let sleeper = try #require(pid_t(outcome.firstLine))
        #expect(outcome.end == .exit(0))
        #expect(kill(sleeper, SIGKILL) == 0)
    }

    @Test("the check ends when its reader has gone, and leaves no folder behind")
    func readerGone() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let folder = try host.directory.makeDirectory("temporary")
        host.set("TMPDIR", folder)
        let script = "\(try Products.switchyard) check '\(try Products.path("libHomeFeature.so"))' | /usr/bin/head -n 2"
        let outcome = try Subprocess("/bin/bash", ["-c", script], environment: host.environment).run()
        #expect(outcome.diagnostics == "")
        #expect(try File.names(in: folder).isEmpty)
    }

    @Test(
        "no daemon of a feature outlives the test: it cannot start one where it is confined, and ends with the test elsewhere",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func endsDaemons() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let source = """
            #define _GNU_SOURCE
            #include "FeatureABI.h"
            #include <sys/syscall.h>
            #include <sys/wait.h>
            #include <unistd.h>
            static void leave(const sy_feature *feature) {
                (void)feature;
                // Not by fork(3), whose child a test tells of and ends.
                const pid_t child = (pid_t)syscall(SYS_fork);
                if (child != 0) {
                    waitpid(child, NULL, 0);
                    return;
                }
                setsid();
                if (syscall(SYS_fork) != 0) _exit(0);
                for (;;) pause();
            }
            #define DEACTIVATE leave
            #include "PlainFeature.h"

            """
        try File.write(File.read(try Fixtures.library("LeavesDaemon", of: source)), to: "\(host.work)/libDaemon.so")
        let outcome = try host.run(["check", "-t", "deactivate", "-t", "leaves-nothing", "libDaemon.so"])
        let isStarted = outcome.output.contains("1 process is still there that it has started")
        #expect(isStarted == !Confined.isWhole, "\(outcome.output)")
        #expect(host.remainingProcesses().isEmpty)
    }

    // MARK: Running the check

    private func check(_ arguments: [String]) throws -> Subprocess.Outcome {
        try Sandbox(.only([]), wiring: .none).run(["check"] + arguments, killedAfter: .seconds(300))
    }

    private func tests(_ arguments: [String]) throws -> [String] {
        let output = try Sandbox(.only([]), wiring: .none).run(arguments).output
        return try JSON.parse(output).array?.compactMap { $0["name"]?.string } ?? []
    }

    @Test("the minimal feature in C conforms")
    func minimalFeature() throws {
        let code = String(decoding: try File.read(Repository.path("Examples/Minimal/feature.c")), as: UTF8.self)
        let host = try Sandbox(.only([]), wiring: .none)
        let outcome = try host.run("check", Fixtures.library("Minimal", of: code, ["-fvisibility=hidden"]))
        #expect(outcome.end == .exit(0), "\(outcome.output)")
        #expect(outcome.output.contains(" 0 failed, 0 crashed"), "\(outcome.output)")
    }

    private func expect(_ path: String, _ guilt: Guilt) throws {
        let outcome = try check(["--json", path])
        let tests = try JSON.parse(outcome.output)["libraries"]?.array?.first?["tests"]?.array ?? []
        let isBad = tests.contains { ["failed", "crashed"].contains($0["status"]?.string) }
        #expect(outcome.end == .exit(isBad ? 1 : 0))
        if let difference = guilt.difference(from: tests) { Issue.record("\(path): \(difference)") }
    }
}
