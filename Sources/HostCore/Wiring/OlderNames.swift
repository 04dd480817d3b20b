import FeatureContract
import JSONText

extension Wiring {
    /// This wiring with older names of routes, checkpoints and values in its redirects, requirements and conditions
    /// replaced by the catalog's present ones.
    func withPresentNames(in catalog: Catalog) -> Wiring {
        let features = catalog.features().filter(\.manifest.hasOlderNames)
        guard !features.isEmpty else { return self }
        let entries = Dictionary(uniqueKeysWithValues: features.map { ($0.manifest.id, $0) })
        /// The route with this older name; nil if there is none.
        func present(_ name: String, of feature: String) -> Route? {
            entries[feature]?.route(named: name).flatMap { $0.name == name ? nil : $0 }
        }
        func present(_ template: DestinationTemplate) -> DestinationTemplate {
            let name =
                present(template.route, of: template.feature)?.name
                ?? entries[template.feature]?.manifest.presentName(ofShared: template.route)
            return name.map {
                DestinationTemplate(feature: template.feature, route: $0, items: template.items)
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
            let value = entries[condition.feature]?.manifest.presentName(ofShared: condition.value)
            let shown = (try? DestinationText(condition.otherwise)).flatMap { present($0.route, of: $0.feature) }
            let query = condition.otherwise.splitOnce(at: "?").1.map { "?\($0)" } ?? ""
            return Condition(
                name: condition.name, feature: condition.feature, value: value ?? condition.value,
                otherwise: shown.map { $0.qualifiedName + query } ?? condition.otherwise)
        }
        return with(content)
    }

    /// The wiring with the older names of the file. Nil if there is no file.
    package var asWritten: Wiring? { document.flatMap { try? WiringReader.read($0, path: path ?? "") } }
}

extension Manifest {
    private var sharedNames: [TypedName] { checkpoints + returns + receives + sends }

    fileprivate var hasOlderNames: Bool {
        (incoming + outgoing).contains { !$0.was.isEmpty } || sharedNames.contains { !$0.was.isEmpty }
    }

    /// Whether it has names that a wiring should not have: older ones, or those of deprecated routes.
    package var hasOutdatedNames: Bool { hasOlderNames || (incoming + outgoing).contains { $0.deprecated != nil } }

    /// The name of the checkpoint or value that had this name in an earlier version; nil if there is none.
    package func presentName(ofShared name: String) -> String? { sharedNames.first { $0.was.contains(name) }?.name }
}
