import FeatureContract

/// A destination in its parts, beside the text that the command line, the wiring and `serve` have for it.
///
/// ```swift
/// coordinator.go(to: AppDestination(feature: "character", route: "detail", arguments: ["identifier": ["42"]]))
/// AppDestination("character/detail?identifier=42")?.arguments["identifier"]  // ["42"]
/// ```
public struct AppDestination: Hashable, Sendable, CustomStringConvertible {
    /// The id of the feature that shows it.
    public var feature: String
    /// The name of the feature's route; empty for its main screen.
    public var route: String
    /// The values of each argument, as texts: one, or those of a list.
    public var arguments: [String: [String]]

    /// Makes a destination; whether the feature has it is found when the app goes there.
    public init(feature: String, route: String = "", arguments: [String: [String]] = [:]) {
        (self.feature, self.route, self.arguments) = (feature, route, arguments)
    }

    /// Reads a text; nil for one that is no destination, such as a link.
    public init?(_ text: String) {
        guard let read = try? DestinationText(text) else { return nil }
        (feature, route) = (read.feature, read.route)
        arguments = read.items.reduce(into: [:]) { $0[$1.name, default: []] += $1.value.map { [$0] } ?? [] }
    }

    /// The text, with the arguments by their names: `character/detail?identifier=42`.
    public var description: String {
        let arguments = arguments.sorted { $0.key < $1.key }.map { name, values in
            let items = values.map(Value.string)
            return Destination.Argument(name, items.count == 1 ? items[0] : .list(items))
        }
        return Destination(feature: feature, route: route, arguments: arguments).text
    }
}
