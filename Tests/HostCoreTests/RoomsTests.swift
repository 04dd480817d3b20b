import TestSupport
import Testing

@testable import HostTestSupport

/// The rooms of each target, each of which uses only those before it: Documentation/Architecture.md.
private let targets: [(name: String, rooms: [String])] = [
    (
        "HostCore",
        [
            "System", "Library", "Screens", "Runtime", "Worker", "Discovery", "Catalog", "Wiring", "Snapshot",
            "Navigation", "Session", "Rendering", "App",
        ]
    ), ("HostTools", ["Recording", "Doctor", "Graph", "Comparison"]),
    ("SwiftUINames", ["Foundation", "Looks", "Forms", "Explained"]),
]

@Suite("The rooms of HostCore, HostTools and SwiftUINames", .blocking)
struct RoomsTests {
    @Test("each room uses only types of rooms above it, and every file is in a room", arguments: targets)
    func rooms(target: String, names: [String]) throws {
        let rooms = try SourceRooms(at: Repository.path("Sources/\(target)"), names)
        #expect(rooms.upwardUses == [])
        #expect(rooms.homeless == [])
    }

    @Test("the tests that run the program know no module of the host but System, whose change compiles them")
    func programTests() throws {
        let modules: Set = ["HostCore", "HostTools", "HostCommands", "FeatureCheck", "HTTPBroker"]
        for folder in ["HostTests", "ProgramTestSupport"] {
            let path = Repository.path("Tests/\(folder)")
            for name in try File.names(in: path) {
                let lines = String(decoding: try File.read("\(path)/\(name)"), as: UTF8.self).split(separator: "\n")
                let imports = lines.filter { $0.contains("import ") }.compactMap { $0.split(separator: " ").last }
                #expect(modules.isDisjoint(with: imports.map(String.init)), "\(folder)/\(name)")
            }
        }
    }

    @Test("Architecture.md has the types of each room of HostCore that other targets may use, and no others")
    func surface() throws {
        let page = String(decoding: try File.read(Repository.path("Documentation/Architecture.md")), as: UTF8.self)
        let section = try #require(
            page.split(separator: "\n## ").first { $0.hasPrefix("What others may use of HostCore") })
        var told: [String: [String]] = [:]
        for row in section.split(separator: "\n") where row.hasPrefix("| ") && !row.hasPrefix("| room") {
            let cells = row.split(separator: "|").map { $0.trimmingPrefix(" ") }
            let room = cells[0].split(separator: " ")[0]
            told[String(room)] = cells[1].split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }
        let (name, rooms) = targets[0]
        #expect(try told == SourceRooms(at: Repository.path("Sources/\(name)"), rooms).surface)
    }

    @Test("a use of a type from below is reported with file and line, and a comment or literal is no use")
    func found() throws {
        let directory = try TestSupport.TemporaryDirectory()
        for (path, text) in [
            ("Above/One.swift", "struct One {}\nlet a = Two()\nlet b: Other.Two\n// Two\n/* Two\n*/ let c = \"Two\"\n"),
            (
                "Above/Text.swift",
                "let a = \"\"\"\n    Two \\(Two.self)\n    \"\"\"\nlet b = #\"Two \\(Two) \\#(Two())\"#\n"
            ),
            ("Below/Two.swift", "package final class Two {\n    let one: One\n}\n"), ("Stray.swift", "let two: Two\n"),
        ] {
            if let slash = path.firstIndex(of: "/"), path[..<slash] != "Stray" {
                _ = try? directory.makeDirectory(String(path[..<slash]))
            }
            try File.write(text, to: directory(path))
        }
        let rooms = try SourceRooms(at: directory.path, ["Above", "Below"])
        #expect(
            rooms.upwardUses
                == [2, 2, 4].enumerated().map { index, line in
                    "Above/\(index == 0 ? "One" : "Text").swift:\(line): 'Two' is declared in Below/Two.swift, below Above"
                })
        #expect(rooms.homeless == ["Stray.swift"])
    }
}
