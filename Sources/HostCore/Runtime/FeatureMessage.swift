import FeatureContract
import HTTPBroker
import HostSystem

/// A part of a list that the host shows: `count` elements from the index `offset` on. A list that ends before is shown up
/// to its end.
///
/// - SeeAlso: `sy_list_part` in FeatureABI.h
@BinaryCoded
package struct ListPart: Hashable, Sendable {
    /// The key of the list's node; empty for every list that no other part names.
    package var key = ""
    package var offset: UInt64 = 0
    package var count: UInt64 = ListPart.usualCount

    /// How much of a list is shown before anyone asks for more.
    package static let usualCount: UInt64 = 200
    /// How much of a list of so many elements a search asks for at once: less than all, which would be no part.
    package static func searched(of count: UInt64) -> UInt64 { max(1, min(2_000, count - 1)) }

    package init(of key: String = "", from offset: UInt64 = 0, count: UInt64 = ListPart.usualCount) {
        self.key = key
        self.offset = offset
        self.count = count
    }
}

/// A call of the host to a feature: a function of FeatureABI.h with its arguments.
@BinaryCoded
package enum FeatureMessage: Hashable, Sendable {
    case activate(ActivationContext)
    case makeMainScreen(ScreenID)
    case resolve(Destination, ScreenID)
    case resolveURL(String)
    case receive(Message)
    case deactivate
    /// - Parameters:
    ///   - unseen: Whether no part of it is visible: only checkpoints, receivers, lock and modals are needed.
    ///   - parts: The parts of lists that are wanted; a list without one is wanted whole.
    case render(ScreenID, unseen: Bool, parts: [ListPart] = [])
    case perform(ScreenID, action: UInt64, Value)
    case appear(ScreenID)
    case disappear(ScreenID)
    case returned(ScreenID, checkpoint: String, Value)
    case screenReceive(ScreenID, Message)
    case destroy(ScreenID)
    case save(ScreenID)
    case restore(ScreenID, ScreenState)
    /// The answer to a request to connect, by its number.
    case connected(request: UInt64, CallFailure?)
    /// The answer to a request for a file, by its number. With neither name nor failure, the user has picked none.
    case picked(request: UInt64, name: String?, CallFailure?)
    /// The answer to a question about a request of HTTP, by the question's number.
    case answered(request: UInt64, HTTPAnswer?, CallFailure?)

    package var name: String {
        switch self {
        case .activate: "activate"
        case .makeMainScreen: "make_main_screen"
        case .resolve: "resolve"
        case .resolveURL: "resolve_url"
        case .receive, .screenReceive: "receive"
        case .deactivate: "deactivate"
        case .render: "render"
        case .perform: "perform"
        case .appear: "appear"
        case .disappear: "disappear"
        case .returned: "returned"
        case .destroy: "destroy"
        case .save: "save"
        case .restore: "restore"
        case .connected: "the callback of connect"
        case .picked: "the callback of a file"
        case .answered: "the callback of a request"
        }
    }

    /// The screen called; nil for a call of the feature, and for one that makes a screen.
    package var screen: ScreenID? {
        switch self {
        case .render(let id, _, _), .perform(let id, _, _), .appear(let id), .disappear(let id),
            .returned(let id, _, _), .screenReceive(let id, _), .destroy(let id), .save(let id), .restore(let id, _):
            id
        default: nil
        }
    }

    package var newScreen: ScreenID? {
        switch self {
        case .makeMainScreen(let id), .resolve(_, let id): id
        default: nil
        }
    }

    /// Whether a task started in the call has its turn before the user's step ends. The step does not wait for a screen
    /// that is being left.
    var mayStartTask: Bool {
        switch self {
        case .disappear, .destroy, .save, .deactivate: false
        default: true
        }
    }

    /// Whether this kind of reply fits the call.
    func fits(_ reply: FeatureReply) -> Bool {
        switch (self, reply) {
        case (_, .failure), (.makeMainScreen, .made), (.makeMainScreen, .notMine), (.resolve, .made),
            (.resolve, .notMine), (.resolveURL, .destination), (.resolveURL, .notMine), (.receive, .resume),
            (.receive, .notMine), (.screenReceive, .resume), (.screenReceive, .notMine), (.render, .screen),
            (.save, .state), (.save, .notMine):
            true
        case (.makeMainScreen, _), (.resolve, _), (.resolveURL, _), (.receive, _), (.screenReceive, _), (.render, _),
            (.save, _):
            false
        default: reply == .done
        }
    }
}

