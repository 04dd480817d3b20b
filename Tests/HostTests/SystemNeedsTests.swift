import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The system's limits and mounts", .blocking)
struct SystemNeedsTests {
    /// Runs switchyard with a limit of open files, in ulimit's options.
    private func run(_ limit: String, _ host: Sandbox, _ arguments: [String]) throws -> Subprocess.Outcome {
        let words = ["-c", "ulimit \(limit) && exec \"$0\" \"$@\"", try Products.switchyard] + arguments
        return try host.run(words, executable: "/bin/sh")
    }

    @Test(
        "every command reports that too few files may be open, and exits with 69",
        arguments: ["list", "routes", "navigate home", "explain home", "doctor", "graph", "run --plain", "--version"],
        [6, 11, 48])
    func tooFew(command: String, limit: Int) throws {
        let outcome = try run("-n \(limit)", Sandbox(), command.split(separator: " ").map(String.init))
        #expect(outcome.end == .exit(69))
        #expect(outcome.output == "")
        #expect(
            outcome.messages == [
                "at least 48 more files must be open at a time than are now, and this process may have \(limit) in all; "
                    + "'ulimit -n' or whoever has set that limit (ulimit -Hn) allows more"
            ])
    }

    @Test(
        "a limit that leaves no room for a stack or for memory is reported, and the program exits with 69",
        .disabled(if: Sanitizer.current != nil, "the runtime of a sanitizer needs more itself"),
        arguments: [
            ("s", 64, "a process needs 256 KiB of stack, and this one may have 64"),
            ("v", 200_000, "a process needs 262144 KiB of address space, and this one may have 200000"),
        ])
    func tooLittle(flag: String, limit: Int, message: String) throws {
        let outcome = try run("-\(flag) \(limit)", Sandbox(), ["navigate", "home"])
        #expect(outcome.end == .exit(69))
        #expect(
            outcome.messages == [
                "\(message); 'ulimit -\(flag)' or whoever has set that limit (ulimit -H\(flag)) allows more"
            ])
    }

    /// The command that runs a program in a mount namespace without /proc; nil if that is not allowed.
    private static let withoutProc: [String]? = {
        guard let unshare = installedProgram("unshare") else { return nil }
        let words = [unshare, "-r", "-m", "/bin/sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" \"$@\""]
        let outcome = try? Subprocess(unshare, words.dropFirst() + ["/bin/true"]).run()
        return outcome?.end == .exit(0) ? words : nil
    }()

    @Test(
        "a missing /proc is reported, and the program exits with 69",
        .enabled(if: withoutProc != nil, "unshare is not allowed"),
        .disabled(
            if: Sanitizer.current != nil, "the runtime of a sanitizer reads /proc itself, and says what it misses"))
    func noProc() throws {
        let host = try Sandbox()
        host.set("PATH", "/usr/bin:/bin")
        let words = try #require(Self.withoutProc)
        let arguments = try words.dropFirst() + [Products.switchyard, "list"]
        let outcome = try host.run(Array(arguments), executable: words[0])
        #expect(outcome.end == .exit(69))
        #expect(
            outcome.messages == [
                "/proc is not mounted, where a program finds its own file and arguments; mount it: mount -t proc proc /proc"
            ])
    }

    /// Features with the ids `many-00` and on, made from one library by replacing its id.
    private func features(_ count: Int) throws -> [Feature] {
        let name = Array("many-00".utf8)
        let bytes = try Feature.source(
            "many-00",
            """
            #define FEATURE_ID "many-00"
            #include "PlainFeature.h"
            """
        ).bytes()
        let places = bytes.indices.filter { bytes[$0...].starts(with: name) }
        return (0..<count).map { number in
            let id = "many-\(number / 10)\(number % 10)"
            var changed = bytes
            for place in places { changed.replaceSubrange(place..<place + name.count, with: id.utf8) }
            return Feature("lib\(id).so") { [changed] in changed }
        }
    }

    @Test(
        "the program opens as many files as the hard limit allows, beyond the soft limit",
        .enabled(if: Fixtures.haveCompiler))
    func raised() throws {
        let host = try Sandbox(.only(features(16)), wiring: .none)
        let steps = (10..<16).map { "many-\($0)" } + (0..<10).map { "many-0\($0)" }
        let outcome = try run("-S -n 60", host, ["navigate"] + steps)
        #expect(outcome.diagnostics == "")
        #expect(outcome.end == .exit(0))
        #expect(outcome.output.contains("This is many-09 1.0.0."))
    }

    @Test(
        "a feature does not start without free file descriptors, and the reason is reported",
        .enabled(if: Fixtures.haveCompiler))
    func usedUp() throws {
        let host = try Sandbox(.only(features(16)), wiring: .none)
        let steps = (10..<16).map { "many-\($0)" } + (0..<10).map { "many-0\($0)" }
        let outcome = try run("-n 60", host, ["navigate"] + steps)
        #expect(outcome.end == .exit(1))
        #expect(
            outcome.messages.first?.hasSuffix(
                "no process can be started for it (Too many open files: this process may have 60, and 'ulimit -n' allows "
                    + "more)") == true, "\(outcome.messages)")
    }
}
