import FeatureContract
import JSONText

extension Wiring {
    /// This wiring with the present name of a route wherever a redirect, a requirement or the `else` of a condition has
    /// an older one, as the catalog has it.
    func withPresentNames(in catalog: Catalog) -> Wiring {
        let features = catalog.features().filter { entry in
            (entry.manifest.incoming + entry.manifest.outgoing).contains { !$0.was.isEmpty }
        }
        guard !features.isEmpty else { return self }
        let entries = Dictionary(uniqueKeysWithValues: features.map { ($0.manifest.id, $0) })
        /// The route that a name leads to; nil if the name is not an older one.
        func present(_ name: String, of feature: String) -> Route? {
            entries[feature]?.route(named: name).flatMap { $0.name == name ? nil : $0 }
        }
        func present(_ template: DestinationTemplate) -> DestinationTemplate {
            present(template.route, of: template.feature).map {
                DestinationTemplate(feature: template.feature, route: $0.name, items: template.items)
            } ?? template
        }
        var content = content
        content.redirects = content.redirects.map { rule in
            let (from, to) = (present(rule.from), present(rule.to))
            guard from != rule.from || to != rule.to else { return rule }
            return Redirect(from: from, to: to, method: rule.method, link: rule.link, key: rule.key)
        }
        content.requirements = content.requirements.map { rule in
            rule.route.flatMap { present($0, of: rule.feature) }.map { rule.about($0.name) } ?? rule
        }
        content.conditions = content.conditions.map { condition in
            guard let shown = try? DestinationText(condition.otherwise),
                let route = present(shown.route, of: shown.feature)
            else { return condition }
            let query = condition.otherwise.splitOnce(at: "?").1.map { "?\($0)" } ?? ""
            return Condition(
                name: condition.name, feature: condition.feature, value: condition.value,
                otherwise: route.qualifiedName + query)
        }
        return with(content)
    }

    /// The wiring as the file has it, with older names of routes. Nil if there is no file.
    var asWritten: Wiring? { document.flatMap { try? WiringReader.read($0, path: path ?? "") } }
}
