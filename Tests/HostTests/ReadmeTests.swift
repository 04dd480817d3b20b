import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

/// The statements of the README.
@Suite("The README", .blocking)
struct ReadmeTests {
    private let readme: Document

    init() throws {
        readme = try Document("README.md")
    }

    @Test(
        "the README shows the output of its commands, in its tour and below",
        .disabled(if: Sanitizer.current != nil, "under a sanitizer nothing tells where a worker crashed"))
    func commands() throws {
        let runs = try readme.runCommands()
        #expect(runs.count >= 4)
        for run in runs { #expect(run.output == run.command.output, "\(run.command)") }
    }

    @Test(
        "the README's feature, built for release, is loaded and opens its link", .deep,
        .enabled(if: installedProgram("swift") != nil, "no swift is installed"),
        .disabled(if: Sanitizer.current != nil, "the feature is the same"))
    func releasedFeature() throws {
        let directory = try TemporaryDirectory()
        // The clone stands beside the package, as in the README.
        #expect(symlink(Repository.root, directory("switchyard")) == 0)
        for folder in ["hello", "hello/Sources", "hello/Sources/Hello", "hello/Tests", "hello/Tests/HelloTests"] {
            try directory.makeDirectory(folder)
        }
        for (file, beginning) in [
            ("Package.swift", "// swift-tools-version"), ("Sources/Hello/HelloFeature.swift", "import FeatureKit"),
            ("Tests/HelloTests/HelloTests.swift", "import FeatureTesting"),
        ] {
            let block = try #require(readme.blocks.first { $0.language == "swift" && $0.text.hasPrefix(beginning) })
            try File.write(block.text, to: directory("hello/\(file)"))
        }
        var build = Subprocess(
            installedProgram("swift") ?? "swift", ["build", "--configuration", "release", "--product", "HelloFeature"],
            environment: Subprocess.variables("PATH", "HOME", "SWIFTLY_HOME_DIR", "SWIFTLY_BIN_DIR"),
            directory: directory("hello"))
        // A release build of all that FeatureKit needs takes minutes where other tests compile too.
        build.deadline = .seconds(1800)
        let outcome = try build.run()
        #expect(outcome.end == .exit(0), "\(outcome.output)\(outcome.diagnostics)")
        let library = directory("hello/.build/release/libHelloFeature.so")
        let sandbox = try Sandbox(.only([Feature("libHelloFeature.so") { try File.read(library) }]), wiring: .none)
        #expect(try sandbox.output("navigate", "challenge://hello/Ada").contains("Hello, Ada!"))
    }
}
