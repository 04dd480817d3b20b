import Glibc
import HostCore
import JSONText

extension Command {
    static let completions = Command(
        name: "completions", summary: "Print what completes this program's command line in a shell.",
        operands: .one(.word(CompletionShell.allCases.map(\.rawValue))),
        discussion: """
            The output is a script for that shell, made from the same table as this help. 'make install' puts it where
            the shell finds it; without that it is loaded from the shell's start file or for one session:

              bash  source <(switchyard completions bash)
              zsh   source <(switchyard completions zsh), after compinit
              fish  switchyard completions fish | source

            Features, destinations and links are completed as they are installed at that moment.
            """,
        options: [], printsData: false, looksAtApp: false
    ) { arguments in
        let words = CompletionShell.allCases.map(\.rawValue).joined(separator: ", ")
        let word = arguments.operands[0]
        guard let shell = CompletionShell(rawValue: word) else {
            let nearest = Spelling.nearest(to: word, in: CompletionShell.allCases.map(\.rawValue))
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? ": expected \(words)"
            throw UsageError("'\(word)' is not a shell that is known here\(hint)", command: "completions")
        }
        Console.print(shell.completions)
        return .ok
    }
}

extension Command {
    /// The command that shell scripts run while the user waits for a completion. It prints no error, and nothing late.
    static let candidates = Command(
        name: "candidates", summary: "Print what could stand at the end of a command line.",
        operands: .any(.text("WORD")),
        discussion: """
            For the scripts of 'switchyard completions'. After '--' come the words of a command line behind the name of
            the program, the last of them the one that is being typed, which may be empty. Each line of the output is
            one that it could become and, behind a tab, what that is. What ends with '=', ':' or '/' goes on.
            """,
        options: [], printsData: false, looksAtApp: false
    ) { arguments in
        // Ends this process in any case: a waiting shell takes no keys.
        alarm(5)
        let candidates = (try? Candidates(words: arguments.operands)) ?? Candidates()
        Console.print(candidates.all.map(\.line).joined())
        return .ok
    }
}
