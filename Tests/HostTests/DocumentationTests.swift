import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

/// The statements of the documents.
@Suite("The documentation", .blocking)
struct DocumentationTests {
    static let paths = [
        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Examples/Chat/README.md", "Examples/Embedding/README.md",
        "Examples/Client/README.md", "Examples/Login/README.md",
        "Examples/Logs/README.md", "Examples/News/README.md",
        "Examples/C/README.md", "Examples/C++/README.md", "Examples/Rust/README.md", "Examples/Zig/README.md",
        "Examples/Go/README.md", "Examples/Minimal/README.md", "Benchmarks/README.md", "Benchmarks/InProcess.md",
        "Tests/Fixtures/README.md", "Tests/Fuzzing/README.md",
    ]

    private static func documents() throws -> [Document] {
        let others = try ["Documentation", "Documentation/Decisions", "Tests/Tables"].flatMap { folder in
            try File.names(in: Repository.path(folder)).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
        }
        return try (paths + others).map { try Document($0) }
    }

    @Test("every link of every document leads to a file")
    func links() throws {
        let documents = try Self.documents()
        #expect(documents.count > 15)
        for document in documents { #expect(document.brokenLinks == [], "\(document)") }
        #expect(try Document("Documentation/a.md", text: "[x](b.md), [y](../README.md#z)").brokenLinks == ["b.md"])
        #expect(try Document("README.md", text: "[x](../README.md), [y](https://example.org/)").brokenLinks.count == 1)
    }

    @Test("every picture is shown by a document, and taken by the script beside it")
    func pictures() throws {
        let documents = try Self.documents(), script = try Document("Documentation/Images/make-images")
        let pictures = try File.names(in: Repository.path("Documentation/Images")).filter { $0 != "make-images" }
        #expect(pictures.count == 15)
        for picture in pictures {
            #expect(documents.contains { $0.text.contains("Images/\(picture))") }, "\(picture)")
            #expect(script.text.contains("\"\(picture.prefix { $0 != "." })\": (take_"), "\(picture)")
        }
    }

    // MARK: Seeds.md

    @Test("every claim of the seeds' tables names files that exist and tests that stand in them")
    func seeds() throws {
        let table = PromiseTable(try Document("Tests/Tables/Seeds.md"))
        #expect(
            table.sections.map(\.name) == [
                "router.md", "navigator-library.md", "tabs-sample.md", "navigation-patterns.md",
            ])
        for seed in table.sections { #expect(seed.rows.count >= 40, "\(seed.name)") }
        let findings = try table.findings()
        #expect(findings == [])
    }

    @Test(
        "a wrong row of the table is reported with its line",
        arguments: [
            ("| a | b | [x](../../\(tests)) \"a wrong row of the table is reported with its line\" |", nil),
            ("| a | b [y](../../README.md) | [flow](../../Examples/Chat/flows/8-links.flow) |", nil),
            (
                "| a | b | [flow](../../Examples/Chat/flows/9-links.flow) |",
                "there is no '../../Examples/Chat/flows/9-links.flow'"
            ),
            ("| a | b [y](READ.md) | [flow](../../Examples/Chat/flows/8-links.flow) |", "there is no 'READ.md'"),
            ("| a | b | [x](../../\(tests)) \"no such test\" |", "'../../\(tests)' has no test \"no such test\""),
            ("| a | b | [x](../../\(tests)) |", "no test of '../../\(tests)' is named"),
            ("| a | b | [x](../../README.md) \"shows\" |", "'../../README.md' holds neither tests nor a flow"),
            ("| a | b | somebody |", "'Shown by' names no test and no flow"),
            ("| a |  | [flow](../../Examples/Chat/flows/8-links.flow) |", "'Here' is empty"),
            ("| a | [flow](../../Examples/Chat/flows/8-links.flow) |", "2 cells, not 3"),
        ])
    func overclaims(row: String, finding: String?) throws {
        let text = "## seed.md\n\n| Promise | Here | Shown by |\n|---|---|---|\n\(row)\n"
        let table = PromiseTable(try Document("Tests/Tables/Seeds.md", text: text))
        #expect(table.sections.map(\.rows.count) == [1])
        #expect(try table.findings() == (finding.map { ["line 5: \($0)"] } ?? []))
    }

    private static let tests = "Tests/HostTests/DocumentationTests.swift"

    // MARK: Promises.md

    @Test(
        "every promise of the header names who keeps it, tests of check that exist, and tests that stand in their files"
    )
    func promises() throws {
        let page = try Document("Tests/Tables/Promises.md")
        let table = PromiseTable(page, columns: ["Promise", "Kept by", "Tried by"])
        let rows = table.sections.flatMap(\.rows)
        #expect(rows.count >= 60)
        #expect(try table.findings() == [])
        let list = try Sandbox(.only([]), wiring: .none).run(["check", "--list", "--json"]).output
        let checks = Set(try JSON.parse(list).array?.compactMap { $0["name"]?.string } ?? [])
        for row in rows {
            let keeper = row.cells[1].components(separatedBy: ": ").map { String($0) }
            #expect(["host", "library", "both"].contains(keeper[0]), "line \(row.line)")
            for names in keeper.dropFirst() {
                for word in names.components(separatedBy: ", ") {
                    let name = String(word.filter { $0 != "`" })
                    #expect(checks.contains(name), "line \(row.line): check has no test \(name)")
                }
            }
        }
    }

    // MARK: The layout of the sources

    @Test(
        "the core of the router guide stands in files of these names",
        arguments: [
            ("Sources/FeatureKit/Feature/Feature.swift", "public protocol Feature:"),
            ("Sources/FeatureKit/Navigation/Navigation.swift", "public protocol Navigation:"),
            ("Sources/FeatureKit/Navigation/Navigation.swift", "public struct AnyNavigation:"),
            ("Sources/FeatureKit/Navigation/NavigatorContract.swift", "public protocol NavigatorContract"),
            ("Sources/FeatureKit/Links/DeepLinkHandler.swift", "public protocol DeepLinkHandler:"),
            ("Sources/FeatureTesting/NavigatorMock.swift", "public final class NavigatorMock: NavigatorContract"),
            (
                "Sources/HostCore/Navigation/Coordinator/NavigationCoordinator.swift",
                "public final class NavigationCoordinator"
            ),
            ("Sources/HostCore/Wiring/Redirector.swift", "package struct Redirector:"),
            ("Sources/HostCore/App/HostApplication.swift", "public final class HostApplication"),
        ])
    func core(file: String, declaration: String) throws {
        let source = String(decoding: try File.read(Repository.path(file)), as: UTF8.self)
        #expect(source.components(separatedBy: "\n").contains { $0.hasPrefix(declaration) })
    }

    @Test(
        "a shipped feature is laid out as the router guide says",
        arguments: [("Home", ["Home"], true), ("Character", ["CharacterList", "CharacterDetail"], false)])
    func layout(feature: String, screens: [String], hasOutgoing: Bool) {
        var files = [
            "Plugins/\(feature)/\(feature)Feature.swift", "Plugins/\(feature)/\(feature)Container.swift",
            "Plugins/\(feature)/Presentation/Navigation/\(feature)IncomingNavigation.swift",
            "Plugins/\(feature)/Presentation/Navigation/\(feature)DeepLinkHandler.swift",
            "Tests/\(feature)Tests/Presentation/Navigation/\(feature)DeepLinkHandlerTests.swift",
        ]
        if hasOutgoing { files.append("Plugins/\(feature)/Presentation/Navigation/\(feature)OutgoingNavigation.swift") }
        for screen in screens {
            files += [
                "Plugins/\(feature)/Presentation/\(screen)/Navigator/\(screen)NavigatorContract.swift",
                "Plugins/\(feature)/Presentation/\(screen)/Navigator/\(screen)Navigator.swift",
                "Tests/\(feature)Tests/Presentation/\(screen)/Navigator/\(screen)NavigatorTests.swift",
                "Tests/\(feature)Tests/Mocks/\(screen)NavigatorMock.swift",
            ]
        }
        for file in files { #expect(access(Repository.path(file), F_OK) == 0, "\(file)") }
    }

    // MARK: Pages with commands

    /// Pages that no other test runs, each with its least number of commands. Check.md shows where a worker crashed,
    /// which nothing reports under a sanitizer.
    private static let pages: [(String, Int)] =
        [("Navigation.md", 6), ("Run.md", 1), ("Wiring.md", 1), ("Contracts.md", 6)]
        + (Sanitizer.current == nil ? [("Check.md", 2)] : [])

    @Test("the commands of a page print the output that it shows", arguments: pages)
    func commands(name: String, count: Int) throws {
        let runs = try Document("Documentation/\(name)").runCommands()
        #expect(runs.count >= count)
        for run in runs { #expect(run.output == run.command.output, "\(run.command)") }
    }

    @Test("the host accepts the wiring file of Wiring.md, and the page's code stands in the file that it names")
    func wiring() throws {
        let document = try Document("Documentation/Wiring.md")
        let text = try #require(document.blocks.first { $0.language == "jsonc" }).text
        let sandbox = try Sandbox(wiring: .text(text))
        let output = try sandbox.output("navigate", "press:Featured character")
        #expect(output.hasPrefix("[home] home > sheet:character/detail?identifier=7\n"))
        #expect(try sandbox.output("navigate").contains("Good morning."))
        #expect(try sandbox.output("navigate", "press:Characters").hasPrefix("[home] home > character/list\n"))
        let code = document.blocks.filter { $0.language == "swift" }
        #expect(code.count >= 1)
        for block in code { try expectQuoted(block) }
    }

    // MARK: Decisions.md

    @Test("Decisions.md lists each record once")
    func decisions() throws {
        let links = Document.links(in: try Document("Documentation/Decisions.md").text).map(\.target)
        let records = try File.names(in: Repository.path("Documentation/Decisions")).map { "Decisions/\($0)" }
        #expect(links.sorted() == records.sorted())
    }

    // MARK: Navigation.md

    @Test("the code of the guide to navigation stands in the files that it names")
    func code() throws {
        let blocks = try Document("Documentation/Navigation.md").blocks.filter { $0.language == "swift" }
        #expect(blocks.count >= 6)
        for block in blocks { try expectQuoted(block) }
    }

    /// Expects the lines of a block, in order, in the file that it names. A line of `…` stands for any lines.
    private func expectQuoted(_ block: Document.Block) throws {
        let file = try #require(block.file, "\(block.text)")
        let source = String(decoding: try File.read(Repository.path(file)), as: UTF8.self)
        var rest = source.components(separatedBy: "\n").map { $0.drop(while: \.isWhitespace) }[...]
        for line in block.lines.dropFirst().map({ $0.drop(while: \.isWhitespace) }) where line != "" && line != "…" {
            let index = try #require(rest.firstIndex(of: line), "\(file) does not go on with '\(line)'")
            rest = rest[(index + 1)...]
        }
    }

    // MARK: The catalogs

    private static func articles() throws -> [Document] {
        try ["FeatureKit", "FeatureTesting", "HostCore"].flatMap { module in
            let folder = "Sources/\(module)/\(module).docc"
            return try File.names(in: Repository.path(folder)).filter { $0.hasSuffix(".md") }.map {
                try Document("\(folder)/\($0)")
            }
        }
    }

    @Test("the code of the articles stands in the files that they name")
    func articleCode() throws {
        let blocks = try Self.articles().flatMap(\.blocks).filter { $0.file != nil }
        #expect(blocks.count >= 14)
        for block in blocks { try expectQuoted(block) }
    }

    @Test(
        "each piece of Swift in Features.md compiles in a package of the form that the page prescribes", .deep,
        .enabled(if: installedProgram("swiftc") != nil, "no swiftc is installed"))
    func features() throws {
        let pieces = try Document("Documentation/Features.md").blocks.filter { $0.language == "swift" }
        #expect(pieces.count >= 8)
        // A piece may be members of a feature or a view model, with these beside them.
        let source = """
            import FeatureTesting
            import Foundation
            class Beside {
                let client = Client(), notes = ["a"]
                var context: FeatureContext { FeatureContext() }
                var news = "", problem = ""
                init(context: FeatureContext) throws {}
                func write(_ notes: [String], to file: Int32) async throws {}
            }
            struct Client { func fetch(onSocket socket: Int32) async throws -> String { "" } }
            \(pieces.enumerated().map { "final class Piece\($0): Beside {\n\($1.text)}" }.joined(separator: "\n"))

            """
            .replacing(
                "init(context: FeatureContext) throws {\n", with: "override init(context: FeatureContext) throws {\n")
        let directory = try TemporaryDirectory()
        try File.write(source, to: directory("pieces.swift"))
        #expect(try FeatureSource.diagnostics("error", of: directory("pieces.swift")) == [])
    }

    @Test("every document that an article names exists")
    func articleFiles() throws {
        for article in try Self.articles() {
            for part in article.text.components(separatedBy: "`") where part.hasPrefix("Documentation/") {
                // The document comes with the frozen header.
                if part == "Documentation/ABI.md" { continue }
                #expect(access(Repository.path(String(part)), F_OK) == 0, "\(article): \(part)")
            }
        }
    }

    @Test(
        "docc builds the catalogs without a warning, and every public declaration with a meaning has a comment", .deep,
        .enabled(if: installedProgram("docc") != nil, "the toolchain has no docc"),
        .disabled(if: Sanitizer.current != nil, "the modules are the same"))
    func catalogs() throws {
        let directory = try TemporaryDirectory()
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let outcome = try Subprocess(
            Repository.path(".ci/documentation"), ["--products", products, directory("pages")],
            environment: ["PATH": getenv("PATH").map { String(cString: $0) } ?? "", "HOME": directory.path]
        ).run()
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
        #expect(access(directory("pages/documentation/hostcore/index.html"), F_OK) == 0)
        for module in ["FeatureKit", "FeatureTesting", "HostCore"] {
            let graph = try File.read(directory("pages.symbols/\(module)/\(module).symbols.json"))
            let symbols = try #require(JSON.parse(graph)["symbols"]?.array)
            #expect(symbols.count > 50)
            let promised = symbols.filter { symbol in
                // In SwiftUINames one comment is for a whole extension; elsewhere one is for all words of a list.
                let words = ["swift.enum.case", "swift.type.property"]
                return symbol["location"]?["uri"]?.string?.contains("/SwiftUINames/") == false
                    && symbol["kind"]?["identifier"]?.string.map(words.contains) == false
            }
            let bare = promised.filter { $0["docComment"] == nil }.compactMap { $0["names"]?["title"]?.string }
            #expect(bare == [])
        }
    }
}
