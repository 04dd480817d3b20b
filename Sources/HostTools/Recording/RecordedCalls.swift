import FeatureContract
import HostCore
import HostSystem

/// The calls that a recording has of one feature, in their order, each with what came of it.
struct RecordedCalls {
    struct Call {
        let call: FeatureMessage
        let reply: FeatureReply
        /// The number of the activation that the call is part of; 0 for the first. A feature is activated again after
        /// its process has exited, and by a reload.
        let activation: Int
        /// The step of the user in which the call was made.
        let step: (number: Int, text: String)
        /// The time from the feature's call before it to its reply.
        let duration: Duration
        /// The screens that the feature has invalidated during the call.
        let invalidated: Set<ScreenID>
        /// Whether a secret was replaced in the call, or in its reply.
        let hasSecret: (call: Bool, reply: Bool)
        /// Whether the feature's process has exited in the call, or behind it by itself.
        fileprivate(set) var exits = false
        /// Whether the reply shows the screen for a while: it is not rendered again before the next call of another kind.
        fileprivate(set) var isSettled = true
    }

    /// A request of the feature, with the host's answer.
    struct Request {
        let request: HostMessage
        let answer: HostReply
        /// The index of the call in which it was made, or behind which.
        let call: Int
        let activation: Int
        let hasSecret: Bool
        /// The time from that call to the request.
        let duration: Duration
    }

    private(set) var calls: [Call] = []
    private(set) var requests: [Request] = []
    /// The wiring with which each activation was made.
    private(set) var wirings: [Wiring] = []
    /// The screens' destinations.
    private(set) var destinations: [ScreenID: Destination] = [:]

    // Reading.

    private let feature: String
    private var steps = StepCounter()
    private var wiring = Wiring.empty
    /// The call whose reply has not come, with the activation that it is part of.
    private var open: (call: FeatureMessage, activation: Int, hasSecret: Bool)?
    private var invalidated: Set<ScreenID> = []
    /// The time of the last call.
    private var called: UInt64 = 0
    private var time: UInt64 = 0
    /// The activation that calls go to; the one that a reload has made and not put in place; the one that it replaces.
    private var (current, coming, leaving): (Int?, Int?, Int?)
    private var owners: [ScreenID: Int] = [:]

    init(of feature: String, in recording: Recording) {
        self.feature = feature
        for (index, entry) in recording.events.enumerated() {
            time = entry.time
            switch entry.event {
            case .app(let app): wiring = Wiring(path: app.wiringPath, content: app.wiring, source: nil)
            case .input(let input): take(input, recording.events[index...])
            case .call(let call, feature): begin(call, entry.hasSecret)
            case .reply(let reply, feature): end(reply, entry.hasSecret)
            case .message(.invalidate(let screen), feature, _): if open != nil { invalidated.insert(screen) }
            case .message(let request, feature, let answer) where request.waits:
                guard let activation = open?.activation ?? current else { continue }
                requests.append(
                    Request(
                        request: request, answer: answer, call: open == nil ? calls.count - 1 : calls.count,
                        activation: activation, hasSecret: entry.hasSecret, duration: duration))
            case .end(feature, _):
                if let activation = open?.activation ?? current { exit(activation) }
            default: break
            }
        }
        findSettled()
    }

    private var duration: Duration { .microseconds(Int64(clamping: time - min(called, time))) }

    private mutating func take(_ input: CoordinatorInput, _ events: ArraySlice<Recording.Entry>) {
        _ = steps.take(input)
        switch input {
        case .reload:
            // What a reload starts has the wiring that it puts in place.
            for entry in events {
                if case .app(let app) = entry.event {
                    wiring = Wiring(path: app.wiringPath, content: app.wiring, source: nil)
                }
                if case .input(.adopt) = entry.event { break }
            }
        case .adopt(let started, let unchanged) where !unchanged.contains(feature):
            (leaving, current, coming) = (current, started.contains(feature) ? coming : nil, nil)
        default: break
        }
    }

    private mutating func begin(_ call: FeatureMessage, _ hasSecret: Bool) {
        let activation: Int?
        switch call {
        case .activate:
            activation = wirings.count
            wirings.append(wiring)
            if current == nil { current = activation } else { coming = activation }
        case .deactivate: activation = leaving ?? coming ?? current
        case .makeMainScreen(let id):
            (activation, owners[id]) = (current, current)
            destinations[id] = Destination(feature: feature)
        case .resolve(let destination, let id):
            (activation, owners[id]) = (current, current)
            destinations[id] = destination
        default: activation = call.screen.map { owners[$0] } ?? current
        }
        open = activation.map { (call, $0, hasSecret) }
        invalidated = []
    }

    private mutating func end(_ reply: FeatureReply, _ hasSecret: Bool) {
        guard let (call, activation, callHasSecret) = open else { return }
        let exits = exiting == activation
        if case (.activate, .failure(let failure)) = (call, reply), !exits, hasExited, failure.code == .unavailable {
            // The host does not start a feature again that has crashed too often: nothing was called.
            (open, called) = (nil, time)
            return leave(activation)
        }
        calls.append(
            Call(
                call: call, reply: reply, activation: activation, step: (steps.number, steps.text),
                duration: duration, invalidated: invalidated, hasSecret: (callHasSecret, hasSecret), exits: exits))
        (open, exiting, called) = (nil, nil, time)
        switch (call, reply) {
        case (.activate, .failure), (.deactivate, _): leave(activation)
        case (.activate, _): hasExited = false
        default: break
        }
    }

    /// Whether the feature's process has exited and the feature has not started since.
    private var hasExited = false

    /// The activation whose process has exited in the call that is open.
    private var exiting: Int?

    private mutating func exit(_ activation: Int) {
        hasExited = true
        if open != nil {
            exiting = activation
        } else if let index = calls.lastIndex(where: { $0.activation == activation }) {
            calls[index].exits = true
        }
        leave(activation)
    }

    private mutating func leave(_ activation: Int) {
        if leaving == activation { leaving = nil }
        if coming == activation { coming = nil }
        if current == activation { current = nil }
    }

    private mutating func findSettled() {
        var later: Set<ScreenID> = []
        for index in calls.indices.reversed() {
            switch calls[index].call {
            case .render(let id, _): calls[index].isSettled = later.insert(id).inserted
            case .save: break
            default: later = []
            }
        }
    }
}
