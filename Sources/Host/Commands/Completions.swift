extension Command {
    static let completions = Command(
        name: "completions", summary: "Print what completes this program's command line in a shell.",
        operands: .one(.word(Shell.allCases.map(\.rawValue))),
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
        let words = Shell.allCases.map(\.rawValue).joined(separator: ", ")
        guard let word = arguments.operands.first, arguments.operands.count == 1 else {
            throw UsageError("'completions' takes one shell: \(words)", command: "completions")
        }
        guard let shell = Shell(rawValue: word) else {
            throw UsageError("'\(word)' is not a shell that is known here: expected \(words)", command: "completions")
        }
        Console.print(shell.completions)
        return .ok
    }
}
