import FeatureContract
import Glibc
import JSONText

/// Why a wiring file cannot be used. Prints as `switchyard.jsonc, line 3, column 7: tabs[0].name: …`.
package struct WiringError: Error, Sendable, CustomStringConvertible {
    package enum Problem: Sendable {
        case notReadable(InputFileError)
        case syntax(JSONSyntaxError)
        case mismatch(JSONMismatch)
    }

    package let path: String
    package let problem: Problem

    package var description: String {
        switch problem {
        case .notReadable(let error): "the wiring file '\(path)' cannot be read: \(error)"
        case .syntax(let error): "\(path), \(error)"
        case .mismatch(let error): "\(path), \(error)"
        }
    }
}

extension Wiring {
    /// The largest wiring file that is read, in bytes.
    package static let maximumSize = 16 << 20

    /// The file that applies: the one that is named, else `SWITCHYARD_CONFIG`, else `./switchyard.jsonc`, else the
    /// user's and then the system's `switchyard/switchyard.jsonc` of the configuration directories
    /// (XDG Base Directory Specification). Nil where there is none.
    ///
    /// - Parameter folder: What `.` is; the working directory by default.
    package static func path(named: String?, environment: HostEnvironment, in folder: String = "") -> String? {
        if let named = named ?? environment["SWITCHYARD_CONFIG"] { return named }
        return candidates(named: nil, environment: environment, in: folder).first { access($0, F_OK) == 0 }
    }

    /// Where the wiring file may be, the first of which is taken that is there.
    static func candidates(named: String?, environment: HostEnvironment, in folder: String = "") -> [String] {
        if let named = named ?? environment["SWITCHYARD_CONFIG"] { return [named] }
        let directories = [environment.configHome].compactMap(\.self) + environment.configDirectories
        return [folder.isEmpty ? "switchyard.jsonc" : Path.join(folder, "switchyard.jsonc")]
            + directories.map { Path.join($0, "switchyard/switchyard.jsonc") }
    }

    /// Reads the file that applies, as ``path(named:environment:in:)`` finds it; nil where there is none.
    ///
    /// One that is named may be a pipe; in the usual places nobody means one.
    ///
    /// - Parameter isAgain: Whether it has been read before: a pipe has been read to its end then, and nothing waits
    ///   for another one.
    package static func read(
        named: String?, environment: HostEnvironment, in folder: String = "", isAgain: Bool = false
    ) throws(WiringError) -> Wiring? {
        try text(named: named, environment: environment, in: folder, isAgain: isAgain)?.parsed()
    }

    /// Reads the wiring file that is named by `path`.
    package static func read(_ path: String) throws(WiringError) -> Wiring {
        try text(path) { (path) throws(InputFileError) in
            try InputFile.read(named: path, limit: maximumSize)
        }.parsed()
    }

    /// The content of a wiring file.
    struct Text {
        /// As it was named.
        let path: String
        let bytes: [UInt8]

        func parsed() throws(WiringError) -> Wiring { try Wiring.parse(bytes, path: path) }
    }

    /// The content of the file that applies, as ``read(named:environment:in:isAgain:)`` reads it.
    static func text(
        named: String?, environment: HostEnvironment, in folder: String = "", isAgain: Bool = false
    ) throws(WiringError) -> Text? {
        guard let path = path(named: named, environment: environment, in: folder) else { return nil }
        let isNamed = (named ?? environment["SWITCHYARD_CONFIG"]) != nil
        return try text(path) { (path) throws(InputFileError) in
            isNamed && !isAgain
                ? try InputFile.read(named: path, limit: maximumSize)
                : try InputFile.read(found: path, limit: maximumSize)
        }
    }

    private static func text(
        _ path: String, _ content: (String) throws(InputFileError) -> [UInt8]
    ) throws(WiringError) -> Text {
        do throws(InputFileError) {
            return Text(path: path, bytes: try content(path))
        } catch {
            throw WiringError(path: path, problem: .notReadable(error))
        }
    }

    /// Reads the content of a wiring file: JSON with comments and trailing commas.
    package static func parse(_ bytes: [UInt8], path: String) throws(WiringError) -> Wiring {
        let document: JSONDocument
        do {
            document = try JSONDocument.parse(bytes, options: .withComments)
        } catch {
            throw WiringError(path: path, problem: .syntax(error))
        }
        do {
            return try Wiring(document, path: path)
        } catch {
            throw WiringError(path: path, problem: .mismatch(error))
        }
    }

