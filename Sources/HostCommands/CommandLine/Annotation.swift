import FeatureContract
import HostCore
import HostSystem
import JSONText

/// A finding at a place in a file, as GitHub and other services show it beside a change of that file.
struct Annotation {
    let level: Finding.Severity
    /// A word that stays the same, such as the code of a finding or the name of a test.
    let rule: String
    let file: String?
    var line: Int?
    var column: Int?
    let message: String

    /// A line that GitHub shows at the file: a workflow command.
    ///
    /// - SeeAlso: [Workflow commands for GitHub Actions](https://docs.github.com/actions/reference/workflow-commands-for-github-actions)
    private var command: String {
        let properties = [
            file.map { "file=" + Self.escaped($0, isProperty: true) }, line.map { "line=\($0)" },
            column.map { "col=\($0)" }, "title=" + Self.escaped(rule, isProperty: true),
        ].compactMap(\.self).joined(separator: ",")
        let name = level == .note ? "notice" : level.rawValue
        return "::\(name) \(properties)::\(Self.escaped(message, isProperty: false))\n"
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

    /// A line of text from elsewhere, which GitHub does not take for a command, as it does a line that begins with `::`
    /// behind blanks, and `##[` anywhere: a space without width parts them.
    static func line(_ text: String, _ arguments: Arguments) -> String {
        guard arguments.last(.format) == "github" else { return text }
        return text.replacing("##[", with: "##\u{200B}[").replacing("::", with: ":\u{200B}:")
    }

    /// A result of SARIF. A file is named as on the command line, as a relative reference or the URI of a path.
    private var result: JSON {
        var result: JSONObject = [
            "ruleId": .string(rule), "level": .string(level.rawValue), "message": ["text": .string(message)],
        ]
        if let file {
            let uri = (file.hasPrefix("/") ? "file://" : "") + PercentCoding.encoded(file)
            var place: JSONObject = ["artifactLocation": ["uri": .string(uri)]]
            if let line {
                var region: JSONObject = ["startLine": .integer(Int64(line))]
                if let column { region.append(key: "startColumn", value: .integer(Int64(column))) }
                place.append(key: "region", value: .object(region))
            }
            result.append(key: "locations", value: .array([["physicalLocation": .object(place)]]))
        }
        return .object(result)
    }

    /// Returns the log of a run.
    ///
    /// - SeeAlso: [SARIF 2.1.0](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html)
    private static func log(_ annotations: [Annotation]) -> JSON {
        let rules = Set(annotations.map(\.rule)).sorted().map { rule -> JSON in ["id": .string(rule)] }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": [
                [
                    "tool": [
                        "driver": [
                            "name": .string(HostName.name), "semanticVersion": .string(HostName.version),
                            "rules": .array(rules),
                        ]
                    ],
                    "results": .array(annotations.map(\.result)),
                ]
            ],
        ]
    }

    /// Prints annotations in the form that a command line asks for, which may be none.
    static func print(_ annotations: @autoclosure () -> [Annotation], _ arguments: Arguments) {
        switch arguments.last(.format) {
        case "github": Console.print(annotations().map(\.command).joined())
        case "sarif": Console.print(log(annotations()))
        default: break
        }
    }
}

extension Arguments {
    /// Whether a command prints text, and no JSON in its place.
    var printsText: Bool { !has(.json) && last(.format) != "sarif" }

    /// Refuses two forms of one output.
    func requireOneForm() throws(UsageError) {
        guard has(.json), let format = last(.format), format != "text" else { return }
        throw UsageError(
            "'--json' and '--format \(format)' are two forms of one output; give one of them", command: command)
    }
}
