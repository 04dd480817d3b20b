import FeatureContract

/// Opening links.
extension NavigationCoordinator {
    /// Why a link leads nowhere.
    struct LinkFailure: Error {
        let reason: String
    }

    /// The destination that the patterns give; nil where none matches.
    func resolve(link text: String) throws(LinkFailure) -> (LinkURL, Destination?) {
        do {
            let url = try LinkURL(text)
            try LinkRules(catalog: catalog, wiring: wiring).checkScheme(of: url)
            switch catalog.links.match(url) {
            case .destination(let destination, _): return (url, destination)
            case .ambiguous(let first, let second): throw LinkRefusal.ambiguous(url.text, first, second)
            case .noPattern: return (url, nil)
            }
        } catch {
            throw LinkFailure(reason: "\(error)")
        }
    }

    /// Asks the features that resolve links of this scheme and host by code.
    func ask(for url: LinkURL) throws(LinkFailure) -> Destination? {
        guard case .noPattern(let askable) = catalog.links.match(url) else { return nil }
        for id in askable {
            do {
                let feature = try activated(id)
                if let destination = try call({ () throws(CallFailure) in try feature.resolve(url: url.text) }) {
                    guard destination.feature == id else {
                        throw CallFailure(.notAllowed, Self.foreignReason(destination))
                    }
                    return try catalog.checked(destination)
                }
            } catch {
                throw LinkFailure(reason: "the feature '\(id)' could not resolve '\(url)': \(error)")
            }
        }
        return nil
    }

    func unmatchedReason(_ url: LinkURL) -> String {
        LinkRules(catalog: catalog, wiring: wiring).unmatched(url).description
    }

    func show(link destination: Destination, asked: String) {
        do {
            let chain = try redirector.resolve(destination)
            let place = try handledPlace(chain)
            let plan = LinkPlan(chain, place: place, wiring: wiring, redirector: redirector, state: state)
            switch plan.policy {
            case .append: try put(chain, method: nil, inTab: state.selectedIndex)
            case .present: try put(chain, method: .sheet, inTab: state.selectedIndex)
            case .rebuild: try rebuild(plan)
            }
        } catch {
            showNotFound(asked, "\(error)")
        }
    }

    func rebuild(_ plan: LinkPlan) throws(CallFailure) {
        try replaceStack(with: plan.aboveRoot.map { entry($0, .push) }, inTab: plan.tabIndex)
        if plan.tabIndex != state.selectedIndex { apply { try? $0.selectTab($0.tabs[plan.tabIndex].name) } }
    }
}
