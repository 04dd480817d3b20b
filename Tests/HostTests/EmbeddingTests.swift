import Foundation
import Glibc
import TestSupport
import Testing

@testable import ProgramTestSupport

/// HostCore in another program.
@Suite(
    "Another program as a host", .deep, .blocking,
    .enabled(if: OtherProgram.haveCompiler && Fixtures.haveCompiler, "no swiftc or no cc is installed"),
    .disabled(if: Sanitizer.current != nil, "it would be linked otherwise than .ci/sanitize links"))
struct EmbeddingTests {
    @Test("the example does what its document shows, and uses only public API")
    func example() throws {
        let document = try Document("Examples/Embedding/README.md")
        let runs = try document.runCommands { directory in
            for folder in ["Examples", "Examples/Embedding", "Examples/Embedding/.build"] {
                try directory.makeDirectory(folder)
            }
            let folder = try directory.makeDirectory("Examples/Embedding/.build/debug")
            try OtherProgram.build(
                Repository.path("Examples/Embedding/Sources/Embedding/main.swift"), to: "\(folder)/Embedding")
            try buildDoor(to: "\(folder)/libHostDoor.so")
            try FileManager.default.createSymbolicLink(
                atPath: "\(directory.path)/Examples/Embedding/host.py",
                withDestinationPath: Repository.path("Examples/Embedding/host.py"))
        }
        #expect(runs.count >= 4)
        for run in runs { #expect(run.output == run.command.output, "\(run.command)") }
    }

    @Test("the example is about thirty lines, and two documents show all of them")
    func source() throws {
        let path = "Examples/Embedding/Sources/Embedding/main.swift"
        let source = String(decoding: try File.read(Repository.path(path)), as: UTF8.self)
        #expect(source.split(separator: "\n").count <= 40)
        for document in ["Examples/Embedding/README.md", "Sources/HostCore/HostCore.docc/EmbeddingHostCore.md"] {
            #expect(
                try Document(document).blocks.contains { $0.language == "swift" && $0.text == source }, "\(document)")
        }
    }

    /// Builds the functions in C of the example.
    private func buildDoor(to library: String) throws {
        try OtherProgram.build(
            Repository.path("Examples/Embedding/Sources/HostDoor/HostDoor.swift"), to: library,
            ["-emit-library", "-parse-as-library", "-default-isolation", "MainActor"])
    }

