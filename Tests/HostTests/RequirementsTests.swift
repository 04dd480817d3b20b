import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// Features that require something of the host, on their way through the program.
@Suite(
    "What a feature requires of the host", .blocking, .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct RequirementsTests {
    private static let reason = """
        it requires switchyard 9.1 or later and the extension 'switchyard.teleport/2', and this host is switchyard 0.2.0 \
        with the extensions 'switchyard.connect/1', 'switchyard.files/1', 'switchyard.http/1', 'switchyard.swap/1'
        """
    private static let later = Feature.fixture("PlainRequires")

    private static func plain(_ requires: String) -> Feature {
        .source(
            "plain",
            """
            #define MEMBERS ",\\"requires\\":\(requires.replacing("\"", with: "\\\""))"
            #include "PlainFeature.h"
            """)
    }

    @Test("what this host has is required without effect, and list and explain show it")
    func met() throws {
        let feature = Self.plain(
            #"{"host":"0.1","extensions":["switchyard.swap/1","switchyard.connect/1","switchyard.files/1"]}"#)
        let host = try Sandbox(.only([feature]), wiring: .none)
        #expect(try host.output("navigate", "plain").hasSuffix("This is plain 1.0.0.\n"))
        let required: JSON = [
            "host": "0.1", "extensions": ["switchyard.swap/1", "switchyard.connect/1", "switchyard.files/1"],
        ]
        #expect(try host.json("list")["features"]?[0]?["requires"] == required)
        #expect(try host.json("explain", host.path(feature))["requires"] == required)
        let shown = try host.output("explain", host.path(feature))
        #expect(
            shown.contains(
                "\n             requires switchyard 0.1 or later and the extensions 'switchyard.swap/1', "
                    + "'switchyard.connect/1', 'switchyard.files/1'\n"), "\(shown)")
        #expect(try host.json("doctor")["errors"] == 0)
    }

    @Test("a feature whose requirements are not met is never activated, and every command says why")
    func unmet() throws {
        let host = try Sandbox(.only([Self.later, .home]), wiring: .text(#"{"root": "home"}"#))
        let path = host.path(Self.later)
        // From the scan, from the registry, and from the snapshot.
        for _ in 1...3 {
            #expect(try host.json("list")["notUsed"] == [["file": .string(path), "reason": .string(Self.reason)]])
        }
        let finding = try host.json("doctor")["findings"]?[0]
        #expect(finding?["code"] == "file-refused")
        #expect(finding?["message"] == .string(Self.reason))
        #expect(
            finding?["fix"]
                == "install a later switchyard that has it, or a version of the feature that requires less")
        let explained = try host.run("explain", path)
        #expect(explained.end == .exit(1))
        #expect(explained.output.contains("\n  refused    \(Self.reason)\n"), "\(explained.output)")
        #expect(try host.run("explain", "plain").output.contains("'\(path)': \(Self.reason)\n"))
        let navigated = try host.run("navigate", "plain")
        #expect(navigated.end == .exit(1))
        #expect(navigated.firstLine == "home > system/notFound")
        #expect(navigated.diagnostics.contains("the feature 'plain' is refused: '\(path)': \(Self.reason)\n"))
    }

    @Test("of two versions of one feature, the host uses the one whose requirements it meets")
    func twoVersions() throws {
        let older = Feature.fixture("Plain", as: "zOlder.so")
        let host = try Sandbox(.only([Self.later, older]), wiring: .none)
        for _ in 1...2 {
            let list = try host.json("list")
            #expect(list["features"]?.array?.map { $0["version"] } == ["1.0.0"])
            #expect(list["notUsed"]?.array?.map { $0["file"] } == [.string(host.path(Self.later))])
        }
        #expect(try host.output("navigate", "plain").hasSuffix("This is plain 1.0.0.\n"))
    }

    @Test("check fails on what this host does not have, and tests nothing that needs the feature to run")
    func check() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        try Self.later.write(to: "\(host.work)/later.so")
        let outcome = try host.run("check", "later.so", "-t", "manifest", "-t", "requirements", "-t", "activate")
        #expect(outcome.end == .exit(1))
        let lines = outcome.output.split(separator: "\n").map {
            $0.split(separator: " ").prefix(2).joined(separator: " ")
        }
        #expect(
            lines == [
                "later.so", "manifest passed", "requirements failed", "it requires", "activate skipped",
                "1 passed,",
            ])
    }

    @Test("check --against finds that the app's host would refuse the library, and what then leads nowhere")
    func against() throws {
        let host = try Sandbox(.only([.fixture("Plain"), .home]), wiring: .text(#"{"root": "plain"}"#))
        try Self.later.write(to: "\(host.work)/later.so")
        let outcome = try host.run("check", "later.so", "--against", host.plugins, "--config", host.wiring)
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.contains("error: later.so: \(Self.reason)\n"), "\(outcome.output)")
        #expect(outcome.output.contains("the feature 'plain' is refused: 'later.so'"), "\(outcome.output)")
    }

    @Test("diff compares libraries whose requirements this host does not meet: a new one breaks, one less does not")
    func diff() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        try Feature.fixture("Plain").write(to: "\(host.work)/old.so")
        try Self.later.write(to: "\(host.work)/new.so")
        let outcome = try host.run("diff", "old.so", "new.so")
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.output == """
                breaks: host: the feature requires 9.1 or later of the host, and required any version: an earlier host does not use it
                  fix: require no later host, and go on without what an earlier one does not have
                breaks: switchyard.files/1: the feature requires the extension: a host without it does not use it
                  fix: do not require it, and go on without it where the host answers null
                breaks: switchyard.teleport/2: the feature requires the extension: a host without it does not use it
                  fix: do not require it, and go on without it where the host answers null
                harmless: plain: the version is '3.0.0', and was '1.0.0'

                3 changes break, 1 change is harmless

                """)
        let back = try host.json("diff", "new.so", "old.so")
        #expect(back["breaks"] == false)
        #expect(
            back["changes"]?.array?.map { $0["part"] } == ["version", "requirement", "requirement", "requirement"])
    }

    @Test("of five thousand extensions that this host does not have, the reason names three")
    func many() throws {
        let ids = (0..<5000).map { "\"x/\($0)\"" }.joined(separator: ",")
        let host = try Sandbox(.only([Self.plain(#"{"extensions":[\#(ids)]}"#)]), wiring: .none)
        let reason = try host.json("list")["notUsed"]?[0]?["reason"]?.string ?? ""
        #expect(reason.hasPrefix("it requires the extensions 'x/0', 'x/1', 'x/2' and 4997 more, and this host is "))
    }

    @Test(
        "requirements that break a rule refuse the library with the place in its manifest",
        arguments: [
            (#""0.1""#, "requires: expected an object, found a string"),
            (#"{"host":1}"#, "requires.host: expected a string, found a number"),
            (
                #"{"host":"99999999999999999999.1"}"#,
                "requires.host: '99999999999999999999.1' is not a version of a host"
            ),
            (#"{"extensions":"x/1"}"#, "requires.extensions: expected an array, found a string"),
            (#"{"extensions":[""]}"#, "requires.extensions[0]: '' is not the id of an extension"),
            (#"{"extensions":["x/1","x/1"]}"#, "requires.extensions[1]: the extension 'x/1' stands twice"),
        ])
    func malformed(requires: String, message: String) throws {
        let host = try Sandbox(.only([Self.plain(requires)]), wiring: .none)
        let reason = try host.json("list")["notUsed"]?[0]?["reason"]?.string ?? ""
        #expect(reason.hasPrefix("its manifest breaks a rule: line 1, column "), "\(reason)")
        #expect(reason.contains(message), "\(reason)")
    }
}
