import FeatureContract
import HostSystem
import JSONText

/// Something that is asked of a coordinator from outside: by the user, by a program, or by the main queue.
///
/// With the answers of the features, the inputs of a run decide all that it shows.
@BinaryCoded
package enum CoordinatorInput: Hashable, Sendable {
    /// Begins.
    ///
    /// - Parameter restored: In a recording the state of the session that is restored, as JSON; nil for the roots. A
    ///   coordinator takes that state from ``NavigationCoordinator/restored``.
    case start(restored: String?)
    case open(String)
    case go(Destination, NavigationMethod?)
    case goToText(String, NavigationMethod?)
    case perform(NavigationRequest, asked: String?)
    /// An operation whose destinations are texts.
    case performText(NavigationOperation<String, [Message], Value>)
    case use(ViewNode, Value)
    /// Begins or ends to override locks.
    case force(Bool)
    case show
    /// Renders a screen that is not on top, by the id of its entry.
    case renderHidden(ScreenID)
    /// Begins or ends to show a screen beside the one on top.
    case showBeside(Bool)
    /// Carries out what features have asked for outside the calls of the host.
    case work
    /// The end of a wait, by its number.
    case timer(Int)
    /// The beginning of a reload, which the application carries out.
    case reload(isForced: Bool)
    /// In a reload: renders what a feature shows, to find out whether a screen is locked.
    case checkLocks(String)
    /// The end of a reload: puts the successors in place. Their features that run already are named by id.
    case adopt(started: [String], unchanged: [String])
    case shutDown
}

/// Observes what is asked of a coordinator and which calls it makes, as a recorder does.
@MainActor
package protocol CoordinatorObserver: AnyObject {
    /// Called before an input. Inputs do not nest.
    func begin(_ input: CoordinatorInput, _ coordinator: NavigationCoordinator)
    func end(_ input: CoordinatorInput, _ coordinator: NavigationCoordinator)
    /// Called before a call into a feature. Calls do not nest.
    func begin(_ message: FeatureMessage, of feature: String)
    func end(_ message: FeatureMessage, of feature: String, _ reply: FeatureReply)
    /// Called when the host has answered a message of a feature, or before it takes one that has no answer.
    func take(_ message: HostMessage, of feature: String, _ reply: HostReply)
    /// Called when a feature has ended with all its screens.
    func takeEnd(of feature: String, _ reason: String?)
}

extension NavigationCoordinator {
    /// Takes an input, the one way in: all that happens is a consequence of an input, and of what the features answer
    /// and ask for. The observer sees the input if there is one, and it is in the trace.
    package func take(_ input: CoordinatorInput) {
        // An input that a listener gives while another one is carried out is a part of that one.
        guard !isTakingInput, observer != nil || Trace.isWritten else { return carryOut(input) }
        isTakingInput = true
        let span = TraceSpan.begin()
        observer?.begin(input, self)
        carryOut(input)
        observer?.end(input, self)
        span?.end(input.word, .input, input.traced)
        isTakingInput = false
    }

    private func carryOut(_ input: CoordinatorInput) {
        switch input {
        case .start: begin()
        case .open(let link): open(link, hasUser: !visible.isEmpty)
        case .go(let destination, let method):
            go(by: method, destination.text) { () throws(CatalogError) in try catalog.place(of: destination) }
        case .goToText(let text, let method):
            go(by: method, text) { () throws(CatalogError) in try catalog.place(text) }
        case .perform(let request, let asked): carryOut(request, asked: asked)
        case .performText(let operation): carryOut(text: operation)
        case .use(let node, let value): activate(node, value: value)
        case .force(let isForcing):
            if isForcing { drain() }
            self.isForcing = isForcing
        case .show: renderVisible()
        case .renderHidden(let id): renderHidden(id)
        case .showBeside(let isShown): showsBeside = isShown
        case .work, .reload: drain()
        case .timer(let number): clock.endWait(number)
        case .checkLocks(let feature): renderAll(of: feature)
        case .adopt:
            adoptSuccessors()
            drain()
        case .shutDown: end()
        }
    }
}

extension CoordinatorInput {
    /// The input in a word, for the trace.
    fileprivate var word: String {
        switch self {
        case .start: "start"
        case .open: "open"
        case .go, .goToText: "go"
        case .perform, .performText: "perform"
        case .use: "use"
        case .force: "force"
        case .show: "show"
        case .renderHidden: "render hidden"
        case .showBeside: "show beside"
        case .work: "work"
        case .timer: "timer"
        case .reload: "reload"
        case .checkLocks: "check locks"
        case .adopt: "adopt"
        case .shutDown: "shut down"
        }
    }

    /// More about the input for the trace, without any text of the user. What a link matches is in the span `match`.
    fileprivate var traced: JSONObject {
        switch self {
        case .go(let destination, _): ["route": .string("\(destination.feature)/\(destination.route)")]
        case .checkLocks(let feature): ["feature": .string(feature)]
        default: [:]
        }
    }
}
