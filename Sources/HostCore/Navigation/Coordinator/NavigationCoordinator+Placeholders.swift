import FeatureContract

/// Placeholders: what stands where a screen cannot be shown, and lives again as soon as it can.
///
/// One is the host's not-found screen, put where something was asked for that leads nowhere. The other is an entry that
/// has its place in the state and cannot be made now, such as one of a session whose feature is away.
extension NavigationCoordinator {
    func showNotFound(_ asked: String, _ reason: String) {
        problems.append(NavigationProblem(reason))
        putNotFound(asked, reason, at: state.topPosition)
    }

    func putNotFound(_ asked: String, _ reason: String, at position: NavigationState.Position) {
        let new = entry(SystemRoutes.notFound(asked, reason: reason), .push)
        // It only adds: nothing can be in its way.
        try? commit(state.edits(.put(new), at: state.clamped(position)))
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

    /// Returns where a root leads once its feature is installed; nil where that is not what is wrong.
    ///
    /// It keeps the place, so that what stood on it in a session is not lost.
    static func placeholder(_ text: String, _ error: any Error) -> Destination? {
        let end: String? =
            switch error {
            case let error as CatalogError where error.isAbsence: text
            case RedirectError.dangling(let error, let chain) where error.isAbsence: chain.last
            default: nil
            }
        return end.flatMap { try? DestinationText($0).untyped }
    }

    // MARK: Living again

    /// Puts in the place of each placeholder of the state what it stands for, where that can be shown by now.
    ///
    /// The screens that are there are none: a reload has destroyed the placeholders'.
    func reviveEntries() {
        for tab in state.tabs {
            for entry in tab.entries where screens[entry.id] == nil {
                let destination = revived(entry.destination)
                guard destination != entry.destination else { continue }
                unknown.remove(entry.id)
                state.replaceEntry(entry.id, with: self.entry(destination, entry.presentation))
            }
        }
    }

    /// Returns what a placeholder stands for, where that can be shown by now; else the placeholder, with the reason that
    /// holds now. Any other destination is given back as its feature declares it.
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

    /// Returns the destination as its feature declares it now, which need not be what a session kept.
    func declared(_ destination: Destination) throws(CallFailure) -> Destination {
        let declared: Destination
        do throws(CatalogError) {
            // A placeholder holds texts where its feature may declare other types.
            if let checked = try? catalog.checked(destination) {
                declared = checked
            } else {
                declared = try catalog.destination(destination.text)
            }
        } catch {
            throw CallFailure(error)
        }
        _ = try handledPlace(Redirector.Chain(start: declared, hops: []))
        return declared
    }

    /// Returns where a link or a destination leads, as text.
    private func end(of asked: String) throws(CallFailure) -> Destination {
        let destination: Destination
        if (try? DestinationText(asked)) != nil {
            do throws(CatalogError) {
                destination = try catalog.destination(asked)
            } catch {
                throw CallFailure(error)
            }
        } else {
            do throws(LinkFailure) {
                destination = try self.destination(ofLink: asked)
            } catch {
                throw CallFailure(.notFound, error.reason)
            }
        }
        let chain = try chain(destination, of: nil)
        _ = try handledPlace(chain)
        return chain.end
    }
}
