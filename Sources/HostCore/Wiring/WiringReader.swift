import FeatureContract
import HostSystem
import JSONText

/// Reads the content of a wiring file. Reads on after a wrong value, so that all mistakes of a file are reported
/// together.
struct WiringReader {
    /// The most reported mistakes of a file. For each, the whole text is searched for its place.
    static let mostMistakes = 100

    private var mistakes: [JSONError] = []

    static func read(_ document: JSONDocument, path: String) throws(WiringError) -> Wiring {
        var reader = WiringReader()
        let wiring = reader.file(JSONField(document), path: path)
        guard reader.mistakes.isEmpty else {
            let mistakes = reader.mistakes.sorted { ($0.location?.offset ?? 0) < ($1.location?.offset ?? 0) }
            throw WiringError(path: path, problem: .mismatches(mistakes))
        }
        return wiring
    }

    // MARK: Going on after a mistake

    private mutating func note(_ mistake: JSONError) {
        if mistakes.count < Self.mostMistakes { mistakes.append(mistake) }
    }

    private var isFull: Bool { mistakes.count >= Self.mostMistakes }

    /// Reads a field with `read`. Nil if there is no field, or if `read` throws; the error is recorded.
    private mutating func value<Value>(
        _ field: JSONField?, _ read: (JSONField) throws(JSONError) -> Value
    ) -> Value? {
        guard let field, !isFull else { return nil }
        do {
            return try read(field)
        } catch {
            note(error)
            return nil
        }
    }

    /// Whether a field is an object. Records its members outside the table.
    private mutating func isObject(_ field: JSONField, _ object: WiringObject) -> Bool {
        let names = object.keys.map(\.name)
        guard let unknown = value(field, { (field) throws(JSONError) in try field.members(besides: names) }) else {
            return false
        }
        for member in unknown where !isFull { note(member.unknownKey(among: names)) }
        return true
    }

    private mutating func required(_ key: WiringKey, of field: JSONField) -> JSONField? {
        value(field) { (field) throws(JSONError) in try field.required(key.name) }
    }

    private mutating func elements(_ field: JSONField?) -> [JSONField] {
        value(field) { (field) throws(JSONError) in try field.elements() } ?? []
    }

    private mutating func members(_ field: JSONField?) -> [(key: String, field: JSONField)] {
        value(field) { (field) throws(JSONError) in try field.members() } ?? []
    }

    private mutating func word<Word: RawRepresentable & CaseIterable>(_ field: JSONField?) -> Word?
    where Word.RawValue == String {
        value(field) { (field) throws(JSONError) in try field.word(Word.self) }
    }

    private mutating func bool(_ field: JSONField?) -> Bool? {
        value(field) { (field) throws(JSONError) in try field.bool() }
    }

    // MARK: The file

    private mutating func file(_ root: JSONField, path: String) -> Wiring {
        typealias Keys = WiringObject.File
        guard isObject(root, .file) else { return .empty }
        if let tabs = root[Keys.tabs], root[Keys.root] != nil {
            note(tabs.mismatch("there are 'tabs' and a 'root'; a tab has a root of its own, so keep one of the two"))
        }
        let content = Wiring.Content(
            schemes: schemes(root[Keys.schemes]), tabs: tabs(root[Keys.tabs]),
            root: value(root[Keys.root], Self.destination), links: word(root[Keys.links]) ?? .rebuild,
            redirects: redirects(root[Keys.redirects]), features: features(root[Keys.features]),
            deadline: value(root[Keys.deadline], Self.seconds), sandbox: word(root[Keys.sandbox]),
            panes: word(root[Keys.panes]) ?? .two, asking: word(root[Keys.permissions]) ?? .user,
            conditions: conditions(root[Keys.conditions]),
            requirements: requirements(root[Keys.requires], conditions: root[Keys.conditions]))
        return Wiring(path: path, content: content, source: Wiring.Source(root.document))
    }

    private mutating func schemes(_ field: JSONField?) -> [String]? {
        guard let field else { return nil }
        return elements(field).compactMap { value($0, Self.scheme) }
    }

