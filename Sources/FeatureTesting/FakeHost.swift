internal import Dispatch
internal import FeatureContract
internal import FeatureKit
internal import HTTPBroker
internal import HostCore
internal import HostSystem
internal import JSONText

/// The host of a mounted feature: checks requests as the application does, and records them.
@MainActor
final class FakeHost: FeatureHost {
    private(set) var requests: [FeatureKit.NavigationRequest] = []
    private(set) var problems: [String] = []
    private(set) var logLines: [FeatureLogLine] = []
    var openedURLs: [String] = []
    var refusal: NavigationError?
    var returnableCheckpoints: Set<String> = []
    var connect: (@MainActor (_ host: String, _ port: UInt16) throws -> OwnedDescriptor)?
    var pickFile: (@MainActor (_ title: String, _ suggestedName: String?) throws -> PickedFile?)?
    var httpClient: (any HTTPClientContract)?
    /// The head and the pieces of each request that the feature has not sent to its end, by the number of the exchange.
    private var incomplete: [UInt64: (head: HTTPRequestHead, body: [UInt8])] = [:]
    private var exchanges: [UInt64: Task<Void, Never>] = [:]
    /// The screens that must be rendered again.
    var changed: Set<ScreenID> = []

    private var open: Set<ScreenID> = []
    private let catalog: Catalog
    private let navigation: (Destination, _ isIncoming: Bool) throws -> any Navigation

    /// - Parameter navigation: Converts a destination to a case of the feature's incoming or outgoing type.
    init(catalog: Catalog, navigation: @escaping (Destination, _ isIncoming: Bool) throws -> any Navigation) {
        self.catalog = catalog
        self.navigation = navigation
    }

    func opened(_ screen: ScreenID) {
        open.insert(screen)
    }

    func closed(_ screen: ScreenID) {
        open.remove(screen)
        changed.remove(screen)
    }

    // MARK: FeatureHost

    func call(_ message: HostMessage, of feature: String, done: Handover.Done?) -> HostReply {
        switch message {
        case .navigation(let request, let screen):
            return HostReply { () throws(CallFailure) in try self.request(request, by: feature, from: screen) }
        case .canReturn(let checkpoint, _): return .bool(returnableCheckpoints.contains(checkpoint))
        case .connect(let endpoint, _):
            return HostReply { () throws(CallFailure) in try answer(connection(to: endpoint), done) }
        case .pickFile(let request, _):
            return HostReply { () throws(CallFailure) in try answer(file(request), done) }
        case .http(let question, let exchange, _):
            return HostReply { () throws(CallFailure) in try answer(question, exchange, done) }
        case .cancel(let exchange):
            let ended = HostMessage.ownNumber(of: exchange) == 0 ? Array(exchanges.keys) : [exchange]
            for number in ended { exchanges.removeValue(forKey: number)?.cancel() }
        case .invalidate(let screen):
            if screen == 0 { changed.formUnion(open) } else if open.contains(screen) { changed.insert(screen) }
        case .log(let level, let text, _):
            logLines.append(FeatureLogLine(FeatureLogger.Level(rawValue: level.rawValue) ?? .error, text))
        }
        return .done
    }

    func request(
        _ request: HostCore.NavigationRequest, by feature: String, from screen: ScreenID
    ) throws(CallFailure) {
        do throws(CallFailure) {
            guard screen == 0 || open.contains(screen) else {
                throw CallFailure(.invalidState, "the screen \(screen) of '\(feature)' is gone")
            }
            requests.append(try typed(request, of: feature))
            if let refusal { throw CallFailure(of: refusal) }
        } catch {
            problems.append(error.reason)
            throw error
        }
    }

    private func connection(to endpoint: Endpoint) throws(CallFailure) -> Handover? {
        guard let connect else {
            throw CallFailure(
                .notAllowed, "the test has no answer to requests to connect: set 'connect' of the harness")
        }
        do {
            return Handover(OpenDescriptor(try connect(endpoint.host, endpoint.port).release()))
        } catch {
            throw CallFailure(of: error)
        }
    }

    private func file(_ request: FileRequest) throws(CallFailure) -> Handover? {
        guard let pickFile else {
            throw CallFailure(
                .unsupported, "the test has no answer to requests for a file: set 'pickFile' of the harness")
        }
        let name: String? = if case .writing(let name) = request.purpose { name } else { nil }
        do {
            switch try pickFile(request.title, name) {
            case .some(let file):
                let name = file.name
                return Handover(OpenDescriptor(file.release()), name: name)
            case .none: return nil
            }
        } catch {
            throw CallFailure(of: error)
        }
    }

