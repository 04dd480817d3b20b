import TestSupport
import Testing

/// A shell at a terminal, with the completions of switchyard and no other configuration.
final class CompletingShell {
    enum Kind: String, Sendable { case bash, zsh }

    private let terminal: PseudoTerminal
    private var count = 0

    init(_ kind: Kind, _ host: Sandbox) throws {
        let script = host.directory("completions.\(kind)")
        try File.write(host.output("completions", kind.rawValue), to: script)
        var environment = host.environment
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        environment.merge([
            "PATH": "\(products):/usr/bin:/bin", "PS1": "> ", "INPUTRC": "/dev/null", "HISTFILE": "",
            // The model of a terminal knows few of the sequences that shells send to other terminals.
            "TERM": "dumb",
        ]) { $1 }
        terminal = try PseudoTerminal(columns: 120)
        let program = try #require(installedProgram(kind.rawValue))
        switch kind {
        case .bash:
            try terminal.start(program, ["--norc", "--noprofile", "-i"], environment: environment)
            terminal.send("bind 'set bell-style none'\r")
        case .zsh:
            try terminal.start(program, ["-f", "-i"], environment: environment)
            terminal.send("unsetopt beep prompt_sp; autoload -Uz compinit; compinit -u -D; PS1='> '\r")
        }
        terminal.send("cd '\(host.work)' && . '\(script)' && echo read''y\r")
        // The shell reads keys itself once its prompt is there; before, the terminal would echo them as they are.
        try terminal.wait(for: "the prompt behind the script") { model in
            guard let end = model.lines.lastIndex(of: "ready") else { return false }
            return model.lines[(end + 1)...].contains { $0.hasPrefix(">") }
        }
    }

    /// Returns the line after the user has typed a text and pressed Tab.
    func completion(of typed: String) throws -> String {
        // The mark is typed behind the Tab, and shows where the completion has ended.
        count += 1
        let mark = "@\(count)"
        terminal.send("\u{15}\(typed)\t\(mark)")
        var line = ""
        try terminal.wait(for: "'\(typed)' to be completed") { model in
            line = model.lines.last { $0.hasSuffix(mark) } ?? ""
            return !line.isEmpty
        }
        // The two characters are the prompt, or the rest of it: on such a terminal zsh does not write it again.
        return String(line.dropFirst(2).dropLast(mark.count))
    }
}
