import Dispatch
import FeatureContract
import HostSystem
import JSONText
import TestSupport

@testable import HostCore

/// A coordinator over features that are made here: it records every call to them, in order.
@MainActor
final class Stage {
    /// What may happen to a feature or a screen.
    enum Event: String {
        case activate, make, render, perform, appear, disappear, returned, receive, save, restore, destroy, deactivate
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

    /// What a screen (of number 0 for the feature itself) answers to a sent value; nil: not its own.
    typealias Receiver = @MainActor (FakeScreen, Message) throws(CallFailure) -> Resume?

    private(set) var calls: [Call] = []
    /// The screens that have been made and not destroyed.
    private(set) var live: [ScreenID: FakeScreen] = [:]
    /// Every screen that was ever made, how often it was destroyed.
    private(set) var destroyed: [ScreenID: Int] = [:]
    /// The number of every screen that was ever to be made.
    private var numbers: Set<ScreenID> = []
    /// What went against the contract.
    private(set) var breaches: [String] = []
    /// What runs inside a call, by event and qualified route (or feature, for its activation and deactivation).
    private var hooks: [String: Hook] = [:]
    private var answers: [String: Answer] = [:]
    private var receivers: [String: Receiver] = [:]
    private var contents: [String: @MainActor (inout RenderedScreen) -> Void] = [:]
    private(set) var askedLinks: [String] = []
    /// Whether screens keep what is typed in them, which is the string of the last action.
    var keepsState = false
    /// What was handed over, in order: `note "x" to chats #1`, without a number to a feature itself.
    private(set) var received: [String] = []
    /// The call that runs right now: features are never called while one does.
    private var running: String?

    private(set) var catalog: Catalog
    private(set) var wiring: Wiring
    /// Whether the features stand behind the protocol with workers.
    private let isolation: Isolation
    /// The worker that each feature runs in.
    private(set) var links: [String: LoopbackLink] = [:]
    /// The features that stand behind the protocol.
    private(set) var workers: [String: WorkerFeature] = [:]
    /// How many workers each feature has had.
    private(set) var starts: [String: Int] = [:]
    /// Gets each worker before anything is called in it.
    var prepareWorker: @MainActor (_ feature: String, LoopbackLink) -> Void = { _, _ in }
    /// The longest that a call into a worker may take, in seconds.
    var deadline = 5.0
    private var made: NavigationCoordinator?

    var coordinator: NavigationCoordinator {
        if let made { return made }
        let coordinator = makeCoordinator()
        coordinator.start()
        return coordinator
    }

    /// A coordinator that has not started yet.
    func makeCoordinator() -> NavigationCoordinator {
        let coordinator = NavigationCoordinator(
            catalog: catalog, wiring: wiring, features: FeatureStore(activations, catalog: catalog))
        made = coordinator
        return coordinator
    }

    private var activations: [String: FeatureStore.Activation] {
        Dictionary(uniqueKeysWithValues: catalog.features().map { ($0.manifest.id, activation(of: $0.manifest)) })
    }

    /// Lets the coordinator take up other features, and another wiring where one is given, as a reload does. Features
    /// of equal manifests stay as they are.
    @discardableResult
    func reload(_ features: [String], wiring text: String? = nil) throws -> [String] {
        let before = catalog
        catalog = try HostTestSupport.catalog(features)
        if let text { wiring = try HostTestSupport.wiring(text) }
        let unchanged = catalog.features().map(\.manifest).filter { before.feature($0.id)?.manifest == $0 }.map(\.id)
        return coordinator.adopt(
            .init(
                catalog: catalog, wiring: wiring, activations: activations, started: [:], unchanged: Set(unchanged)))
    }

    init(
        _ wiringText: String = #"{ "root": "home" }"#, features: [String]? = nil,
        isolation: Isolation = .current
    ) throws {
        self.isolation = isolation
        catalog = try HostTestSupport.catalog(
            features ?? [Manifests.home, Manifests.character, Manifests.notes, Manifests.vault])
        wiring = try HostTestSupport.wiring(wiringText)
    }

    /// The features that share checkpoints and values, and `notes`.
    static func sharing(_ more: String = #""root": "chats""#, isolation: Isolation = .current) throws -> Stage {
        try Stage(
            Manifests.sharing(more), features: [Manifests.chats, Manifests.contacts, Manifests.notes],
            isolation: isolation)
    }

    /// Goes to each place of `chats/chat?number=1 > sheet:contacts/card`, and shows it.
    func go(_ places: String) {
        for place in places.split(separator: ">") {
            let words = place.split(separator: ":").map { $0.filter { $0 != " " } }
            let method = words.count > 1 ? NavigationMethod(rawValue: words[0]) : .push
            coordinator.go(to: .of(words[words.count - 1]), method: method)
            coordinator.show()
        }
    }

