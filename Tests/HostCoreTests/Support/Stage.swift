import Dispatch
import FeatureContract
import JSONText

@testable import HostCore

/// A coordinator over features that are made here: it records every call to them, in order.
@MainActor
final class Stage {
    /// What may happen to a feature or a screen.
    enum Event: String {
        case activate, make, render, perform, appear, disappear, destroy, deactivate
    }

    /// A call: `render character/list #3`, or `activate home` where it is not about a screen.
    struct Call: Hashable, CustomStringConvertible {
        let event: Event
        let destination: String
        let screen: ScreenID

        var description: String { "\(event) \(destination)" + (screen == 0 ? "" : " #\(screen)") }
    }

    typealias Hook = @MainActor (FakeScreen) throws(CallFailure) -> Void

    typealias Answer = @MainActor (String) throws(CallFailure) -> Destination?

    private(set) var calls: [Call] = []
    /// The screens that have been made and not destroyed.
    private(set) var live: [ScreenID: FakeScreen] = [:]
    /// Every screen that was ever made, how often it was destroyed.
    private(set) var destroyed: [ScreenID: Int] = [:]
    /// What went against the contract.
    private(set) var breaches: [String] = []
    /// What runs inside a call, by event and qualified route (or feature, for its activation and deactivation).
    private var hooks: [String: Hook] = [:]
    private var answers: [String: Answer] = [:]
    private(set) var askedLinks: [String] = []

    let catalog: Catalog
    let wiring: Wiring
    private var made: NavigationCoordinator?

    var coordinator: NavigationCoordinator {
        if let made { return made }
        let coordinator = makeCoordinator()
        coordinator.start()
        return coordinator
    }

    /// A coordinator that has not started yet.
    func makeCoordinator() -> NavigationCoordinator {
        let activations = Dictionary(
            uniqueKeysWithValues: catalog.features.map { ($0.manifest.id, activation(of: $0.manifest)) })
        let coordinator = NavigationCoordinator(
            catalog: catalog, wiring: wiring, store: FeatureStore(activations, catalog: catalog))
        made = coordinator
        return coordinator
    }

    init(_ wiringText: String = #"{ "root": "home" }"#, features: [String]? = nil) throws {
        catalog = try HostCoreTests.catalog(
            features ?? [Manifests.home, Manifests.character, Manifests.notes, Manifests.vault])
        wiring = try HostCoreTests.wiring(wiringText)
    }

    private func activation(of manifest: Manifest) -> FeatureStore.Activation {
        { [unowned self] (host) throws(CallFailure) in
            let feature = FakeFeature(manifest, host: host, stage: self)
            try happen(.activate, FakeScreen(0, Destination(feature: manifest.id), feature))
            return feature
        }
    }

    /// Runs `hook` whenever `event` happens to a screen of that route.
    func on(_ event: Event, _ route: String, _ hook: @escaping Hook) { hooks["\(event) \(route)"] = hook }

    /// What a feature answers for a link that no pattern matches.
    func answer(_ feature: String, _ answer: @escaping Answer) { answers[feature] = answer }

    /// Lets `event` fail.
    func fail(_ event: Event, _ route: String, _ reason: String, code: FailureCode = .notFound) {
        on(event, route) { (_) throws(CallFailure) in throw CallFailure(code, reason) }
    }

    /// The calls since the last time, as text.
    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls.map(\.description)
    }

    /// The destinations from the root up.
    var stack: String { coordinator.state.stackText }

    func happen(_ event: Event, _ screen: FakeScreen) throws(CallFailure) {
        let route = screen.destination.qualifiedRoute
        calls.append(Call(event: event, destination: screen.destination.text, screen: screen.id))
        switch event {
        case .make:
            if destroyed[screen.id] != nil { breaches.append("\(screen) is made twice") }
            try hooks["\(event) \(route)"]?(screen)
            live[screen.id] = screen
            destroyed[screen.id] = 0
            return
        case .destroy:
            live[screen.id] = nil
            destroyed[screen.id, default: 0] += 1
        case .render, .perform, .appear, .disappear:
            if live[screen.id] == nil { breaches.append("\(event) of \(screen), which is not live") }
        case .activate, .deactivate: break
        }
        switch event {
        case .appear:
            if screen.isSeen { breaches.append("\(screen) appears twice") }
            screen.isSeen = true
        case .disappear:
            if !screen.isSeen { breaches.append("\(screen) disappears without having appeared") }
            screen.isSeen = false
        case .destroy: if screen.isSeen { breaches.append("\(screen) is destroyed while it is seen") }
        default: break
        }
        try hooks["\(event) \(route)"]?(screen)
    }

    fileprivate func ask(_ feature: String, for url: String) throws(CallFailure) -> Destination? {
        askedLinks.append("\(feature) \(url)")
        return try answers[feature]?(url)
    }
}

