extension Command {
    static let help = Command(
        name: "help", summary: "Show the help of a command, or this list.", operands: .optional(.command),
        discussion: "The same as --help, of the command or of the whole program.",
        options: [], printsData: false, looksAtApp: false
    ) { arguments in
        if let extra = arguments.operands.dropFirst().first {
            throw UsageError("'help' takes one command, and '\(extra)' was given too")
        }
        let command = try arguments.operands.first.map { (name) throws(UsageError) in try Command.named(name) }
        Console.print(command.map(Help.text(of:)) ?? Help.text(of: Command.all))
        return .ok
    }
}
