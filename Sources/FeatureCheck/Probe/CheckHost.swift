import FeatureContract
import HostCore

/// The host of a feature under test. It does not navigate: it compares each request with the manifest, and records the
/// destinations.
@MainActor
final class CheckHost: FeatureHost {
    var refuses = false
    /// The feature's own incoming destinations that it has asked for or shown.
    private(set) var destinations: [Destination] = []
    /// Screens that the feature wants to be rendered again; 0 stands for all of them.
    var invalidated: Set<ScreenID> = []
    private let manifest: Manifest
    private let catalog: Catalog

    init(_ manifest: Manifest) {
        self.manifest = manifest
        catalog = Catalog(found: [Catalog.Entry(manifest: manifest, path: nil)])
    }

    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply {
        switch message {
        case .navigation(let request, _): return HostReply { () throws(CallFailure) in try self.request(request) }
        case .canReturn: return .bool(false)
        case .cancel: break
        case .connect, .http: return .failure(CallFailure(.notAllowed, "a feature under test has no permissions"))
        case .pickFile: return .failure(FileBroker.noUser)
        case .invalidate(let screen): invalidated.insert(screen)
        case .log: break
        }
        return .done
    }

    private func request(_ request: NavigationRequest) throws(CallFailure) {
        do {
            try examine(request)
        } catch {
            Reporter.broken(.declarations, error.reason)
            throw error
        }
        if refuses { throw CallFailure(.unavailable, "this host refuses everything, to see what the feature does") }
    }

    private func examine(_ request: NavigationRequest) throws(CallFailure) {
        if case .returnToCheckpoint(let name, _) = request {
            guard (manifest.checkpoints + manifest.returns).contains(where: { $0.name == name }) else {
                throw CallFailure(
                    .notFound,
                    "it returns to the checkpoint '\(name)', which its manifest has neither under "
                        + "'checkpoints' nor under 'returns'")
            }
        }
        _ = try request.map(
            target: { (destination) throws(CallFailure) in try examine(destination) },
            sent: { (messages) throws(CallFailure) in for message in messages { try examine(message) } },
            value: { (_) throws(CallFailure) in })
    }

    private func examine(_ message: Message) throws(CallFailure) {
        switch message {
        case .value(let type, _):
            guard (manifest.sends + manifest.receives).contains(where: { $0.name == type }) else {
                throw CallFailure(
                    .notAllowed,
                    "it sends a '\(type)', which its manifest has neither under 'sends' nor under 'receives'")
            }
        case .destination(let destination): try examine(destination)
        case .tab: break
        }
    }

    /// Checks that a destination is the feature's own, incoming or outgoing, with the declared arguments.
    func examine(_ destination: Destination) throws(CallFailure) {
        guard destination.feature == manifest.id else {
            throw CallFailure(
                .notAllowed,
                "it leads to '\(destination)', which is another feature's; declare an outgoing route, and let the wiring "
                    + "lead there")
        }
        do {
            let place = try catalog.place(of: destination)
            let checked = place.destination
            if place.route.kind == .incoming, !destinations.contains(checked) { destinations.append(checked) }
        } catch {
            if case .noRoute = error {
                throw CallFailure(.unknownRoute, "it leads to '\(destination)', and its manifest has no such route")
            }
            throw CallFailure(.invalidArgument, "it leads to '\(destination)': \(error)")
        }
    }
}

/// The limits that every host accepts in one call: FeatureABI.h, *Limits*. A host may accept more, but a library cannot
/// rely on it.
enum EveryHost {
    /// The size of a string in bytes.
    static let stringSize = 1 << 20
    static let arrayCount = 10_000
    static let nodes = 10_000
    static let depth = 64
}
