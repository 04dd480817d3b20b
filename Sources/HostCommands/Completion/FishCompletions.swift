enum FishCompletions {
    static var text: String {
        """
        \(CompletionShell.fish.origin)

        # Whether the command is that one.
        function __switchyard_is
            set -l words (commandline -opc)
            test (count $words) -ge 2; and test $words[2] = $argv[1]
        end

        # Whether there is no command yet.
        function __switchyard_is_bare
            test (count (commandline -opc)) -eq 1
        end

        # Asks the program what could stand at the cursor; what a word is stands behind a tab.
        function __switchyard_ask
            set -l words (commandline -opc)
            set -l current (string unescape -- (commandline -ct))
            $words[1] candidates -- $words[2..] "$current" 2>/dev/null </dev/null
        end

        complete -c switchyard -f
        complete -c switchyard -n __switchyard_is_bare -s h -l help -d \(Option.help.help.inFishQuotes)
        complete -c switchyard -n __switchyard_is_bare -l version -d \(Option.version.help.inFishQuotes)
        \(Command.all.map { line("__switchyard_is_bare", "-a \($0.name)", $0.summary) }.joined())
        \(Command.all.map(lines).joined(separator: "\n"))
        """
    }

    private static func line(_ condition: String, _ what: String, _ description: String?) -> String {
        let words =
            ["complete -c switchyard -n", condition, what] + (description.map { ["-d \($0.inFishQuotes)"] } ?? [])
        return words.joined(separator: " ") + "\n"
    }

    private static func lines(_ command: Command) -> String {
        let isThis = "__switchyard_is \(command.name)"
        let options = command.allOptions.map { option in
            let short = option.short.map { String($0.dropFirst()) }
            let long = String(option.name.dropFirst(2))
            let given = (short.map { "-s \($0) " } ?? "") + long
            // Fish evaluates an option's condition for its value too, after the option is given: only a flag may
            // exclude itself.
            let isFlag = option.value == nil
            let condition = isFlag ? "\(isThis); and not __fish_contains_opt \(given)" : isThis
            let names = (short.map { "-s \($0) " } ?? "") + "-l \(long)"
            let value = option.value.map { " " + values($0) } ?? ""
            return line(condition.inFishQuotes, names + value, option.help)
        }
        let operand = command.operands.parameter.flatMap { parameter -> String? in
            // If the script asks the program for candidates, the program itself counts the operands.
            let isFirst = command.operands.limit == 1 && parameter.completion.isFixed
            let condition = isFirst ? "\(isThis); and test (count (commandline -opc)) -eq 2" : isThis
            return operands(parameter).map { line(condition.inFishQuotes, $0, nil) }
        }
        return options.joined() + (operand ?? "")
    }

    private static func values(_ parameter: Parameter) -> String {
        switch parameter.completion {
        case .nothing: "-x"
        case .words(let words): "-x -a \(words.joined(separator: " ").inFishQuotes)"
        case .files: "-r -F"
        case .directories: "-x -a '(__fish_complete_directories)'"
        case .asking: "-x -a '(__switchyard_ask)'"
        }
    }

    /// Returns the arguments of `complete` for an operand; nil if there are no candidates.
    private static func operands(_ parameter: Parameter) -> String? {
        switch parameter.completion {
        case .nothing: nil
        case .words(let words): "-a \(words.joined(separator: " ").inFishQuotes)"
        case .files: "-F"
        case .directories: "-a '(__fish_complete_directories)'"
        case .asking(let orFiles): "-k\(orFiles ? " -F" : "") -a '(__switchyard_ask)'"
        }
    }
}
