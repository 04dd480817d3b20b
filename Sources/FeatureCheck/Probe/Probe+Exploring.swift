import Dispatch
import FeatureContract
import HostCore

/// An action on a screen, with a valid value.
struct Action {
    let number: UInt64
    /// The control in messages: `the text field 'Name'`.
    let control: String
    let value: Value

    /// The most actions of a screen, and the most options of a picker among them.
    private static let maximumCount = 30
    private static let maximumOptions = 3

    /// The actions on a screen, including those behind a box, since a feature must accept each at any time.
    static func all(on rendered: RenderedScreen, using random: inout SeededNumbers) -> [Action] {
        var actions: [Action] = []
        for control in rendered.controls where control.node.action != 0 && !control.isDisabled {
            guard actions.count < maximumCount else { break }
            let node = control.node
            let values: [Value]
            switch control.role {
            case .textField:
                let odd = SampleValues.oddStrings[Int.random(in: 0..<SampleValues.oddStrings.count, using: &random)]
                values = [.string("text"), .string(""), .string(odd)]
            case .slider:
                if case .record(let fields) = node.value {
                    values = [fields["minimum"], fields["maximum"]].compactMap(\.self)
                } else {
                    values = [.double(0)]
                }
            case .picker: values = []
            case .option: values = actions.count { $0.number == node.action } < maximumOptions ? [control.value] : []
            case .link, .button, .toggle, .disclosure, .row, .closing: values = [control.value]
            }
            actions += values.map { Action(number: node.action, control: node.control, value: $0) }
        }
        return actions
    }
}

extension ViewNode {
    /// The node's kind and text, as messages name a control: `the text field 'Name'`.
    var control: String {
        var words = ""
        for character in kindName { words += character.isUppercase ? " \(character.lowercased())" : "\(character)" }
        return "the \(words) '\(label.shortened)'"
    }
}

extension Probe {
    /// Limits: opened screens, actions in all, and samples of each route.
    private static let maximumScreens = 40
    private static let maximumPerformed = 200
    private static let maximumSamples = 3

    /// Receives an error on the way, which a test may report or leave to other tests.
    typealias Problem = (ProbeError) -> Void

    /// Opens the main screen and every screen reached from it, and then each remaining route, with sample values. Each
    /// screen appears, is passed to `visit` at rest, disappears and is destroyed.
    ///
    /// - Returns: The opened destinations.
    @discardableResult
    func explore(
        _ visit: @MainActor (ProbeScreen, RenderedScreen) async throws(ProbeError) -> Void = {
            (_, _) throws(ProbeError) in
        },
        problem: Problem = { _ in }
    ) async -> [Destination] {
        guard let manifest = try? manifest() else { return [] }
        var opened: [Destination] = []
        var rest: [Destination?] = [nil]
        var seen: Set<Destination> = []
        var screens = 0
        func goOn() async {
            while !rest.isEmpty, screens < Self.maximumScreens {
                let destination = rest.removeFirst()
                screens += 1
                guard await open(destination, problem, visit) else { continue }
                if let destination { opened.append(destination) }
                for found in host?.destinations ?? [] where seen.insert(found).inserted {
                    let samples = (opened + rest.compactMap(\.self)).count { $0.route == found.route }
                    if samples < Self.maximumSamples { rest.append(found) }
                }
            }
        }
        await goOn()
        for route in manifest.incoming where !opened.contains(where: { $0.route == route.name }) {
            guard let sample = sample(of: route, manifest) else { continue }
            rest.append(sample)
            await goOn()
        }
        return opened
    }

    /// Explores as ``explore(_:problem:)`` does, and throws if no screen could be made, since the test is then void.
    func exploreSomething(
        _ visit: @MainActor (ProbeScreen, RenderedScreen) async throws(ProbeError) -> Void
    ) async throws(ProbeError) {
        var isVisited = false
        await explore { (screen, rendered) throws(ProbeError) in
            isVisited = true
            try await visit(screen, rendered)
        }
        if !isVisited { throw .nothingToTest("no screen could be made") }
    }

