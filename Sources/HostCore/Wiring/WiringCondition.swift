import FeatureContract
import HostSystem
import JSONText

// The conditions and requirements of the wiring file: the values and the keys.

extension Wiring {
    /// A condition of the app, such as that the user has signed in. It is false until its feature sends its value as
    /// `true`.
    @BinaryCoded
    package struct Condition: Hashable, Sendable {
        package let name: String
        /// The feature that sets the condition. No value of another feature does.
        package let feature: String
        /// The name of the Boolean value that sets it.
        package let value: String
        /// The text of the destination that replaces one held by the condition.
        package let otherwise: String

        /// The value's name with its feature: `auth/SignedIn`.
        package var source: String { "\(feature)/\(value)" }

        package func path(_ key: WiringKey) -> JSONPath { ["conditions", .key(name), .key(key.name)] }
    }

    /// A rule that shows destinations only while conditions are true.
    @BinaryCoded
    package struct Requirement: Hashable, Sendable {
        /// The left side in the file: `account/*`.
        package let key: String
        package let feature: String
        /// The route of the rule. Nil for all routes of the feature, including its main screen.
        package let route: String?
        /// The names of the conditions, in the order of checking. Not empty.
        package let conditions: [String]

        /// - Returns: Nil unless the key is `FEATURE`, `FEATURE/*` or `FEATURE/ROUTE`.
        init?(_ key: String, conditions: [String]) {
            let (feature, route) = key.splitOnce(at: "/")
            guard Identifier.isFeature(feature), route.map({ $0 == "*" || Identifier.isName($0) }) ?? true else {
                return nil
            }
            self.key = key
            self.feature = String(feature)
            self.route = route.flatMap { $0 == "*" ? nil : String($0) }
            self.conditions = conditions
        }

        /// This rule for the present route of a key with an older name.
        func about(_ route: String) -> Requirement {
            Requirement(key: key, feature: feature, route: route, conditions: conditions)
        }

        fileprivate init(key: String, feature: String, route: String?, conditions: [String]) {
            self.key = key
            self.feature = feature
            self.route = route
            self.conditions = conditions
        }

        /// Whether the feature is installed, but no longer has this destination, which may have a new name. The rule
        /// then holds for all screens of the feature, except those that conditions show instead.
        func isAstray(in catalog: Catalog) -> Bool {
            guard let route, let manifest = catalog.feature(feature)?.manifest else { return false }
            return !manifest.incoming.contains { $0.name == route }
        }

        package var path: JSONPath { ["requires", .key(key)] }
    }

    package func condition(named name: String) -> Condition? { content.conditions.first { $0.name == name } }

    /// The rules for a place, in the order of the file. There are none for the host's own screens, and for an outgoing
    /// destination, which has no screen.
    func requirementRules(of place: Place, in catalog: Catalog) -> [Requirement] {
        guard !content.requirements.isEmpty, place.route.kind != .outgoing, place.feature != Manifest.systemID else {
            return []
        }
        return requirementRules(of: place.feature, route: Self.name(of: place, in: catalog), in: catalog)
    }

    /// The rules for a feature's route, in the order of the file.
    package func requirementRules(of feature: String, route: String, in catalog: Catalog) -> [Requirement] {
        let rules = content.requirements.filter { $0.feature == feature }
        lazy var isShownInstead = content.conditions.contains { condition in
            guard let place = try? catalog.place(condition.otherwise) else { return false }
            return place.feature == feature && Self.name(of: place, in: catalog) == route
        }
        return rules.filter { rule in
            rule.route == nil || rule.route == route || rule.isAstray(in: catalog) && !isShownInstead
        }
    }

    /// The name of a place's route. The route that stands for the main screen shares its rules with it.
    private static func name(of place: Place, in catalog: Catalog) -> String {
        let main = place.route.name.isEmpty ? catalog.feature(place.feature)?.manifest.main : nil
        return main ?? place.route.name
    }

    /// The conditions that a feature sets by a value of this name.
    func conditionsSet(by feature: String, sending value: String) -> [Condition] {
        content.conditions.filter { $0.feature == feature && $0.value == value }
    }
}

extension WiringObject {
    package enum Condition {
        package static let from = WiringKey(
            "from", .destination, isRequired: true,
            "The Boolean value that sets the condition, as FEATURE/VALUE: the feature lists VALUE in \"sends\" of its "
                + "manifest. No other feature can set it. It is false until the value is sent first.")
        package static let otherwise = WiringKey(
            "else", .destination, isRequired: true,
            "The destination that is shown while the condition is false, in the place of one that requires it.")

        static let all = [from, otherwise]
    }
}