    @Test(
        "a program in another language is a host by the C functions of the example, which its header declares",
        .enabled(if: installedProgram("python3") != nil, "no python3 is installed"))
    func door() throws {
        let host = try Sandbox(.only([.home, .character]))
        let folder = "Examples/Embedding/Sources/HostDoor"
        host.set("PATH", getenv("PATH").map { String(cString: $0) } ?? "")
        let library = host.directory("libHostDoor.so")
        try buildDoor(to: library)
        func run(_ worker: String, _ steps: String...) throws -> Subprocess.Outcome {
            let script = Repository.path("Examples/Embedding/host.py")
            let words = [script, library, worker, host.plugins, Repository.path("switchyard.jsonc")] + steps
            return try host.run(words, executable: installedProgram("python3") ?? "")
        }
        let outcome = try run(
            Products.switchyard, "press:Characters", "type:Filter=bennet", "press:Elizabeth Bennet", "back", "back",
            "back")
        #expect(outcome.end == .exit(0), "\(outcome)")
        #expect(outcome.output.hasPrefix("problem: there is nothing to go back to: this is the root\nHome\n"))
        let wrong = try run("/bin/true")
        #expect(wrong.end == .exit(1) && wrong.diagnostics.contains("processes of '/bin/true', which"), "\(wrong)")
        #expect(try Processes.withArgument(containing: library) == [])

        let header = try String(decoding: File.read(Repository.path("\(folder)/host.h")), as: UTF8.self)
        let source = try String(decoding: File.read(Repository.path("\(folder)/HostDoor.swift")), as: UTF8.self)
        let declared = header.matches(of: /(host_[a-z_]+)\(/).map { String($0.1) }
        #expect(Set(declared) == Set(source.matches(of: /@c\((host_[a-z_]+)\)/).map { String($0.1) }))
    }

    @Test("another program can do what the articles' other code does")
    func articles() throws {
        let code = try ["EmbeddingHostCore", "HostCore"].flatMap { article in
            try Document("Sources/HostCore/HostCore.docc/\(article).md").blocks.filter { $0.language == "swift" }
        }
        #expect(code.count == 4)
        let first = code[3].lines.filter { $0 != "…" }.joined(separator: "\n")
        let directory = try TemporaryDirectory()
        try File.write(
            """

            @MainActor func draw(_ screen: AppScreen) {}

            @MainActor func stay(_ application: HostApplication, _ coordinator: NavigationCoordinator) throws {
            var isDue = false
            \(code[1].text)
            \(code[2].text)
            withExtendedLifetime(watch) {}
            }

            @MainActor func first() async throws {
            \(first)
            }
            """, to: directory("main.swift"))
        try OtherProgram.build(directory("main.swift"), to: directory("program"))
    }

    /// Builds a program and runs it on the shipped features.
    private func run(_ source: String) throws -> (outcome: Subprocess.Outcome, sandbox: Sandbox) {
        let sandbox = try Sandbox()
        let (source, path) = (try write(source, in: sandbox), sandbox.directory("program"))
        try OtherProgram.build(source, to: path)
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        for name in ["libHomeFeature.so", "libCharacterFeature.so"] {
            try File.copy("\(products)/\(name)", to: "\(sandbox.plugins)/\(name)")
        }
        return (try sandbox.run([sandbox.plugins], executable: path), sandbox)
    }

    private func write(_ source: String, in sandbox: Sandbox) throws -> String {
        let path = sandbox.directory("main.swift")
        try File.write(source, to: path)
        return path
    }

    @Test("a program without the worker's entry is refused with the line that it lacks, and starts nothing")
    func forgotten() throws {
        let (outcome, sandbox) = try run(
            """
            import Glibc

            Task { @MainActor in
                do {
                    _ = try HostApplication.open(HostOptions(plugins: [CommandLine.arguments[1]]))
                    print("opened")
                } catch {
                    print(error)
                }
                exit(0)
            }
            MainLoop.run()
            """)
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.contains("call WorkerMain.runIfStartedAsWorker() first of all in main"))
        #expect(try Processes.withArgument(containing: sandbox.plugins) == [])
    }

    @Test("another program serves the main queue from a loop of its own")
    func ownLoop() throws {
        let (outcome, _) = try run(
            """
            import Glibc

            WorkerMain.runIfStartedAsWorker()

            @MainActor enum Shared { static var coordinator: NavigationCoordinator? }

            Task { @MainActor in
                let application = try HostApplication.open(HostOptions(plugins: [CommandLine.arguments[1]]))
                let coordinator = application.makeCoordinator()
                coordinator.start()
                coordinator.go(to: "character/list")
                _ = await coordinator.settle(timeout: .seconds(3600))
                coordinator.type("bennet", into: "Filter")
                coordinator.press("Elizabeth Bennet")
                _ = await coordinator.settle(timeout: .seconds(3600))
                Shared.coordinator = coordinator
            }
            var event = pollfd(fd: MainLoop.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            while Shared.coordinator == nil, poll(&event, 1, -1) > 0 { MainLoop.drain() }
            if let coordinator = Shared.coordinator {
                print(coordinator.stateText)
                print(coordinator.showJSON().hasPrefix("{"))
                let session = coordinator.session
                coordinator.shutDown()
                let again = try HostApplication.open(HostOptions(plugins: [CommandLine.arguments[1]])).makeCoordinator()
                print(again.start(restoring: session), again.stateText)
                again.shutDown()
            }
            """)
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
        let place = "home > character/list > character/detail?identifier=42"
        #expect(outcome.output == "\(place)\ntrue\n[] \(place)\n")
    }
}
