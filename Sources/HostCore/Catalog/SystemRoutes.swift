import FeatureContract
import HostSystem

/// The routes of the host's own feature, `system`.
package enum SystemRoutes {
    package static let manifest = Manifest(
        identity: Manifest.Identity(
            id: Manifest.systemID, name: "System", version: HostName.version, summary: "What the host shows by itself."),
        stamps: Manifest.Stamps(abi: "", sdk: "", toolchain: ""), incoming: [notFound], outgoing: [], links: [],
        customLinks: [], checkpoints: [], receives: [])

    static let notFound = RouteDeclaration(
        name: "notFound",
        arguments: [
            RouteDeclaration.Argument(name: "destination", type: .string, summary: "What was asked for."),
            RouteDeclaration.Argument(name: "reason", type: .string, summary: "Why it is not there."),
        ],
        summary: "Names what was asked for and why it is not there.")

    /// The feature in every catalog.
    static let entry = Catalog.Entry(manifest: manifest, path: nil)

    static let title = "Features", titleOfNotFound = "Not found"

    /// The main screen, which lists the features.
    static let main = Place(route(""), [])

    private static let routeOfNotFound = route(notFound.name)

    private static func route(_ name: String) -> Route {
        guard let route = entry.route(named: name) else { preconditionFailure("the host has no route '\(name)'") }
        return route
    }

    /// The not-found screen's place.
    static func notFound(_ asked: String, reason: String) -> Place {
        Place(routeOfNotFound, [.string(asked), .string(reason)])
    }

    /// Returns the text asked for if the place is the not-found screen; nil for any other place.
    static func asked(in place: Place) -> String? {
        place.route == routeOfNotFound ? place.arguments[0].scalarText : nil
    }
}
