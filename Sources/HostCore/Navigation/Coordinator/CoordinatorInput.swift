import FeatureContract
import HostSystem
import JSONText

/// A request to a coordinator from outside: from the user, a program or the main queue. With the answers of the
/// features, the inputs of a run decide all that it shows.
@BinaryCoded
package enum CoordinatorInput: Hashable, Sendable {
    /// - Parameter restored: The restored session's state as JSON, for a recording; nil for the roots. The coordinator
    ///   itself reads ``NavigationCoordinator/restored``.
    case start(restored: String?)
    case open(String)
    case go(Destination, NavigationMethod?)
    case goToText(String, NavigationMethod?)
    case perform(NavigationRequest, asked: String?)
    /// An operation whose destinations are texts.
    case performText(NavigationOperation<String, [Message], Value>)
    case use(ViewNode, Value)
    /// Turns the overriding of locks on or off.
    case force(Bool)
    case show
    /// Renders a screen that is not on top, by the id of its entry.
    case renderHidden(ScreenID)
    case showBeside(Bool)
    /// Carries out the requests that features made outside the calls of the host.
    case work
    /// The end of the wait with this number.
    case timer(Int)
    case reload(isForced: Bool)
    /// In a reload: renders the screens of a feature, to find out whether one is locked.
    case checkLocks(String)
    /// In a reload: puts the new versions in place. `started` names the features whose new version runs already.
    case adopt(started: [String], unchanged: [String])
    case shutDown
    /// From now on shows this part of a list of a screen; with the screen 0 of all lists of screens that are not made yet.
    case showPart(ListPart, of: ScreenID)
    /// Renders a screen with another part of its list, without showing that.
    case look(at: ListPart, of: ScreenID)
    /// Shows an alert of the host's own over a screen until it is answered, in place of the last one: the only node, or
    /// none to end that.
    case ask(RenderedScreen, over: ScreenID)
    /// A press, or a text without what was to be written, for which the screen has no control: it changes nothing, and is
    /// a step of the user's all the same.
    case miss(step: String, reason: String)
}

/// Observes the inputs of a coordinator and its calls into features, as a recorder does.
@MainActor
package protocol CoordinatorObserver: AnyObject {
    /// Called before an input. Inputs do not nest.
    func begin(_ input: CoordinatorInput, _ coordinator: NavigationCoordinator)
    func end(_ input: CoordinatorInput, _ coordinator: NavigationCoordinator)
    /// Called before a call into a feature. Calls do not nest.
    func begin(_ message: FeatureMessage, of feature: String)
    func end(_ message: FeatureMessage, of feature: String, _ reply: FeatureReply)
    /// Called when the host has answered a message of a feature, or before it receives a message without an answer.
    func answered(_ message: HostMessage, of feature: String, _ reply: HostReply)
    /// Called when a feature has ended with all its screens.
    func ended(of feature: String, _ reason: String?)
}

extension NavigationCoordinator {
    /// The one way in: each change follows from an input and from the answers and requests of features. The input goes
    /// to the observer, if there is one, and into the trace.
    package func receive(_ input: CoordinatorInput) {
        // An input that a listener gives during another input is a part of that input.
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
        case .showPart(let part, let id): carryOut(part, of: id)
        case .look(let part, let id): carryOut(lookAt: part, of: id)
        case .ask(let box, let id):
            screens.ask(box.nodes.first, over: id)
            clock.fire()
        case .miss: break
        }
    }
}

extension CoordinatorInput {
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
        case .showPart: "show part"
        case .look: "look"
        case .ask: "ask"
        case .miss: "miss"
        }
    }

    /// Details of the input for the trace, without any text of the user. The span `match` has the matches of a link.
    fileprivate var traced: JSONObject {
        switch self {
        case .go(let destination, _): ["route": .string("\(destination.feature)/\(destination.route)")]
        case .checkLocks(let feature): ["feature": .string(feature)]
        default: [:]
        }
    }
}
