import FeatureContract
import HostCore
import HostSystem

/// Replays the recorded calls of one feature with a library, possibly a different version, and compares the answers.
///
/// The calls are made in order, on a new instance for each recorded activation, and the library's requests are answered
/// as recorded. The comparison covers answers, the order of requests, and invalidations during a call. It ignores the
/// log, the numbers of actions, the reasons of matching exits, screens that were rendered again before any other call,
/// and screens that were loading and have loaded now.
///
/// ```swift
/// let replay = LibraryReplay(of: file, recording, options)
/// let result = await replay.run()
/// result.difference?.summary
/// ```
@MainActor
package final class LibraryReplay {
    package struct Result: Sendable {
        /// The number of calls that were compared, and of their activations.
        package fileprivate(set) var calls = 0
        package fileprivate(set) var activations = 0
        /// The numbers of the calls that were made with `*` for a secret.
        package fileprivate(set) var secretCalls: [Int] = []
        /// The number of the call that ends the comparison, since it hands over a connection or a file, which no
        /// recording has; nil if there is none.
        package fileprivate(set) var unrepeatableCall: Int?
        package fileprivate(set) var difference: CallDifference?
    }

    /// The longest wait for a feature's own work.
    ///
    /// - Parameter duration: The recorded duration. A damaged recording may have any.
    private static func patience(_ duration: Duration = .zero) -> Duration { min(duration, .seconds(30)) + .seconds(5) }

    private let file: FeatureFile
    private let options: HostOptions
    private let recorded: RecordedCalls
    private let log: @MainActor (LogLine) -> Void
    private let isInterrupted: @MainActor () -> Bool
    /// The last request of each call, by the index of the call.
    private let lastRequests: [Int: RecordedCalls.Request]
    private var features: [Int: TriedFeature] = [:]
    /// The library's action for each recorded one, by the screen.
    private var actions: [ScreenID: [UInt64: UInt64]] = [:]
    private var result = Result()

    /// - Parameters:
    ///   - options: The options for starting the library's feature. Its data is in their environment.
    ///   - log: Receives the feature's log.
    ///   - isInterrupted: Whether to end at once; called repeatedly.
    package init(
        of file: FeatureFile, _ recording: Recording, _ options: HostOptions,
        log: @escaping @MainActor (LogLine) -> Void = { _ in },
        isInterrupted: @escaping @MainActor () -> Bool = { false }
    ) {
        self.file = file
        self.options = options
        self.log = log
        self.isInterrupted = isInterrupted
        recorded = RecordedCalls(of: file.manifest.id, in: recording)
        lastRequests = Dictionary(recorded.requests.map { ($0.call, $0) }) { $1 }
    }

    /// Makes the calls.
    ///
    /// - Parameters:
    ///   - first: The number of the step at which the comparison begins. The calls before it are made, too.
    ///   - last: The number of the step after which it ends; nil for all.
    package func run(from first: Int = 0, through last: Int? = nil) async -> Result {
        defer { for feature in features.values { feature.deactivate() } }
        var activations: Set<Int> = []
        for (index, call) in recorded.calls.enumerated() where call.step.number <= last ?? .max {
            guard !isInterrupted() else { break }
            guard !call.call.handsOver else {
                result.unrepeatableCall = index + 1
                break
            }
            if call.hasSecret.call { result.secretCalls.append(index + 1) }
            let isCompared = call.step.number >= first
            let difference = await make(index, call, isCompared: isCompared)
            if isCompared {
                result.calls += 1
                activations.insert(call.activation)
            }
            result.difference = difference
            if difference != nil { break }
        }
        result.activations = activations.count
        return result
    }

    /// - Parameter isCompared: Whether differences other than an exit count.
    private func make(_ index: Int, _ call: RecordedCalls.Call, isCompared: Bool) async -> CallDifference? {
        let feature = features[call.activation] ?? start(call.activation)
        var reply = feature.make(translated(call.call), index)
        // The main queue serves the feature's own work.
        await Task.yield()
        func differs(_ summary: String, _ recorded: String, _ now: String) -> CallDifference {
            CallDifference(
                step: call.step.number, stepText: call.step.text, call: index + 1,
                callText: call.call.text(self.recorded.destinations), summary: summary, recorded: recorded, now: now)
        }
        if call.exits {
            _ = await wait(feature, atMost: Self.patience(call.duration)) { feature.isOver }
            guard isCompared, feature.exitReason == nil else { return nil }
            return differs("does not end its process, as the recorded one did", call.reply.text, reply.text)
        }
        while true {
            if let reason = feature.exitReason {
                if case .failure(let failure) = reply, reason.isEmpty {
                    return differs("ends its process", call.reply.text, failure.reason)
                }
                return differs("ends its process", call.reply.text, reason)
            }
            if isCompared, let request = feature.strangeRequest {
                let missing = feature.missingRequest(through: index)?.request.text
                return differs(
                    missing == nil ? "asks its host for what is not recorded" : "asks its host for something else",
                    missing ?? "no request", request.text)
            }
            guard isCompared else { break }
            guard let answer = AnswerDifference(call.reply, reply, hasSecret: call.hasSecret.reply), call.isSettled,
                !Self.isAhead(reply, of: call.reply)
            else { break }
            // The screen's content may still be on its way.
            if case .render(let id, _, _) = call.call,
                await wait(
                    feature, atMost: Self.patience(call.duration),
                    until: { feature.isInvalidated(id) || feature.isOver })
            {
                if !feature.isOver { reply = feature.make(call.call, index) }
                continue
            }
            let summary = "answers otherwise" + (answer.path.isEmpty ? "" : ", at \(answer.path)")
            let isSeen = call.reply.text != reply.text
            return differs(
                summary, isSeen ? call.reply.text : answer.recorded, isSeen ? reply.text : answer.now)
        }
        note(call, reply)
        if let request = lastRequests[index] {
            _ = await wait(feature, atMost: Self.patience(request.duration)) {
                feature.isOver || feature.missingRequest(through: index) == nil
            }
        }
        guard isCompared else {
            feature.forgetRequests(through: index)
            return nil
        }
        if let missing = feature.missingRequest(through: index) {
            return differs(
                "does not ask its host for what is recorded", missing.request.text,
                feature.strangeRequest?.text ?? feature.exitReason ?? "no request")
        }
        let hasInvalidated = await wait(feature, atMost: Self.patience()) {
            feature.isOver || feature.missingInvalidation(call.invalidated) == nil
        }
        if !hasInvalidated, let id = feature.missingInvalidation(call.invalidated) {
            let screen = recorded.destinations[id]?.text ?? "the screens"
            return differs(
                "does not have \(screen) rendered again", "invalidate \(screen)", "no invalidate")
        }
        feature.matchInvalidations(call.invalidated)
        return nil
    }

    /// Whether a screen has loaded that the recording left while it was loading.
    private static func isAhead(_ reply: FeatureReply, of recorded: FeatureReply) -> Bool {
        guard case .screen(let old) = recorded, case .screen(let new) = reply else { return false }
        return old.isLoading && !new.isLoading
    }

    /// The longest wait before ``isInterrupted`` is asked again.
    private static let turn = Duration.milliseconds(100)

    /// Waits until a condition holds, or for a time, and returns whether it holds.
    private func wait(_ feature: TriedFeature, atMost duration: Duration, until isSo: () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now.advanced(by: duration)
        while !isSo() {
            let rest = ContinuousClock.now.duration(to: deadline)
            guard rest > .zero, !isInterrupted() else { return false }
            await feature.change(atMost: min(rest, Self.turn))
        }
        return true
    }

    private func start(_ activation: Int) -> TriedFeature {
        let feature = TriedFeature(
            FeatureStore.activation(of: file, wiring: recorded.wirings[activation], options: options),
            expecting: recorded.requests.filter { $0.activation == activation }, log: log)
        features[activation] = feature
        return feature
    }

    // MARK: Actions

    /// The call with the library's own number of the action.
    private func translated(_ call: FeatureMessage) -> FeatureMessage {
        guard case .perform(let id, let action, let value) = call, let own = actions[id]?[action] else { return call }
        return .perform(id, action: own, value)
    }

    /// Records which actions of the library match the recorded ones.
    private func note(_ call: RecordedCalls.Call, _ reply: FeatureReply) {
        guard case .render(let id, _, _) = call.call, case .screen(let old) = call.reply, case .screen(let new) = reply
        else { return }
        var numbers: [UInt64: UInt64] = [:]
        func note(_ old: [ViewNode], _ new: [ViewNode]) {
            for (old, new) in zip(old, new) {
                if old.action != 0, new.action != 0 { numbers[old.action] = new.action }
                note(old.children, new.children)
            }
        }
        note(old.nodes, new.nodes)
        actions[id] = numbers
    }
}

extension FeatureMessage {
    fileprivate var handsOver: Bool {
        switch self {
        case .connected(_, nil), .picked(_, .some, _): true
        default: false
        }
    }
}

extension Recording {
    /// The ids of the recorded features, in order, each once.
    package var featureIDs: [String] {
        var ids: [String] = []
        for case .app(let app) in events.map(\.event) {
            for feature in app.features {
                guard let id = try? Manifest(parsing: feature.manifest).id, !ids.contains(id) else { continue }
                ids.append(id)
            }
        }
        return ids
    }

    /// The environment for trying a feature's library: with the recorded language, and without the user's data.
    ///
    /// - Parameter dataHome: The directory for the feature's data.
    package func environment(of feature: String, dataHome: String, _ environment: HostEnvironment) -> HostEnvironment {
        var variables = environment.all
        variables["XDG_DATA_HOME"] = dataHome
        for case .call(.activate(let context), feature) in events.map(\.event) {
            let name = String(context.locale.map { $0 == "-" ? "_" : $0 })
            variables["LANGUAGE"] = nil
            variables["LC_ALL"] = name.isEmpty ? "C.UTF-8" : "\(name).UTF-8"
            break
        }
        return HostEnvironment(variables)
    }
}
