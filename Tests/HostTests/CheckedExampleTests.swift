import TestSupport
import Testing

@testable import ProgramTestSupport

/// The report of `switchyard check` on the features that authors may begin with: at most they refuse odd values.
@Suite("A feature in another language", .blocking, .deep)
struct CheckedExampleTests {
    @Test(
        "an example passes the check",
        .enabled(
            if: LanguageExample.allCases.contains { $0.missingProgram == nil },
            "there is no make, no compiler, no cargo"),
        arguments: LanguageExample.allCases.filter { $0.missingProgram == nil })
    func examples(example: LanguageExample) throws {
        _ = try check(example.feature)
    }

    @Test(
        "a feature of an earlier version passes the check, except for what it refused then",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"), arguments: ["1.0"])
    func released(version: String) throws {
        let output = try check(.released(version))
        #expect(output.contains("perform of the button 'Refuse' on "))
        #expect(output.contains(" failed: this is never done\n"))
    }

    @Test(
        "a feature in Embedded Swift passes the check",
        .enabled(if: SwiftFixture.embedded.reasonItIsMissing == nil, SwiftFixture.embedded.reasonItIsMissing))
    func embedded() throws {
        #expect(try check(SwiftFixture.embedded.feature).contains(" 0 warnings, 0 failed, 0 crashed\n"))
    }

    @Test(
        "a feature with a Swift runtime of its own passes the check",
        .enabled(if: SwiftFixture.staticRuntime.reasonItIsMissing == nil, SwiftFixture.staticRuntime.reasonItIsMissing))
    func staticRuntime() throws {
        #expect(try check(SwiftFixture.staticRuntime.feature).contains(" 0 warnings, 0 failed, 0 crashed\n"))
    }

    /// Returns the output of a check that succeeds.
    private func check(_ feature: Feature) throws -> String {
        let host = try Sandbox(.only([feature]))
        let outcome = try host.run("check", host.path(feature))
        #expect(outcome.end == .exit(0), "\(outcome.output)\(outcome.diagnostics)")
        return outcome.output
    }
}
