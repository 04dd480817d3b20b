import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import ProgramTestSupport

/// Hosts beside one another, whose features have one data directory.
@Suite("A feature's data", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct FeatureDataTests {
    /// A feature that counts its starts in its data directory.
    static func keeps(version: String = "1.0.0", members: String = "") -> Feature {
        .source(
            "Keeps\(version.utf8.reduce(0) { $0 &* 31 &+ Int($1) })\(members.count)",
            """
            #include <fcntl.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/stat.h>
            #include <unistd.h>
            #define FEATURE_ID "keeps"
            #define FEATURE_VERSION "\(version)"
            #define MEMBERS ",\\"links\\":[{\\"scheme\\":\\"keeps\\",\\"host\\":\\"keeps\\",\\"pattern\\":\\"/screen\\"," \
                            "\\"route\\":\\"screen\\"}]\(members)"
            static char shown[128];
            #define SCREEN_TEXT shown
            #include "FeatureABI.h"
            static sy_status count_starts(const sy_library *library, const sy_host *host, const sy_context *context,
                                          const sy_feature **feature, const sy_error *error);
            #define ACTIVATE count_starts
            #include "PlainFeature.h"
            static sy_status count_starts(const sy_library *library, const sy_host *host, const sy_context *context,
                                          const sy_feature **feature, const sy_error *error) {
                char path[4096];
                struct stat status = {0};
                snprintf(path, sizeof path, "%.*s/starts", (int)context->data_directory.count, context->data_directory.data);
                int file = context->data_directory.count ? open(path, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
                if (file >= 0 && write(file, "x", 1) == 1 && fstat(file, &status) == 0) close(file);
                snprintf(shown, sizeof shown, "version %s, start %d", FEATURE_VERSION, (int)status.st_size);
                return plain_activate(library, host, context, feature, error);
            }
            """)
    }

    private func sandbox(_ features: [Feature] = [keeps(), .fixture("Plain")]) throws -> Sandbox {
        let host = try Sandbox(.only(features), wiring: .none)
        try host.makeRuntimeDirectory()
        return host
    }

    /// A link to the feature, which the run that takes it answers once the feature has started.
    private static let link = "keeps://keeps/screen"

    @Test(
        "a feature whose data cannot be locked says what is in the way",
        arguments: ["mkfifo", "mkdir", "ln -s /nonexistent"])
    func obstructed(command: String) throws {
        let host = try sandbox()
        _ = try host.run("navigate", "keeps")
        let lock = "\(host.directory("data"))/switchyard/features/keeps.lock"
        #expect(system("rm -f '\(lock)'; \(command) '\(lock)'") == 0)
        for _ in 1...2 {
            let outcome = try host.run("navigate", "keeps")
            #expect((outcome.output + outcome.diagnostics).contains("its data cannot be locked, since '\(lock)' is no"))
        }
    }

    @Test("one host at a time has the data, and a second is told which one does", arguments: ["process", "inline"])
    func inUse(isolation: String) throws {
        let host = try sandbox()
        let run = try LineRun(host, "--isolation", isolation)
        #expect(try host.output("open", Self.link) == "shown: \(Self.link)\n")
        for isolation in ["process", "inline"] {
            let second = try host.run("navigate", "keeps", "--isolation", isolation)
            #expect(second.end == .exit(1))
            for text in [
                "did not start: its data is in use by process ",
                " (\(try Products.switchyard.split(separator: "/").last ?? "") run), and one instance at a time may use it",
            ] { #expect(second.diagnostics.contains(text), "\(second.diagnostics)") }
        }
        // What starts no feature with its data is refused nothing, and neither are other features.
        #expect(try host.run("list").end == .exit(0))
        #expect(try host.run("explain", "keeps").end == .exit(0))
        #expect(!(try host.run("doctor").output.contains("in use")))
        #expect(!(try host.run("check", host.path(Self.keeps())).output.contains("in use")))
        #expect(try host.output("navigate", "plain/screen").contains("This is plain"))
        #expect(try run.quit().end == .exit(0))
        #expect(try host.output("navigate", "keeps").contains("version 1.0.0, start 2"))
        #expect(access(host.directory("data/switchyard/features/keeps.lock"), F_OK) != 0)
    }

    private static func isFree(_ lock: String) -> Bool {
        let file = open(lock, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        return flock(file, LOCK_EX | LOCK_NB) == 0
    }

    @Test("a host that was killed leaves no lock behind")
    func killed() throws {
        let host = try sandbox()
        let run = try LineRun(host)
        defer { withExtendedLifetime(run) {} }
        #expect(try host.output("open", Self.link) == "shown: \(Self.link)\n")
        let lock = host.directory("data/switchyard/features/keeps.lock")
        let holder = try #require(FileLock.holder(of: lock))
        kill(holder, SIGKILL)
        // Its workers end with it, and till then have its lock too.
        wait { Processes.hasEnded(holder) && Self.isFree(lock) }
        #expect(Self.isFree(lock))
        #expect(try host.output("navigate", "keeps").contains("version 1.0.0, start 2"))
    }

    @Test("a feature that keeps nothing yet starts in a second host, without a directory, and is no other's loss")
    func empty() throws {
        let host = try sandbox()
        let run = try LineRun(host)
        #expect(try host.output("open", Self.link) == "shown: \(Self.link)\n")
        #expect(unlink(host.directory("data/switchyard/features/keeps/starts")) == 0)
        let second = try host.run("navigate", "keeps", "--verbose")
        #expect(second.output.contains("version 1.0.0, start 0"))
        #expect(second.diagnostics.contains("keeps: notice: it has no data directory, and keeps nothing: process "))
        #expect(try File.names(in: host.directory("data/switchyard/features/keeps")) == [])
        _ = try run.quit()
        #expect(try host.output("navigate", "keeps").contains("version 1.0.0, start 1"))
    }

    @Test("a feature that shares its data, and one with another data home, run beside one another")
    func shared() throws {
        let host = try sandbox([Self.keeps(members: #",\"sharesData\":true"#), .fixture("Plain")])
        let run = try LineRun(host)
        #expect(try host.output("open", Self.link) == "shown: \(Self.link)\n")
        #expect(try host.output("navigate", "keeps").contains("version 1.0.0, start 2"))
        _ = try run.quit()

        let other = try sandbox()
        let first = try LineRun(other)
        #expect(try other.output("open", Self.link) == "shown: \(Self.link)\n")
        other.set("XDG_DATA_HOME", other.directory("other"))
        #expect(try other.output("navigate", "keeps").contains("version 1.0.0, start 1"))
        _ = try first.quit()
    }

    @MainActor
    @Test("a new version starts beside the old one in one host, with its data", .inlineAndInWorkers)
    func reload() throws {
        let host = try sandbox()
        let application = try host.application()
        let coordinator = application.makeCoordinator()
        coordinator.start()
        coordinator.go(toText: "keeps")
        #expect(TextRenderer.text(of: coordinator.show()).contains("version 1.0.0, start 1"))
        try Self.keeps(version: "2.0.0").write(to: host.path(Self.keeps()))
        #expect(application.reload(coordinator).refusals == [])
        #expect(TextRenderer.text(of: coordinator.show()).contains("version 2.0.0, start 2"))
        #expect(try host.run("navigate", "keeps").diagnostics.contains("its data is in use by process \(getpid()) ("))
        coordinator.shutDown()
        #expect(try host.output("navigate", "keeps").contains("version 2.0.0, start 3"))
    }
}