    /// Lets a screen do something in a call, and then does what it has asked for.
    func act<Result>(
        _ id: ScreenID, _ body: @MainActor (FakeScreen) throws(CallFailure) -> Result
    ) throws -> Result {
        guard let screen = live[id] else { throw CallFailure(.invalidState, "the screen #\(id) does not live") }
        var result: Swift.Result<Result, CallFailure>?
        screen.feature.host.callIntoFeature {
            result = Swift.Result { () throws(CallFailure) in try body(screen) }
        }
        coordinator.drain()
        guard let result else { throw CallFailure(.other, "the host called nothing") }
        return try result.get()
    }

    /// The screen of a number, which must be alive.
    func screen(_ id: ScreenID) throws -> FakeScreen {
        guard let screen = live[id] else { throw CallFailure(.invalidState, "the screen #\(id) does not live") }
        return screen
    }

    private func activation(of manifest: Manifest) -> FeatureStore.Activation {
        let inline = FeatureStore.Activation { [unowned self] (host) throws(CallFailure) in
            let feature = FakeFeature(manifest, host: host, stage: self)
            try happen(.activate, FakeScreen(0, Destination(feature: manifest.id), feature))
            return feature
        }
        guard isolation == .process else { return inline }
        let worker = WorkerFeature(
            manifest: manifest, text: [],
            launch: WorkerFeature.Launch(deadline: deadline) { [unowned self] () throws(CallFailure) in
                let link = LoopbackLink(manifest: []) { (host, _) throws(CallFailure) in try inline(host) }
                // What the worker before it had is gone with it.
                for (id, screen) in live where screen.feature.manifest.id == manifest.id { live[id] = nil }
                links[manifest.id] = link
                starts[manifest.id, default: 0] += 1
                prepareWorker(manifest.id, link)
                return (link, "")
            })
        workers[manifest.id] = worker
        return FeatureStore.Activation { (host) throws(CallFailure) in
            try worker.activate(host)
            return worker
        }
    }

    /// Runs `hook` whenever `event` happens to a screen of that route.
    func on(_ event: Event, _ route: String, _ hook: @escaping Hook) { hooks["\(event) \(route)"] = hook }

    /// What a feature answers for a link that no pattern matches.
    func answer(_ feature: String, _ answer: @escaping Answer) { answers[feature] = answer }

    /// What the screens of a route show besides their title.
    func shows(_ route: String, _ change: @escaping @MainActor (inout RenderedScreen) -> Void) {
        contents[route] = change
    }

    /// What the screens of a route answer to what is sent, or the feature itself for `feature:ID`. Without it they take
    /// everything.
    func receives(_ route: String, _ receiver: @escaping Receiver) { receivers[route] = receiver }

