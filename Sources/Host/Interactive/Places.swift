import FeatureContract
import HostCore

/// The places that a person can go to by name, for completion: links, destinations and tabs.
struct Places {
    struct Place: Hashable, Sendable {
        /// What is typed, up to where arguments begin.
        let text: String
        /// The whole of it with the names of its arguments: `challenge://character/detail?id={identifier}`.
        let shape: String
        let summary: String
        /// Both without regard to case.
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
    ///   - wiring: Tells which links are taken.
    ///   - tabs: Their names, where there are several.
    init(_ catalog: Catalog, _ wiring: Wiring, tabs: [String] = []) {
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
        if tabs.count > 1 {
            places += tabs.map { Place(text: "tab:\($0)", shape: "tab:\($0)", summary: "a tab") }
        }
        all = places
        shortestFirst = places.enumerated().map { ($0.element.shape.count, $0.offset, $0.element) }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Those that begin with what is typed, or of which arguments are typed; else those that have it somewhere. The
    /// shortest first.
    func matching(_ typed: String) -> [Place] {
        let folded = typed.lowercased()
        guard !folded.isEmpty else { return all }
        let beginning = shortestFirst.filter {
            $0.foldedShape.hasPrefix(folded) || $0.hasArguments && folded.hasPrefix($0.foldedText)
        }
        return beginning.isEmpty ? shortestFirst.filter { $0.foldedShape.contains(folded) } : beginning
    }

    /// As much as all of them begin with, where that is more than what is typed.
    static func completion(of typed: String, among places: [Place]) -> String? {
        guard var common = places.first?.text else { return nil }
        for place in places.dropFirst() {
            common = String(zip(common, place.text).prefix { $0 == $1 }.map(\.0))
        }
        return common.count > typed.count && common.lowercased().hasPrefix(typed.lowercased()) ? common : nil
    }
}
