import FeatureContract

/// Opening links.
extension NavigationCoordinator {
    /// The reason why a link leads nowhere.
    struct LinkFailure: Error {
        let reason: String
    }

    /// Opens a link, such as `challenge://character/detail?id=42`, by the wiring's link policy: it may put the target's
    /// parents below it, so that ``back()`` leads somewhere. A link opened before ``start()`` waits its turn.
    ///
    /// The link may come from any program. If it leads nowhere, the host's not-found screen says why.
    public func open(_ text: String) {
        guard isReady else {
            waitingLinks.append(text)
            return
        }
        guard !isShutDown else { return }
        drain()
        defer { drain() }
        do throws(LinkFailure) {
            show(link: try destination(ofLink: text), asked: text)
        } catch {
            showNotFound(text, error.reason)
        }
    }

    /// The destination of a link before redirects: from the patterns, else from the features that resolve links by
    /// code.
    func destination(ofLink text: String) throws(LinkFailure) -> Destination {
        let (url, matched) = try resolve(link: text)
        if let matched { return matched }
        guard let answered = try ask(for: url) else { throw LinkFailure(reason: unmatchedReason(url)) }
        return answered
    }

    /// The destination from the patterns; nil if none matches.
    private func resolve(link text: String) throws(LinkFailure) -> (LinkURL, Destination?) {
        do {
            let url = try LinkURL(text)
            try LinkRules(catalog: catalog, wiring: wiring).checkScheme(of: url)
            switch catalog.match(url) {
            case .destination(let destination, _): return (url, destination)
            case .ambiguous(let first, let second): throw LinkRefusal.ambiguous(url.text, first, second)
            case .noPattern: return (url, nil)
            }
        } catch {
            throw LinkFailure(reason: "\(error)")
        }
    }

    /// Asks the features that resolve links of this scheme and host by code.
    private func ask(for url: LinkURL) throws(LinkFailure) -> Destination? {
        guard case .noPattern(let askable) = catalog.match(url) else { return nil }
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

    private func unmatchedReason(_ url: LinkURL) -> String {
        LinkRules(catalog: catalog, wiring: wiring).unmatched(url).description
    }

    private func show(link destination: Destination, asked: String) {
        do throws(CallFailure) {
            let chain: Redirector.Chain
            do throws(RedirectError) {
                chain = try redirector.resolve(destination)
            } catch {
                throw CallFailure(.unconnected, error.description)
            }
            let place = try handledPlace(chain)
            let plan = LinkPlan(chain, place: place, wiring: wiring, redirector: redirector, state: state)
            switch plan.policy {
            case .append: try go(chain, method: nil)
            case .present: try put(chain, method: .sheet, at: state.topPosition)
            case .rebuild:
                try replaceStack(
                    with: plan.aboveRoot.map { entry($0, .push) }, at: plan.root, selecting: plan.root.tab,
                    isForced: isForcing)
            }
        } catch {
            // A locked screen stays as it is.
            guard error.code != .locked else { return problems.append(NavigationProblem(error)) }
            showNotFound(asked, error.reason)
        }
    }
}