    private mutating func tabs(_ field: JSONField?) -> [Wiring.Tab] {
        guard let field else { return [] }
        let fields = elements(field)
        if field.value.array?.isEmpty == true {
            note(field.mismatch("expected at least one tab; leave 'tabs' out for a single stack"))
        }
        var names: Set<String> = []
        return fields.compactMap { tab($0, &names) }
    }

    private mutating func tab(_ field: JSONField, _ names: inout Set<String>) -> Wiring.Tab? {
        typealias Keys = WiringObject.Tab
        guard isObject(field, .tab) else { return nil }
        let name = required(Keys.name, of: field).flatMap { tabName($0, &names) }
        let root = value(required(Keys.root, of: field), Self.destination)
        let retain = bool(field[Keys.retain]) ?? true
        let reselect: Wiring.Reselection = word(field[Keys.reselect]) ?? .root
        let title = label(field[Keys.title], "title")
        let symbol = label(field[Keys.symbol], "symbol")
        guard let name, let root else { return nil }
        return Wiring.Tab(name: name, root: root, retain: retain, reselect: reselect, title: title, symbol: symbol)
    }

    private mutating func tabName(_ field: JSONField, _ names: inout Set<String>) -> String? {
        guard let name = label(field, "name") else { return nil }
        if !names.insert(name).inserted { note(field.mismatch("the tab '\(name)' stands twice")) }
        return name
    }

    private mutating func label(_ field: JSONField?, _ what: String) -> String? {
        value(field) { (field) throws(JSONError) in
            let text = try field.string()
            if let flaw = Wiring.Tab.flaw(of: text) {
                throw field.mismatch("'\(text)' is not a tab's \(what): \(flaw)")
            }
            return text
        }
    }

    // MARK: Redirects

    private mutating func redirects(_ field: JSONField?) -> [Wiring.Redirect] {
        var shapes: [DestinationTemplate: String] = [:]
        var redirects: [Wiring.Redirect] = []
        for (key, field) in members(field) where !isFull {
            let from = value(field) { (field) throws(JSONError) in
                try Self.template(key, field.keyMismatch)
            }
            if let from, let other = shapes.updateValue(key, forKey: from.shape) {
                note(field.keyMismatch("'\(key)' stands for the same destinations as '\(other)'; keep one of the two"))
            }
            redirects += self.redirects(key, from, field)
        }
        return redirects
    }

    /// The rules of one key.
    ///
    /// - Parameter from: The key's template; nil if the key is a mistake.
    private mutating func redirects(
        _ key: String, _ from: DestinationTemplate?, _ field: JSONField
    ) -> [Wiring.Redirect] {
        typealias Keys = WiringObject.Redirect
        if field.value.array != nil {
            let targets = targets(field)
            return from.map { from in targets.map { Wiring.Redirect(from: from, to: $0, key: key) } } ?? []
        }
        var target: JSONField? = field
        var method: NavigationMethod?
        var link: Wiring.LinkPolicy?
        if field.value.object != nil {
            guard isObject(field, .redirect) else { return [] }
            target = required(Keys.to, of: field)
            method = word(field[Keys.method])
            link = word(field[Keys.link])
        } else if field.value.string == nil {
            note(field.mismatch("expected a destination, or an object with 'to', found \(field.value.kind)"))
            return []
        }
        guard let to = value(target, Self.template), let from else { return [] }
        for name in to.argumentNames where !from.argumentNames.contains(name) {
            note(field.mismatch("'{\(name)}' is not an argument of '\(key)', so it has no value"))
        }
        return [Wiring.Redirect(from: from, to: to, method: method, link: link, key: key)]
    }

    /// The targets of a checkpoint or value type, from a list.
    private mutating func targets(_ field: JSONField) -> [DestinationTemplate] {
        let fields = elements(field)
        if fields.isEmpty { note(field.mismatch("expected at least one target")) }
        var targets: [DestinationTemplate] = []
        for field in fields {
            guard let to = value(field, Self.template) else { continue }
            if targets.contains(to) {
                note(field.mismatch("'\(to)' stands twice"))
            } else if !to.items.isEmpty {
                note(
                    field.mismatch(
                        "'\(to)' is one of several, which are names of checkpoints or values without arguments"))
            } else {
                targets.append(to)
            }
        }
        return targets
    }

