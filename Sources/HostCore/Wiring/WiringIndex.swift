import FeatureContract
import JSONText

/// What a wiring says, without its file: binary data, of which the rules and the features' options are searched.
struct WiringIndex: Sendable {
    let path: String?
    let schemes: [String]?
    let tabs: [Wiring.Tab]
    let root: String?
    let links: Wiring.LinkPolicy
    let deadline: Double?
    /// By the route that they lead from, the one with most literals first.
    private let rules: BinaryTable
    /// By the feature's id.
    private let options: BinaryTable

    init(binary reader: inout BinaryReader) throws(BinaryError) {
        path = try reader.optional(Self.text)
        schemes = try reader.optional { (reader) throws(BinaryError) in
            try reader.list(limit: BinaryReader.maximumElements, Self.text)
        }
        tabs = try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in
            Wiring.Tab(name: try reader.text(), root: try reader.text(), retain: try reader.bool())
        }
        root = try reader.optional(Self.text)
        links = try reader.word()
        deadline = try reader.optional { (reader) throws(BinaryError) in try reader.seconds() }
        rules = try BinaryTable(binary: &reader)
        options = try BinaryTable(binary: &reader)
    }

    func rules(feature: String, route: String) throws(BinaryError) -> [Wiring.Redirect] {
        var rules: [Wiring.Redirect] = []
        for var record in try self.rules.records(of: LinkHash.of(feature, route)) {
            let rule = try Wiring.Redirect(binary: &record)
            if rule.from.feature == feature, rule.from.route == route { rules.append(rule) }
        }
        return rules
    }

    func options(of feature: String) throws(BinaryError) -> Wiring.FeatureOptions? {
        for var record in try options.records(of: LinkHash.of(feature)) where try record.text() == feature {
            return try Wiring.FeatureOptions(binary: &record)
        }
        return nil
    }

    static func write(_ wiring: Wiring, binary writer: inout BinaryWriter) {
        writer.append(optional: wiring.path) { writer, path in writer.append(path) }
        writer.append(optional: wiring.schemes) { writer, schemes in
            writer.append(list: schemes) { writer, scheme in writer.append(scheme) }
        }
        writer.append(list: wiring.tabs) { writer, tab in
            writer.append(tab.name)
            writer.append(tab.root)
            writer.append(tab.retain)
        }
        writer.append(optional: wiring.root) { writer, root in writer.append(root) }
        writer.append(wiring.links.rawValue)
        writer.append(optional: wiring.deadline) { writer, deadline in writer.append(deadline) }
        var (rules, options) = (BinaryTable.Builder(), BinaryTable.Builder())
        for rule in RedirectRules.ordered(wiring.redirects) {
            rules.add(LinkHash.of(rule.from.feature, rule.from.route)) { writer in rule.write(binary: &writer) }
        }
        for (id, decided) in wiring.features.sorted(by: { $0.key < $1.key }) {
            options.add(LinkHash.of(id)) { writer in
                writer.append(id)
                decided.write(binary: &writer)
            }
        }
        rules.write(binary: &writer)
        options.write(binary: &writer)
    }

    private static func text(_ reader: inout BinaryReader) throws(BinaryError) -> String { try reader.text() }
}

extension Wiring.Redirect {
    fileprivate init(binary reader: inout BinaryReader) throws(BinaryError) {
        let key = try reader.text()
        self.init(
            from: try DestinationTemplate(binary: &reader), to: try DestinationTemplate(binary: &reader),
            method: try reader.optional { (reader) throws(BinaryError) in try reader.word() },
            link: try reader.optional { (reader) throws(BinaryError) in try reader.word() }, key: key)
    }

    fileprivate func write(binary writer: inout BinaryWriter) {
        writer.append(key)
        from.write(binary: &writer)
        to.write(binary: &writer)
        writer.append(optional: method) { writer, method in writer.append(method.rawValue) }
        writer.append(optional: link) { writer, link in writer.append(link.rawValue) }
    }
}

extension Wiring.FeatureOptions {
    fileprivate init(binary reader: inout BinaryReader) throws(BinaryError) {
        isolation = try reader.optional { (reader) throws(BinaryError) in try reader.word() }
        deadline = try reader.optional { (reader) throws(BinaryError) in try reader.seconds() }
        memory = try reader.optional { (reader) throws(BinaryError) in Int(try reader.int64()) }
        openFiles = try reader.optional { (reader) throws(BinaryError) in Int(try reader.int64()) }
        settings = try reader.optional { (reader) throws(BinaryError) in
            guard let settings = try? JSON.parse(reader.text()) else { throw BinaryError("settings that are no JSON") }
            return settings
        }
        links = try reader.optional { (reader) throws(BinaryError) in try reader.word() }
    }

    fileprivate func write(binary writer: inout BinaryWriter) {
        writer.append(optional: isolation) { writer, isolation in writer.append(isolation.rawValue) }
        writer.append(optional: deadline) { writer, deadline in writer.append(deadline) }
        for count in [memory, openFiles] {
            writer.append(optional: count) { writer, count in writer.append(Int64(count)) }
        }
        writer.append(optional: settings) { writer, settings in writer.append(settings.text()) }
        writer.append(optional: links) { writer, links in writer.append(links.rawValue) }
    }
}

extension DestinationTemplate {
    fileprivate init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            feature: try reader.text(), route: try reader.text(),
            items: try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in
                let (name, isLiteral, text) = (try reader.text(), try reader.bool(), try reader.text())
                return Item(name, isLiteral ? .literal(text) : .argument(text))
            })
    }

    fileprivate func write(binary writer: inout BinaryWriter) {
        writer.append(feature)
        writer.append(route)
        writer.append(list: items) { writer, item in
            writer.append(item.name)
            switch item.term {
            case .literal(let text):
                writer.append(true)
                writer.append(text)
            case .argument(let name):
                writer.append(false)
                writer.append(name)
            }
        }
    }
}

extension BinaryReader {
    /// A value that is written as its name.
    fileprivate mutating func word<Word: RawRepresentable<String>>() throws(BinaryError) -> Word {
        let text = try text()
        guard let word = Word(rawValue: text) else {
            throw BinaryError("'\(text)' is none of the words that are known")
        }
        return word
    }
}
