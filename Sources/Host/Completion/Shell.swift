import HostCore

/// A shell in which the command line can be completed.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The script that completes it, made from the command table.
    var completions: String {
        switch self {
        case .bash: BashCompletions.text
        case .zsh: ZshCompletions.text
        case .fish: FishCompletions.text
        }
    }

    /// What the script says first: whose it is, and where it is from.
    var origin: String {
        let command = "\(HostName.name) completions \(rawValue)"
        return "# Completions of \(HostName.name) \(HostName.version), as '\(command)' prints them."
    }
}

extension String {
    /// As one word of a line for bash or zsh, whatever is in it.
    var inSingleQuotes: String { "'" + replacing("'", with: #"'\''"#) + "'" }

    /// The same for fish, in which a backslash keeps its meaning before these two.
    var inFishQuotes: String { "'" + replacing("\\", with: #"\\"#).replacing("'", with: #"\'"#) + "'" }
}