@BinaryCoded
package enum FeatureReply: Hashable, Sendable {
    case done
    /// The feature answered `SY_NOT_MINE`, or passed no result where that is allowed.
    case notMine
    case failure(CallFailure)
    case screen(RenderedScreen)
    case destination(Destination)
    case resume(Resume)
    /// - Parameter keepsState: Whether the screen may have a state to save.
    case made(keepsState: Bool)
    case state(ScreenState)
}

/// A request or notice of a feature to its host.
@BinaryCoded
package enum HostMessage: Hashable, Sendable {
    /// A request of a screen, or of the feature itself if the screen is 0.
    case navigation(NavigationRequest, ScreenID)
    case canReturn(checkpoint: String, ScreenID)
    /// Asks for a connection. ``FeatureMessage/connected(request:_:)`` answers it later, by the number.
    case connect(Endpoint, request: UInt64)
    /// Asks for a file. ``FeatureMessage/picked(request:name:_:)`` answers it later, by the number.
    case pickFile(FileRequest, request: UInt64)
    /// Asks about a request of HTTP, the exchange. ``FeatureMessage/answered(request:_:_:)`` answers it later, by the
    /// number.
    case http(HTTPQuestion, exchange: UInt64, request: UInt64)
    /// Ends an exchange that the feature wants no more of; with 0, all of this instance of the feature.
    case cancel(exchange: UInt64)
    /// Asks for another render of a screen soon; of all screens of the feature if the screen is 0.
    case invalidate(ScreenID)
    /// - Parameter defect: The name of a defect of the feature, found by the host's side.
    case log(LogLine.Level, String, defect: String?)

    /// Whether the feature waits for the reply.
    package var waits: Bool {
        switch self {
        case .invalidate, .log, .cancel: false
        case .navigation, .canReturn, .connect, .pickFile, .http: true
        }
    }

    /// The number of a request that is answered later; nil for any other message.
    package var request: UInt64? {
        switch self {
        case .connect(_, let number), .pickFile(_, let number), .http(_, _, let number): number
        case .navigation, .canReturn, .invalidate, .log, .cancel: nil
        }
    }

    /// The number of a new instance of a feature: 0 for the only one of a worker.
    @MainActor
    static func nextInstance() -> UInt64 {
        defer { instances += 1 }
        return instances
    }

    @MainActor private static var instances: UInt64 = 0

    /// The message of an instance of a feature, with numbers of exchanges that no other one in this process has: each
    /// counts its own from 1, and two versions of a feature run side by side in a reload.
    func ofInstance(_ instance: UInt64) -> HostMessage {
        switch self {
        case .http(let question, let exchange, let request):
            .http(question, exchange: instance << 32 | UInt64(Self.ownNumber(of: exchange)), request: request)
        case .cancel(let exchange): .cancel(exchange: instance << 32 | UInt64(Self.ownNumber(of: exchange)))
        default: self
        }
    }

    /// The number that an instance itself has given an exchange.
    package static func ownNumber(of exchange: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: exchange) }

    /// The later answer to a request; nil for any other message.
    func answer(_ result: Result<Handover?, CallFailure>) -> FeatureMessage? {
        let failure: CallFailure? = if case .failure(let failure) = result { failure } else { nil }
        return switch self {
        case .connect(_, let number): .connected(request: number, failure)
        case .pickFile(_, let number): .picked(request: number, name: (try? result.get())?.name, failure)
        case .http(_, _, let number): .answered(request: number, (try? result.get())?.http, failure)
        default: nil
        }
    }
}

@BinaryCoded
package enum HostReply: Hashable, Sendable {
    case done
    case failure(CallFailure)
    case bool(Bool)

    /// Runs the code, and makes its failure the reply.
    package init(_ body: () throws(CallFailure) -> Void) {
        do throws(CallFailure) {
            try body()
            self = .done
        } catch {
            self = .failure(error)
        }
    }
}