@MainActor
final class FakeFeature: FeatureInstance {
    let manifest: Manifest
    let host: any FeatureHost
    let stage: Stage

    init(_ manifest: Manifest, host: any FeatureHost, stage: Stage) {
        self.manifest = manifest
        self.host = host
        self.stage = stage
    }

    func makeMainScreen(_ id: ScreenID) throws(CallFailure) -> any ScreenInstance {
        let screen = FakeScreen(id, Destination(feature: manifest.id), self)
        try stage.happen(.make, screen)
        return screen
    }

    /// Knows every declared route but those called `notMine`.
    func resolve(_ destination: Destination, _ id: ScreenID) throws(CallFailure) -> (any ScreenInstance)? {
        guard manifest.incomingRoute(named: destination.route) != nil, destination.route != "notMine" else {
            return nil
        }
        let screen = FakeScreen(id, destination, self)
        try stage.happen(.make, screen)
        return screen
    }

    func resolve(url: String) throws(CallFailure) -> Destination? { try stage.ask(manifest.id, for: url) }
    func receive(_ message: Message) throws(CallFailure) -> Resume? { nil }

    func deactivate() {
        try? stage.happen(.deactivate, FakeScreen(0, Destination(feature: manifest.id), self))
    }
}

@MainActor
final class FakeScreen: ScreenInstance, CustomStringConvertible {
    let id: ScreenID
    let destination: Destination
    let feature: FakeFeature
    var isSeen = false
    /// What a render gives.
    var content: RenderedScreen
    private(set) var performed: [(action: UInt64, value: Value)] = []

    init(_ id: ScreenID, _ destination: Destination, _ feature: FakeFeature) {
        self.id = id
        self.destination = destination
        self.feature = feature
        content = RenderedScreen(title: destination.text)
    }

    nonisolated var description: String { "the screen #\(id)" }

    func render() throws(CallFailure) -> RenderedScreen {
        try feature.stage.happen(.render, self)
        return content
    }

    func perform(_ action: UInt64, _ value: Value) throws(CallFailure) {
        performed.append((action, value))
        try feature.stage.happen(.perform, self)
    }

    func appear() { try? feature.stage.happen(.appear, self) }
    func disappear() { try? feature.stage.happen(.disappear, self) }
    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {}
    func receive(_ message: Message) throws(CallFailure) -> Resume? { nil }
    func destroy() { try? feature.stage.happen(.destroy, self) }

    /// Asks the host for something, as this screen.
    func request(_ request: NavigationRequest) throws(CallFailure) {
        try feature.host.request(request, by: feature.manifest.id, from: id)
    }

    /// Asks to go to the destination of that text.
    func navigate(_ text: String, _ method: RouteMethod? = nil) throws(CallFailure) {
        try request(.navigate(.of(text), method))
    }

    /// Why the host refuses a request; nil where it does not.
    func refusal(of request: NavigationRequest) -> CallFailure? {
        do throws(CallFailure) {
            try self.request(request)
            return nil
        } catch {
            return error
        }
    }
}

extension Destination {
    /// The destination of that text; an argument is an integer where it looks like one.
    static func of(_ text: String) -> Destination {
        guard let parsed = try? DestinationText(text) else { return Destination(feature: text) }
        return Destination(
            feature: parsed.feature, route: parsed.route,
            arguments: parsed.items.map { item in
                let text = item.value ?? ""
                return Argument(item.name, Int64(text).map { .integer($0) } ?? .string(text))
            })
    }
}

/// A button of that label which does that action.
func button(_ label: String, action: UInt64 = 1) -> ViewNode {
    var node = ViewNode(.button, text: label)
    node.action = action
    return node
}

extension FakeFeature {
    /// Why the host refuses what the feature itself asks for; nil where it does not.
    func hostRefusal(of request: NavigationRequest) -> CallFailure? {
        do throws(CallFailure) {
            try host.request(request, by: manifest.id, from: 0)
            return nil
        } catch {
            return error
        }
    }
}

/// The main dispatch queue, on which the host does what it has put off.
enum MainQueue {
    /// Returns when what was put off until now has run.
    @MainActor
    static func turn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}
