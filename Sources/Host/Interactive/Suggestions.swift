import FeatureContract
import HostCore

/// The suggestions of places that the user can go to by name: links, destinations and tabs.
struct Suggestions {
    struct Place: Hashable, Sendable {
        /// The text to type, up to where arguments begin.
        let text: String
        /// The whole text with the names of its arguments: `challenge://character/detail?id={identifier}`.
        let shape: String
        let summary: String
        /// The text and the shape in lower case, to compare them.
        let foldedText: String
        let foldedShape: String

        init(text: String, shape: String, summary: String) {
            self.text = text
            self.shape = shape
            self.summary = summary
            foldedText = text.lowercased()
            foldedShape = shape.lowercased()
        }

        var hasArguments: Bool { text != shape }
    }

    let all: [Place]
    private let shortestFirst: [Place]

    /// - Parameters:
    ///   - wiring: The wiring, which says which schemes of links the app takes.
    ///   - withTabs: Whether the tabs are suggested too, unless there is a single one.
    init(_ catalog: Catalog, _ wiring: Wiring, withTabs: Bool = false) {
        var places: [Place] = []
        for feature in catalog.features().map(\.manifest) {
            places.append(Place(text: feature.id, shape: feature.id, summary: feature.summary))
            for route in feature.incoming {
                let destination = "\(feature.id)/\(route.name)"
                let arguments = route.arguments.map { "\($0.name)={\($0.type)}" }.joined(separator: "&")
                places.append(
                    Place(
                        text: destination + (arguments.isEmpty ? "" : "?"),
                        shape: destination + (arguments.isEmpty ? "" : "?\(arguments)"), summary: route.summary))
            }
            for link in feature.links where wiring.takes(scheme: link.pattern.scheme) {
                let shape = link.pattern.description
                let fixed = shape.prefix { $0 != "{" }
                places.append(Place(text: String(fixed), shape: shape, summary: link.route.summary))
            }
        }
        if withTabs, wiring.tabs.count > 1 {
            places += wiring.tabs.map { tab in
                let summary = tab.label == tab.name ? "a tab" : "the tab \(tab.label)"
                return Place(text: "tab:\(tab.name)", shape: "tab:\(tab.name)", summary: summary)
            }
        }
        all = places
        shortestFirst = places.enumerated().map { ($0.element.shape.count, $0.offset, $0.element) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Returns the places that begin with the typed text, or whose arguments are being typed; without any, those that
    /// contain the text. The shortest come first.
    func matching(_ typed: String) -> [Place] {
        let folded = typed.lowercased()
        guard !folded.isEmpty else { return all }
        let beginning = shortestFirst.filter {
            $0.foldedShape.hasPrefix(folded) || $0.hasArguments && folded.hasPrefix($0.foldedText)
        }
        return beginning.isEmpty ? shortestFirst.filter { $0.foldedShape.contains(folded) } : beginning
    }

    /// Returns what all texts begin with; nil if there are none.
    static func commonBeginning(of texts: [String]) -> String? {
        guard var common = texts.first else { return nil }
        for text in texts.dropFirst() { common = String(zip(common, text).prefix { $0 == $1 }.map(\.0)) }
        return common
    }

    /// Returns the common beginning of the places if it is longer than the typed text and extends it; nil otherwise.
    static func completion(of typed: String, among places: [Place]) -> String? {
        guard let common = commonBeginning(of: places.map(\.text)) else { return nil }
        return common.count > typed.count && common.lowercased().hasPrefix(typed.lowercased()) ? common : nil
    }
}
