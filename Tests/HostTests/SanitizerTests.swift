import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// `switchyard check --sanitizer`, with the sanitizers of the machine's C compiler.
@Suite("check --sanitizer", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct SanitizerTests {
    private static let code = """
        #include <pthread.h>
        #include <stdlib.h>
        #include "FeatureHelpers.h"
        static sy_status faulty(const sy_screen *, const sy_render *, const sy_view_sink *, const sy_error *);
        #define RENDER faulty
        #include "PlainFeature.h"
        static int shared;
        static void *count(void *argument) { return shared++, argument; }
        static sy_status faulty(const sy_screen *screen, const sy_render *how, const sy_view_sink *sink,
                                const sy_error *error) {
        #if defined ADDRESS
            volatile char *bytes = malloc(4);
            bytes[4] = 1;
        #elif defined UNDEFINED
            volatile int large = 2147483647;
            large = large + 1;
        #elif defined THREAD
            pthread_t other;
            pthread_create(&other, NULL, count, NULL);
            shared++;
            pthread_join(other, NULL);
        #endif
            (void)count;
            return plain_render(screen, how, sink, error);
        }

        """

    /// Writes the feature, built with a sanitizer, and returns what `check` does with it. Nil if there is no runtime.
    private func check(_ sanitizer: String, _ arguments: [String]) throws -> Subprocess.Outcome? {
        guard
            let library = try? Fixtures.library(
                "Faulty", of: Self.code, ["-fsanitize=\(sanitizer)", "-pthread"] + arguments)
        else { return nil }
        let host = try Sandbox(.only([]), wiring: .none)
        return try host.run(
            ["check", "--json", "--sanitizer", sanitizer, "-t", "render", "-t", "load", library],
            killedAfter: .seconds(300))
    }

    @Test(
        "what a sanitizer finds ends the test with its line, and a library without a fault passes",
        .disabled(if: Sanitizer.current != nil, "the settings of the outer sanitizer would be those of the inner one"),
        arguments: [
            ("address", "AddressSanitizer: heap-buffer-overflow"), ("undefined", "signed integer overflow"),
            ("thread", "ThreadSanitizer: data race"),
        ])
    func finds(sanitizer: String, finding: String) throws {
        guard let outcome = try check(sanitizer, ["-D\(sanitizer.uppercased())"]) else { return }
        #expect(outcome.end == .exit(1), "\(outcome.output)\(outcome.diagnostics)")
        let tests = try JSON.parse(outcome.output)["libraries"]?[0]?["tests"]?.array ?? []
        let render = tests.first { $0["name"] == "render" }
        #expect(render?["status"] == "crashed", "\(outcome.output)")
        #expect(render?["reasons"]?[0]?.string?.contains(finding) == true, "\(outcome.output)")
        #expect(render?["reasons"]?[0]?.string?.contains("Faulty.c") == true, "\(outcome.output)")
        let good = try #require(try check(sanitizer, []))
        #expect(good.end == .exit(0), "\(good.output)\(good.diagnostics)")
    }

    @Test("a library that was built without the sanitizer is refused with the flag")
    func missing() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        let outcome = try host.run("check", "--sanitizer", "address", Fixtures.library("Plain"))
        #expect(outcome.end == .exit(69))
        #expect(outcome.diagnostics.contains("build it with -fsanitize=address"), "\(outcome.diagnostics)")
    }
}
