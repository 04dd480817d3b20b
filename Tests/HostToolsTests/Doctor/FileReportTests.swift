import FeatureContract
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport
@testable import HostTools

@MainActor
@Suite("The report of a file")
struct FileReportTests {
    /// An application with one empty plugins directory, and a file elsewhere.
    private func with(_ body: (_ application: HostApplication, _ file: String) throws -> Void) throws {
        try TemporaryDirectory.with { directory in
            let file = "\(directory)/build/libX.so"
            try TemporaryDirectory.write("not a library", to: file)
            try TemporaryDirectory.write("{}", to: "\(directory)/plugins/wiring.jsonc")
            let options = HostOptions(
                plugins: ["\(directory)/plugins"], config: "\(directory)/plugins/wiring.jsonc",
                environment: HostEnvironment(["HOME": directory]), executable: nil)
            try body(try AppLoader.load(options), file)
        }
    }

    private func entry(_ path: String, _ answer: RegistryEntry.Answer) throws -> RegistryEntry {
        let identity = try #require(FileSystem.identity(path))
        return RegistryEntry(path: Discovery.key(path), identity: identity, siblings: [], answer: answer)
    }

    @Test("the report of a refused file has the registry's evidence, even if no plugins directory holds the file")
    func knownElsewhere() throws {
        try with { application, file in
            let exit = WorkerExit(.signal(11), during: "manifest", frames: ["f + 1 in libX.so"], output: "oh")
            let refusal = RegistryRefusal(.ended(exit))
            try application.openRegistry().record(entry(file, .refused(refusal)))
            let report = try #require(FileReport(file, application))
            #expect(report.exit == exit)
            #expect(report.isKnown)
            #expect(report.reason == "it is in none of the plugins directories, and only what is copied there is used")
            #expect(report.nextStep?.text.hasPrefix("correct what crashes there") == true)
        }
    }

    @Test("the report of a known feature has the manifest from the registry")
    func knownFeature() throws {
        try with { application, file in
            try application.openRegistry().record(entry(file, .manifest(Array(#"{"manifest":1,"id":"x"}"#.utf8))))
            let report = try #require(FileReport(file, application))
            guard case .passedOver(_, .feature(let manifest)) = report.standing else {
                Issue.record("\(report.standing)")
                return
            }
            #expect(manifest.id == "x")
            #expect(report.nextStep?.text.contains("switchyard explain \(file) --plugins ") == true)
        }
    }

    @Test("the report of an unscanned file has the result of its inspection")
    func unknown() throws {
        try with { application, file in
            let report = try #require(FileReport(file, application))
            guard case .passedOver(_, .refused(.elf(.notELF))) = report.standing else {
                Issue.record("\(report.standing)")
                return
            }
            #expect(!report.isKnown)
            #expect(report.reason == "it is no library, and lies in none of the plugins directories")
            #expect(report.nextStep?.text.hasPrefix("use the feature's library (.so) in its place: ") == true)
        }
    }

    @Test(
        "an operand that looks like a file gets a report, and a link or a destination does not",
        arguments: [
            ("libX.so", true), ("/no/such/thing", true), ("./x", true), ("../x/y", true), ("a b.so", true),
            ("home", false), ("home/main", false), ("home/main?x=lib.so", false), ("app://x/lib.so", false),
            ("Home/main", false), ("", false),
        ])
    func files(operand: String, isFile: Bool) throws {
        try with { application, _ in #expect((FileReport(operand, application) != nil) == isFile) }
    }
}
