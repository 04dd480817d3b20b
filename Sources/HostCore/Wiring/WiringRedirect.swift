import FeatureContract
import HostSystem
import JSONText

// A redirect of the wiring file: the value and the keys.

extension Wiring {
    /// A rule from an outgoing (or replaced incoming) destination to another.
    package struct Redirect: Hashable, Sendable {
        /// The rule's values behind one reference: each resulting destination has a copy of the rule.
        private let contents: Contents

        private struct Values: Hashable {
            let key: String
            let from: DestinationTemplate
            let to: DestinationTemplate
            let method: NavigationMethod?
            let link: LinkPolicy?
        }

        private final class Contents: Sendable {
            let values: Values
            init(_ values: Values) { self.values = values }
        }

        /// The left side in the file.
        package var key: String { contents.values.key }
        package var from: DestinationTemplate { contents.values.from }
        package var to: DestinationTemplate { contents.values.to }
        /// The method that shows the target; nil if the rule has none.
        package var method: NavigationMethod? { contents.values.method }
        var link: LinkPolicy? { contents.values.link }

        init(
            from: DestinationTemplate, to: DestinationTemplate, method: NavigationMethod? = nil,
            link: LinkPolicy? = nil,
            key: String? = nil
        ) {
            contents = Contents(
                Values(key: key ?? from.description, from: from, to: to, method: method, link: link))
        }

        package static func == (left: Redirect, right: Redirect) -> Bool {
            left.contents === right.contents || left.contents.values == right.contents.values
        }

        package func hash(into hasher: inout Hasher) { hasher.combine(key) }

        package var path: JSONPath { ["redirects", .key(key)] }
    }
}

extension WiringObject {
    /// The keys of a redirect in object form.
    enum Redirect {
        static let to = WiringKey("to", .destination, isRequired: true, "The destination that it leads to.")
        static let method = WiringKey(
            "method", .word(NavigationMethod.allCases.map(\.rawValue)),
            "How the target is shown, whatever the feature asks for.")
        static let link = WiringKey(
            "link", .word(Wiring.LinkPolicy.allCases.map(\.rawValue)),
            "How a link that leads to the target shows it, instead of 'links' of the file and of the feature.")

        static let all = [to, method, link]
    }
}

// By hand: an app may have thousands of redirects.

extension Wiring.Redirect: BinaryCoded {
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        let key = try reader.text()
        self.init(
            from: try DestinationTemplate(binary: &reader), to: try DestinationTemplate(binary: &reader),
            method: try reader.bool() ? NavigationMethod(binary: &reader) : nil, link: try reader.read(), key: key)
    }

    package func write(binary writer: inout BinaryWriter) {
        writer.append(key)
        from.write(binary: &writer)
        to.write(binary: &writer)
        writer.append(optional: method) { $1.write(binary: &$0) }
        link.write(binary: &writer)
    }
}

extension DestinationTemplate: BinaryCoded {
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(
            feature: try reader.text(), route: try reader.text(),
            items: try reader.list(limit: BinaryReader.maximumElements) { (reader) throws(BinaryError) in
                let (name, isLiteral, text) = (try reader.text(), try reader.bool(), try reader.text())
                return Item(name, isLiteral ? .literal(text) : .argument(text))
            })
    }

    package func write(binary writer: inout BinaryWriter) {
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
