import Glibc
import HostCore

extension Command {
    /// The command that the shells' scripts run while the user waits for a completion. It prints nothing rather than
    /// something wrong, and nothing late.
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
        // Ends this process in any case: a shell that waits for it takes no keys.
        alarm(5)
        let candidates = (try? Candidates(words: arguments.operands)) ?? Candidates()
        Console.print(candidates.all.map(\.line).joined())
        return .ok
    }
}
