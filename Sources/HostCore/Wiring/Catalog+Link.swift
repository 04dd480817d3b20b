import FeatureContract

extension Catalog {
    /// The canonical link to a destination: of those whose scheme the wiring takes, that of the highest rank that can
    /// carry it and that leads back to it; nil where it has none. A main screen has the links of the route that stands
    /// for it.
    package func url(for destination: Destination, takenBy wiring: Wiring) -> String? {
        guard let manifest = feature(destination.feature)?.manifest else { return nil }
        var linked = destination
        if destination.route.isEmpty, let main = manifest.main.flatMap(manifest.incomingRoute),
            let checked = try? main.checked(Destination(feature: manifest.id, route: main.name))
        {
            linked = checked
        }
        let taken = manifest.links.filter { $0.route.name == linked.route && wiring.takes(scheme: $0.pattern.scheme) }
        for link in Self.canonicalOrder(taken) {
            // Another feature's pattern may say the same or more.
            guard let text = link.url(for: linked), let url = try? LinkURL(text),
                case .destination(linked, _) = match(url)
            else { continue }
            return text
        }
        return nil
    }
}