    private init(_ document: JSONDocument, path: String) throws(JSONMismatch) {
        let root = JSONField(document)
        try root.expectKeys(["$schema", "schemes", "tabs", "root", "links", "redirects", "features", "deadline"])
        if let tabs = root["tabs"], root["root"] != nil {
            throw tabs.mismatch("there are 'tabs' and a 'root'; a tab has a root of its own, so keep one of the two")
        }
        var schemes: [String]?
        if let field = root["schemes"] {
            schemes = try field.elements().map { (field) throws(JSONMismatch) in
                let scheme = try field.string()
                guard LinkURL.isScheme(scheme) else {
                    throw field.mismatch("'\(scheme)' is not a scheme: a letter, then letters, digits, '+', '-', '.'")
                }
                return scheme.lowercased()
            }
        }
        self.init(
            path: path,
            schemes: schemes,
            tabs: try Self.tabs(root["tabs"]),
            root: try root["root"].map(Self.destinationText),
            links: try root["links"]?.word(LinkPolicy.self) ?? .rebuild,
            details: .read(
                redirects: try Self.redirects(root["redirects"]), features: try Self.features(root["features"]),
                document: document),
            deadline: try Self.seconds(root["deadline"]))
    }

    private static func tabs(_ field: JSONField?) throws(JSONMismatch) -> [Tab] {
        guard let field else { return [] }
        var tabs: [Tab] = []
        for field in try field.elements() {
            try field.expectKeys(["name", "root", "retain"])
            let nameField = try field.required("name")
            let name = try nameField.string()
            guard Identifier.isName(name) else {
                throw nameField.mismatch("'\(name)' is not a tab's name: letters, digits, '_' and '-'")
            }
            guard !tabs.contains(where: { $0.name == name }) else {
                throw nameField.mismatch("the tab '\(name)' stands twice")
            }
            tabs.append(
                Tab(
                    name: name, root: try destinationText(field.required("root")),
                    retain: try field["retain"]?.bool() ?? true))
        }
        if tabs.isEmpty { throw field.mismatch("expected at least one tab; leave 'tabs' out for a single stack") }
        return tabs
    }

    private static func destinationText(_ field: JSONField) throws(JSONMismatch) -> String {
        let text = try field.string()
        do {
            _ = try DestinationText(text)
        } catch {
            throw field.mismatch(error.description)
        }
        return text
    }

    private static func redirects(_ field: JSONField?) throws(JSONMismatch) -> [Redirect] {
        var redirects: [Redirect] = []
        var shapes: [DestinationTemplate: String] = [:]
        for (key, field) in try field?.members() ?? [] {
            let from = try template(key, field.keyMismatch)
            if let same = shapes.updateValue(key, forKey: from.shape) {
                throw field.keyMismatch("'\(key)' stands for the same destinations as '\(same)'; keep one of the two")
            }
            if field.value.array != nil {
                redirects += try targets(field).map { Redirect(from: from, to: $0, key: key) }
                continue
            }
            let to: DestinationTemplate
            var method: RouteMethod?
            var link: LinkPolicy?
            if field.value.object != nil {
                try field.expectKeys(["to", "method", "link"])
                let target = try field.required("to")
                to = try template(target.string(), target.mismatch)
                method = try field["method"]?.word(RouteMethod.self)
                link = try field["link"]?.word(LinkPolicy.self)
            } else if let text = field.value.string {
                to = try template(text, field.mismatch)
            } else {
                throw field.mismatch("expected a destination, or an object with 'to', found \(field.value.kind)")
            }
            for name in to.argumentNames where !from.argumentNames.contains(name) {
                throw field.mismatch("'{\(name)}' is not an argument of '\(key)', so it has no value")
            }
            redirects.append(Redirect(from: from, to: to, method: method, link: link, key: key))
        }
        return redirects
    }

    /// The several ends of a checkpoint or of a type of values.
    private static func targets(_ field: JSONField) throws(JSONMismatch) -> [DestinationTemplate] {
        var targets: [DestinationTemplate] = []
        for target in try field.elements() {
            let to = try template(target.string(), target.mismatch)
            guard !targets.contains(to) else { throw target.mismatch("'\(to)' stands twice") }
            guard to.items.isEmpty else {
                throw target.mismatch(
                    "'\(to)' is one of several, which are names of checkpoints or values without arguments")
            }
            targets.append(to)
        }
        if targets.isEmpty { throw field.mismatch("expected at least one target") }
        return targets
    }

