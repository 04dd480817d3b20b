import HostSystem

/// The results as XML for continuous integration services, in the form of Jenkins' JUnit schema: a suite for each
/// library, a case for each test. The schema has no warnings; they become output of their case.
package enum JUnitReport {
    package static func text(of libraries: [CheckedLibrary], named name: String = "switchyard check") -> String {
        let results = libraries.flatMap(\.results)
        var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        text += "<testsuites name=\"\(name)\" \(counts(results))>\n"
        for library in libraries {
            text += "  <testsuite name=\"\(attribute(library.path))\" \(counts(library.results))>\n"
            for result in library.results { text += testCase(result, of: library) }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    private static func counts(_ results: [CheckResult]) -> String {
        func count(_ status: CheckStatus) -> Int { results.count { $0.status == status } }
        let time = seconds(results.reduce(0) { $0 + $1.seconds })
        return "tests=\"\(results.count)\" failures=\"\(count(.failed))\" errors=\"\(count(.crashed))\" "
            + "skipped=\"\(count(.skipped))\" time=\"\(time)\""
    }

    private static func testCase(_ result: CheckResult, of library: CheckedLibrary) -> String {
        let head =
            "    <testcase classname=\"\(attribute(library.path))\" name=\"\(DisplayText.markup(result.test))\" "
            + "time=\"\(seconds(result.seconds))\""
        let message = attribute(result.reasons.first ?? "")
        let all = DisplayText.markup(result.reasons.joined(separator: "\n"))
        let content: String? =
            switch result.status {
            case .passed: result.notes.isEmpty ? nil : element("system-out", result.notes.joined(separator: "\n"))
            case .skipped: "      <skipped message=\"\(message)\"></skipped>\n"
            case .warning, .runtime:
                element("system-out", result.reasons.map { "\(result.status.rawValue): \($0)" }.joined(separator: "\n"))
            case .failed: "      <failure message=\"\(message)\">\(all)</failure>\n"
            case .crashed: "      <error message=\"\(message)\">\(all)</error>\n"
            }
        guard let content else { return head + "></testcase>\n" }
        return head + ">\n" + content + "    </testcase>\n"
    }

    private static func element(_ name: String, _ text: String) -> String {
        "      <\(name)>\(DisplayText.markup(text))</\(name)>\n"
    }

    private static func seconds(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    /// Escapes text for an attribute, where a bare line break would be read as a blank.
    private static func attribute(_ text: String) -> String { DisplayText.markup(text).replacing("\n", with: "&#10;") }
}
