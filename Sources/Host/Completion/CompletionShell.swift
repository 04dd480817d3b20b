import HostCore
import HostSystem

/// A shell in which the command line can be completed.
enum CompletionShell: String, CaseIterable {
    case bash, zsh, fish

    /// The shell's completion script, made from the command table.
    var completions: String {
        switch self {
        case .bash: BashCompletions.text
        case .zsh: ZshCompletions.text
        case .fish: FishCompletions.text
        }
    }

    /// The first line of the script: the program's name and version, and the command that prints the script.
    var origin: String {
        let command = "\(HostName.name) completions \(rawValue)"
        return "# Completions of \(HostName.name) \(HostName.version), as '\(command)' prints them."
    }
}

extension String {
    /// The text quoted as one word for bash or zsh, whatever characters it has.
    var inSingleQuotes: String { "'" + replacing("'", with: #"'\''"#) + "'" }

    /// The text quoted as one word for fish, where a backslash before these two characters escapes them even in quotes.
    var inFishQuotes: String { "'" + replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'" }
}
