import FeatureContract
import HostSystem
import JSONText

extension Wiring {
    /// - Parameter text: The file that the content was read from; nil without a wiring file.
    init(_ content: Content, text: Text?) {
        self.init(path: text?.path, content: content, source: text.map(Source.init))
    }
}

extension Wiring.Content {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        let limit = BinaryReader.maximumElements
        self.init(
            schemes: try reader.optional { (reader) throws(BinaryError) in
                try reader.list(limit: limit) { (reader) throws(BinaryError) in try reader.text() }
            },
            tabs: try reader.list(limit: limit) { (reader) throws(BinaryError) in
                Wiring.Tab(name: try reader.text(), root: try reader.text(), retain: try reader.bool())
            },
            root: try reader.optional { (reader) throws(BinaryError) in try reader.text() },
            links: try reader.word(),
            redirects: try reader.list(limit: limit, Wiring.Redirect.init(binary:)),
            features: Dictionary(
                try reader.list(limit: limit) { (reader) throws(BinaryError) in
                    (try reader.text(), try Wiring.FeatureOptions(binary: &reader))
                }
            ) { first, _ in first },
            deadline: try reader.optional { (reader) throws(BinaryError) in try reader.seconds() })
    }

    func write(binary writer: inout BinaryWriter) {
        writer.append(optional: schemes) { writer, schemes in
            writer.append(list: schemes) { writer, scheme in writer.append(scheme) }
        }
        writer.append(list: tabs) { writer, tab in
            writer.append(tab.name)
            writer.append(tab.root)
            writer.append(tab.retain)
        }
        writer.append(optional: root) { writer, root in writer.append(root) }
        writer.append(links.rawValue)
        writer.append(list: redirects) { writer, rule in rule.write(binary: &writer) }
        writer.append(list: features.sorted { $0.key < $1.key }) { writer, feature in
            writer.append(feature.key)
            feature.value.write(binary: &writer)
        }
        writer.append(optional: deadline) { writer, deadline in writer.append(deadline) }
    }
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
        memory = try reader.optional { (reader) throws(BinaryError) in try reader.limit() }
        openFiles = try reader.optional { (reader) throws(BinaryError) in try reader.limit() }
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
    /// Reads a limit of a worker, which is above zero.
    fileprivate mutating func limit() throws(BinaryError) -> Int {
        let limit = try int64()
        guard limit > 0 else { throw BinaryError("a limit of \(limit)") }
        return Int(limit)
    }
}

extension Finding {
    init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            try reader.word(), try reader.word(), try reader.text(),
            at: try reader.optional(Place.init(binary:)), try reader.text(), fix: try reader.text())
    }

    func write(binary writer: inout BinaryWriter) {
        for text in [severity.rawValue, code.rawValue, subject] { writer.append(text) }
        writer.append(optional: place) { writer, place in place.write(binary: &writer) }
        for text in [message, fix] { writer.append(text) }
    }
}

extension Finding.Place {
    fileprivate init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            try reader.text(),
            line: try reader.optional { (reader) throws(BinaryError) in Int(try reader.int64()) },
            column: try reader.optional { (reader) throws(BinaryError) in Int(try reader.int64()) })
    }

    fileprivate func write(binary writer: inout BinaryWriter) {
        writer.append(file)
        for number in [line, column] {
            writer.append(optional: number) { writer, number in writer.append(Int64(number)) }
        }
    }
}
