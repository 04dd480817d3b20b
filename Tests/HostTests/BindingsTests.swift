import FeatureContract
import JSONText
import TestSupport
import Testing

@testable import HostCore

@Suite("bindings", .blocking)
struct BindingsTests {
    /// A feature whose names are keywords, look alike, and have arguments of every kind.
    private static let manifest = #"""
        {
            "manifest": 1, "id": "odd-names", "version": "1.0.0",
            "incoming": [
                { "name": "detail", "summary": "One of them. */ /*", "arguments": [{ "name": "identifier", "type": "int" }] },
                { "name": "default", "arguments": [
                    { "name": "case", "type": "string" }, { "name": "int", "type": "bool" }, { "name": "self", "type": "double" }
                ] },
                { "name": "find", "deprecated": "Use 'detail'.", "arguments": [
                    { "name": "text", "type": "string", "optional": true }, { "name": "limit", "type": "int", "default": 10 },
                    { "name": "exact", "type": "bool", "optional": true }, { "name": "size", "type": "double", "default": 0.5 }
                ] },
                { "name": "lists", "arguments": [
                    { "name": "NULL", "type": "[string]" }, { "name": "some", "type": "[int]", "default": [1] },
                    { "name": "out", "type": "[double]", "optional": true }, { "name": "index", "type": "[bool]" }
                ] },
                { "name": "my-route" }, { "name": "my_route" }, { "name": "myRoute" }, { "name": "text" }, { "name": "init" },
                { "name": "Self" }, { "name": "_" }, { "name": "mainScreen" }, { "name": "main_screen" }, { "name": "put_" }
            ],
            "outgoing": [{ "name": "go-on", "arguments": [{ "name": "to", "type": "string" }] }],
            "checkpoints": [{ "name": "detail" }], "sends": [{ "name": "my-route" }]
        }
        """#

    /// The destinations that each program prints, one in a line.
    private static let expected = [
        "odd-names", "odd-names/detail?identifier=-9223372036854775808",
        "odd-names/default?case=a%20b%26c%3D%C3%BC%25&int=true&self=0.1", "odd-names/find",
        "odd-names/find?text=&limit=0&exact=false&size=1e300", "odd-names/lists?NULL&index",
        "odd-names/lists?NULL=a&NULL=b&some&out=-2.5&index=true&index=false", "odd-names/my-route",
        "odd-names/my_route", "odd-names/go-on?to=x",
    ]

    private static let programs: [(language: String, file: String, main: String)] = [
        (
            "swift", "main.swift",
            """
            for destination: OddNamesDestination in [
                .mainScreen2, .detail(identifier: .min), .default_(case_: "a b&c=ü%", int: true, self_: 0.1), .find(),
                .find(text: "", limit: 0, exact: false, size: 1e300), .lists(NULL: [], index: []),
                .lists(NULL: ["a", "b"], some_: [], out: [-2.5], index: [true, false]), .myRoute, .my_route,
                .goOn(to: "x"),
            ] { print(destination.text) }
            print(OddNamesWiring.default_, OddNamesWiring.goOn, OddNamesWiring.detailCheckpoint)
            """
        ),
        (
            "c", "main.c",
            """
            #include "bindings.h"
            #define SHOW(...) do { char text[200]; __VA_ARGS__; puts(text); } while (0)
            int main(void) {
                int64_t zero = 0, none = 0;
                bool no = false, both[] = {true, false};
                double large = 1e300, less[] = {-2.5};
                const char *names[] = {"a", "b"};
                SHOW(odd_names_main_screen2(text, sizeof text));
                SHOW(odd_names_detail(text, sizeof text, INT64_MIN));
                SHOW(odd_names_default(text, sizeof text, "a b&c=\\xC3\\xBC%", true, 0.1));
                SHOW(odd_names_find(text, sizeof text, NULL, NULL, NULL, NULL));
                SHOW(odd_names_find(text, sizeof text, "", &zero, &no, &large));
                SHOW(odd_names_lists(text, sizeof text, NULL, 0, NULL, 0, NULL, 0, NULL, 0));
                SHOW(odd_names_lists(text, sizeof text, names, 2, &none, 0, less, 1, both, 2));
                SHOW(odd_names_my_route(text, sizeof text));
                SHOW(odd_names_my_route2(text, sizeof text));
                SHOW(odd_names_go_on(text, sizeof text, "x"));
                puts(ODD_NAMES_ROUTE_DEFAULT " " ODD_NAMES_ROUTE_GO_ON " " ODD_NAMES_CHECKPOINT_DETAIL);
                char cut[8];
                return odd_names_detail(cut, sizeof cut, 1) == strlen("odd-names/detail?identifier=1")
                    && strcmp(cut, "odd-nam") == 0 && odd_names_detail(NULL, 0, 1) == 29 ? 0 : 1;
            }
            """
        ),
        (
            "rust", "main.rs",
            """
            include!("bindings.rs");
            fn main() {
                use OddNamesDestination::*;
                let text = |text: &str| text.to_string();
                for destination in [
                    MainScreen3, Detail { identifier: i64::MIN },
                    Default { case: text("a b&c=ü%"), int: true, self_: 0.1 },
                    Find { text: None, limit: None, exact: None, size: None },
                    Find { text: Some(text("")), limit: Some(0), exact: Some(false), size: Some(1e300) },
                    Lists { NULL: vec![], some: None, out: None, index: vec![] },
                    Lists { NULL: vec![text("a"), text("b")], some: Some(vec![]), out: Some(vec![-2.5]), index: vec![true, false] },
                    MyRoute, MyRoute2, GoOn { to: text("x") },
                ] {
                    println!("{}", destination.text());
                }
                println!("{} {} {}", odd_names_wiring::DEFAULT, odd_names_wiring::GO_ON, odd_names_wiring::DETAIL_CHECKPOINT);
            }
            """
        ),
    ]

    /// A folder with the bindings of a language and the program that uses them.
    private static func folder(_ language: String, _ file: String, _ main: String) throws -> Sandbox {
        let host = try Sandbox(.only([]), wiring: .none)
        try File.write(manifest, to: "\(host.work)/odd.json")
        let bindings = try host.output("bindings", "odd.json", "--language", language)
        let ending = ["swift": "swift", "c": "h", "rust": "rs"][language] ?? ""
        try File.write(bindings, to: "\(host.work)/bindings.\(ending)")
        try File.write(main, to: "\(host.work)/\(file)")
        return host
    }

    /// Expects that a program prints the destinations as a host reads them.
    private static func expectDestinations(_ program: String, _ language: String) throws {
        let outcome = try Subprocess(program, [], environment: Subprocess.variables("LD_LIBRARY_PATH")).run()
        #expect(outcome.end == .exit(0), "\(outcome.diagnostics)")
        var lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(
            lines.popLast()
                == "odd-names/default?case={case}&int={int}&self={self} odd-names/go-on?to={to} odd-names/detail")
        let catalog = Catalog(found: [.init(manifest: try Manifest(parsing: Array(manifest.utf8)), path: nil)])
        #expect(
            try lines.map { try catalog.place($0) } == expected.map { try catalog.place($0) }, "\(language): \(lines)")
    }

    @Test(
        "the source in Swift compiles without a warning, and prints destinations as the host reads them",
        .enabled(if: SwiftToolchain.current != nil, "no swiftc is installed"), .deep)
    func swift() throws {
        let host = try Self.folder(Self.programs[0].language, Self.programs[0].file, Self.programs[0].main)
        let compiler = try #require(SwiftToolchain.current?.compiler)
        let outcome = try Subprocess(
            compiler,
            [
                "-swift-version", "6", "-warnings-as-errors", "-o", "\(host.work)/program", "\(host.work)/main.swift",
                "\(host.work)/bindings.swift",
            ], environment: Subprocess.variables("PATH", "HOME", "SWIFTLY_HOME_DIR", "SWIFTLY_BIN_DIR")
        ).run()
        try #require(outcome.end == .exit(0), "\(outcome.output + outcome.diagnostics)")
        try Self.expectDestinations("\(host.work)/program", "swift")
    }

    @Test(
        "the header in C compiles as C99 and as C++ without a warning, and prints destinations as the host reads them",
        .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
    func c() throws {
        let host = try Self.folder(Self.programs[1].language, Self.programs[1].file, Self.programs[1].main)
        let strict = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
        let compiler = try #require(installedProgram("cc"))
        let environment = Subprocess.variables("PATH", "HOME")
        let outcome = try Subprocess(
            compiler, ["-std=c99"] + strict + ["-o", "\(host.work)/program", "\(host.work)/main.c"],
            environment: environment
        ).run()
        try #require(outcome.end == .exit(0), "\(outcome.diagnostics)")
        try Self.expectDestinations("\(host.work)/program", "c")
        guard let compiler = installedProgram("c++") else { return }
        let asCPlusPlus = try Subprocess(
            compiler, ["-std=c++11", "-fsyntax-only", "-x", "c++"] + strict + ["\(host.work)/bindings.h"],
            environment: environment
        ).run()
        let messages = asCPlusPlus.diagnostics
        #expect(asCPlusPlus.end == .exit(0), "\(messages)")
    }

    @Test(
        "the source in Rust compiles without a warning, and prints destinations as the host reads them",
        .enabled(if: installedProgram("rustc") != nil, "no rustc is installed"), .deep)
    func rust() throws {
        let host = try Self.folder(Self.programs[2].language, Self.programs[2].file, Self.programs[2].main)
        let outcome = try Subprocess(
            try #require(installedProgram("rustc")),
            ["--edition", "2021", "-D", "warnings", "-o", "\(host.work)/program", "\(host.work)/main.rs"],
            environment: Subprocess.variables("PATH", "HOME", "CARGO_HOME", "RUSTUP_HOME")
        ).run()
        try #require(outcome.end == .exit(0), "\(outcome.diagnostics)")
        try Self.expectDestinations("\(host.work)/program", "rust")
    }

    @Test("the bindings of a library have a case for each of its routes")
    func library() throws {
        let text = try Sandbox().output("bindings", Products.path("libCharacterFeature.so"))
        #expect(text.contains("public enum CharacterDestination: Hashable, Sendable {"))
        #expect(text.contains("    case list\n"))
        #expect(text.contains("    case detail(identifier: Int64)\n"))
        #expect(text.contains("    public static let detail = \"character/detail?identifier={identifier}\"\n"))
    }

    @Test(
        "a wrong command line and a file that is no feature are refused",
        arguments: [
            ([], 64, "'bindings' takes one FILE, and none was given"),
            (["a.so", "b.so"], 64, "'bindings' takes one FILE, and 'b.so' was given too"),
            (
                ["a.so", "--language", "swfit"], 64,
                "'swfit' is not a language that there are bindings for: expected swift, c, rust; did you mean 'swift'?"
            ),
            (["nope.so"], 66, "'nope.so': it cannot be read (No such file or directory)"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], code: Int32, message: String) throws {
        let outcome = try Sandbox().run(["bindings"] + arguments)
        #expect(outcome.end == .exit(code))
        #expect(outcome.output == "")
        #expect(outcome.messages.first?.hasPrefix(message) == true, "\(outcome.messages)")
    }
}