    // MARK: Conditions

    private mutating func conditions(_ field: JSONField?) -> [Wiring.Condition] {
        typealias Keys = WiringObject.Condition
        return members(field).compactMap { name, field in
            if !Identifier.isName(name) {
                note(
                    field.keyMismatch(
                        "'\(name)' is not the name of a condition: a letter, then letters, digits, '_', '-'"))
            }
            guard isObject(field, .condition) else { return nil }
            let source = value(required(Keys.from, of: field), Self.valueName)
            let otherwise = value(required(Keys.otherwise, of: field), Self.destination)
            guard let source, let otherwise else { return nil }
            return Wiring.Condition(
                name: name, feature: source.feature, value: source.route, otherwise: otherwise)
        }
    }

    /// - Parameter conditions: The file's `conditions`, whose names are valid here.
    private mutating func requirements(_ field: JSONField?, conditions: JSONField?) -> [Wiring.Requirement] {
        let known = conditions?.value.object?.keys ?? []
        return members(field).compactMap { key, field in
            let fields = field.value.array == nil ? [field] : elements(field)
            if fields.isEmpty { note(field.mismatch("expected at least one condition")) }
            let names = fields.compactMap { field in
                value(field) { (field) throws(JSONError) in try Self.condition(field, among: known) }
            }
            guard let requirement = Wiring.Requirement(key, conditions: names) else {
                note(field.keyMismatch("'\(key)' is neither FEATURE, FEATURE/* nor FEATURE/ROUTE without arguments"))
                return nil
            }
            return requirement
        }
    }

    // MARK: Features

    private mutating func features(_ field: JSONField?) -> [String: Wiring.FeatureOptions] {
        typealias Keys = WiringObject.Feature
        var features: [String: Wiring.FeatureOptions] = [:]
        for (id, field) in members(field) where !isFull {
            if !Identifier.isFeature(id) { note(field.keyMismatch("'\(id)' is not a feature id")) }
            guard isObject(field, .feature) else { continue }
            let isolation: FeatureIsolation? = word(field[Keys.isolation])
            for key in [Keys.allow, Keys.deny] where isolation == .inline {
                guard let permissions = field[key] else { continue }
                note(
                    permissions.mismatch(
                        "'\(id)' has the isolation \"inline\" and '\(key.name)', and a feature inside the host cannot be "
                            + "confined; take '\(key.name)' out, or let the isolation be \"process\""))
            }
            features[id] = Wiring.FeatureOptions(
                isolation: isolation, deadline: value(field[Keys.deadline], Self.seconds),
                memory: value(field[Keys.memory], Self.memory),
                openFiles: value(field[Keys.openFiles], Self.openFiles),
                httpBody: value(field[Keys.httpBody], Self.size),
                settings: value(field[Keys.settings], Self.settings), links: word(field[Keys.links]),
                allow: permissions(field[Keys.allow]), deny: permissions(field[Keys.deny]))
        }
        return features
    }

    private mutating func permissions(_ field: JSONField?) -> Permissions {
        typealias Keys = WiringObject.Permission
        guard let field, isObject(field, .permissions) else { return .none }
        let net = elements(field[Keys.net]).compactMap { value($0, Self.net) }.reduce(Permissions.none) { $0.union($1) }
        return Permissions(
            ports: net.ports, endpoints: net.endpoints, origins: net.origins,
            read: Set(elements(field[Keys.read]).compactMap { value($0, Permissions.path) }),
            write: Set(elements(field[Keys.write]).compactMap { value($0, Permissions.path) }),
            run: bool(field[Keys.run]) ?? false,
            environment: Set(elements(field[Keys.env]).compactMap { value($0, Permissions.variable) }))
    }

    // MARK: Single values

