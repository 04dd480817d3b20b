import Glibc
import TestSupport

/// A command that a document shows in a block of the language `console`, with the output that is shown below it.
struct ShownCommand: CustomStringConvertible {
    let line: String
    private(set) var output = ""

    var description: String { line }

    /// Returns the commands of a block.
    static func all(in block: Document.Block) -> [ShownCommand] {
        var commands: [ShownCommand] = []
        for line in block.lines {
            if line.hasPrefix("$ ") {
                commands.append(ShownCommand(line: String(line.dropFirst(2))))
            } else if !commands.isEmpty {
                commands[commands.count - 1].output += line + "\n"
            }
        }
        return commands
    }
}

extension Document {
    /// The actual output of a command that the document shows.
    struct Run {
        let command: ShownCommand
        let output: String
    }

    /// Runs the commands in order, in a directory with the build and the shipped wiring. A block that names a file is
    /// written to that file, for the commands after it.
    ///
    /// - Parameter prepare: Puts further files that the commands need into the directory.
    func runCommands(preparing prepare: (TemporaryDirectory) throws -> Void = { _ in }) throws -> [Run] {
        let directory = try TemporaryDirectory()
        try directory.makeDirectory(".build")
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        guard symlink(products, directory(".build/debug")) == 0 else { throw Products.Missing(path: products) }
        for folder in ["Sources", "Tests"] {
            guard symlink(Repository.path(folder), directory(folder)) == 0 else {
                throw Products.Missing(path: Repository.path(folder))
            }
        }
        try File.copy(Repository.path("switchyard.jsonc"), to: directory("switchyard.jsonc"))
        try prepare(directory)
        var runs: [Run] = []
        for block in blocks {
            if block.language == "console" {
                for command in ShownCommand.all(in: block) {
                    let outcome = try Subprocess(
                        "/bin/sh", ["-c", command.line],
                        environment: [
                            "PATH": "/usr/bin:/bin", "HOME": directory.path,
                            "LD_LIBRARY_PATH": getenv("LD_LIBRARY_PATH").map { String(cString: $0) } ?? "",
                        ], directory: directory.path
                    ).run()
                    // Documents shorten the path of the build.
                    runs.append(
                        Run(command: command, output: outcome.output.replacing("\(products)/lib", with: "…/lib")))
                }
            } else if let file = block.file, !file.contains("/") {
                try File.write(block.text, to: directory(file))
            }
        }
        return runs
    }
}