    /// What was handed over since the last time.
    func takeReceived() -> [String] {
        defer { received = [] }
        return received
    }

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
        if let running { breaches.append("\(event) of \(screen) during \(running)") }
        running = "\(event) of \(screen)"
        defer { running = nil }
        calls.append(Call(event: event, destination: screen.destination.text, screen: screen.id))
        switch event {
        case .make:
            if !numbers.insert(screen.id).inserted { breaches.append("the number of \(screen) was given before") }
            contents[route]?(&screen.content)
            try hooks["\(event) \(route)"]?(screen)
            live[screen.id] = screen
            destroyed[screen.id] = 0
            return
        case .destroy:
            live[screen.id] = nil
            destroyed[screen.id, default: 0] += 1
        case .render, .perform, .appear, .disappear, .returned, .receive, .save, .restore:
            if screen.id != 0, live[screen.id] == nil { breaches.append("\(event) of \(screen), which is not live") }
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

    fileprivate func hand(
        _ message: Message, to screen: FakeScreen, receiver: String
    ) throws(CallFailure) -> Resume? {
        received.append("\(message.text) to \(screen.destination)" + (screen.id == 0 ? "" : " #\(screen.id)"))
        try happen(.receive, screen)
        guard let receiver = receivers[receiver] else { return .auto }
        running = "receive of \(screen)"
        defer { running = nil }
        return try receiver(screen, message)
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

    private var screens: [ScreenID: FakeScreen] = [:]

    /// Knows every declared route but those called `notMine`.
    func call(_ message: FeatureMessage) throws(CallFailure) -> FeatureReply {
        func screen(_ id: ScreenID) throws(CallFailure) -> FakeScreen {
            guard let screen = screens[id] else { throw .outOfTurn }
            return screen
        }
        func resume(_ resume: Resume?) -> FeatureReply { resume.map { .resume($0) } ?? .notMine }
        let main = Destination(feature: manifest.id)
        switch message {
        case .makeMainScreen(let id): return try make(id, main)
        case .resolve(let destination, let id):
            guard manifest.incomingRoute(named: destination.route) != nil, destination.route != "notMine" else {
                return .notMine
            }
            return try make(id, destination)
        case .resolveURL(let url): return try stage.ask(manifest.id, for: url).map { .destination($0) } ?? .notMine
        case .receive(let message):
            return resume(
                try stage.hand(message, to: FakeScreen(0, main, self), receiver: "feature:\(manifest.id)"))
        case .deactivate: try? stage.happen(.deactivate, FakeScreen(0, main, self))
        case .render(let id, let unseen, _):
            let rendered = try screen(id)
            rendered.unseen.append(unseen)
            return .screen(try rendered.render())
        case .perform(let id, let action, let value): try screen(id).perform(action, value)
        case .appear(let id): try screen(id).appear()
        case .disappear(let id): try screen(id).disappear()
        case .returned(let id, let checkpoint, let value):
            try screen(id).returned(toCheckpoint: checkpoint, with: value)
        case .screenReceive(let id, let message): return resume(try screen(id).receive(message))
        case .save(let id): return try screen(id).save().map { .state($0) } ?? .notMine
        case .restore(let id, let state): try screen(id).restore(state)
        case .destroy(let id):
            try screen(id).destroy()
            screens[id] = nil
        case .activate, .connected, .picked, .answered: throw .outOfTurn
        }
        return .done
    }

    private func make(_ id: ScreenID, _ destination: Destination) throws(CallFailure) -> FeatureReply {
        let screen = FakeScreen(id, destination, self)
        try stage.happen(.make, screen)
        screens[id] = screen
        return .made(keepsState: stage.keepsState)
    }
}

@MainActor
final class FakeScreen: CustomStringConvertible {
    let id: ScreenID
    let destination: Destination
    let feature: FakeFeature
    var isSeen = false
    /// What a render gives.
    var content: RenderedScreen
    /// Whether each render was one that nobody sees.
    var unseen: [Bool] = []
    private(set) var performed: [(action: UInt64, value: Value)] = []
    /// What was typed, or restored.
    private(set) var typed: String?
    /// The checkpoints that were returned to, each with its value: `recipient "Ada"`.
    private(set) var returned: [String] = []

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
        if case .string(let text) = value { typed = text }
        try feature.stage.happen(.perform, self)
    }

    func appear() { try? feature.stage.happen(.appear, self) }
    func disappear() { try? feature.stage.happen(.disappear, self) }

    func returned(toCheckpoint name: String, with value: Value) throws(CallFailure) {
        returned.append(value == .null ? name : "\(name) \(value.scalarText ?? "?")")
        try feature.stage.happen(.returned, self)
    }

    func receive(_ message: Message) throws(CallFailure) -> Resume? {
        try feature.stage.hand(message, to: self, receiver: destination.qualifiedRoute)
    }

    func save() throws(CallFailure) -> ScreenState? {
        try feature.stage.happen(.save, self)
        return typed.map { ScreenState(version: 1, bytes: Array($0.utf8)) }
    }

    func restore(_ state: ScreenState) throws(CallFailure) {
        try feature.stage.happen(.restore, self)
        typed = String(decoding: state.bytes, as: UTF8.self)
    }

    func destroy() { try? feature.stage.happen(.destroy, self) }

    /// Asks the host for something, as this screen.
    func request(_ request: NavigationRequest) throws(CallFailure) {
        try feature.host.request(request, by: feature.manifest.id, from: id)
    }

    /// Asks to go to the destination of that text.
    func navigate(_ text: String, _ method: NavigationMethod? = nil) throws(CallFailure) {
        try request(.navigate(.of(text), method: method))
    }

    /// Shows something else from now on, and says so of this screen, or of all of its feature.
    func change(all: Bool = false, _ change: (inout RenderedScreen) -> Void) {
        change(&content)
        feature.host.invalidate(all ? 0 : id, of: feature.manifest.id)
    }

    func canReturn(to name: String) -> Bool {
        feature.host.canReturn(toCheckpoint: name, of: feature.manifest.id, from: id)
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

extension Place {
    /// The place with that text in no catalog.
    static func of(_ text: String) -> Place { Place(unknown: .of(text)) }
}

/// A button of that label which does that action.
func button(_ label: String, action: UInt64 = 1) -> ViewNode {
    var node = ViewNode(.button, text: label)
    node.action = action
    return node
}

/// The place of another screen within one.
func embedded(_ text: String) -> ViewNode { ViewNode(.embedded, destination: .of(text)) }

extension Message {
    /// `note x`, `tab people`, or the destination.
    var text: String {
        switch self {
        case .value(let type, let value): value == .null ? type : "\(type) \(value.scalarText ?? "?")"
        case .destination(let destination): destination.text
        case .tab(let name): "tab \(name)"
        }
    }
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
extension MainQueue {
    /// Returns when what was put off until now has run.
    @MainActor
    static func turn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }
}
