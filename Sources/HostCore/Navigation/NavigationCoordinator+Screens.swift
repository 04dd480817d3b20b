import FeatureContract

/// Making screens, and putting them on stacks.
extension NavigationCoordinator {
    func put(_ chain: Redirector.Chain, method: RouteMethod?, inTab index: Int) throws(CallFailure) {
        let new = entry(chain.end, try presentation(of: chain, method: method))
        screens[new.id] = try make(new)
        apply { $0.append(new, toTab: index) }
    }

    /// How a destination is shown: as it was asked for, else as the wiring says, else as its route says.
    func presentation(of chain: Redirector.Chain, method: RouteMethod?) throws(CallFailure) -> Presentation {
        let place = try handledPlace(chain)
        guard let presentation = Presentation(rawValue: (method ?? chain.method ?? place.declaration.method).rawValue)
        else { throw CallFailure(.unsupported, "this host does not send destinations yet") }
        return presentation
    }

    func replaceStack(with entries: [NavigationState.Entry], inTab index: Int) throws(CallFailure) {
        var copy = state
        copy.replaceStack(with: entries, inTab: index)
        // What is seen of it is made before anything changes; what is below, when it is seen.
        if let top = copy.tabs[index].entries.dropFirst().last, screens[top.id] == nil {
            screens[top.id] = try make(top)
        }
        apply { $0 = copy }
    }

    /// The place where a chain ends, which somebody must handle.
    func handledPlace(_ chain: Redirector.Chain) throws(CallFailure) -> Catalog.Place {
        try Self.handledPlace(chain, in: catalog, wiring)
    }

    static func handledPlace(
        _ chain: Redirector.Chain, in catalog: Catalog, _ wiring: Wiring
    ) throws(CallFailure) -> Catalog.Place {
        let place: Catalog.Place
        do throws(CatalogError) {
            place = try catalog.place(feature: chain.end.feature, route: chain.end.route)
        } catch {
            throw CallFailure(error)
        }
        if case .outgoing = place {
            throw CallFailure(
                .unconnected, "'\(chain.end.qualifiedRoute)' is not connected: \(wiring.unconnectedReason)")
        }
        return place
    }

    func entry(_ destination: Destination, _ presentation: Presentation) -> NavigationState.Entry {
        defer { nextID += 1 }
        return .init(id: nextID, destination: destination, presentation: presentation)
    }

    /// The feature, started now if need be. What it asks for meanwhile waits until it has been, and is dropped when it
    /// does not start.
    func activated(_ id: String) throws(CallFailure) -> any FeatureInstance {
        do throws(CallFailure) {
            return try call { () throws(CallFailure) in try store.instance(of: id, host: self) }
        } catch {
            queue.removeAll { $0.feature == id && $0.screen == 0 }
            throw error
        }
    }

    /// Lets the feature make the screen of an entry.
    func make(_ entry: NavigationState.Entry) throws(CallFailure) -> LiveScreen {
        let destination = entry.destination
        let feature = try activated(destination.feature)
        beingMade = entry.id
        defer { beingMade = nil }
        do throws(CallFailure) {
            let instance = try call { () throws(CallFailure) in
                if destination.route.isEmpty { return try feature.makeMainScreen(entry.id) }
                guard let screen = try feature.resolve(destination, entry.id) else {
                    throw CallFailure(
                        .unknownRoute,
                        "the feature '\(destination.feature)' declares '\(destination.route)' and says it is not its own"
                    )
                }
                return screen
            }
            return LiveScreen(instance, of: destination.feature)
        } catch {
            // A screen that has not come to be asks for nothing.
            queue.removeAll { $0.screen == entry.id }
            throw error
        }
    }

    /// The screen of an entry, made now if need be. One that cannot be made is replaced by the not-found screen.
    func live(_ entry: NavigationState.Entry) -> LiveScreen? {
        if let screen = screens[entry.id] { return screen }
        do throws(CallFailure) {
            let screen = try make(entry)
            screens[entry.id] = screen
            return screen
        } catch {
            problems.append("'\(entry.destination)' cannot be shown: \(error.reason)")
            let notFound = SystemFeature.notFound(entry.destination.text, reason: error.reason)
            // Another screen in the same place: a number is never used twice.
            let place = self.entry(entry.destination, entry.presentation)
            guard
                let screen = (try? store.instance(of: Manifest.systemID, host: self).resolve(notFound, place.id)) ?? nil
            else { return nil }
            state.replaceEntry(entry.id, with: place)
            screens[place.id] = LiveScreen(screen, of: Manifest.systemID)
            return screens[place.id]
        }
    }

    func showNotFound(_ asked: String, _ reason: String) {
        problems.append(reason)
        putNotFound(asked, reason, inTab: state.selectedIndex)
    }

    func putNotFound(_ asked: String, _ reason: String, inTab index: Int) {
        let new = entry(SystemFeature.notFound(asked, reason: reason), .push)
        apply { $0.append(new, toTab: index) }
    }
}
