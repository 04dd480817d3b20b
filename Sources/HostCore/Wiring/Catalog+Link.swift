import FeatureContract

extension Catalog {
    /// The canonical link to a destination: of the links whose scheme the wiring takes, the one of the highest rank
    /// that can carry the destination and leads back to it. Nil if there is none. A main screen has the links of the
    /// route that stands for it.
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
            // Another feature's pattern may match this link with equal or higher rank.
            guard let text = link.url(for: linked), let url = try? LinkURL(text),
                case .destination(linked, _) = match(url)
            else { continue }
            return text
        }
        return nil
    }
}
