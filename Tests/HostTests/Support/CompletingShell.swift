import TestSupport
import Testing

/// bash at a terminal, which knows how switchyard's command line is completed, and nothing else.
final class CompletingShell {
    private let terminal: PseudoTerminal
    private var count = 0

    init(_ host: Sandbox) throws {
        let script = host.directory("switchyard.bash")
        try File.write(host.output("completions", "bash"), to: script)
        var environment = host.environment
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        environment["PATH"] = "\(products):/usr/bin:/bin"
        environment["INPUTRC"] = "/dev/null"
        environment["HISTFILE"] = ""
        environment["PS1"] = "> "
        terminal = try PseudoTerminal(columns: 120)
        try terminal.start("/bin/bash", ["--norc", "--noprofile", "-i"], environment: environment)
        // What a terminal may answer to, and bells, are left out: the model of ours knows none of it.
        terminal.send("cd '\(host.work)'; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'\r")
        terminal.send(". '\(script)' && echo read''y\r")
        try terminal.wait(for: "the script to be read") { $0.lines.contains("ready") }
    }

    /// What the line is once a person has typed that and pressed Tab.
    func completion(of typed: String) throws -> String {
        // What is typed behind a Tab stands where the completion has ended.
        count += 1
        let mark = "|\(count)"
        terminal.send("\u{15}\(typed)\t\(mark)")
        var line = ""
        try terminal.wait(for: "'\(typed)' to be completed") { model in
            line = model.lines.last { $0.hasPrefix("> ") && $0.hasSuffix(mark) } ?? ""
            return !line.isEmpty
        }
        return String(line.dropFirst(2).dropLast(mark.count))
    }
}
