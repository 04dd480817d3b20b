import Glibc
import HostSystem
import TestSupport
import Testing

@testable import ProgramTestSupport

/// A feature that means harm, Tests/Fixtures/Harm, tries some 140 acts at six moments.
@Suite(
    "A feature that means harm", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
    .enabled(if: Confined.isWhole, "the kernel cannot confine a process wholly"),
    .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer has files and processes of its own"))
struct HarmTests {
    /// The acts that a feature may do.
    private static let allowed: Set = [
        "own_data", "own_directory", "time_zone", "beside_library", "random_bytes", "own_threads", "own_limits",
        "own_signal", "pair",
    ]
    /// The errors of acts that are refused otherwise than by EACCES and EPERM.
    private static let others = [
        "link_out": "EXDEV", "move_out": "EXDEV", "move_in": "EXDEV", "clone3_child": "ENOSYS",
    ]
    private static let moments = ["constructor", "manifest", "activate", "render", "perform", "save"]

    private func sandbox(_ mode: String) throws -> Sandbox {
        // One worker scans others with it.
        let beside = ["A", "Z"].map {
            Feature.source($0, "#define FEATURE_ID \"\($0.lowercased())\"\n#include \"PlainFeature.h\"\n")
        }
        let host = try Sandbox(.only(beside + [.fixture("Harm")]), wiring: .none)
        try host.confine(mode)
        try prepare(host)
        return host
    }

    /// Puts secrets where the fixture looks for some.
    private func prepare(_ host: Sandbox) throws {
        host.set("SECRET", "the secret of the environment")
        for (name, text) in Self.files {
            try FileSystem.makeDirectories(
                host.directory(name).split(separator: "/").dropLast().map { "/" + $0 }.joined())
            try File.write(text, to: host.directory(name))
        }
    }

    /// The files of the user, which are as they were after each run.
    private static let files = [
        "home/secret": "a secret", "home/.profile": "# nothing\n",
        "data/switchyard/features/other/notes": "notes of another feature",
        "home/.local/state/switchyard/sessions/other.json": "{}",
    ]

    /// The result of each act, by moment and act: `ok` or the name of an error.
    private func results(_ outcome: Subprocess.Outcome) -> [String: [String: String]] {
        var results: [String: [String: String]] = [:]
        for line in outcome.output.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, Self.moments.contains(String(words[0])) else { continue }
            results[String(words[0]), default: [:]][String(words[1].dropLast())] = String(words[2])
        }
        return results
    }

    @Test(
        "each act of harm is refused by an error, at each moment, and what every feature needs is not",
        arguments: ["required", "best-effort"])
    func refused(mode: String) throws {
        let host = try sandbox(mode)
        // What the feature saves after the first press is shown after the second.
        let outcome = try host.run("navigate", "harm", "press:Try", "press:Try")
        #expect(outcome.end == .exit(0))
        let results = results(outcome)
        for moment in Self.moments {
            let acts = try #require(results[moment])
            #expect(acts.count == 137)
            for (act, result) in acts.sorted(by: { $0.key < $1.key }) {
                if Self.allowed.contains(act) {
                    #expect(result == "ok", "\(moment): \(act)")
                } else if let other = Self.others[act] {
                    #expect([other, "EACCES"].contains(result), "\(moment): \(act)")
                } else {
                    #expect(["EPERM", "EACCES"].contains(result), "\(moment): \(act)")
                }
            }
        }
        #expect(outcome.output.contains("environment: none"))
        for (name, text) in Self.files {
            #expect(try String(decoding: File.read(host.directory(name)), as: UTF8.self) == text)
        }
        #expect(try File.names(in: host.directory("home")).sorted() == [".local", ".profile", "secret"])
        #expect(host.remainingProcesses() == [])
    }

    @Test(
        "strace sees a confined worker open nothing outside its grant, and names what is refused", .deep,
        .enabled(if: Strace.mayTrace, "strace is not installed, or may not trace"))
    func traced() throws {
        let host = try sandbox("required")
        let trace = host.directory("trace")
        let outcome = try host.run(
            [
                "-f", "-s", "4096", "-e", "signal=none", "-e", "trace=landlock_restrict_self,open,openat,openat2",
                "-o", trace, Products.switchyard, "navigate", "harm",
            ], executable: Strace.program)
        #expect(outcome.end == .exit(0))
        let granted = [
            host.directory("data/switchyard/features/harm/"), host.directory("cache/switchyard/libraries/"),
            host.plugins, "/lib", "/usr/lib", "/usr/local/lib", "/usr/share/zoneinfo", "/usr/share/locale", "/proc/",
            "/sys/devices/system/cpu", "/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/zero", "/dev/full",
            "/dev/urandom", "/dev/random",
        ]
        var confined: Set<Substring> = []
        /// The calls whose results are in a later line, by their processes.
        var unfinished: [Substring: Substring] = [:]
        var refused: Set<String> = []
        for line in try String(decoding: File.read(trace), as: UTF8.self).split(separator: "\n") {
            let process = line.prefix { $0 != " " }
            if line.contains("landlock_restrict_self(") { confined.insert(process) }
            guard confined.contains(process), line.contains(" open") else { continue }
            if line.hasSuffix("<unfinished ...>") {
                unfinished[process] = line
                continue
            }
            let call = line.contains(" resumed>") ? unfinished.removeValue(forKey: process) ?? line : line
            guard !line.contains("ENOENT") else { continue }
            let path = String(call.split(separator: "\"", omittingEmptySubsequences: false).dropFirst().first ?? "")
            if line.contains("EACCES") || line.contains("EPERM") {
                refused.insert(path)
            } else {
                #expect(granted.contains { path.hasPrefix($0) }, "\(line)")
            }
        }
        // One worker scans the library, and one runs the feature; on a busy machine another one is started at times.
        #expect(confined.count >= 2)
        let expected = [
            "/etc/passwd", "/dev/tty", host.directory("home/secret"), host.directory("home/created"),
            host.directory("home/.profile"), host.directory("cache/switchyard/registry-0"),
            host.directory("plugins/libNew.so"), host.directory("data/switchyard/features/other/notes"),
        ]
        #expect(refused.isSuperset(of: expected), "\(refused.sorted())")
    }

    @Test(
        "a permission allows what it says, and nothing else",
        arguments: [
            (#"{"read": ["~"]}"#, ["read_home", "list_home", "symlink_out", "session"]),
            (
                #"{"write": ["~"]}"#,
                [
                    "read_home", "list_home", "append_home", "create_home", "truncate_home", "make_directory",
                    "link_out",
                    "symlink_out", "move_out", "move_in", "remove_home", "session",
                ]
            ),
            (#"{"net": ["tcp:9"]}"#, ["tcp", "tcp6"]),
            (
                #"{"run": true}"#,
                [
                    "fork_child", "clone_child", "daemon_child", "spawn", "execute", "group_of_own",
                    "outlive_host", "adopt", "read_system",
                ]
            ),
            (#"{"env": ["SECRET"]}"#, []),
        ])
    func allowed(permission: String, acts: [String]) throws {
        let name = String(permission.dropFirst(2).prefix { $0 != "\"" })
        let escaped = String(permission.dropLast()).replacing("\"", with: "\\\"")
        let source = """
            #define MEMBERS ",\\"permissions\\":[\(escaped),\\"reason\\":\\"To do harm\\"}]"
            #include "Harm/Harm.c"

            """
        let host = try Sandbox(
            .only([.source("Harm\(name)", source)]),
            wiring: .text(#"{"sandbox": "required", "features": {"harm": {"allow": \#(permission)}}}"#))
        try prepare(host)
        let outcome = try host.run("navigate", "harm")
        #expect(outcome.end == .exit(0))
        let results = try #require(results(outcome)["constructor"])
        for (act, result) in results.sorted(by: { $0.key < $1.key }) where !Self.allowed.contains(act) {
            // An act may have been done already, or be impossible on this machine.
            let isDone = !["EPERM", "EACCES", "ENOSYS", "EXDEV", "EOPNOTSUPP"].contains(result)
            #expect(isDone == acts.contains(act), "\(act): \(result)")
        }
        #expect(outcome.output.contains("the secret of the environment") == (name == "env"))
        #expect(host.remainingProcesses() == [])
    }

    @Test("of 1,200 system calls, and of their arguments by number, only those that are named are allowed")
    func numbers() throws {
        let numbers = SystemCall.unconditional.compactMap(\.number).map(String.init).joined(separator: ", ")
        let calls = Feature.source("Calls", "#define ALLOWED \(numbers)\n#include \"Calls/Calls.c\"\n")
        let host = try Sandbox(.only([calls]), wiring: .text(#"{"sandbox": "required"}"#))
        let outcome = try host.run("navigate", "calls")
        #expect(outcome.end == .exit(0))
        let lines = outcome.output.split(separator: "\n").filter { $0.contains(":") && !$0.contains("switchyard") }
        #expect(lines.map(String.init) == Self.allowedNumbers)
    }

    /// The numbers that Tests/Fixtures/Calls shows as not refused.
    private static let allowedNumbers = [
        "ioctl: 0x5401 0x5411 0x5413 0x541b 0x5421 0x5450 0x5451 0x40049409 0x4020940d",
        "fcntl: 0 1 2 3 4 5 6 7 36 37 38 1030 1032 1034",
        "prctl: 2 3 15 16 21 23 25 27 29 30 37 38 39 40 42 50 51 52 55 56",
        "mmap: 0x2 0x20 0x40 0x800 0x1000 0x4000 0x8000 0x10000 0x20000",
        "mprotect: 0x1 0x2 0x4 0x10 0x20 0x1000000",
        "madvise: 0 1 2 3 4 8 9 10 11 14 15 16 17 18 19 20 21 22 23 25 102 103",
        "membarrier: 8 16 32 64 128 256",
        // Of families and types, as the family times ten and the type.
        "socket:", "socketpair: 11",
        // Of levels and options, as the level times a hundred and the option.
        "getsockopt: 102 103 104 107 108 109 110 113 116 117 118 120 121 130 138 139 166 167 "
            + "601 602 603 604 605 606 611 612 618 625 4126",
        "setsockopt: 102 107 108 109 110 113 116 118 120 121 166 167 601 603 604 605 606 612 618 625 4126",
        "sendto: 0x1 0x40 0x80 0x100 0x4000 0x8000", "sendmsg: 0x1 0x40 0x80 0x100 0x4000 0x8000",
        "sendmmsg: 0x1 0x40 0x80 0x100 0x4000 0x8000", "addresses:", "clone:", "signals:", "modes:",
        "calls: 435(ENOSYS)",
    ]

    @Test("a library beside the user's files reads none of them when it is scanned, checked or runs")
    func besideFiles() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let secret = host.directory("home/secret")
        let reads = Feature.source(
            "ReadsFiles",
            """
            #include <fcntl.h>
            #include <stdlib.h>
            __attribute__((constructor)) static void start(void) {
                if (open("\(secret)", O_RDONLY) >= 0) abort();
            }
            #define FEATURE_ID "reads-files"
            #include "PlainFeature.h"

            """)
        let library = host.directory("home/libReadsFiles.so")
        try FileSystem.makeDirectories(host.directory("home"))
        try File.write("a secret", to: secret)
        try reads.write(to: library)
        // The folder of a library is that of the file behind a link.
        #expect(symlink(library, "\(host.plugins)/libReadsFiles.so") == 0)
        #expect(try host.run("list").output.contains("reads-files "))
        #expect(try host.run("navigate", "reads-files").end == .exit(0))
        #expect(!(try host.run("check", library).output.contains("SIGABRT")))
        try host.confine("off")
        #expect(try host.run("navigate", "reads-files").diagnostics.contains("SIGABRT"))
    }

    @Test("a library that cannot be scanned in the sandbox is scanned again when the sandbox is off")
    func scannedAgain() throws {
        let needs = Feature.source(
            "NeedsFile",
            """
            #include <fcntl.h>
            #include <stdlib.h>
            __attribute__((constructor)) static void start(void) {
                if (open("/etc/passwd", O_RDONLY) < 0) abort();
            }
            #define FEATURE_ID "needs-file"
            #include "PlainFeature.h"

            """)
        let host = try Sandbox(.only([needs]), wiring: .none)
        for _ in 1...2 {
            #expect(try host.run("list").output.contains("it crashed in its constructors (SIGABRT: aborted)"))
        }
        try host.confine("off")
        #expect(try host.run("list").output.contains("needs-file "))
    }

    @Test(
        "what a feature starts ends with its worker, also in sessions and groups of its own",
        arguments: [
            (#"{"features": {"starts": {"allow": {"run": true}}}}"#, "quits"),
            (#"{"features": {"starts": {"allow": {"run": true}}}}"#, "crashes"),
            (#"{"features": {"starts": {"allow": {"run": true}}}}"#, "hangs"),
            (#"{"features": {"starts": {"allow": {"run": true}}}}"#, "is killed with its host"),
        ])
    func keeps(wiring: String, end: String) throws {
        let starts = Feature.source(
            "Starts",
            #"""
            #define _GNU_SOURCE
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/wait.h>
            #include <unistd.h>
            #define FEATURE_ID "starts"
            #define MEMBERS ",\"permissions\":[{\"run\":true,\"reason\":\"To try\"}]"
            #define RENDER starts_render
            #include "FeatureHelpers.h"
            static sy_status starts_render(const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
            #include "PlainFeature.h"
            static sy_status starts_render(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink, const sy_error *error) {
                (void)how, (void)screen, (void)error;
                const char *daemon =
                    "PATH=/usr/bin:/bin; setsid sh -c ': MARK; trap \"\" TERM HUP; while :; do sleep 1000; done' & "
                    "sh -c 'setsid sh -c \": MARK; sleep 1000; :\" &'";
                if (system(daemon) != 0) abort();
                FILE *end = popen("echo HOW", "r");
                char text[20] = "";
                if (!fgets(text, sizeof text, end) || pclose(end)) abort();
                text[strcspn(text, "\n")] = 0;
                if (!strcmp(text, "crashes")) abort();
                if (strcmp(text, "quits")) while (1) pause();
                sy_node node = {.size = sizeof node, .kind = SY_NODE_TEXT, .text = sy_string_from(text)};
                if (sink->begin_node(sink, &node) == SY_OK) sink->end_node(sink);
                return SY_OK;
            }
            """#.replacing("HOW", with: end).replacing("MARK", with: "of-\(end.utf8.count)-\(getpid())"))
        let host = try Sandbox(.only([starts]), wiring: .text(#"{"deadline": "2s", "# + wiring.dropFirst()))
        let isKilled = end.hasPrefix("is killed")
        let outcome =
            isKilled
            ? try host.run(
                ["-s", "KILL", "1", Products.switchyard, "navigate", "starts"], executable: "/usr/bin/timeout")
            : try host.run("navigate", "starts")
        if !isKilled { #expect(outcome.end == .exit(end == "quits" ? 0 : 1)) }
        let said = ["quits": "quits", "crashes": "SIGABRT", "hangs": "did not answer"][end] ?? ""
        #expect((outcome.output + outcome.diagnostics).contains(said) || isKilled)
        #expect(host.remainingProcesses() == [])
        #expect(try remaining("of-\(end.utf8.count)-\(getpid())") == [])
    }

    /// The command lines with a text of processes that still run, after what time they need to end.
    private func remaining(_ text: String) throws -> [String] {
        var found: [String] = []
        for _ in 0..<50 {
            found = try File.names(in: "/proc").filter { pid_t($0) != nil }.compactMap { process in
                let line = (try? File.read("/proc/\(process)/cmdline")) ?? []
                let command = String(decoding: line.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
                return command.contains(text) ? command : nil
            }
            if found.isEmpty { break }
            usleep(100_000)
        }
        return found
    }

    @Test("without confinement the fixture does what it tries, so that the test can fail")
    func unconfined() throws {
        let host = try sandbox("off")
        let outcome = try host.run("navigate", "harm")
        let acts = try #require(results(outcome)["render"])
        for act in ["append_home", "create_home", "tcp", "fork_child", "memory_file", "signal_host"] {
            #expect(acts[act] == "ok", "\(act)")
        }
        #expect(outcome.output.contains("the secret of the environment"))
        #expect(access(host.directory("home/secret"), F_OK) != 0)
    }

    @Test(
        "a library that would kill its host when it is loaded has its line in the list, and the host goes on",
        arguments: ["kill(getppid(), SIGKILL)", "kill(-1, SIGKILL)", "kill(0, SIGKILL)"])
    func killer(call: String) throws {
        let feature = Feature.source(
            "kills\(call.utf8.count)\(call.contains("-1"))",
            """
            #define _GNU_SOURCE
            #include <signal.h>
            #include <stdlib.h>
            #include <unistd.h>
            __attribute__((constructor)) static void start(void) { if (\(call) < 0) abort(); }
            #define FEATURE_ID "killer"
            #include "PlainFeature.h"
            """)
        let host = try Sandbox(.only([feature, .fixture("Plain")]), wiring: .none)
        let outcome = try host.run("list")
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.contains("plain "))
        #expect(outcome.output.contains("it crashed in its constructors (SIGABRT: aborted)"))
    }
}
