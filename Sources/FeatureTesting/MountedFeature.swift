internal import FeatureABI
internal import FeatureContract
internal import FeatureKit
internal import HostCore
internal import JSONText

/// A feature that runs without a host application, as long as its harness or one of its screens exists.
@MainActor
final class MountedFeature {
    let id: String
    let host: FakeHost
    private let catalog: Catalog
    private let manifest: Manifest
    private let feature: InlineFeature
    private var nextScreen: ScreenID = 1
    private var screens: [WeakScreen] = []
    private var isEnded = false

    private struct WeakScreen {
        weak var screen: ScreenHarness?
    }

    init<F: Feature>(
        _ type: F.Type, _ library: UnsafePointer<sy_library>, _ context: ActivationContext
    ) throws(HarnessError) {
        do {
            manifest = try LibraryManifest.read(from: library).manifest
        } catch {
            throw .manifest("\(type): \(error)")
        }
        id = manifest.id
        catalog = Catalog(found: [Catalog.Entry(manifest: manifest, path: nil)])
        host = FakeHost(catalog: catalog) { destination, isIncoming in
            if isIncoming { try F.Incoming(destination) } else { try F.Outgoing(destination) }
        }
        do {
            feature = try InlineFeature(
                library, manifest: manifest, host: host, context)
        } catch {
            throw .activation("the feature '\(id)' did not start: \(error.reason)")
        }
    }

    isolated deinit {
        end()
    }

    func end() {
        guard !isEnded else { return }
        isEnded = true
        for screen in screens { screen.screen?.close() }
        feature.deactivate()
    }

    func runTurns() { feature.runTurns() }

    private func requireActive() throws(HarnessError) {
        if isEnded { throw .closed("the feature '\(id)' has ended") }
    }

    var manifestText: String {
        guard case .object(let object) = manifest.json else { return "" }
        let declared = object.members.filter { !["abi", "sdk", "toolchain"].contains($0.key) }
        return JSON.object(JSONObject(declared.map { ($0.key, $0.value) })).text(pretty: true)
    }

    // MARK: Screens

    func destination<N: Navigation>(_ navigation: N) throws(HarnessError) -> Destination {
        do {
            return try catalog.place(of: navigation.destination(of: id)).destination
        } catch CatalogError.noRoute {
            throw .destination("'\(navigation)' is not among \(N.self).samples; add a sample of that case")
        } catch {
            throw .destination("\(error)")
        }
    }

    func destination(link: String) throws(HarnessError) -> Destination {
        try requireActive()
        do {
            let url = try LinkURL(link)
            switch catalog.match(url) {
            case .place(let place, _):
                return place.destination
            case .ambiguous(let first, let second):
                throw CallFailure(.notFound, LinkRefusal.ambiguous(link, first, second).description)
            case .noPattern(let askable):
                guard askable.contains(id), let destination = try feature.resolve(url: link) else {
                    throw CallFailure(
                        .notFound, LinkRules(catalog: catalog, wiring: .empty).unmatched(url).description)
                }
                return try catalog.place(of: destination).destination
            }
        } catch {
            throw .link("\(error)")
        }
    }

    /// - Parameters:
    ///   - destination: Nil for the main screen.
    ///   - state: The saved state of a screen of that destination.
    func open(_ destination: Destination?, restoring state: ScreenState? = nil) throws(HarnessError) -> ScreenHarness {
        try requireActive()
        let number = nextScreen
        nextScreen += 1
        host.opened(number)
        do {
            let made = try make(destination, number)
            do throws(CallFailure) {
                if let state { try made.restore(state) }
            } catch {
                made.destroy()
                throw error
            }
            let screen = ScreenHarness(made, number, of: destination, in: self)
            screens.append(WeakScreen(screen: screen))
            return screen
        } catch {
            host.closed(number)
            throw .destination("\(error)")
        }
    }

    private func make(_ destination: Destination?, _ number: ScreenID) throws -> ScreenInstance {
        guard let destination else { return try feature.makeMainScreen(number) }
        guard let screen = try feature.resolve(destination, number) else {
            throw CallFailure(
                .unknownRoute, "the feature '\(id)' declares '\(destination.route)' and says it is not its own")
        }
        return screen
    }

    // MARK: Sending

    func send(_ value: some NavigationValue) throws(HarnessError) -> NavigationResume? {
        try requireActive()
        let message = try message(value)
        do {
            return try feature.receive(message).map(resume)
        } catch {
            throw .value("\(error)")
        }
    }

    func message(_ value: some NavigationSendable) throws(HarnessError) -> Message {
        do {
            return try value.navigationMessage(from: NavigationSender(id: id)).message
        } catch {
            throw .value(error.reason)
        }
    }

    func resume(_ resume: Resume) throws -> NavigationResume {
        switch resume {
        case .auto: .auto
        case .immediately: .immediately
        case .after(let seconds): .after(seconds)
        case .inserting(let messages): .inserting(try messages.map(host.sendable))
        case .appending(let messages): .appending(try messages.map(host.sendable))
        case .replacing(let messages): .replacing(try messages.map(host.sendable))
        case .pause: .pause
        case .cancel: .cancel
        }
    }
}