    private static func scheme(_ field: JSONField) throws(JSONError) -> String {
        let scheme = try field.string()
        guard LinkURL.isScheme(scheme) else {
            throw field.mismatch("'\(scheme)' is not a scheme: a letter, then letters, digits, '+', '-', '.'")
        }
        return scheme.lowercased()
    }

    private static func destination(_ field: JSONField) throws(JSONError) -> String {
        let text = try field.string()
        do {
            _ = try DestinationText(text)
        } catch {
            throw field.mismatch(error.description)
        }
        return text
    }

    /// The name of a value that a feature sends: `auth/SignedIn`.
    private static func valueName(_ field: JSONField) throws(JSONError) -> DestinationText {
        let text = try field.string()
        guard let name = try? DestinationText(text), !name.route.isEmpty, !text.unicodeScalars.contains("?") else {
            throw field.mismatch("'\(text)' is not a value that a feature sends, such as \"auth/SignedIn\"")
        }
        return name
    }

    private static func condition(_ field: JSONField, among known: [String]) throws(JSONError) -> String {
        let name = try field.string()
        guard !known.contains(name) else { return name }
        let hint =
            Spelling.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
            ?? (known.isEmpty
                ? "the file has no 'conditions'" : "there are \(known.map { "'\($0)'" }.joined(separator: ", "))")
        throw field.mismatch("there is no condition '\(name)'; \(hint)")
    }

    private static func template(_ field: JSONField) throws(JSONError) -> DestinationTemplate {
        try template(field.string(), field.mismatch)
    }

    private static func template(
        _ text: String, _ mismatch: (String) -> JSONError
    ) throws(JSONError) -> DestinationTemplate {
        do {
            return try DestinationTemplate(text)
        } catch {
            throw mismatch(error.description)
        }
    }

    private static func net(_ field: JSONField) throws(JSONError) -> Permissions {
        guard let permissions = try Permissions.net(field) else {
            throw field.mismatch(
                "'\(try field.string())' is of no protocol that can be allowed: write 'tcp:' and the port, an address "
                    + "such as 'api.example.org:443', or an origin such as 'https://api.example.org'")
        }
        return permissions
    }

    private static func settings(_ field: JSONField) throws(JSONError) -> JSON {
        .object(try field.object())
    }

    private static func memory(_ field: JSONField) throws(JSONError) -> Int {
        let bytes = try size(field)
        guard bytes >= WiringObject.Feature.leastMemory else {
            throw field.mismatch("a feature needs 16MiB of memory at least, and '\(try field.string())' was given")
        }
        return bytes
    }

    private static func size(_ field: JSONField) throws(JSONError) -> Int {
        let text = try field.string()
        guard let bytes = ByteCount.bytes(inText: text) else {
            throw field.mismatch("'\(text)' is not an amount of memory such as \"256MiB\" or \"1GiB\"")
        }
        return bytes
    }

    private static func openFiles(_ field: JSONField) throws(JSONError) -> Int {
        let range = WiringObject.Feature.openFilesRange
        guard let count = field.value.integer, let files = Int(exactly: count), range.contains(files) else {
            throw field.mismatch("expected a number of files from \(range.lowerBound) to \(range.upperBound)")
        }
        return files
    }

    /// A duration such as `2s` or `250ms`.
    private static func seconds(_ field: JSONField) throws(JSONError) -> Double {
        let text = try field.string()
        guard let seconds = Duration.seconds(inText: text) else {
            throw field.mismatch("'\(text)' is not a duration above zero such as \"2s\" or \"250ms\"")
        }
        return seconds
    }
}

extension JSONField {
    fileprivate subscript(key: WiringKey) -> JSONField? { self[key.name] }
}

extension DestinationTemplate {
    /// The template without argument names: two patterns that match the same destinations have equal shapes.
    fileprivate var shape: DestinationTemplate {
        // An argument matches every value, named or not.
        let literals = items.filter { if case .literal = $0.term { true } else { false } }
        return DestinationTemplate(feature: feature, route: route, items: literals.sorted { $0.name < $1.name })
    }
}
