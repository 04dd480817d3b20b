import HostSystem

/// A line that GitHub shows at a file of a change: a workflow command.
///
/// - SeeAlso: [Workflow commands for GitHub Actions](https://docs.github.com/actions/reference/workflow-commands-for-github-actions)
enum GitHubAnnotation {
    enum Level: String { case error, warning, notice }

    static func line(
        _ level: Level, file: String?, line: Int? = nil, column: Int? = nil, title: String, _ message: String
    ) -> String {
        let properties = [
            file.map { "file=" + escaped($0, isProperty: true) }, line.map { "line=\($0)" }, column.map { "col=\($0)" },
            "title=" + escaped(title, isProperty: true),
        ].compactMap(\.self).joined(separator: ",")
        return "::\(level.rawValue) \(properties)::\(escaped(message, isProperty: false))\n"
    }

    private static func escaped(_ text: String, isProperty: Bool) -> String {
        var escaped = ""
        for scalar in DisplayText.safe(text, keepingLines: true).unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            case ":" where isProperty: escaped += "%3A"
            case "," where isProperty: escaped += "%2C"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
