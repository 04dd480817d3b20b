import Glibc
import HostSystem
import JSONText
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@MainActor
@Suite("A checkup")
struct CheckupTests {
    private func checkup(_ directory: String, plugins: [String], wiring: String) throws -> Checkup {
        var options = HostOptions(
            plugins: plugins, config: wiring,
            environment: HostEnvironment(["HOME": directory, "XDG_CONFIG_DIRS": directory]), executable: nil)
        options.isLenient = true
        return Checkup(try AppLoader.load(options), leftovers: [])
    }

    @Test("a checkup goes on past a broken wiring file and missing directories, and lists them as findings")
    func lenient() throws {
        try TemporaryDirectory.with { directory in
            let wiring = "\(directory)/wiring.jsonc"
            try TemporaryDirectory.write("{\n  \"root\": }", to: wiring)
            try TemporaryDirectory.write("text", to: "\(directory)/plugins/libText.so")
            let plugins = ["\(directory)/plugins", "\(directory)/none"]
            let found = try checkup(directory, plugins: plugins, wiring: wiring)
            #expect(
                found.findings.map { "\($0.severity) \($0.code) \($0.place?.description ?? "")" } == [
                    "error directory-missing \(directory)/none",
                    "error file-refused \(directory)/plugins/libText.so",
                    "error wiring-malformed \(wiring), line 2, column 11",
                ])
            #expect(found.count(.error) == 3)
            #expect(throws: HostError.self) { try AppLoader.load(HostOptions(plugins: plugins, config: wiring)) }
            #expect(throws: HostError.self) { try AppLoader.load(HostOptions(plugins: plugins)) }
        }
    }

    @Test(
        "each file of findings calls all functions that find something",
        arguments: ["FileFindings", "WiringFindings", "RouteFindings"])
    func calls(file: String) throws {
        let source = try File.read(Repository.path("Sources/HostTools/Doctor/\(file).swift"))
        let functions = String(decoding: source, as: UTF8.self).split(separator: "\n    static func ").dropFirst()
        let calls = functions.filter { $0.hasPrefix("all(") }.map { $0.split(separator: "\n    }")[0] }
        for function in functions where function.contains("-> [Finding] {") {
            let name = function.prefix { $0 != "(" }
            #expect(name == "all" || calls.contains { $0.contains(name) }, "no 'all' of \(file) calls \(name)")
        }
    }

    @Test("a checkup of an empty app has no findings")
    func nothing() throws {
        try TemporaryDirectory.with { directory in
            let wiring = "\(directory)/wiring.jsonc"
            try TemporaryDirectory.write("{}", to: wiring)
            try TemporaryDirectory.write("", to: "\(directory)/plugins/none")
            let found = try checkup(directory, plugins: ["\(directory)/plugins"], wiring: wiring)
            #expect(found.findings == [])
        }
    }

    @Test("a wiring file that everyone may write to is an error of a checkup, and not read", arguments: ["{}", "{"])
    func insecureWiring(text: String) throws {
        try TemporaryDirectory.with { directory in
            let wiring = "\(directory)/wiring.jsonc"
            try TemporaryDirectory.write(text, to: wiring)
            chmod(wiring, 0o666)
            let found = try checkup(directory, plugins: [directory], wiring: wiring)
            let finding = found.findings.first { $0.code.rawValue == "wiring-insecure" }
            #expect(finding?.severity == .error)
            #expect(finding?.fix.hasPrefix("chmod o-w \(wiring), or pass --allow-insecure") == true)
        }
    }

    @Test(
        "the findings about the registry name its damage, and a failure to write it",
        arguments: [
            (.good, [], []), (.missing, [], []),
            (.rebuilt(why: "it is damaged (its end is missing)"), [], ["warning registry-rebuilt"]),
            (
                .good, [.registryNotWritten(path: "/cache/registry", SystemError(code: ENOSPC, operation: "write"))],
                ["warning registry-not-written"]
            ),
            (.good, [.insecure(path: "/p", .foreign(owner: 1))], []),
        ] as [(RegistryHealth.State, [Discovery.Warning], [String])])
    func registry(state: RegistryHealth.State, warnings: [Discovery.Warning], found: [String]) {
        let findings = RegistryHealth(path: "/cache/registry", size: 0, count: 0, state: state).findings(warnings)
        #expect(findings.map { "\($0.severity) \($0.code)" } == found)
        #expect(findings.allSatisfy { $0.place == .init("/cache/registry") && !$0.fix.hasPrefix("nothing") })
    }

    @Test("findings are ordered by severity, then by file and place, with those without a place last")
    func order() {
        func finding(_ severity: Finding.Severity, _ file: String?, _ line: Int = 1) -> Finding {
            Finding(
                severity, .fileRefused, "", at: file.map { .init($0, JSONLocation(line: line, column: 1, offset: 0)) },
                "\(severity) \(file ?? "") \(line)", fix: "")
        }
        let ordered = Finding.inOrder([
            finding(.note, "a"), finding(.error, nil), finding(.warning, "b"), finding(.error, "b", 10),
            finding(.error, "b", 9), finding(.error, "a", 3),
        ])
        #expect(
            ordered.map(\.message) == ["error a 3", "error b 9", "error b 10", "error  1", "warning b 1", "note a 1"])
    }
}
