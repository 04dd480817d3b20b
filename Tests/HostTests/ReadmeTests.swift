import Glibc
import TestSupport
import Testing

/// What the README shows is what happens.
@Suite("The README", .blocking)
struct ReadmeTests {
    private let readme: String

    init() throws {
        readme = String(decoding: try File.read(Repository.path("README.md")), as: UTF8.self)
    }

    /// One command of the tour, with what is shown below it.
    private struct Command: CustomStringConvertible {
        let line: String
        var output = ""
        var description: String { line }
    }

    @Test("shows in its tour what the commands print")
    func tour() throws {
        let commands = blocks(of: "console").flatMap(commands)
        #expect(commands.count >= 6)
        let directory = try TemporaryDirectory()
        try directory.makeDirectory(".build")
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        #expect(symlink(products, directory(".build/debug")) == 0)
        try File.copy(Repository.path("switchyard.jsonc"), to: directory("switchyard.jsonc"))
        for command in commands {
            let outcome = try Subprocess(
                "/bin/sh", ["-c", command.line],
                environment: [
                    "PATH": "/usr/bin:/bin", "HOME": directory.path,
                    "LD_LIBRARY_PATH": getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "",
                ], directory: directory.path
            ).run()
            // The README shortens where the build lies.
            let output = outcome.output.replacing("\(products)/lib", with: "…/lib")
            #expect(output == command.output, "\(command)")
        }
    }

    @Test("has a wiring file that the host takes")
    func wiring() throws {
        let text = try #require(blocks(of: "jsonc").first)
        let sandbox = try Sandbox(wiring: .text(text))
        let output = try sandbox.output("navigate", "press:Featured character")
        #expect(output.hasPrefix("home > character/detail?identifier=7\n"))
        #expect(try sandbox.output("navigate").contains("Good morning."))
    }

    private func blocks(of language: String) -> [String] {
        readme.components(between: "```\(language)\n", and: "```\n")
    }

    private func commands(_ block: String) -> [Command] {
        var commands: [Command] = []
        for line in block.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("$ ") {
                commands.append(Command(line: String(line.dropFirst(2))))
            } else if !commands.isEmpty {
                commands[commands.count - 1].output += line + "\n"
            }
        }
        return commands
    }
}

extension String {
    fileprivate func components(between start: String, and end: String) -> [String] {
        var found: [String] = []
        var rest = self[...]
        while let opening = rest.firstRange(of: start) {
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: end) else { break }
            found.append(String(rest[..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        return found
    }
}
