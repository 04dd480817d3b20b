import FeatureContract
import HostCore
import HostSystem

/// The calls of one feature in a recording, in order, each with its consequences.
struct RecordedCalls {
    struct Call {
        let call: FeatureMessage
        let reply: FeatureReply
        /// The number of the call's activation; 0 for the first. A feature is activated again after its process has
        /// exited, and by a reload.
        let activation: Int
        /// The user's step with the call.
        let step: (number: Int, text: String)
        /// The time from the feature's previous call to the reply.
        let duration: Duration
        /// The screens that the feature has invalidated during the call.
        let invalidated: Set<ScreenID>
        /// Whether a secret was replaced in the call, or in its reply.
        let hasSecret: (call: Bool, reply: Bool)
        /// Whether the feature's process has exited during the call, or by itself after it.
        fileprivate(set) var exits = false
        /// Whether the reply shows the screen for a while: it is not rendered again before the next call of another
        /// kind.
        fileprivate(set) var isSettled = true
    }

    struct Request {
        let request: HostMessage
        let answer: HostReply
        /// The index of the call during or after which it was made.
        let call: Int
        let activation: Int
        let hasSecret: Bool
        let duration: Duration
    }

    private(set) var calls: [Call] = []
    private(set) var requests: [Request] = []
    /// The wiring of each activation.
    private(set) var wirings: [Wiring] = []
    private(set) var destinations: [ScreenID: Destination] = [:]

    // Reading.

    private let feature: String
    private var steps = StepCounter()
    private var wiring = Wiring.empty
    /// The call without a reply so far, with its activation.
    private var open: (call: FeatureMessage, activation: Int, hasSecret: Bool)?
    private var invalidated: Set<ScreenID> = []
    private var called: UInt64 = 0
    private var time: UInt64 = 0
    /// The current activation; the one that a reload has made and not put in place; the one that it replaces.
    private var (current, coming, leaving): (Int?, Int?, Int?)
    private var owners: [ScreenID: Int] = [:]

    init(of feature: String, in recording: Recording) {
        self.feature = feature
        for (index, entry) in recording.events.enumerated() {
            time = entry.time
            switch entry.event {
            case .app(let app): wiring = Wiring(path: app.wiringPath, content: app.wiring, source: nil)
            case .input(let input): count(input, recording.events[index...])
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

    private mutating func count(_ input: CoordinatorInput, _ events: ArraySlice<Recording.Entry>) {
        _ = steps.count(input)
        switch input {
        case .reload:
            // Activations of a reload have the wiring that it puts in place.
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
            // The host does not restart a feature that has crashed too often: nothing was called.
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

    /// Whether the feature's process has exited and not started again.
    private var hasExited = false

    /// The activation whose process has exited during the open call.
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
            case .render(let id, _, _): calls[index].isSettled = later.insert(id).inserted
            case .save: break
            default: later = []
            }
        }
    }
}
