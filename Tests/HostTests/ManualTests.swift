import JSONText
import TestSupport
import Testing

@testable import ProgramTestSupport

@Suite("The manual page", .blocking)
struct ManualTests {
    /// The lines of a page as man(1) shows them.
    private func shown(_ name: String, section: Int, _ host: Sandbox) throws -> [String] {
        let page = host.directory("\(name).\(section)")
        try File.write(host.output("manual", name), to: page)
        let program = try #require(installedProgram("man"))
        let outcome = try Subprocess(
            program, ["--local-file", "--warnings=w", page],
            environment: [
                "PATH": "/usr/bin:/bin", "MANPAGER": "cat", "MANWIDTH": "80", "LC_ALL": "C.UTF-8",
                "HOME": host.directory.path,
            ]
        ).run()
        #expect(outcome.end == .exit(0))
        #expect(outcome.diagnostics == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("\(name.uppercased())(\(section))") == true)
        return lines
    }

    @Test(
        "man shows the page in 80 columns, with every command and each of its options",
        .enabled(if: installedProgram("man") != nil, "no man is installed"))
    func rendering() throws {
        let host = try Sandbox()
        let lines = try shown("switchyard", section: 1, host)
        #expect(try host.output("manual") == host.output("manual", "switchyard"))
        let headings = lines.filter { $0.first?.isLetter == true }.dropFirst().dropLast()
        #expect(
            headings == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "COMMON OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES",
                "EXAMPLES", "SEE ALSO",
            ])
        // A command line is not wrapped; everything else is.
        #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("           switchyard ") })
        let common = Self.part("COMMON OPTIONS", of: lines, until: "EXIT STATUS")
        for command in try CommandTable(host).commands {
            let part = Self.part("   \(command.name)", of: lines, until: nil)
            #expect(part.first?.hasPrefix("       switchyard \(command.name) [OPTION...]") == true, "\(command.name)")
            for option in command.options {
                let isThere = (part + common).contains { line in
                    line.split(separator: " ").prefix(2).contains { $0 == option || $0 == option + "," }
                }
                #expect(isThere, "\(command.name) \(option)")
            }
        }
    }

    @Test(
        "man shows the page of the wiring file, with every key of the schema and its description",
        .enabled(if: installedProgram("man") != nil, "no man is installed"))
    func wiringKeys() throws {
        let host = try Sandbox()
        let lines = try shown("switchyard.jsonc", section: 5, host)
        #expect(lines.allSatisfy { $0.count <= 80 })
        let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        let schema = try JSON.parse(host.output("schema"))
        let redirect = schema["properties"]?["redirects"]?["additionalProperties"]?["anyOf"]?[1]
        let objects = [
            ("THE FILE", schema), ("A TAB", schema["properties"]?["tabs"]?["items"]), ("A REDIRECT", redirect),
            ("A FEATURE", schema["properties"]?["features"]?["additionalProperties"]),
        ]
        for (heading, object) in objects {
            let keys = try #require(object?["properties"]?.object)
            let part = Self.part(heading, of: lines, until: nil, indentation: 1)
            let terms = part.filter { $0.hasPrefix("       ") && !$0.hasPrefix("        ") }
            #expect(terms.map { $0.split(separator: " ").first.map(String.init) } == keys.keys, "\(heading)")
            for (key, value) in keys.members {
                let meaning = try #require(value["description"]?.string, "\(key)")
                #expect(text.contains(meaning), "\(key)")
            }
        }
    }

    @Test("the host accepts the example in the page of the wiring file")
    func wiringExample() throws {
        let page = try Sandbox().output("manual", "switchyard.jsonc").components(separatedBy: ".nf\n")[1]
        let example = String(page).components(separatedBy: ".fi")[0].replacing("\\-", with: "-")
        let host = try Sandbox(wiring: .text(String(example)))
        #expect(try host.output("doctor").hasPrefix("No findings"))
    }

    /// The lines below a heading, up to the next one of its kind.
    private static func part(
        _ heading: String, of lines: [String], until end: String?, indentation: Int = 7
    ) -> [String] {
        let rest = lines.drop { $0 != heading }.dropFirst()
        let blank = String(repeating: " ", count: indentation)
        return Array(rest.prefix { line in end.map { line != $0 } ?? line.hasPrefix(blank) })
    }

    @Test("the page has the same exit codes, variables and directories as the help")
    func shared() throws {
        let host = try Sandbox()
        let page = try host.output("manual").replacing("\\-", with: "-")
        host.set("COLUMNS", "100")
        let help = try host.output("--help")
        let codes = help.components(separatedBy: "EXIT CODES\n")[1].prefix { $0 != "E" }.split(separator: "\n")
        #expect(codes.count >= 9)
        for row in codes {
            let words = row.split(separator: " ", maxSplits: 1)
            #expect(page.contains(".TP\n\\fB\(words[0])\\fR\n\(words[1].drop { $0 == " " })\n"), "\(row)")
        }
        for word in ["SWITCHYARD_PLUGINS", "SWITCHYARD_CONFIG", "XDG_DATA_HOME", "XDG_CONFIG_DIRS"] {
            #expect(help.contains(word), "\(word)")
            #expect(page.contains("\n\\fB\(word)") || page.contains(", \(word)\\fR\n"), "\(word)")
        }
    }

    @Test(
        "the page is the same each time it is printed, and no text line reads as a request of man",
        arguments: ["switchyard", "switchyard.jsonc"])
    func source(name: String) throws {
        let host = try Sandbox()
        let page = try host.output("manual", name)
        #expect(try host.output("manual", name) == page)
        let requests = ["TH", "SH", "SS", "PP", "TP", "RS", "RE", "PD", "br", "nf", "fi", "nh", "ad"]
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains { line == ".\($0)" || line.hasPrefix(".\($0) ") }, "\(line)")
        }
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("each command of the page's examples works")
    func examples() throws {
        let host = try Sandbox()
        let page = try host.output("manual").components(separatedBy: ".SH \"EXAMPLES\"")[1]
        let commands = page.split(separator: "\n").filter { $0.hasPrefix("switchyard ") }
        #expect(commands.count >= 5)
        try host.directory.makeDirectory("work/plugins")
        var environment = host.environment
        let products = try Products.switchyard.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        environment["PATH"] = "\(products):/usr/bin:/bin"
        for command in commands {
            let line = command.replacing("\\-", with: "-").replacing("\\(aq", with: "'")
            let outcome = try Subprocess(
                "/bin/sh", ["-c", String(line)], environment: environment, directory: host.work
            ).run()
            #expect(outcome.end == .exit(0), "\(line): \(outcome.diagnostics)")
        }
    }
}
