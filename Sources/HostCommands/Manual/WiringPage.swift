import FeatureContract
import HostCore

/// The manual page switchyard.jsonc(5), made from the table of the wiring file's keys.
enum WiringPage {
    static let name = "switchyard.jsonc"

    static var text: String {
        var page = Roff(name, section: 5)
        page.macro("SH", "NAME")
        page.fill("\(name) - the wiring file: where each feature's outgoing destinations lead")
        page.macro("SH", "DESCRIPTION")
        page.fill(ProgramEnvironment.wiring)
        page.macro("PP")
        page.fill(
            """
            The file is one JSON object, in UTF-8. Comments ('// to the end of the line' and '/* … */') and a comma
            behind the last member or element are allowed. A key that is not described here is refused, with the nearest
            one that is. All mistakes of a file are reported at once, each with its line and column; the exit status is
            then 78. 'switchyard doctor' checks the file against the installed features.
            """)
        for object in WiringObject.all { describe(object, &page) }
        page.macro("SH", "VALUES")
        page.table([
            (
                "address",
                "A TCP port from 'tcp:1' to 'tcp:65535', or a machine and a port: 'api.example.org:443', '[::1]:443', "
                    + "or an origin of HTTP or HTTPS: 'https://api.example.org', 'http://localhost:8080', "
                    + "'https://*.example.org'. The star stands for one label."
            ),
            ("condition", "A letter or '_', then letters, digits, '_' and '-', in all at most 64."),
            ("destination", "FEATURE, FEATURE/ROUTE or FEATURE/ROUTE?NAME=VALUE, as 'switchyard routes' shows them."),
            ("duration", "A number and 's' or 'ms'."),
            (
                "label",
                "A text of one line with at most \(Wiring.Tab.maximumLength) bytes in UTF-8, without control characters, "
                    + "and without white space at its beginning or end."
            ),
            ("memory", "A whole number and 'KiB', 'MiB' or 'GiB'."),
            (
                "path",
                "The path of a file or directory, without segments '..'. It begins with '/' or with one of "
                    + Permissions.pathVariables.joined(separator: ", ") + "."
            ),
            ("scheme", "A letter, then letters, digits, '+', '-', '.'."),
            ("variable", "Letters, digits and '_', not beginning with a digit."),
        ])
        page.macro("SH", "FILES")
        for file in ProgramEnvironment.wiringFiles { page.item(file.path, file.meaning) }
        page.macro("SH", "EXAMPLES")
        page.fill("Two tabs, and one feature that leads to another:")
        page.example(example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        page.macro("SH", "SEE ALSO")
        page.fill("switchyard(1); 'switchyard schema' prints a JSON Schema of the file.")
        return page.text
    }

    static let example = """
        {
            "schemes": ["challenge"],
            "tabs": [
                { "name": "home", "root": "home" },
                { "name": "people", "root": "character", "retain": false },
            ],
            "redirects": {
                "home/characters": "character/list",
                "home/character?identifier={id}": {
                    "to": "character/detail?identifier={id}",
                    "method": "sheet",
                },
            },
            "features": {
                "home": {
                    "deadline": "2s",
                    "settings": { "greeting": "Good morning." },
                },
            },
        }
        """

    private static func describe(_ object: WiringObject, _ page: inout Roff) {
        page.macro("SH", object.title)
        for key in object.keys {
            page.item(key.name, value: kind(of: key.value) + (key.isRequired ? ", required" : ""), key.meaning)
            if let detail = detail(of: key.value) { page.fill(detail) }
        }
    }

    private static func kind(of value: WiringValue) -> String {
        switch value {
        case .text: "text"
        case .scheme: "scheme"
        case .label: "label"
        case .destination: "destination"
        case .bool: "true|false"
        case .duration: "duration"
        case .memory: "memory"
        case .integer: "number"
        case .address: "address"
        case .path: "path"
        case .variable: "variable"
        case .condition: "condition"
        case .word: "word"
        case .anyObject, .object, .map: "object"
        case .list: "list"
        case .either(let values): values.map(kind).joined(separator: "|")
        }
    }

    /// Returns a sentence about a value that its kind does not describe fully; nil for any other.
    private static func detail(of value: WiringValue) -> String? {
        switch value {
        case .text, .scheme, .label, .destination, .bool, .duration, .memory, .address, .path, .variable, .condition,
            .anyObject:
            nil
        case .object(let object): "It has the keys under \(object.title)."
        case .integer(let range): "From \(range.lowerBound) to \(range.upperBound)."
        case .word(let words): "One of \(words.map { "'\($0)'" }.joined(separator: ", "))."
        case .list(let element, _): "Each element: \(phrase(element))."
        case .map(.featureID, let value): "Each key is a feature's id, and each value \(phrase(value))."
        case .map(.destination, let value): "Each key is a destination, and each value \(phrase(value))."
        case .map(.condition, let value): "Each key is the name of a condition, and each value \(phrase(value))."
        case .map(.pattern, let value):
            "Each key is FEATURE/ROUTE for one route with any arguments, or FEATURE/* or FEATURE for all routes of a feature "
                + "and its main screen; each value is \(phrase(value))."
        case .either(let values): values.map(phrase).joined(separator: ", or ")
        }
    }

    private static func phrase(_ value: WiringValue) -> String {
        switch value {
        case .object(let object): "an object with the keys under \(object.title)"
        case .list(let element, _): "a list, each element \(phrase(element))"
        case .either(let values): values.map(phrase).joined(separator: ", or ")
        case .address: "an address"
        default: "a \(kind(of: value))"
        }
    }
}
