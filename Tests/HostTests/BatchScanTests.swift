import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// The scan of several libraries in one worker.
@Suite(
    "Libraries that one worker scans", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
    .enabled(if: Confined.isWhole, "the kernel cannot confine a process wholly"))
struct BatchScanTests {
    /// A feature that does something when it is loaded.
    ///
    /// - Parameter version: An expression for the manifest's version.
    private func feature(_ name: String, _ statement: String = "", version: String = "\"1.0.0\"") -> Feature {
        .source(
            name,
            """
            #define _GNU_SOURCE
            #include <pthread.h>
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <unistd.h>
            static char process[20];
            static void *spin(void *data) { for (;;) pthread_testcancel(); return data; }
            __attribute__((constructor)) static void start(void) {
                pthread_t thread;
                (void)thread, (void)spin;
                snprintf(process, sizeof process, "%d.0.0", (int)getpid());
                \(statement)
            }
            static const char *text(void) {
                static char text[200];
                const char *format = "{\\"manifest\\":1,\\"id\\":\\"\(name)\\",\\"version\\":\\"%s\\",\\"incoming\\":[]}";
                snprintf(text, sizeof text, format, \(version));
                return text;
            }
            #define FEATURE_ID "\(name)"
            #define MANIFEST_TEXT text()
            #include "PlainFeature.h"
            """)
    }

    /// Returns the version of each feature that is used.
    private func versions(_ host: Sandbox) throws -> [String: String] {
        let list = try host.json("list")
        return Dictionary(
            uniqueKeysWithValues: (list["features"]?.array ?? []).map {
                ($0["id"]?.string ?? "", $0["version"]?.string ?? "")
            })
    }

    @Test("libraries of one folder share few workers, at most sixteen each, where they are confined and may be doubted")
    func shared() throws {
        let features = (10..<50).map { feature("f\($0)", version: "process") }
        let host = try Sandbox(.only(features), wiring: .none)
        var processes = Dictionary(grouping: try versions(host).values) { $0 }
        #expect(processes.values.reduce(0) { $0 + $1.count } == 40)
        #expect(processes.count <= 7)
        #expect(processes.values.allSatisfy { $0.count <= 16 })
        // Without a registry, a host could not tell the next one that a manifest was forged.
        try File.write("", to: host.directory("no folder"))
        host.set("XDG_CACHE_HOME", host.directory("no folder"))
        #expect(try Set(versions(host).values).count == 40)
        // Without confinement, a library could reach the user's other processes.
        host.set("XDG_CACHE_HOME", host.directory("another cache"))
        try host.confine("off")
        processes = Dictionary(grouping: try versions(host).values) { $0 }
        #expect(processes.count == 40)
    }

    @Test(
        "what goes wrong in a scan is one library's alone, with the reason that it has without neighbours",
        arguments: [
            "abort();", "_exit(3);", "raise(SIGKILL);", "for (;;) pause();", "*(volatile int *)8 = 1;",
            "for (int i = 3; i < 64; i++) if (write(i, \"garbage\", 7) < 0) continue;",
            "for (int i = 0; i < 64; i++) close(i);", "for (int i = 4; i < 256; i++) close(i);",
            "pthread_create(&thread, NULL, spin, NULL);",
            "while (malloc(1 << 20)) { }",
        ])
    func faults(statement: String) throws {
        let wiring = Sandbox.Wiring.text(#"{"deadline": "3s"}"#)
        let faulty = feature("m", statement)
        let alone = try Sandbox(.only([faulty]), wiring: wiring)
        let names = ["a", "b", "c", "d", "e", "v", "w", "x", "y", "z"]
        let host = try Sandbox(.only(names.map { feature($0) } + [faulty]), wiring: wiring)
        let (one, all) = (try alone.json("list"), try host.json("list"))
        func used(_ list: JSON) -> Set<String> { Set((list["features"]?.array ?? []).compactMap { $0["id"]?.string }) }
        #expect(used(all) == used(one).union(names))
        #expect(all["notUsed"]?.array?.map { $0["reason"] } == one["notUsed"]?.array?.map { $0["reason"] })
        #expect(host.remainingProcesses() == [])
    }

    @Test("a manifest that an earlier library has changed is found out when its feature starts, and told")
    func forged() throws {
        // A worker scans four libraries before the victim, one of which is in its process.
        let forgers = ["a", "b", "c", "d"].map { feature($0, "setenv(\"FORGED\", \"6.6.6\", 1);") }
        let victim = feature("m", version: "getenv(\"FORGED\") ? getenv(\"FORGED\") : \"1.0.0\"")
        let host = try Sandbox(.only(forgers + [victim]), wiring: .none)
        #expect(try versions(host)["m"] == "6.6.6")
        let outcome = try host.run("navigate", "m")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics.contains("it gives another manifest than in its scan"), "\(outcome.diagnostics)")
        #expect(try versions(host) == ["a": "1.0.0", "b": "1.0.0", "c": "1.0.0", "d": "1.0.0", "m": "1.0.0"])
        #expect(try host.output("navigate", "m").contains("This is m 1.0.0."))
    }

