import FeatureContract
import Glibc
import HostCore
import HostSystem
import JSONText

/// A flow as a text: one step or expectation per line.
///
///     # A comment.
///     press:Characters
///     expect 72 characters
///     expect-state home > character/list
///     press:Nobody
///     expect-error shows no 'Nobody'
///     expect-not Nobody
///     type:Note<<END
///     A text of several lines,
///       as they stand.
///     END
struct Script {
    /// An `expect-error`: a text that a failure of the step before it must contain.
    struct ExpectedError {
        let line: Int
        let text: String
    }

    enum Action {
        /// - Parameter errors: The errors with which the step must fail; empty if it must succeed.
        case step(Step, errors: [ExpectedError])
        case expect(String)
        case expectNot(String)
        case expectControl(ControlExpectation)
        case expectState(StateExpectation)
        case expectURL(String)
    }

    struct Item {
        /// The name of the script with the line, which may be an included one.
        let script: String
        let line: Int
        /// The line as it is written, with its variables.
        let written: String
        var action: Action
    }

    let name: String
    private(set) var items: [Item] = []

    /// The most scripts that include one another.
    private static let mostIncluded = 16
    /// The most lines, those of included scripts each time that they are included.
    private static let mostItems = 100_000

    /// - Throws: A message for each wrong line.
    init(_ bytes: [UInt8], name: String, catalog: Catalog, variables: ScriptVariables) throws(FlowError) {
        var variables = variables
        try self.init(bytes, name: name, catalog: catalog, variables: &variables, within: [name])
    }

    /// - Parameter chain: The names of this script and of those that have included it.
    private init(
        _ bytes: [UInt8], name: String, catalog: Catalog, variables: inout ScriptVariables, within chain: [String]
    ) throws(FlowError) {
        self.name = name
        let reader = NavigationStateReader(catalog)
        let features = catalog.ids
        var messages: [String] = []
        var wrongLine: Int?
        let lines = bytes.withoutByteOrderMark.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var here = HereText()
        var number = 0
        for (index, line) in lines.enumerated() {
            let isHere = here.end != nil
            if !isHere { number = index + 1 }
            var place = index + 1
            do throws(FlowError) {
                guard let text = here.append(try ScriptLine.text(line)) else { continue }
                place = number
                guard !text.trimmed.hasPrefix("#") else { continue }
                // A field's text stays unchanged.
                let replaced = try variables.replaced(in: isHere ? text : text.trimmed)
                guard let line = try ScriptLine(replaced, features: features, reader: reader) else { continue }
                switch line {
                case .action(let action):
                    items.append(Item(script: name, line: number, written: text.trimmed, action: action))
                case .expectError(let text): try expect(ExpectedError(line: number, text: text))
                case .set(let text): try variables.set(text)
                case .include(let path):
                    items += try Self.included(path, within: chain, catalog: catalog, &variables)
                    guard items.count <= Self.mostItems else {
                        throw FlowError(
                            ["the script has more than \(Self.mostItems) lines with those that it includes"],
                            code: .dataError)
                    }
                }
            } catch {
                wrongLine = wrongLine ?? place
                messages += error.messages.map { "\(name), line \(place): \($0)" }
            }
        }
        if let end = here.end {
            messages.append("\(name), line \(number): the text has no end: expected a line '\(end)' below it")
        }
        if !messages.isEmpty {
            var error = FlowError(messages, code: .dataError)
            error.place = wrongLine.map { (name, $0) }
            throw error
        }
    }

    private static func included(
        _ path: String, within chain: [String], catalog: Catalog, _ variables: inout ScriptVariables
    ) throws(FlowError) -> [Item] {
        let file = ScriptFile(path: chain.last.flatMap(Path.parent).map { Path.join($0, path) } ?? path)
        let names = chain + [file.name]
        guard !chain.contains(where: { Path.resolved($0) == Path.resolved(file.path) }) else {
            throw FlowError(
                ["'\(path)' includes itself: \(names.joined(separator: " -> "))"], code: .dataError)
        }
        guard chain.count <= mostIncluded else {
            throw FlowError(
                ["'\(path)' is included by more than \(mostIncluded) scripts, one by the other"], code: .dataError)
        }
        return try Script(
            try file.read(), name: file.name, catalog: catalog, variables: &variables, within: names
        ).items
    }

    private mutating func expect(_ error: ExpectedError) throws(FlowError) {
        guard case .step(let step, let errors)? = items.last?.action else {
            throw FlowError(["'expect-error' must stand right behind the step that is to fail"], code: .dataError)
        }
        items[items.count - 1].action = .step(step, errors: errors + [error])
    }
}

enum ScriptLine {
    case action(Script.Action)
    case expectError(String)
    case include(String)
    case set(String)

