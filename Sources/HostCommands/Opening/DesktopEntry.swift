import HostCore

/// An entry for a desktop, which then hands it the links of an app: Desktop Entry Specification, versions 1.0 and up.
struct DesktopEntry {
    /// The words of the command that opens a link, without the link.
    let command: [String]
    let schemes: [String]
    /// Whether the command may take the terminal.
    let needsTerminal: Bool

    var text: String {
        """
        [Desktop Entry]
        Type=Application
        Version=1.0
        Name=Switchyard
        Comment=Open a link in the running app
        Exec=\(command.map(Self.word).joined(separator: " ")) %u
        Terminal=\(needsTerminal)
        NoDisplay=true
        MimeType=\(schemes.map { "x-scheme-handler/\($0);" }.joined())

        """
    }

    /// A word of `Exec`: in quotes where it has more than plain characters, with the escapes of quotes inside those of
    /// every value.
    private static func word(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || "0123456789-_./:,+@=".unicodeScalars.contains(scalar)
        }
        guard !isPlain || word.isEmpty else { return word }
        var quoted = ""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "\"", "`", "$": quoted += "\\\\\(scalar)"
            case "\\": quoted += "\\\\\\\\"
            case "%": quoted += "%%"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return "\"\(quoted)\""
    }
}