    private static func template(
        _ text: String, _ mismatch: (String) -> JSONMismatch
    ) throws(JSONMismatch) -> DestinationTemplate {
        do {
            return try DestinationTemplate(text)
        } catch {
            throw mismatch(error.description)
        }
    }

    private static func features(_ field: JSONField?) throws(JSONMismatch) -> [String: FeatureOptions] {
        var features: [String: FeatureOptions] = [:]
        for (id, field) in try field?.members() ?? [] {
            guard Identifier.isFeature(id) else { throw field.keyMismatch("'\(id)' is not a feature id") }
            try field.expectKeys(["isolation", "deadline", "memory", "openFiles", "settings", "links"])
            if let settings = field["settings"] { _ = try settings.object() }
            features[id] = FeatureOptions(
                isolation: try field["isolation"]?.word(FeatureIsolation.self),
                deadline: try seconds(field["deadline"]),
                memory: try memory(field["memory"]), openFiles: try openFiles(field["openFiles"]),
                settings: field["settings"]?.value, links: try field["links"]?.word(LinkPolicy.self))
        }
        return features
    }

    /// The least that a worker gets: it would not come to load anything with less.
    private static let leastMemory = 16 << 20
    private static let fewestFiles = 16

    private static func memory(_ field: JSONField?) throws(JSONMismatch) -> Int? {
        guard let field else { return nil }
        guard let bytes = ByteCount.bytes(inText: try field.string()) else {
            throw field.mismatch("'\(try field.string())' is not an amount of memory such as \"256MiB\" or \"1GiB\"")
        }
        guard bytes >= leastMemory else {
            throw field.mismatch("a feature needs 16MiB of memory at least, and '\(try field.string())' was given")
        }
        return bytes
    }

    private static func openFiles(_ field: JSONField?) throws(JSONMismatch) -> Int? {
        guard let field else { return nil }
        guard case .integer(let count) = field.value, (Int64(fewestFiles)...1 << 20).contains(count) else {
            throw field.mismatch("expected a number of files from \(fewestFiles) to \(1 << 20)")
        }
        return Int(count)
    }

    /// A duration such as `2s` or `250ms`.
    private static func seconds(_ field: JSONField?) throws(JSONMismatch) -> Double? {
        guard let field else { return nil }
        guard let seconds = Duration.seconds(inText: try field.string()) else {
            throw field.mismatch("'\(try field.string())' is not a duration such as \"2s\" or \"250ms\"")
        }
        return seconds
    }
}

extension JSONField {
    /// An error at the key of this member.
    fileprivate func keyMismatch(_ message: String) -> JSONMismatch {
        JSONMismatch(path: path, location: document.keyLocation(of: path), message: message)
    }
}

/// Amounts of memory as text.
enum ByteCount {
    /// The bytes that a text such as `64KiB`, `256MiB` or `2GiB` says; nil for any other.
    static func bytes(inText text: String) -> Int? {
        for (unit, shift) in [("KiB", 10), ("MiB", 20), ("GiB", 30)] where text.hasSuffix(unit) {
            guard let number = Int(text.dropLast(3)), number > 0, number < 1 << 30 else { return nil }
            return number << shift
        }
        return nil
    }
}

extension Duration {
    /// Whether there are seconds in it, and no more of them than anybody waits: some thirty years.
    package static func isUsable(seconds: Double) -> Bool { seconds > 0 && seconds <= 1e9 }

    /// The seconds that a text such as `2s`, `1.5s` or `250ms` says; nil for any other, and for what is not usable.
    package static func seconds(inText text: String) -> Double? {
        let (number, scale) = text.hasSuffix("ms") ? (text.dropLast(2), 0.001) : (text.dropLast(1), 1.0)
        guard text.hasSuffix("s"), let first = number.utf8.first,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            case .double(let value)? = ValueType.double.value(fromText: String(number)),
            isUsable(seconds: value * scale)
        else { return nil }
        return value * scale
    }
}

extension DestinationTemplate {
    /// What two patterns of the same destinations have in common: they differ in the names of arguments at most.
    fileprivate var shape: DestinationTemplate {
        // An argument that is named matches every value, as one that is not named does.
        let literals = items.filter { if case .literal = $0.term { true } else { false } }
        return DestinationTemplate(feature: feature, route: route, items: literals.sorted { $0.name < $1.name })
    }
}