    static func text(_ bytes: ArraySlice<UInt8>) throws(FlowError) -> String {
        guard !bytes.contains(0) else { throw FlowError(["the line holds a NUL; expected text"], code: .dataError) }
        guard let line = String(validating: bytes, as: UTF8.self) else {
            throw FlowError(["the line is not UTF-8"], code: .dataError)
        }
        return line
    }

    /// Reads a line; nil if it is blank.
    ///
    /// - Parameters:
    ///   - features: The ids of the installed features.
    ///   - reader: The reader of expected states.
    init?(
        _ text: String, features: [String], reader: NavigationStateReader
    ) throws(FlowError) {
        guard !text.isEmpty else { return nil }
        let word = text.unicodeScalars.prefix { $0 != " " && $0 != "\t" }
        let rest = String(text.unicodeScalars.dropFirst(word.count)).trimmed
        if rest.isEmpty, let lacking = Self.operands[String(word)] {
            throw FlowError(["'\(String(word))' lacks \(lacking)"], code: .dataError)
        }
        switch String(word) {
        case "expect": self = .action(.expect(rest))
        case "expect-not": self = .action(.expectNot(rest))
        case "expect-value", "expect-enabled", "expect-disabled", "expect-count":
            self = .action(.expectControl(try ControlExpectation(String(word), rest)))
        case "include": self = .include(rest)
        case "expect-state": self = .action(.expectState(try StateExpectation(rest, reader: reader)))
        case "expect-url": self = .action(.expectURL(rest))
        case "set": self = .set(rest)
        case "expect-error": self = .expectError(rest)
        case let word where word.hasPrefix("expect-"):
            let hint = Spelling.nearest(to: word, in: Self.expectations).map { "did you mean '\($0)'?" }
            let all = "there are \(Self.expectations.joined(separator: ", "))"
            throw FlowError(["'\(word)' is not an expectation; \(hint ?? all)"], code: .dataError)
        default:
            do {
                self = .action(.step(try Step(text, features: features), errors: []))
            } catch {
                throw FlowError([Self.meant(String(word), rest) ?? error.message], code: .dataError)
            }
        }
    }

    /// Asks the author of a line that is no step what they meant, where its word is mistyped or lacks its colon.
    private static func meant(_ word: String, _ rest: String) -> String? {
        guard !rest.isEmpty, !word.contains(":") else { return nil }
        if Step.prefixes.contains(word) { return "there is no line '\(word) …'; did you mean '\(word):\(rest)'?" }
        let folded = word.lowercased().replacing("_", with: "-")
        return Spelling.nearest(to: folded, in: expectations + ["include", "set"] + Step.prefixes).map {
            "there is no line '\(word) …'; did you mean '\($0)'?"
        }
    }

    private static let expectations = [
        "expect", "expect-not", "expect-value", "expect-enabled", "expect-disabled", "expect-count", "expect-state",
        "expect-url", "expect-error",
    ]

    /// The operands that the author of a script owes to each word, which the error of a line without them names.
    private static let operands = [
        "expect": "the text that the screen is to show: expect TEXT",
        "expect-not": "the text that the screen is not to show: expect-not TEXT",
        "include": "the script: include FILE",
        "expect-state": "a state: expect-state STATE, as --state prints it or as JSON",
        "expect-url": "the link of the screen: expect-url URL", "set": "a variable: set NAME=VALUE",
        "expect-error": "a part of the message: expect-error TEXT",
    ]
}

struct ScriptFile {
    /// The largest script, in bytes.
    static let maximumSize = 1 << 20

    /// The file's path; `-` for standard input.
    let path: String

    var name: String { path == "-" ? "standard input" : path }

    func read() throws(FlowError) -> [UInt8] {
        guard path != "-" else { return try readStandardInput() }
        guard !path.utf8.contains(0) else { throw notReadable(String(cString: strerror(ENOENT))) }
        do {
            return try InputFile.read(named: path, limit: Self.maximumSize)
        } catch {
            if error.code == EFBIG { throw tooLarge }
            throw notReadable(error.description)
        }
    }

    private func readStandardInput() throws(FlowError) -> [UInt8] {
        let descriptor = STDIN_FILENO
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                StandardDescriptors.wait(for: descriptor, POLLIN)
                continue
            }
            guard count >= 0 else { throw notReadable(String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes += block.prefix(count)
            guard bytes.count <= Self.maximumSize else { throw tooLarge }
        }
    }

    private var tooLarge: FlowError {
        FlowError(
            ["\(name): a script has at most \(Self.maximumSize >> 20) MiB, and this one has more"], code: .dataError)
    }

    private func notReadable(_ reason: String) -> FlowError {
        FlowError(["the script '\(name)' cannot be read: \(reason)"], code: .noInput)
    }
}