    /// Answers a question about a request of HTTP, once the whole request is there.
    private func answer(
        _ question: HTTPQuestion, _ exchange: UInt64, _ done: Handover.Done?
    ) throws(CallFailure) {
        guard let httpClient else {
            throw CallFailure(
                .notAllowed, "the test has no answer to requests of HTTP: set 'httpClient' of the harness")
        }
        switch question {
        case .send(let head, let piece):
            // As the host does, so that a test finds what is no request.
            _ = try head.checked(first: piece)
            incomplete[exchange] = (head, piece)
        case .body(let piece, _): incomplete[exchange]?.body += piece
        // The whole response is the first answer.
        case .next: throw CallFailure(.invalidState, "that request has ended")
        }
        guard let (head, body) = incomplete.removeValue(forKey: exchange) else { return }
        guard UInt64(body.count) >= head.bodySize else {
            incomplete[exchange] = (head, body)
            return answer(Handover(http: .wantsBody(from: UInt64(body.count))), done)
        }
        var request = HTTPRequest(
            method: HTTPMethod(rawValue: head.method) ?? .get, url: head.url,
            headers: HTTPHeaders(head.headers.map { ($0.name, $0.value) }), body: body,
            timeout: head.timeout == 0 ? nil : .milliseconds(Int(head.timeout)))
        request.secretNames = Set(head.secretNames)
        exchanges[exchange] = Task { [request] in
            let result: Result<Handover?, CallFailure>
            do {
                let response = try await httpClient.send(request)
                let head = HTTPResponseHead(
                    status: UInt32(clamping: response.status),
                    headers: response.headers.fields.map { HTTPHeader($0.name.lowercased(), $0.value) },
                    url: response.url)
                result = .success(Handover(http: .response(head, response.body, isWhole: true)))
            } catch {
                result = .failure(CallFailure(of: error))
            }
            guard !Task.isCancelled, exchanges.removeValue(forKey: exchange) != nil else { return }
            done?(result)
        }
    }

    /// Answers a request for a descriptor after the request has returned.
    private func answer(_ handover: Handover?, _ done: Handover.Done?) {
        DispatchQueue.main.async { MainActor.assumeIsolated { done?(.success(handover)) } }
    }

    // MARK: Typed values

    private func typed(
        _ request: HostCore.NavigationRequest, of feature: String
    ) throws(CallFailure) -> FeatureKit.NavigationRequest {
        do {
            return try request.map(
                target: { try typed($0, of: feature) }, sent: { NavigationSentValues(try $0.map(sendable)) },
                value: { $0 == .null ? nil : NavigationRawValue($0) })
        } catch let failure as CallFailure {
            throw failure
        } catch {
            throw CallFailure(.invalidArgument, "\(error)")
        }
    }

    private func typed(_ destination: Destination, of feature: String) throws -> AnyNavigation {
        guard destination.feature == feature else {
            throw CallFailure(
                .notAllowed,
                "'\(destination)' is another feature's: declare an outgoing destination, and let the wiring lead there")
        }
        do {
            let place = try catalog.place(of: destination)
            return AnyNavigation(try navigation(place.destination, place.route.kind != .outgoing))
        } catch let error as CatalogError {
            if case .noRoute = error { throw CallFailure(.unknownRoute, error.description) }
            throw CallFailure(.invalidArgument, error.description)
        }
    }

    func sendable(_ message: Message) throws -> any NavigationSendable {
        switch message {
        case .value: SentValue(message: message)
        case .destination(let destination): try typed(destination, of: destination.feature).wrapped
        case .tab(let name): NavigationTab(name)
        }
    }
}

/// A sent value that has crossed the boundary and keeps only the name of its type. In a request, it equals the original
/// value.
struct SentValue: NavigationSendable, CustomStringConvertible {
    let message: Message

    func navigationMessage(from feature: NavigationSender) -> NavigationMessage {
        NavigationMessage(message)
    }

    var description: String {
        guard case .value(let type, let value) = message else { return "\(message)" }
        return "\(type)(\(value.json.text()))"
    }
}
