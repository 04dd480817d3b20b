import HostCore

/// The help texts, made from the command table.
enum Help {
    /// What `switchyard --help` says.
    static func text(of commands: [Command]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let rows = commands.map { "  \(DisplayText.padded($0.name, to: width))  \($0.summary)\n" }.joined()
        return """
            switchyard: a host for features that are loaded at run time

            USAGE: switchyard COMMAND [OPTION…] [OPERAND…]

            COMMANDS
            \(rows)
            Each takes --help. 'switchyard --version' shows the version.

            A feature is a shared library (.so) in a plugins directory. Those are the directories given by --plugins, \
            else
            those in SWITCHYARD_PLUGINS, else the folder of this program, its ../lib/switchyard, and switchyard/plugins
            in the user's and the system's data directories (XDG_DATA_HOME, XDG_DATA_DIRS).

            The wiring file says where each feature's outgoing destinations lead. It is the one given by --config, else
            by SWITCHYARD_CONFIG, else ./switchyard.jsonc, else switchyard/switchyard.jsonc in the user's and the
            system's configuration directories (XDG_CONFIG_HOME, XDG_CONFIG_DIRS).

            EXIT CODES
              0  done
              1  asked, and answered no: not found, not connected, refused; errors found
             64  the command line is wrong
             65  a script or a saved session is wrong
             66  a file or directory that was named cannot be read
             69  something did not answer in time, or is in use
             73  a file cannot be made where it was named
             74  standard output or the session cannot be written
             78  the wiring file is wrong

            """
    }

    /// What `switchyard COMMAND --help` says.
    static func text(of command: Command) -> String {
        let options = command.allOptions
        let names = options.map { option in
            [option.short, option.name].compactMap(\.self).joined(separator: ", ")
                + (option.value.map { " \($0)" } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        let rows = zip(names, options).map { "  \(DisplayText.padded($0, to: width))  \($1.help)\n" }.joined()
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        return """
            \(command.summary)

            USAGE: switchyard \(command.name) [OPTION…]\(operands)

            \(command.discussion)

            OPTIONS
            \(rows)
            """
    }
}
