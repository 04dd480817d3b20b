import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("diff", .blocking)
struct DiffTests {
    /// A version of one feature, with these incoming routes.
    private static func version(_ version: String, _ incoming: String) -> Feature {
        let text = incoming.replacing("\"", with: "\\\"")
        return .source(
            "plain",
            """
            #define FEATURE_VERSION "\(version)"
            #define INCOMING "\(text)"
            #include "PlainFeature.h"
            """)
    }

    private static let old = version("1.0.0", #"{"name":"screen"},{"name":"other"}"#)
    private static let new = version(
        "2.0.0", #"{"name":"screen","arguments":[{"name":"number","type":"int"}]},{"name":"third"}"#)

    /// A host without features, with both versions beside it.
    private func host() throws -> Sandbox {
        let host = try Sandbox(.only([]), wiring: .none)
        try Self.old.write(to: "\(host.work)/old.so")
        try Self.new.write(to: "\(host.work)/new.so")
        return host
    }

    @Test(
        "each change between two libraries has a line, what breaks stands first and says what to do: 1",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func text() throws {
        let outcome = try host().run("diff", "old.so", "new.so")
        #expect(outcome.end == .exit(1))
        #expect(outcome.diagnostics == "")
        #expect(
            outcome.output == """
                breaks: plain/screen: the argument 'number' (int) is new and required: no redirect and no saved screen gives it
                  fix: let it be optional, or give it a default
                breaks: plain/other: the incoming route is gone: redirects, links and saved screens that lead to it lead nowhere
                  fix: keep it; or, where 'third' takes its place, declare "was": ["other"] on that
                harmless: plain: the version is '2.0.0', and was '1.0.0'
                harmless: plain/third: the incoming route is new

                2 changes break, 2 changes are harmless

                """)
    }

    @Test(
        "what a screen of the old version saves and the new one does not take breaks",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"),
        arguments: [(1, 2, 0), (1, 1, 0), (2, 3, 1), (1, 0, 1), (0, 1, 0)])
    func states(old: Int, new: Int, code: Int32) throws {
        func version(_ form: Int) -> Feature { .source("keeps", "#define FORM \(form)\n#include \"KeepsText.h\"\n") }
        let host = try Sandbox(.only([]), wiring: .none)
        try version(old).write(to: "\(host.work)/old.so")
        try version(new).write(to: "\(host.work)/new.so")
        let outcome = try host.run("diff", "old.so", "new.so")
        #expect(outcome.end == .exit(code), "\(outcome.output)")
        #expect(outcome.output.contains("breaks: keeps: what the screen has saved is not taken") == (code == 1))
    }

    @Test(
        "in JSON each change has the part, the kind of change, and whether it breaks",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func json() throws {
        let json = try host().json("diff", "old.so", "new.so")
        #expect(json["old"] == ["file": "old.so", "id": "plain", "version": "1.0.0"])
        #expect(json["new"] == ["file": "new.so", "id": "plain", "version": "2.0.0"])
        #expect(json["breaks"] == true)
        #expect(json["changes"]?.array?.map { $0["part"] } == ["version", "argument", "incoming", "incoming"])
        #expect(json["changes"]?.array?.map { $0["change"] } == ["changed", "added", "removed", "added"])
        #expect(json["changes"]?.array?.map { $0["breaks"] } == [false, true, true, false])
        #expect(json["changes"]?.array?.map { $0["fix"] != nil } == [false, true, true, false])
    }

    @Test(
        "two versions that declare the same have no changes: 0",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func same() throws {
        #expect(try host().output("diff", "old.so", "old.so") == "No changes of the contract.\n")
    }

    @Test("two manifests in JSON are compared as two libraries are")
    func manifests() throws {
        let host = try Sandbox(.only([]), wiring: .none)
        try File.write(#"{"manifest": 1, "id": "shop", "incoming": [{"name": "list"}]}"#, to: "\(host.work)/old.json")
        try File.write(#"{"manifest": 1, "id": "shop"}"#, to: "\(host.work)/new.json")
        let outcome = try host.run("diff", "old.json", "new.json")
        #expect(outcome.end == .exit(1))
        #expect(outcome.output.hasSuffix("\n1 change breaks\n"))
        #expect(try host.output("diff", "new.json", "old.json").hasSuffix("\n1 change is harmless\n"))
    }

    @Test(
        "a file that is not there, and one that is no feature, are refused with the reason and what to do: 66",
        arguments: [
            ("no.so", "'no.so' cannot be read (No such file or directory); expected the file of a library"),
            ("text.so", "'text.so': not an ELF file"),
            ("no.json", "'no.json' cannot be read (No such file or directory); expected a manifest"),
            ("text.json", "'text.json': its manifest is not JSON"),
        ])
    func refused(name: String, message: String) throws {
        let host = try Sandbox(.only([]), wiring: .none)
        if !name.hasPrefix("no.") { try File.write("text", to: "\(host.work)/\(name)") }
        let outcome = try host.run("diff", name, name)
        #expect(outcome.end == .exit(66))
        #expect(outcome.output == "")
        #expect(outcome.messages.count == 1)
        #expect(outcome.messages.first?.hasPrefix(message) == true, "\(outcome.messages)")
    }

    @Test("one file or three are a wrong command line", arguments: [1, 3])
    func usage(count: Int) throws {
        let outcome = try Sandbox().run(["diff"] + Array(repeating: "a.so", count: count))
        #expect(outcome.end == .exit(64))
        let given = count == 1 ? "only 'a.so' was given" : "'a.so' was given too"
        #expect(outcome.messages.first == "'diff' takes two operands, FILE and FILE, and \(given)")
    }
}
