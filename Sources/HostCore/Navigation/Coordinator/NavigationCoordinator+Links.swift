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
            show(link: try place(ofLink: text), asked: text)
        } catch {
            showNotFound(text, error.reason)
        }
    }

    /// The place of a link before redirects: from the patterns, else from the features that resolve links by code.
    func place(ofLink text: String) throws(CallFailure) -> Place {
        switch try planner.match(link: text) {
        case .place(let place): return place
        case .code(let features, let url): return try ask(features, for: url)
        }
    }

    /// Asks the features that resolve links of this scheme and host by code, in order.
    private func ask(_ features: [String], for url: LinkURL) throws(CallFailure) -> Place {
        for id in features {
            do {
                let feature = try activated(id)
                if let destination = try call({ () throws(CallFailure) in try feature.resolve(url: url.text) }) {
                    guard destination.feature == id else {
                        throw CallFailure(.notAllowed, Planner.foreignReason(destination))
                    }
                    return try catalog.place(of: destination)
                }
            } catch {
                throw CallFailure(.notFound, "the feature '\(id)' could not resolve '\(url)': \(error)")
            }
        }
        throw planner.unmatched(url)
    }

    private func show(link place: Place, asked: String) {
        do throws(CallFailure) {
            try carryOut(planner.plan(link: place, in: state, by: user, self), of: nil)
        } catch {
            // A locked screen stays as it is.
            guard error.code != .locked else { return problems.append(NavigationProblem(error)) }
            showNotFound(asked, error.reason)
        }
    }
}
