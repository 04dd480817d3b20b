import FeatureContract

/// Placeholders: entries for screens that cannot be shown now and return as soon as they can.
///
/// There are two kinds. One is the host's not-found screen, shown for a request that leads nowhere. The other is an
/// entry that keeps its place in the state while its screen cannot be made, such as one of a session whose feature is
/// missing.
extension NavigationCoordinator {
    func showNotFound(_ asked: String, _ reason: String) {
        problems.append(NavigationProblem(reason))
        putNotFound(asked, reason, at: state.topPosition)
    }

    func putNotFound(_ asked: String, _ reason: String, at position: NavigationState.Position) {
        // The host's own screen is always made.
        try? carryOut(planner.plan(notFound: asked, reason, in: state, at: position), of: nil)
    }

    func notFoundScreen(
        _ id: ScreenID, _ asked: String, _ reason: String, in container: ScreenID? = nil
    ) -> LiveScreen? {
        let notFound = SystemRoutes.notFound(asked, reason: reason)
        let system = try? store.instance(of: Manifest.systemID, host: self)
        return (try? system?.resolve(notFound, id)).map {
            LiveScreen(id, $0, of: Manifest.systemID, in: container)
        }
    }

    /// Returns the destination of a root whose feature is not installed; nil if the error is another one.
    ///
    /// The root keeps that destination, so that the screens above it in a session are not lost.
    nonisolated static func placeholder(_ text: String, _ error: any Error) -> Destination? {
        let end: String? =
            switch error {
            case let error as CatalogError where error.isAbsence: text
            case RedirectError.dangling(let error, let chain) where error.isAbsence: chain.last
            default: nil
            }
        return end.flatMap { try? DestinationText($0).untyped }
    }

    // MARK: Reviving

    /// Replaces each placeholder of the state by the screen it stands for, if that can be shown now.
    ///
    /// Entries with a live screen are skipped; a reload has already destroyed the screens of placeholders.
    func reviveEntries() {
        for tab in state.tabs {
            for entry in tab.entries where screens[entry.id] == nil {
                let destination = revived(entry.destination)
                guard destination != entry.destination else { continue }
                stale.remove(entry.id)
                state.replaceEntry(entry.id, with: self.entry(destination, entry.presentation))
            }
        }
    }

    /// Returns the destination that a placeholder stands for if it can be shown now, else the placeholder with the
    /// current reason. Any other destination is returned as its feature declares it.
    func revived(_ destination: Destination) -> Destination {
        guard let asked = SystemRoutes.asked(in: destination) else {
            return (try? declared(destination)) ?? (try? end(of: destination.text)) ?? destination
        }
        do throws(CallFailure) {
            return try end(of: asked)
        } catch {
            return SystemRoutes.notFound(asked, reason: error.reason)
        }
    }

    /// Returns the destination as its feature declares it now, which may differ from the saved one.
    func declared(_ destination: Destination) throws(CallFailure) -> Destination {
        let declared: Destination
        do throws(CatalogError) {
            // The arguments of a placeholder are strings; its feature may declare other types.
            if let checked = try? catalog.checked(destination) {
                declared = checked
            } else {
                declared = try catalog.destination(destination.text)
            }
        } catch {
            throw CallFailure(error)
        }
        _ = try planner.place(of: Redirector.Chain(start: declared, hops: []))
        return declared
    }

    /// Returns the end of the redirects from a link or a destination, given as text.
    private func end(of asked: String) throws(CallFailure) -> Destination {
        let destination: Destination
        if (try? DestinationText(asked)) != nil {
            do throws(CatalogError) {
                destination = try catalog.destination(asked)
            } catch {
                throw CallFailure(error)
            }
        } else {
            destination = try self.destination(ofLink: asked)
        }
        let chain = try planner.chain(destination, of: nil)
        _ = try planner.place(of: chain)
        return chain.end
    }
}
