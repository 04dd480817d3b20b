import Glibc
import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite(
    "Files dropped in and taken away", .blocking, .inlineAndInWorkers,
    .enabled(if: Fixtures.haveCompiler, "no cc is installed"))
struct DropInTests {
    @Test("Home alone shows one feature, and its outgoing destinations as not connected")
    func homeAlone() throws {
        let host = try Sandbox(.only([.home]))
        let list = try host.json("list")
        #expect(list["features"]?.array?.map { $0["id"] } == ["home"])
        #expect(list["directories"] == [.string(host.plugins)])
        #expect(list["features"]?[0]?["unconnected"] == ["home/characters", "home/character"])
        #expect(try host.run("list").output.contains("2 (2 unconnected)"))
        let routes = try host.run("routes")
        #expect(routes.end == .exit(0))
        #expect(
            routes.output == """
                home  A greeting, and ways to the other features.
                  in   home/main
                         url   challenge://home/main
                  out  home/characters
                         not connected: the wiring leads to character/list, and no feature 'character' is installed
                  out  home/character?identifier={int}
                         not connected: the wiring leads to character/detail?identifier={id}, and no feature 'character' is installed

                """)
        let outgoing = try host.json("routes")["routes"]?[1]
        #expect(outgoing?["connected"] == false)
        #expect(outgoing?["redirects"] == [])
        #expect(outgoing?["reason"] == "the wiring leads to character/list, and no feature 'character' is installed")
    }

    @Test(
        "without Character its links are not found, and the buttons that lead to it give the reason",
        arguments: [true, false])
    func linkWithoutFeature(hasWiring: Bool) throws {
        let host = try Sandbox(.only([.home]), wiring: hasWiring ? .shipped : .none)
        let root = hasWiring ? "home" : "system"
        let link = try host.run("navigate", "challenge://character/list")
        #expect(link.end == .exit(1))
        #expect(link.output.hasPrefix("\(root) > system/notFound\n\nNot found\n=========\n"))
        #expect(link.diagnostics.contains("no feature has links for challenge://character"))
        let button = try host.run("navigate", "home", "press:Characters")
        #expect(button.end == .exit(1))
        #expect(button.firstLine == (hasWiring ? "home" : "system > home"))
        #expect(
            button.diagnostics.contains(
                hasWiring ? "no feature 'character' is installed" : "'home/characters' is not connected"))
    }

    @Test("Character works once it is dropped in, and leaves the rest unchanged once it is removed")
    func dropIn() throws {
        let host = try Sandbox(.only([.home]))
        let before = try host.run("navigate")
        try host.install(.character)
        #expect(try host.output("navigate", "challenge://character/detail?id=42").contains("\nElizabeth Bennet\n"))
        #expect(try host.output("navigate", "press:Characters").hasPrefix("home > character/list\n"))
        #expect(try host.run("navigate").output == before.output)
        TemporaryDirectory.remove(host.path(.character))
        #expect(try host.run("navigate", "challenge://character/list").end == .exit(1))
        #expect(try host.run("navigate").output == before.output)
    }

    @Test("a feature of a later version works without what this host does not know, and doctor names each of that")
    func laterMinor() throws {
        let feature = Feature.fixture("ManifestOfLaterMinor")
        let host = try Sandbox(.only([feature]), wiring: .none)
        #expect(try host.json("list")["features"]?.array?.map { $0["id"] } == ["plain"])
        #expect(try host.json("list")["notUsed"] == [])
        // The second time the manifest comes from the snapshot.
        for _ in 0..<2 {
            let shown = "\n\nThis is plain 1.0.0.\n"
            #expect(try host.output("navigate", "plain://x/screen").hasSuffix("plain://x/screen\(shown)"))
            #expect(try host.output("navigate", "plain://x/edge").hasSuffix("plain://x/edge\(shown)"))
            #expect(try host.run("navigate", "plain://x/day/1").end == .exit(1))
            #expect(try host.run("navigate", "plain/day?on=1").end != .exit(0))
        }
        let doctor = try host.json("doctor")
        let findings = (doctor["findings"]?.array ?? []).filter { $0["code"] == "manifest-unknown" }
        let correction =
            "where it is built for a later version of the ABI, use a host of that version; where it is mistyped, "
            + "correct it: "
        #expect(findings.map { $0["severity"] } == ["warning", "warning", "note"])
        #expect(findings.allSatisfy { $0["subject"] == "plain" && $0["place"]?["file"] == .string(host.path(feature)) })
        #expect(
            findings.map { $0["message"]?.string?.split(separator: ": ", maxSplits: 1).last } == [
                "incoming[1].method: 'sheets' is no method in ABI \(Repository.abi), and counts as 'push'",
                "incoming[2].arguments[0].type: 'date' is not a type of arguments in ABI \(Repository.abi), so the route 'day' is "
                    + "left out, with its links and wherever it is a parent",
                "incoming[1].icon: 'icon' is no member of this object in ABI \(Repository.abi), and is passed over",
            ])
        #expect(
            findings.map { $0["fix"] } == [
                .string(correction + "did you mean 'sheet'?"),
                .string(correction + "manifest.schema.json has what there is"),
                .string(correction + "manifest.schema.json has what there is"),
            ])
        #expect(try host.run("doctor").end == .exit(0))
    }

    @Test("a feature runs from a private copy in the user's cache directory, which only the user can enter")
    func copies() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let libraries = host.directory("cache/switchyard/libraries")
        // A scan needs none.
        #expect(try host.output("list").contains("\nplain "))
        #expect(access(libraries, F_OK) != 0)
        #expect(try host.output("navigate", "plain").contains("This is plain 1.0.0."))
        var status = stat()
        #expect(stat(libraries, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        func copies() throws -> [String] {
            try File.names(in: libraries).map { "\(libraries)/\($0)/libPlain.so" }.filter { access($0, R_OK) == 0 }
        }
        let first = try copies()
        #expect(first.count == 1)
        for copy in first { #expect(try File.read(copy) == File.read(host.path(.fixture("Plain")))) }
        #expect(try host.output("navigate", "plain").contains("This is plain 1.0.0."))
        #expect(try copies() == first)
        try host.install(.fixture("Plain"))
        #expect(try host.output("navigate", "plain").contains("This is plain 1.0.0."))
        #expect(try copies().count == 1)
        #expect(try copies() != first)
    }

    @Test("a new version over the old one is loaded at the next run, and so is the old version again")
    func newVersion() throws {
        let host = try Sandbox(.only([.fixture("Plain")]), wiring: .none)
        let name = Feature.fixture("Plain").name
        #expect(try host.output("navigate", "plain").contains("\nThis is plain 1.0.0.\n"))
        try host.install(.fixture("PlainTwo", as: name))
        #expect(try host.output("navigate", "plain").contains("\nThis is plain 2.0.0.\n"))
        #expect(try host.json("list")["features"]?[0]?["version"] == "2.0.0")
        try host.install(.fixture("Plain"))
        #expect(try host.output("navigate", "plain").contains("\nThis is plain 1.0.0.\n"))
    }

    @Test("a file that is truncated between two runs is refused, and works once it is whole again")
    func truncated() throws {
        let host = try Sandbox(.only([.fixture("Plain"), .home]))
        #expect(try host.json("list")["features"]?.array?.count == 2)
        let path = host.path(.fixture("Plain"))
        try File.write(Array(File.read(path).prefix(100)), to: path)
        let list = try host.json("list")
        #expect(list["features"]?.array?.map { $0["id"] } == ["home"])
        #expect(list["notUsed"]?[0]?["file"] == .string(path))
        #expect(list["notUsed"]?[0]?["reason"]?.string?.hasPrefix("truncated: ") == true)
        try host.install(.fixture("Plain"))
        #expect(try host.json("list")["features"]?.array?.count == 2)
    }

    @Test("a library that lies beside a feature comes along, and its new version too")
    func sibling() throws {
        let feature = Feature("libNeedsLibrary.so") { try File.read(Fixtures.needingLibrary()) }
        let host = try Sandbox(.only([feature]), wiring: .none)
        let refused = try host.json("list")
        #expect(
            refused["notUsed"]?[0]?["reason"] == "it needs the library 'libtone.so.1', which is not found")
        // The file does not end in .so and is not inspected as a feature.
        try File.copy(Fixtures.tone("a"), to: "\(host.plugins)/libtone.so.1")
        #expect(try host.output("navigate", "needs-library").contains("\nThe library beside it says a.\n"))
        try File.copy(Fixtures.tone("b"), to: "\(host.plugins)/libtone.so.1")
        #expect(try host.output("navigate", "needs-library").contains("\nThe library beside it says b.\n"))
    }

    @Test("a library beside the feature that needs it is not among the files that are not used")
    func siblingIsNoFeature() throws {
        let helper = try Fixtures.library(
            "Helper", of: "int helper(void) { return 1; }\n", ["-Wl,-soname,libHelper.so"])
        let needing = try Fixtures.plain("NeedsHelper", ["-Wl,--no-as-needed", helper, "-Wl,-rpath,$ORIGIN"])
        let host = try Sandbox(.only([Feature("libNeedsHelper.so") { try File.read(needing) }]), wiring: .none)
        try File.copy(helper, to: "\(host.plugins)/libHelper.so")
        // From the first scan, and from the registry.
        for _ in 1...2 {
            let list = try host.output("list")
            #expect(list.contains("plain") && !list.contains("Not used"), "\(list)")
        }
        try File.copy(helper, to: "\(host.plugins)/libOther.so")
        let list = try host.output("list")
        #expect(list.contains("libOther.so: it is a foreign library") && !list.contains("libHelper.so"), "\(list)")
    }

    @Test(
        "a feature finds Foundation among the libraries of the host, and what lies beside it is not used",
        .enabled(if: SwiftToolchain.current != nil))
    func foundation() throws {
        let toolchain = try #require(SwiftToolchain.current)
        let library = "\(toolchain.libraries)/swift/linux/libFoundation.so"
        // Without a run path.
        let needing = try Fixtures.plain("NeedsFoundation", ["-Wl,--no-as-needed", library])
        let host = try Sandbox(.only([Feature("libNeedsFoundation.so") { try File.read(needing) }]), wiring: .none)
        #expect(try host.output("navigate", "plain").contains("This is plain 1.0.0."))
        try File.copy(Fixtures.tone("a"), to: "\(host.plugins)/libFoundation.so")
        #expect(try host.output("navigate", "plain").contains("This is plain 1.0.0."))
        #expect(try !host.output("list").contains("Not used"))
    }
}
