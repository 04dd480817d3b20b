import FeatureContract
import JSONText

/// The way from a link or a destination to a screen, found without going there and without running a feature.
package struct Explanation: Sendable {
    package let asked: String
    /// The patterns that were tried; empty for a destination.
    package let trials: [LinkIndex.Trial]
    /// The features that would be asked to resolve the link, since no pattern matches.
    package let askable: [String]
    /// The redirects; nil if there is no destination, or its redirects fail.
    package let chain: Redirector.Chain?
    /// The feature at the end; nil if it leads nowhere.
    package let feature: Catalog.Entry?
    /// The state after opening it in the app's initial state; nil if it leads nowhere.
    package let state: NavigationState?
    /// Whether it is sent. A sent value changes the state only through its receiver.
    package let isSent: Bool
    /// The wiring's rules on the final destination's conditions, in the order of the file.
    package let requirements: [Wiring.Requirement]
    /// The condition that holds it in the app's initial state, in which all are false; nil if none does.
    package let hold: Planner.Hold?
    package let reason: String?

    private init(
        asked: String, trials: [LinkIndex.Trial] = [], askable: [String] = [], chain: Redirector.Chain? = nil,
        feature: Catalog.Entry? = nil, state: NavigationState? = nil, isSent: Bool = false,
        requirements: [Wiring.Requirement] = [], hold: Planner.Hold? = nil, reason: String?
    ) {
        self.asked = asked
        self.trials = trials
        self.askable = askable
        self.chain = chain
        self.feature = feature
        self.state = state
        self.isSent = isSent
        self.requirements = requirements
        self.hold = hold
        self.reason = reason
    }

    /// Explains a link or a destination, starting from the app's initial state.
    @MainActor
    package init(_ text: String, coordinator: NavigationCoordinator) {
        let catalog = coordinator.catalog
        guard LinkURL.isLink(text) else {
            do {
                self.init(asked: text, trials: [], try catalog.place(text), isLink: false, coordinator)
            } catch {
                self.init(asked: text, reason: Self.sharedNameReason(text, coordinator) ?? error.description)
            }
            return
        }
        let rules = LinkRules(catalog: catalog, wiring: coordinator.wiring)
        do {
            let url = try LinkURL(text)
            let trials = catalog.trials(url)
            if let refusal = rules.schemeRefusal(of: url) {
                self.init(asked: text, trials: trials, reason: refusal.description)
                return
            }
            switch catalog.match(url) {
            case .place(let place, _):
                self.init(asked: text, trials: trials, place, isLink: true, coordinator)
            case .ambiguous(let first, let second):
                self.init(
                    asked: text, trials: trials, reason: LinkRefusal.ambiguous(text, first, second).description)
            case .noPattern(let askable):
                self.init(asked: text, trials: trials, askable: askable, reason: rules.unmatched(url).description)
            }
        } catch {
            self.init(asked: text, reason: error.description)
        }
    }

    /// Explains the name of a checkpoint or a value, which leads to no screen; nil for any other text.
    @MainActor
    private static func sharedNameReason(_ text: String, _ coordinator: NavigationCoordinator) -> String? {
        guard let parsed = try? DestinationText(text),
            let manifest = coordinator.catalog.feature(parsed.feature)?.manifest
        else { return nil }
        for kind in SharedNameKind.allCases {
            let names = manifest.providedNames(kind) + manifest.wantedNames(kind)
            guard names.contains(where: { $0.name == parsed.route }) else { continue }
            let targets = coordinator.redirector.targets(kind, parsed.route, of: parsed.feature)
            let conditions =
                kind == .value ? coordinator.wiring.conditionsSet(by: parsed.feature, sending: parsed.route) : []
            let failures = conditions.isEmpty ? targets.failures : []
            let ways =
                conditions.map { "it sets the condition '\($0.name)'" }
                + targets.ends.map { $0.chain.joined(separator: " -> ") } + failures.map(\.description)
            return "it is a \(kind), and no destination: \(ways.joined(separator: "; "))"
        }
        return nil
    }

    @MainActor
    private init(
        asked: String, trials: [LinkIndex.Trial], _ start: Place, isLink: Bool,
        _ coordinator: NavigationCoordinator
    ) {
        let catalog = coordinator.catalog
        do {
            let chain = try coordinator.redirector.resolve(start)
            do {
                let (planner, state) = (coordinator.planner, coordinator.state)
                let plan =
                    try isLink
                    ? planner.plan(link: start, in: state, NoScreens())
                    : planner.plan(goingTo: start, in: state, NoScreens())
                var after = state
                after.apply(plan.edits)
                let isSent = if case .send = plan { true } else { false }
                self.init(
                    asked: asked, trials: trials, chain: chain,
                    feature: catalog.feature(chain.end.feature) ?? SystemRoutes.entry, state: after, isSent: isSent,
                    requirements: planner.wiring.requirementRules(of: chain.end, in: catalog),
                    hold: planner.hold(on: chain.end, state.conditions), reason: nil)
            } catch {
                self.init(asked: asked, trials: trials, chain: chain, reason: "\(error)")
            }
        } catch {
            self.init(asked: asked, trials: trials, reason: error.description)
        }
    }
}
