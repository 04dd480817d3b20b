import FeatureContract
import HostSystem
import JSONText

// The conditions of the wiring file and what requires them: the values and the keys.

extension Wiring {
    /// A condition of the app, such as that the user has signed in. It is false until its feature sends the value `true`
    /// of its name.
    @BinaryCoded
    package struct Condition: Hashable, Sendable {
        package let name: String
        /// The feature that sets the condition. A value of another feature never does.
        package let feature: String
        /// The name of the Boolean value that the feature sends.
        package let value: String
        /// The text of the destination that is shown in the place of one that the condition holds.
        package let otherwise: String

        /// The value's name with its feature: `auth/SignedIn`.
        package var source: String { "\(feature)/\(value)" }

        /// The path of one of the condition's keys in the file.
        package func path(_ key: WiringKey) -> JSONPath { ["conditions", .key(name), .key(key.name)] }
    }

    /// A rule that destinations are shown only while conditions are true.
    @BinaryCoded
    package struct Requirement: Hashable, Sendable {
        /// The left side as it is written in the file: `account/*`.
        package let key: String
        package let feature: String
        /// The name of the one route that the rule is about. Nil for all routes of the feature, its main screen included.
        package let route: String?
        /// The names of the conditions, in the order in which they are asked for. Not empty.
        package let conditions: [String]

        /// - Returns: Nil unless the key is `FEATURE`, `FEATURE/*` or `FEATURE/ROUTE`.
        package init?(_ key: String, conditions: [String]) {
            let (feature, route) = key.splitOnce(at: "/")
            guard Identifier.isFeature(feature), route.map({ $0 == "*" || Identifier.isName($0) }) ?? true else {
                return nil
            }
            self.key = key
            self.feature = String(feature)
            self.route = route.flatMap { $0 == "*" ? nil : String($0) }
            self.conditions = conditions
        }

        /// This rule about a route that the key calls by an older name.
        func about(_ route: String) -> Requirement {
            Requirement(key: key, feature: feature, route: route, conditions: conditions)
        }

        fileprivate init(key: String, feature: String, route: String?, conditions: [String]) {
            self.key = key
            self.feature = feature
            self.route = route
            self.conditions = conditions
        }

        /// Whether the feature is there, and has no such destination any more. The rule holds for all that the feature
        /// shows then, but for what conditions show instead: what it is meant to protect may have another name now.
        func isAstray(in catalog: Catalog) -> Bool {
            guard let route, let manifest = catalog.feature(feature)?.manifest else { return false }
            return !manifest.incoming.contains { $0.name == route }
        }

        /// The path of the rule in the file.
        package var path: JSONPath { ["requires", .key(key)] }
    }

    /// The condition with this name. Nil if there is none.
    package func condition(named name: String) -> Condition? { content.conditions.first { $0.name == name } }

    /// The rules that a place is under, in the order of the file. The host's own screens are under none, nor is an
    /// outgoing destination, of which no screen is shown.
    package func requirementRules(of place: Place, in catalog: Catalog) -> [Requirement] {
        guard !content.requirements.isEmpty, place.route.kind != .outgoing, place.feature != Manifest.systemID else {
            return []
        }
        return requirementRules(of: place.feature, route: Self.name(of: place, in: catalog), in: catalog)
    }

    /// The rules that a feature's route is under, in the order of the file.
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

    /// The name of a place's route. A rule about the route that stands for the main screen is about the main screen too.
    private static func name(of place: Place, in catalog: Catalog) -> String {
        let main = place.route.name.isEmpty ? catalog.feature(place.feature)?.manifest.main : nil
        return main ?? place.route.name
    }

    /// The conditions that a feature sets by sending a value of this name.
    package func conditionsSet(by feature: String, sending value: String) -> [Condition] {
        content.conditions.filter { $0.feature == feature && $0.value == value }
    }
}

extension WiringObject {
    /// The keys of a condition.
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