    /// A destination for which the route makes a screen; nil if it makes none for any candidate.
    private func sample(of route: RouteDeclaration, _ manifest: Manifest) -> Destination? {
        for candidate in candidates(for: route, manifest) {
            guard let screen = try? make(candidate) else { continue }
            destroy(screen)
            return candidate
        }
        return nil
    }

    /// Destinations of a route to try, with sample values of its types.
    func candidates(for route: RouteDeclaration, _ manifest: Manifest) -> [Destination] {
        let numbers = route.requiredArguments.isEmpty ? 0..<1 : 0..<SampleValues.count
        return numbers.map { SampleValues.destination(of: route, manifest, $0) }
    }

    /// Opens a screen for a visit; false if there is no screen or the visit failed.
    private func open(
        _ destination: Destination?, _ problem: Problem,
        _ visit: @MainActor (ProbeScreen, RenderedScreen) async throws(ProbeError) -> Void
    ) async -> Bool {
        do {
            guard let screen = try make(destination) else { return false }
            defer { destroy(screen) }
            appear(screen)
            defer { disappear(screen) }
            try await visit(screen, renderAtRest(screen))
            return true
        } catch {
            problem(error)
            return false
        }
    }

    /// The actions on a screen, each with a valid value.
    func actions(on rendered: RenderedScreen) -> [Action] { Action.all(on: rendered, using: &random) }

    /// Opens a new screen for each action, performs the action, and passes the screen at rest to `after`.
    ///
    /// - Parameter unseen: Receives a change without an invalidation: the screen, the control and the difference.
    func performEach(
        unseen: (ProbeScreen, Action, RenderDifference) -> Void = { _, _, _ in },
        _ after: @MainActor (ProbeScreen, Action) async throws(ProbeError) -> Void = { (_, _) throws(ProbeError) in },
        problem: Problem = { _ in }
    ) async {
        let destinations = await explore()
        var performed = 0
        for destination in [nil] + destinations.map(Optional.some) {
            var number = 0
            var count = 1
            while number < count, performed < Self.maximumPerformed {
                performed += 1
                _ = await open(destination, problem) { (screen, rendered) throws(ProbeError) in
                    let actions = actions(on: rendered)
                    count = actions.count
                    guard number < count else { return }
                    let action = actions[number]
                    host?.invalidated = []
                    do throws(ProbeError) {
                        try perform(screen, action.number, action.value, by: action.control)
                    } catch {
                        problem(error)
                    }
                    let now = try await renderAtRest(screen)
                    if host?.invalidated.isEmpty == true, let difference = RenderDifference(rendered, now) {
                        unseen(screen, action, difference)
                    }
                    try await after(screen, action)
                }
                number += 1
            }
        }
    }

    /// Takes the feature through as much of its life as possible: every screen twice, every action, saved states, and
    /// the end. Errors are left to the tests of those steps.
    func live() async {
        do {
            try load()
            try unknownExtension()
            _ = try manifest()
            try activate()
            await performEach()
            await exploreStates()
            await explore()
        } catch {
            await runTurns()
        }
        deactivate()
        await runTurns()
        // Let the feature's own work have an effect.
        Pause.milliseconds(50)
    }
}

extension Probe {
    /// The turns of the main queue within which new work reaches its first wait.
    private static let turns = 8
    /// The time for a screen to load before it is tested as it is.
    private static let patience = Duration.milliseconds(500)
    /// The time for all screens together to load.
    static let wholePatience = Duration.seconds(3)

    /// Lets work run that the feature has just started.
    func runTurns() async {
        Reporter.reached("work of its own")
        for _ in 0..<Self.turns {
            await withCheckedContinuation { continuation in
                DispatchQueue.main.async { continuation.resume() }
            }
        }
    }

    /// Renders a screen at rest: a loading screen gets some time to finish.
    func renderAtRest(_ screen: ProbeScreen) async throws(ProbeError) -> RenderedScreen {
        var rendered = try render(screen)
        let start = ContinuousClock.now
        let end = start.advanced(by: min(Self.patience, patienceLeft))
        repeat {
            await runTurns()
            if rendered.isLoading { Pause.milliseconds(5) }
            rendered = try render(screen)
        } while rendered.isLoading && ContinuousClock.now < end
        if rendered.isLoading { patienceLeft -= start.duration(to: .now) }
        return rendered
    }
}
