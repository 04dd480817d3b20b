import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// A pretended next version: each struct that may grow has grown, and there are values, nodes and words that this one does not
/// know.
@Suite(
    "The next version of the ABI", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct NewerVersionTests {
    @Test("a library of a newer minor runs in this host, which passes over what it does not know", .inlineAndInWorkers)
    func newerLibrary() throws {
        let host = try Sandbox(
            .only([.released("1.0", isNewer: true)]),
            wiring: .text(
                """
                {
                    "root": "released",
                    "redirects": {"released/FarWords": "released/Words", "released/FarPerson": "released/Person"},
                }
                """))
        #expect(try host.json("list")["features"]?[0]?["abi"] == "1.1")
        let shown = try host.run(
            "navigate", "-v", "press:Push", "press:Post", "press:Person", "press:Log", "press:Everything",
            "type:Field=written", "press:Toggle")
        #expect(shown.end == .exit(0), "\(shown.diagnostics)")
        #expect(shown.firstLine == "released > released/number?number=2 > released/everything")
        #expect(shown.output.contains("\nNewer\n"), "\(shown.output)")
        #expect(shown.output.contains("Inside the newer one\n"))
        #expect(shown.output.contains("Field: [written]"))
        #expect(shown.diagnostics.contains("released: notice: a person with id=2 tags=2"))
    }

    private static let walk = """
        minor: smaller
        manifest: ok
        text: some
        activate: ok
        make_main_screen: ok
        render: ok
        nodes: some, depth 0, 1 info
        perform with a newer kind of value: failed with a reason
        perform of no action: failed with a reason
        receive of a newer kind: refused
        returned to nothing: failed with a reason
        save: ok
        states: 1
        resolve with a newer kind of argument: failed with a reason
        resolve_url: not mine
        deactivate

        """

    @Test("a library of this version runs in a host of a newer minor, and refuses what it does not know")
    func newerHost() throws {
        let host = try Fixtures.newerHost()
        let walked = try Subprocess(host, [Fixtures.released("1.0"), "number"]).run()
        #expect(walked.end == .exit(0), "\(walked.diagnostics)")
        #expect(walked.output == Self.walk)
    }

    @Test(
        "a feature in Swift runs in a host of a newer minor, and refuses what it does not know",
        .disabled(if: Sanitizer.current != nil, "the host in C does not have the runtime of a sanitizer"))
    func newerHostOfSwift() throws {
        let host = try Fixtures.newerHost()
        let walked = try Subprocess(host, [Products.path("libCharacterFeature.so"), "detail"]).run()
        #expect(walked.end == .exit(0), "\(walked.diagnostics)")
        let own = ["perform with a newer kind of value", "save", "states"]
        func common(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { line in !own.contains { line.hasPrefix("\($0):") } }
        }
        #expect(common(walked.output) == common(Self.walk))
        #expect(!walked.output.contains("A REASON"))
    }
}
