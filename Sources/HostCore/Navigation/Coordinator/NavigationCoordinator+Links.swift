import FeatureContract

/// Opening links.
extension NavigationCoordinator {
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
        do {
            show(link: try destination(ofLink: text), asked: text)
        } catch {
            showNotFound(text, error.reason)
        }
    }

    /// The destination of a link before redirects: from the patterns, else from the features that resolve links by
    /// code.
    func destination(ofLink text: String) throws(CallFailure) -> Destination {
        let (url, matched) = try resolve(link: text)
        if let matched { return matched }
        guard let answered = try ask(for: url) else { throw CallFailure(.notFound, unmatchedReason(url)) }
        return answered
    }

    /// The destination from the patterns; nil if none matches.
    private func resolve(link text: String) throws(CallFailure) -> (LinkURL, Destination?) {
        let url: LinkURL
        do {
            url = try LinkURL(text)
        } catch {
            throw CallFailure(.notFound, error.description)
        }
        if let refusal = LinkRules(catalog: catalog, wiring: wiring).schemeRefusal(of: url) {
            throw CallFailure(.notFound, refusal.description)
        }
        switch catalog.match(url) {
        case .destination(let destination, _): return (url, destination)
        case .ambiguous(let first, let second):
            throw CallFailure(.notFound, LinkRefusal.ambiguous(url.text, first, second).description)
        case .noPattern: return (url, nil)
        }
    }

    /// Asks the features that resolve links of this scheme and host by code.
    private func ask(for url: LinkURL) throws(CallFailure) -> Destination? {
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
                throw CallFailure(.notFound, "the feature '\(id)' could not resolve '\(url)': \(error)")
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
