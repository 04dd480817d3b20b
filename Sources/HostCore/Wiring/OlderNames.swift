import FeatureContract
import JSONText

extension Wiring {
    /// This wiring with the present name of a route wherever a redirect has an older one, as the catalog has it.
    func withPresentNames(in catalog: Catalog) -> Wiring {
        let features = catalog.features().filter { entry in
            (entry.manifest.incoming + entry.manifest.outgoing).contains { !$0.was.isEmpty }
        }
        guard !features.isEmpty else { return self }
        let entries = Dictionary(uniqueKeysWithValues: features.map { ($0.manifest.id, $0) })
        func present(_ template: DestinationTemplate) -> DestinationTemplate {
            guard let route = entries[template.feature]?.route(named: template.route), route.name != template.route
            else { return template }
            return DestinationTemplate(feature: template.feature, route: route.name, items: template.items)
        }
        return with(
            content.redirects.map { rule in
                let (from, to) = (present(rule.from), present(rule.to))
                guard from != rule.from || to != rule.to else { return rule }
                return Redirect(from: from, to: to, method: rule.method, link: rule.link, key: rule.key)
            })
    }

    /// The wiring as the file has it, with older names of routes. Nil if there is no file.
    var asWritten: Wiring? { document.flatMap { try? WiringReader.read($0, path: path ?? "") } }
}