    /// Four libraries that forge what a later one gives, one in each worker, and that one.
    private func forgery(of manifest: String) -> [Feature] {
        let text = manifest.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
        return ["a", "b", "c", "d"].map { feature($0, "setenv(\"FORGED\", \"\(text)\", 1);") } + [
            .source(
                "m",
                """
                #include <stdlib.h>
                #define FEATURE_ID "m"
                #define TRUE_TEXT "{\\"manifest\\":1,\\"id\\":\\"m\\",\\"version\\":\\"1.0.0\\",\\"incoming\\":[]}"
                #define MANIFEST_TEXT (getenv("FORGED") ? getenv("FORGED") : TRUE_TEXT)
                #include "PlainFeature.h"
                """)
        ]
    }

    @Test(
        "a forged manifest that would keep its feature from use counts for nothing",
        arguments: [
            "not JSON", #"{"manifest":1,"id":"m","version":"6.6.6","incoming":[],"requires":{"host":"99"}}"#,
            #"{"manifest":1,"id":"a","version":"6.6.6","incoming":[]}"#,
        ])
    func unusable(manifest: String) throws {
        let host = try Sandbox(.only(forgery(of: manifest)), wiring: .none)
        for _ in 1...2 {
            #expect(try versions(host) == ["a": "1.0.0", "b": "1.0.0", "c": "1.0.0", "d": "1.0.0", "m": "1.0.0"])
        }
        #expect(try host.output("navigate", "m").contains("This is m 1.0.0."))
    }

    @Test("a feature that is missing by a forged manifest is there after doctor, or where the wiring needs it")
    func missing() throws {
        let forged = forgery(of: #"{"manifest":1,"id":"z","version":"6.6.6","incoming":[]}"#)
        let host = try Sandbox(.only(forged), wiring: .none)
        #expect(try versions(host)["z"] == "6.6.6")
        _ = try host.run("doctor")
        #expect(try versions(host)["m"] == "1.0.0")
        let wired = try Sandbox(.only(forged), wiring: .text(#"{"root": "m"}"#))
        #expect(try wired.output("navigate") == "m\n\nThis is m 1.0.0.\n")
    }

    @Test("a snapshot with a forged manifest goes with the first start of its feature, also where the registry is gone")
    func forgedSnapshot() throws {
        let host = try Sandbox(
            .only(forgery(of: #"{"manifest":1,"id":"m","version":"6.6.6","incoming":[]}"#)), wiring: .none)
        #expect(try versions(host)["m"] == "6.6.6")
        #expect(unlink(host.registry) == 0)
        for _ in 1...2 { #expect(try host.run("navigate", "m").end == .exit(1)) }
        #expect(try host.output("navigate", "m").contains("This is m 1.0.0."))
    }
}
