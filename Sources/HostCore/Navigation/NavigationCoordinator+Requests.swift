import Dispatch
import FeatureContract

/// What features ask for: checked when it is asked, queued, and carried out in order.
extension NavigationCoordinator: FeatureHost {
    package func request(
        _ request: NavigationRequest, by feature: String, from screen: ScreenID
    ) throws(CallFailure) {
        guard !isShutDown else { throw CallFailure(.invalidState, "the host is shutting down") }
        var tab = state.selectedIndex
        if screen != 0 {
            guard let owner = screens[screen]?.feature ?? (beingMade == screen ? feature : nil) else {
                throw CallFailure(.invalidState, "the screen \(screen) of '\(feature)' is gone")
            }
            guard owner == feature else {
                throw CallFailure(.invalidState, "the screen \(screen) is not one of '\(feature)'")
            }
            tab = state.tabIndex(of: screen) ?? tab
        }
        do throws(CallFailure) {
            guard queue.count < Self.maximumRequestsInARow else {
                throw CallFailure(.limit, "more than \(Self.maximumRequestsInARow) requests to navigate wait already")
            }
            try check(request, feature: feature, inTab: tab)
        } catch {
            problems.append("'\(feature)': \(error.reason)")
            throw error
        }
        queue.append(QueuedRequest(request: request, feature: feature, screen: screen, tab: tab))
        changed.fire()
        scheduleDrain()
    }

    package func canReturn(toCheckpoint name: String, of feature: String, from screen: ScreenID) -> Bool { false }

    package func invalidate(_ screen: ScreenID, of feature: String) {
        if screen == 0 {
            for live in screens.values where live.feature == feature { live.needsRender = true }
        } else if let live = screens[screen], live.feature == feature {
            live.needsRender = true
        } else {
            return
        }
        changed.fire()
    }

    package func log(_ line: LogLine) {
        logSink(line)
    }

    package func callIntoFeature(_ body: () -> Void) {
        call(body)
    }

    // MARK: Checking and carrying out

    /// Refuses what cannot be carried out, without carrying it out.
    func check(_ request: NavigationRequest, feature: String, inTab index: Int) throws(CallFailure) {
        switch request {
        case .navigate(let destination, _):
            _ = try handledPlace(chain(destination, of: feature))
        case .replaceStack(let destinations):
            for destination in destinations { _ = try handledPlace(chain(destination, of: feature)) }
        case .back, .pop, .popTo, .popToRoot, .dismiss, .dismissAll, .reset, .selectTab:
            var expected = expectedState
            try expected.carryOut(request, inTab: index)
        case .returnToCheckpoint, .send, .resume:
            throw CallFailure(.unsupported, "this host does not return to checkpoints or send values yet")
        }
    }

    /// The state as it will be after the requests that wait, as far as that can be told before their screens are made.
    var expectedState: NavigationState {
        var expected = state
        for waiting in queue {
            let tab = waiting.screen == 0 ? expected.selectedIndex : waiting.tab
            switch waiting.request {
            case .navigate(let destination, let method):
                guard let chain = try? chain(destination, of: waiting.feature),
                    let presentation = try? presentation(of: chain, method: method)
                else { continue }
                expected.append(.init(id: 0, destination: chain.end, presentation: presentation), toTab: tab)
            case .replaceStack(let destinations):
                let ends = destinations.compactMap { try? chain($0, of: waiting.feature).end }
                expected.replaceStack(with: ends.map { .init(id: 0, destination: $0) }, inTab: tab)
            default:
                try? expected.carryOut(waiting.request, inTab: tab)
            }
        }
        return expected
    }

    /// How many requests are carried out in a row: screens that navigate on as they are made would never end.
    static let maximumRequestsInARow = 256

    func drain() {
        // Whatever is asked for while this runs goes to the end of the queue.
        var count = 0
        while callDepth == 0, !queue.isEmpty {
            let next = queue.removeFirst()
            count += 1
            guard count <= Self.maximumRequestsInARow else {
                problems.append(
                    "'\(next.feature)': more than \(Self.maximumRequestsInARow) requests to navigate in a row; the rest "
                        + "is dropped")
                queue = []
                return
            }
            carryOut(next)
        }
    }

    func carryOut(_ next: QueuedRequest) {
        // The feature itself means the stack that is seen.
        let tab = next.screen == 0 ? state.selectedIndex : state.tabIndex(of: next.screen) ?? next.tab
        do throws(CallFailure) {
            try carryOut(next.request, feature: next.feature, inTab: tab)
        } catch {
            problems.append("'\(next.feature)': \(error.reason)")
            // It was checked when it was asked for: what fails now is making the screen.
            switch next.request {
            case .navigate(let asked, _): putNotFound(asked.text, error.reason, inTab: tab)
            case .replaceStack(let asked): putNotFound(asked.last?.text ?? "", error.reason, inTab: tab)
            default: break
            }
        }
    }

    func scheduleDrain() {
        guard callDepth == 0, !isDrainScheduled else { return }
        isDrainScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                self?.isDrainScheduled = false
                self?.drain()
            }
        }
    }

    /// - Parameter feature: Who asks; nil for the person, who may go anywhere.
    func carryOut(_ request: NavigationRequest, feature: String?, inTab index: Int) throws(CallFailure) {
        switch request {
        case .navigate(let destination, let method):
            try put(chain(destination, of: feature), method: method, inTab: index)
        case .replaceStack(let destinations):
            var entries: [NavigationState.Entry] = []
            for destination in destinations {
                entries.append(entry(try chain(destination, of: feature).end, .push))
            }
            try replaceStack(with: entries, inTab: index)
        default:
            var copy = state
            try copy.carryOut(request, inTab: index)
            apply { $0 = copy }
        }
    }

    /// Where a feature's own destination leads.
    func chain(_ destination: Destination, of feature: String?) throws(CallFailure) -> Redirector.Chain {
        if let feature, destination.feature != feature {
            throw CallFailure(.notAllowed, Self.foreignReason(destination))
        }
        let checked: Destination
        do throws(CatalogError) {
            checked = try catalog.checked(destination)
        } catch {
            throw CallFailure(error)
        }
        do throws(RedirectError) {
            return try redirector.resolve(checked)
        } catch {
            throw CallFailure(.unconnected, error.description)
        }
    }

    static func foreignReason(_ destination: Destination) -> String {
        "'\(destination)' is another feature's: declare an outgoing destination, and let the wiring lead there"
    }
}

extension NavigationState {
    /// The operations that need no feature.
    mutating func carryOut(_ request: NavigationRequest, inTab index: Int) throws(CallFailure) {
        switch request {
        case .back: try back(inTab: index)
        case .pop(let count): try pop(count, inTab: index)
        case .popTo(let destination): try pop(to: destination, inTab: index)
        case .popToRoot: popToRoot(inTab: index)
        case .dismiss: try dismiss(inTab: index)
        case .dismissAll: dismissAll(inTab: index)
        case .reset: reset(inTab: index)
        case .selectTab(let name): try selectTab(name)
        case .navigate, .replaceStack, .returnToCheckpoint, .send, .resume: break
        }
    }
}

extension CallFailure {
    /// What a feature is told of a destination that the catalog does not have.
    init(_ error: CatalogError) {
        switch error {
        case .noFeature: self.init(.unavailable, error.description)
        case .noRoute: self.init(.unknownRoute, error.description)
        case .destination: self.init(.invalidArgument, error.description)
        }
    }
}
