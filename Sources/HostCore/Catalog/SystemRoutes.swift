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

    /// The not-found screen's destination.
    package static func notFound(_ asked: String, reason: String) -> Destination {
        Destination(
            feature: Manifest.systemID, route: notFound.name,
            arguments: [.init("destination", .string(asked)), .init("reason", .string(reason))])
    }

    /// Returns the text that was asked for if the destination is the not-found screen. Nil for any other destination.
    static func asked(in destination: Destination) -> String? {
        guard destination.feature == Manifest.systemID, destination.route == notFound.name else { return nil }
        return destination["destination"]?.scalarText
    }

    static func place(route: String) throws(CatalogError) -> Catalog.Place {
        if route.isEmpty { return .mainScreen(manifest) }
        guard route == notFound.name else { throw .noRoute(route, feature: Manifest.systemID, nearest: nil) }
        return .incoming(notFound, manifest)
    }
}
