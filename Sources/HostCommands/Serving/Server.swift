import FeatureContract
import Glibc
import HostCore
import HostSystem
import JSONText

/// Serves an app to clients: JSON-RPC 2.0, at sockets or at standard input and output.
///
/// All clients see and use one app, which may have a user at a terminal too. Everything happens on the main queue, and
/// no call waits for a client. A request is carried out at once or in its turn, and is answered when the screen has
/// settled.
@MainActor
final class Server {
    /// Collects the problems of one request.
    private final class Problems {
        var all: [NavigationProblem] = []
    }

    /// A request that is carried out, and whose screen may still be loading.
    private struct Started {
        let problems: Problems
        /// The topmost screens before and after the request.
        let before, top: NavigationState.Entry
        /// Whether the request names no target, so that a broken screen after it may be one from before.
        let goesBack: Bool
        /// The longest wait for the screen.
        let wait: Duration
        var url: String?
    }

    private enum Outcome {
        case result(JSON)
        /// The result comes later, once a screen has settled.
        case later(@MainActor (ServedRequest) async -> Result<JSON, RPCError>)
    }

    /// The largest number of clients, half of the descriptors of this process at most. If there are more, the oldest at a
    /// socket that has not sent `initialize` has to leave. If all have, the others wait in the kernel.
    private static let mostClients = min(4096, DescriptorLimit.current / 2)
    /// The shortest time between two screens that no request has caused: a feature may change its screen all the time.
    private static let pause = Duration.milliseconds(30)
    /// The time for requests of clients before others, such as the keys of a user, have their turn.
    private static let slice = Duration.milliseconds(10)

    private let live: LiveApp
    private var listeners: [LocalListener] = []
    private var clients: [ServeClient] = []
    /// The client at standard input and output. The host ends with it.
    private var standard: ServeClient?
    /// Nil before the start and after the end.
    private var watch: DescriptorWatch?
    private var ended: CheckedContinuation<Void, Never>?
    /// Whether clients may end the host.
    private let mayEnd: Bool
    private var isEnding = false
    private var isOver = false
    /// Whether the clients have had time to read what is written for them.
    private var isOverdue = false
    /// Whether no connection can be accepted for a while, as where too many files are open.
    private var isPaused = false
    /// The problems of connections that are reported already: each may occur without end.
    private var reported: Set<String> = []

    private var screens = ServedScreens()
    private var lastRevision = 0
    /// The state that was published last, as the parameters of its notification, and its number.
    private var state: (number: Int, params: JSONObject) = (0, [:])
    private var lastPublication = ContinuousClock.now
    private var isPublishingSoon = false
    /// The index of the client that is first in the next turn.
    private var turn = 0
    /// Whether the next turn of the clients that have sent more is due.
    private var isServingSoon = false
    /// The problems of the request that was carried out last; nil once it is answered.
    private var current: Problems?
    /// The request that is carried out right now.
    private var running: ServedRequest?
    /// Whether the host waits for a feature, which must not be called meanwhile.
    private var isAttending = false
    /// When clients were last told, while the host waited for a feature, that it is alive.
    private var lastSign = ContinuousClock.now

    private var coordinator: NavigationCoordinator { live.coordinator }

    /// - Parameter mayEnd: Whether clients may end the host: not where a user is at work at a terminal.
    init(_ live: LiveApp, mayEnd: Bool) {
        self.live = live
        self.mayEnd = mayEnd
    }

    /// Takes the connections at a socket too.
    func add(_ listener: LocalListener) { listeners.append(listener) }

    /// Serves the client at standard input and output too.
    func add(_ connection: StandardConnection) {
        let client = ServeClient(connection)
        standard = client
        clients.append(client)
    }

    /// Serves a client at a connection that is there already, in a turn of its own: the host may wait for a feature now.
    func add(_ connection: any MessageConnection, _ frames: any MessageFrames) {
        clients.append(ServeClient(connection, frames))
        MainQueue.soon { [weak self] in self?.serve() }
    }

    /// Whether there may be one more client.
    var hasRoom: Bool { clients.count < Self.mostClients && !isEnding }

    func start() {
        watch = DescriptorWatch { [weak self] in self?.serve() }
        serve()
    }

    /// Waits until a client asks for the end, or the client at standard input has ended.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            if isOver { return continuation.resume() }
            ended = continuation
        }
    }

    /// Removes the sockets. Clients that wait for an answer see the end of the connection.
    func stop() {
        watch?.disarm()
        watch = nil
        for listener in listeners { listener.remove() }
        for client in clients where client.output.isEmpty {
            client.send(frame: client.frames.farewell)
            client.write()
        }
        (listeners, clients) = ([], [])
    }

    /// Ends serving, once the clients have read what is written for them, and after a second at the latest.
    func end() {
        isEnding = true
        for client in clients {
            while !client.held.isEmpty {
                guard let request = client.release(at: 0).request, let id = request.id else { continue }
                let result = Result<JSON, RPCError>.failure(.cancelled(hasBegun: false))
                if request.isAnsweredEarly {
                    tell(client, of: result)
                } else {
                    client.send(RPCMessage.answer(result, id: id))
                }
            }
        }
        // In a turn of its own: the request that asks for the end is not answered yet.
        MainQueue.soon { [weak self] in self?.serve() }
        MainQueue.after(.seconds(1)) { [weak self] in
            self?.isOverdue = true
            self?.serve()
        }
    }

    // MARK: Connections

    private func serve() {
        guard watch != nil, !isOver else { return }
        accept()
        var hasMore = false
        let end = ContinuousClock.now.advanced(by: Self.slice)
        for count in clients.indices {
            hasMore = advance(clients[(turn + count) % clients.count]) || hasMore
            guard ContinuousClock.now >= end, count + 1 < clients.count else { continue }
            (turn, hasMore) = ((turn + count + 1) % clients.count, true)
            break
        }
        let isTold =
            isEnding && (isOverdue || clients.allSatisfy { $0.output.isEmpty && $0.outstanding == 0 || $0.isClosed })
        clients.removeAll(where: \.isClosed)
        if isTold || standard?.isClosed == true {
            isOver = true
            ended?.resume()
            ended = nil
            return
        }
        arm()
        // In a turn of its own, so that features, other clients and signals have theirs.
        guard hasMore, !isServingSoon else { return }
        isServingSoon = true
        MainQueue.soon { [weak self] in
            self?.isServingSoon = false
            self?.serve()
        }
    }

    private func accept() {
        // The clients that had a turn to send their first request.
        var idle = clients.filter { !$0.isInitialized && $0 !== standard }[...]
        for listener in listeners { accept(at: listener, &idle) }
    }

    private func accept(at listener: LocalListener, _ idle: inout ArraySlice<ServeClient>) {
        while !isPaused, !isEnding {
            if clients.count >= Self.mostClients {
                guard listener.hasWaiting, let oldest = idle.popFirst() else { return }
                clients.removeAll { $0 === oldest }
            }
            do {
                guard let connection = try listener.accept() else { return }
                clients.append(ServeClient(connection))
            } catch {
                let problem = "a client is not taken: \(error)"
                if reported.insert(problem).inserted { live.note(problem, .problem) }
                if case .foreignPeer = error { continue }
                // The connection still waits, so that trying again at once would go on without end.
                isPaused = true
                MainQueue.after(.seconds(1)) { [weak self] in
                    self?.isPaused = false
                    self?.serve()
                }
            }
        }
    }

    private func arm() {
        var descriptors: [pollfd] = []
        let takesMore =
            clients.count < Self.mostClients || clients.contains { !$0.isInitialized && $0 !== standard }
        for listener in listeners where takesMore && !isPaused && !isEnding {
            descriptors.append(pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0))
        }
        for client in clients {
            if !client.output.isEmpty {
                descriptors.append(pollfd(fd: client.connection.writingEnd, events: Int16(POLLOUT), revents: 0))
            }
            if !client.hasEnded, !client.isBehind {
                descriptors.append(pollfd(fd: client.connection.readingEnd, events: Int16(POLLIN), revents: 0))
            }
        }
        watch?.arm(descriptors)
    }

    /// Writes, reads, and carries out one request at most, so that no client keeps the others waiting.
    ///
    /// - Returns: Whether the client may have more to carry out.
    private func advance(_ client: ServeClient) -> Bool {
        guard !client.isClosed else { return false }
        client.write()
        if client.output.isEmpty {
            sendChanges(to: client)
            client.write()
        }
        if isEnding || client.isClosed || client.isBehind { return false }
        if !client.held.isEmpty {
            let held = client.release(at: 0)
            handle(held.message, held.request, of: client)
            return true
        }
        if client.hasEnded {
            client.isClosed = client.outstanding == 0 && client.output.isEmpty
            return false
        }
        return receive(from: client) { message, _ in handle(message, of: client) }
    }

    /// Takes the next message of a client, or reads what has come.
    ///
    /// - Returns: Whether there was anything.
    private func receive(from client: ServeClient, _ take: (RPCMessage.Received, _ size: Int) -> Void) -> Bool {
        do {
            switch try client.frames.next() {
            case .message(let bytes)?: take(RPCMessage.read(bytes), bytes.count)
            case .tooLong(let length, let id)?:
                let error = RPCError(
                    .tooLarge, "the message has \(length) bytes, and the longest has \(ServeClient.longestMessage)",
                    data: ["limit": .integer(Int64(ServeClient.longestMessage))])
                client.send(RPCMessage.answer(.failure(error), id: RPCMessage.id(inMember: id)))
            case .reply(let bytes)?: client.send(frame: bytes)
            case .end(let bytes)?:
                client.send(frame: bytes)
                client.hasEnded = true
            case nil:
                let bytes = client.connection.read()
                guard bytes != nil || client.hasLeft else { return false }
                // The beginning of a message whose rest never comes is dropped.
                client.hasEnded = bytes?.isEmpty ?? true
                client.frames.append(bytes ?? [])
            }
        } catch {
            client.send(RPCMessage.answer(.failure(RPCError(.parseError, "\(error)")), id: nil))
            client.hasEnded = true
        }
        return true
    }

    /// Answers what needs no feature while the host waits for one, so that a slow screen of one client holds no other
    /// one up. The rest of what clients send meanwhile is carried out afterwards, in order.
    ///
    /// - Returns: Whether the request that the host waits for is still wanted.
    func attend() -> Bool {
        guard !isOver, !isAttending else { return true }
        isAttending = true
        defer { isAttending = false }
        if Interruption.hasCome, mayEnd, !isEnding { end() }
        // A feature may be waited for before anything is served.
        guard watch != nil else { return !isEnding }
        accept()
        let isSignDue = lastSign.duration(to: .now) >= .seconds(1)
        if isSignDue { lastSign = .now }
        for client in clients where !client.isClosed {
            if isSignDue, client.output.isEmpty, client.requests.contains(where: \.isInTurn) {
                client.send(RPCMessage.notification(.waiting, [:]))
            }
            client.write()
            // Not all that one may send without end.
            for _ in 0..<ServeClient.mostAtOnce {
                guard !client.hasEnded, !client.isBehind, client.canHold,
                    receive(
                        from: client,
                        { message, size in
                            if mustWait(message, of: client) {
                                client.hold(message, size: size)
                            } else {
                                handle(message, of: client)
                            }
                        })
                else { break }
            }
            for case let request? in client.held.map(\.request) where isOverdue(request, of: client) {
                answerEarly(request, "the feature is still at work on an earlier request", client)
            }
            client.write()
        }
        guard let request = running else { return !isEnding }
        let givesWay = mustGiveWay(request)
        if givesWay || request.isOverdue,
            let client = clients.first(where: { $0.requests.contains { $0 === request } })
        {
            let waited = WorkerExit.text(seconds: request.called.duration(to: .now) / .seconds(1))
            answerEarly(request, "the feature has not answered after \(waited)", client)
            client.requests.removeAll { $0 === request }
            client.write()
        }
        return !request.isCancelled && !givesWay && !isEnding
    }

    /// Answers a request that a feature at work holds up.
    private func answerEarly(_ request: ServedRequest, _ reason: String, _ client: ServeClient) {
        request.isAnsweredEarly = true
        let result: JSON = ["revision": .integer(Int64(lastRevision)), "settled": false, "reason": .string(reason)]
        if let id = request.id { client.send(RPCMessage.answer(.success(result), id: id)) }
    }

    /// Whether the time is over that a client has named in a request which has not begun, and in which nothing is wrong.
    private func isOverdue(_ request: ServedRequest, of client: ServeClient) -> Bool {
        guard !request.isAnsweredEarly, request.isOverdue, client.isInitialized,
            let params = request.request.params?.object,
            let fields = ServeMethod(rawValue: request.request.method)?.parameters, (try? wait(params)) != nil
        else { return false }
        return fields.contains { $0.name == "wait" } && MessageField.mismatch(of: params, with: fields) == nil
    }

    /// Whether another client wants to go elsewhere, and the feature of this request has worked for a while: then the host
    /// no longer waits for it, and takes what it shows once it has done its work.
    private func mustGiveWay(_ request: ServedRequest) -> Bool {
        guard request.called.duration(to: .now) >= Self.longestHoldUp else { return false }
        return clients.contains { client in
            guard !client.requests.contains(where: { $0 === request }),
                let next = client.held.first?.request?.request
            else { return false }
            return switch ServeMethod(rawValue: next.method) {
            case .open: next.params?["inTurn"]?.bool != true
            case .back, .root, .dismiss, .dismissAll, .tab: true
            default: false
            }
        }
    }

    /// How long a feature that works in the call of one client keeps another one where it is.
    private static let longestHoldUp = Duration.milliseconds(500)

    /// Whether a message is carried out only once the feature has answered.
    private func mustWait(_ message: RPCMessage.Received, of client: ServeClient) -> Bool {
        guard case .success(let request) = message, let method = ServeMethod(rawValue: request.method) else {
            return !client.held.isEmpty
        }
        return switch method {
        case .cancel, .shutdown: false
        case .initialize, .routes, .explain: !client.held.isEmpty
        case .state: !client.held.isEmpty || screens.current == nil
        default: true
        }
    }

    // MARK: Notifications

    func tell(_ note: LiveApp.Note) {
        if note.weight == .problem {
            tell(NavigationProblem(note.text))
        } else {
            log(.notice, note.text)
        }
    }

    /// Tells all clients of a problem, unless it belongs to a request, whose client gets it with the answer.
    func tell(_ problem: NavigationProblem) {
        current?.all.append(problem)
        if problem.isNotice {
            log(.notice, problem.text)
        } else if current == nil {
            notify(.problem, Self.params(RPCError(.init(problem.kind), problem.text)))
        }
    }

    private static func params(_ error: RPCError) -> JSONObject {
        ["message": .string(DisplayText.safe(error.message)), "kind": .string("\(error.code)")]
    }

    func tell(_ line: LogLine) { log(line.level, line.message, feature: line.feature) }

    private func log(_ level: LogLine.Level, _ message: String, feature: String? = nil) {
        var params: JSONObject = ["level": .string("\(level)")]
        if let feature { params.append(key: "feature", value: .string(feature)) }
        params.append(key: "message", value: .string(DisplayText.safe(message, keepingLines: true)))
        notify(.log, params)
    }

    /// Lets the problems from now on be no request's, since the user has done something.
    func endCollecting() { current = nil }

    private func notify(_ notification: ServeNotification, _ params: JSONObject) {
        let message = RPCMessage.notification(notification, params).utf8()
        for client in clients where client.isInitialized && (client.takesLogs || notification != .log) {
            client.enqueue(message)
        }
        publishSoon()
    }

    /// Publishes after a change that no request has caused, once for all changes until then.
    func publishSoon() {
        guard !isPublishingSoon, watch != nil, clients.contains(where: \.isInitialized) else { return }
        isPublishingSoon = true
        let rest = max(.zero, Self.pause - lastPublication.duration(to: .now))
        MainQueue.after(rest) { [weak self] in
            guard let self, self.watch != nil else { return }
            self.isPublishingSoon = false
            self.publish()
            self.serve()
        }
    }

    /// Renders what has changed, and gives it a number. Nothing is rendered before the first client.
    private func publish() {
        guard clients.contains(where: \.isInitialized), !isAttending else { return }
        lastPublication = .now
        let screen = coordinator.show()
        live.takeProblems()
        if screens.current?.isShown(by: coordinator, screen) != true {
            lastRevision += 1
            screens.append(ServedScreen(coordinator, screen, revision: lastRevision, after: screens))
        }
        let params: JSONObject = [
            "state": coordinator.state.json(labelledBy: coordinator.wiring), "text": .string(coordinator.state.text),
            "path": .array(coordinator.titles.map { .string($0.title) }),
        ]
        if params != state.params { state = (state.number + 1, params) }
    }

    /// Puts into the output what a client does not know yet.
    private func sendChanges(to client: ServeClient) {
        guard client.isInitialized else { return }
        client.sendQueue()
        if client.takesScreens, client.sentState != state.number {
            client.sentState = state.number
            client.send(RPCMessage.notification(.state, state.params))
        }
        if client.takesScreens, let screen = screens.current, client.sentScreen !== screen {
            let base = client.takesPatches ? client.sentScreen : nil
            client.sentScreen = screen
            client.send(ServedScreen.message(base.map(screen.update) ?? screen.whole, after: client.included))
        }
    }

    // MARK: Requests

    /// - Parameter held: The request, if it has waited for a feature.
    private func handle(_ message: RPCMessage.Received, _ held: ServedRequest? = nil, of client: ServeClient) {
        let request: RPCRequest
        switch message {
        case .failure(let invalid): return client.send(RPCMessage.answer(.failure(invalid.error), id: invalid.id))
        case .success(let valid): request = valid
        }
        // Carried out now, so that requests of several clients keep their order.
        let served = held ?? ServedRequest(request)
        served.called = .now
        if !served.isAnsweredEarly { client.requests.append(served) }
        let outer = running
        running = served
        let begun = begin(request, of: client)
        running = outer
        switch begun {
        case .failure(let error): answer(served, .failure(error), client)
        case .success(.result(let value)): answer(served, .success(value), client)
        case .success(.later(let result)) where !served.isCancelled:
            client.outstanding += 1
            Task {
                let result = await result(served)
                client.outstanding -= 1
                answer(served, result, client)
                serve()
            }
        // It was answered while the host waited for the feature.
        case .success(.later): break
        }
    }

    /// Sends the answer to a request, unless it was sent before. A request without an id has none; of its failure the
    /// client gets a `problem`.
    private func answer(_ request: ServedRequest, _ result: Result<JSON, RPCError>, _ client: ServeClient) {
        guard let index = client.requests.firstIndex(where: { $0 === request }) else {
            if request.isAnsweredEarly { tell(client, of: result) }
            return
        }
        client.requests.remove(at: index)
        // What a request has changed comes before its answer, unless the client does not keep up.
        let begins = request.request.method == ServeMethod.initialize.rawValue
        if !begins, !client.isBehind, !isAttending { sendChanges(to: client) }
        if let id = request.id {
            client.send(RPCMessage.answer(result, id: id))
        } else {
            tell(client, of: result)
        }
    }

    /// Tells a client of the failure of a request without an id, which has no answer.
    private func tell(_ client: ServeClient, of result: Result<JSON, RPCError>) {
        guard case .failure(let error) = result, client.isInitialized else { return }
        client.send(RPCMessage.notification(.problem, Self.params(error)))
    }

    /// Cancels a request of a client: what has not begun never does, and what has begun is not waited for.
    private func cancel(_ id: JSON, of client: ServeClient) -> Bool {
        if let held = client.drop(heldWith: id) {
            if !held.isAnsweredEarly { client.send(RPCMessage.answer(.failure(.cancelled(hasBegun: false)), id: id)) }
            return true
        }
        let others = client.requests.filter { $0 !== running && !$0.isCancelled }
        guard let request = others.last(where: { $0.id == id }), id != .null else { return false }
        request.isCancelled = true
        answer(request, .failure(.cancelled(hasBegun: request.hasBegun)), client)
        return true
    }

    private func begin(_ request: RPCRequest, of client: ServeClient) -> Result<Outcome, RPCError> {
        do throws(RPCError) {
            guard let method = ServeMethod(rawValue: request.method) else {
                let names = ServeMethod.allCases.map(\.rawValue)
                let hint = Spelling.nearest(to: request.method, in: names).map { "did you mean '\($0)'?" }
                throw RPCError(
                    .methodNotFound,
                    "there is no method \(quoted: request.method); \(hint ?? "there are \(names.joined(separator: ", "))")"
                )
            }
            guard client.isInitialized || method == .initialize else {
                throw RPCError(.notInitialized, "'\(method.rawValue)' comes before 'initialize'")
            }
            guard let params = (request.params ?? [:]).object else {
                throw RPCError(.invalidParams, "'params' is expected to be an object: parameters have names here")
            }
            if let mismatch = MessageField.mismatch(of: params, with: method.parameters, isOpen: method.isOpen) {
                throw RPCError(.invalidParams, "\(method.rawValue): \(mismatch)")
            }
            // A client that has left cannot read the answer, and these methods only read.
            if client.hasLeft, [.state, .routes, .explain].contains(method) { return .success(.result(.null)) }
            // Also where it fails: what it has done till then is shown.
            if let id = request.id, params["inTurn"]?.bool != true { client.included = id }
            return .success(try begin(method, params, of: client))
        } catch {
            return .failure(error)
        }
    }

    private func begin(
        _ method: ServeMethod, _ params: JSONObject, of client: ServeClient
    ) throws(RPCError) -> Outcome {
        switch method {
        case .initialize: return .result(try initialize(params, client))
        case .open:
            let step = try step(opening: params)
            return params["inTurn"]?.bool == true ? try startInTurn(step, params, client) : try start(step, params)
        case .perform: return try perform(params)
        case .back, .root, .dismiss, .dismissAll, .reload:
            guard let step = Step.words.first(where: { $0.description == method.rawValue }) else {
                throw RPCError(.methodNotFound, "'\(method.rawValue)' is no step")
            }
            return try start(step, params)
        case .tab: return try start(.tab(params["name"]?.string ?? ""), params)
        case .rows: return try showRows(params)
        case .state: return .result(stateResult())
        case .routes:
            let application = live.application
            return .result(RoutesCommand.json(application.catalog.features().map(\.manifest), application))
        case .explain: return .result(try explain(params["target"]?.string ?? ""))
        case .cancel:
            let id = params["id"] ?? .null
            guard id.string != nil || id.number != nil else {
                throw RPCError(.invalidParams, "cancel: 'id' is expected to be a string or a number, and is \(id.kind)")
            }
            return .result(["cancelled": .bool(cancel(id, of: client))])
        case .shutdown:
            guard mayEnd else { throw RPCError(.refused, "the app is open at a terminal, and its user ends it there") }
            end()
            return .result(.null)
        }
    }

    private func initialize(_ params: JSONObject, _ client: ServeClient) throws(RPCError) -> JSON {
        guard !client.isInitialized else {
            throw RPCError(.invalidRequest, "this client has sent 'initialize' already")
        }
        guard params["protocolVersion"]?.integer == ServeMethod.version else {
            throw RPCError(
                .unsupportedVersion,
                "the host has the protocol of version \(ServeMethod.version) alone; it is of \(HostName.name) "
                    + HostName.version, data: ["versions": [.integer(ServeMethod.version)]])
        }
        client.takesPatches = params["capabilities"]?["patches"]?.bool == true
        client.takesScreens = params["capabilities"]?["screens"]?.bool != false
        client.takesLogs = params["capabilities"]?["logs"]?.bool != false
        client.isInitialized = true
        publish()
        let tabs = coordinator.state.tabs.filter { !$0.name.isEmpty }.map { tab -> JSON in
            var object: JSONObject = ["name": .string(tab.name)]
            if let label = coordinator.wiring.tab(named: tab.name) {
                object.append(key: "title", value: .string(label.title))
                if let symbol = label.symbol { object.append(key: "symbol", value: .string(symbol)) }
            }
            return .object(object)
        }
        return [
            "protocolVersion": .integer(ServeMethod.version),
            "host": ["name": .string(HostName.name), "version": .string(HostName.version)],
            "capabilities": [
                "patches": .bool(client.takesPatches), "kinds": .array(NodeKind.allCases.map { .string("\($0)") }),
            ],
            "tabs": .array(tabs),
        ]
    }

    private func stateResult() -> JSON {
        publish()
        var object: JSONObject = ["revision": .integer(Int64(lastRevision))]
        let shown = ShownScreen(screens.current?.screen ?? coordinator.show(), of: coordinator)
        for (key, value) in shown.json(labelledBy: coordinator.wiring) + (screens.current?.standing ?? []) {
            object.append(key: key, value: value)
        }
        object.append(key: "text", value: .string(coordinator.state.text))
        return .object(object)
    }

    private func explain(_ target: String) throws(RPCError) -> JSON {
        do {
            try ExplainCommand.requireNoStep(target, coordinator.catalog)
        } catch {
            throw RPCError(.invalidParams, error.message)
        }
        let explanation = Explanation(target, coordinator: live.application.makeCoordinator())
        return ExplainCommand.json(explanation, live.application)
    }

    // MARK: Steps

    private func step(opening params: JSONObject) throws(RPCError) -> Step {
        let target = params["target"]?.string ?? ""
        let word = params["method"]?.string
        guard !LinkURL.isLink(target) else {
            guard word == nil else {
                throw RPCError(.invalidParams, "a link takes no method: the wiring says how it is shown")
            }
            return .link(target)
        }
        do throws(UsageError) {
            let method = word.flatMap(NavigationMethod.init)
            let step: Step =
                word == "swap"
                ? .operation(.swap(target), text: "swap:\(target)") : .destination(target, method: method)
            guard (try? DestinationText(target)) != nil else {
                throw UsageError("\(quoted: target) is neither a link (SCHEME://HOST/PATH) nor a destination")
            }
            try step.requireKnownWord(coordinator.catalog)
            return step
        } catch {
            throw RPCError(.notFound, error.message)
        }
    }

    /// The longest wait for the screen that a client asks for.
    private func wait(_ params: JSONObject) throws(RPCError) -> Duration {
        let wait = params["wait"]?.integer ?? ServeMethod.usualWait
        guard (0...ServeMethod.longestWait).contains(wait) else {
            throw RPCError(
                .invalidParams, "'wait' is expected to be from 0 to \(ServeMethod.longestWait) milliseconds")
        }
        return .milliseconds(wait)
    }

    private func start(_ step: Step, _ params: JSONObject) throws(RPCError) -> Outcome {
        later(try begin(step, params))
    }

    private func later(_ started: Started) -> Outcome {
        .later { [self] _ in
            let result = await finish(started)
            if let show = live.requestSink { live.turns.add(show) }
            return result
        }
    }

    /// Takes a step once it has its turn and the screen before it has loaded. Until then the client gets a notification
    /// each second, by which it knows a host that is busy from one that hangs.
    private func startInTurn(_ step: Step, _ params: JSONObject, _ client: ServeClient) throws(RPCError) -> Outcome {
        // A wrong time is refused now, rather than in its turn.
        _ = try wait(params)
        let request = running
        request?.hasBegun = false
        request?.isInTurn = true
        let turn = live.turns.add { [self] () -> Result<JSON, RPCError> in
            guard request?.isCancelled != true else { return .failure(.cancelled(hasBegun: false)) }
            await live.settleBefore()
            guard request?.isCancelled != true else { return .failure(.cancelled(hasBegun: false)) }
            request?.hasBegun = true
            guard watch != nil else { return .failure(RPCError(.refused, "the app has ended")) }
            let result: Result<JSON, RPCError>
            do throws(RPCError) {
                let started = try begin(step, params, of: request)
                if let id = request?.id { client.included = id }
                result = await finish(started)
            } catch {
                result = .failure(error)
            }
            if case .success(let opened) = result {
                // For the user at the terminal, whose last line shows only the latest message; clients get the screen.
                let parked = opened["parked"]?.string.map { ": \($0)" } ?? ""
                live.noteSink(.init("another program has opened \(params["target"]?.string ?? "")\(parked)", .done))
            }
            await live.requestSink?()
            return result
        }
        return .later { [self] _ in
            let signs = Task {
                while (try? await Task.sleep(for: .seconds(1))) != nil {
                    guard client.output.isEmpty else { continue }
                    client.send(RPCMessage.notification(.waiting, [:]))
                    serve()
                }
            }
            defer { signs.cancel() }
            return await turn.value
        }
    }

    private func begin(
        _ step: Step, _ params: JSONObject, of request: ServedRequest?
    ) throws(RPCError) -> Started {
        let outer = running
        running = request
        request?.called = .now
        defer { running = outer }
        return try begin(step, params)
    }

    private func begin(_ step: Step, _ params: JSONObject) throws(RPCError) -> Started {
        let isForced = params["force"]?.bool == true
        return try begin(goesBack: step.goesBack, params) { live.perform(isForced ? .forced(step) : step) }
    }

    private func showRows(_ params: JSONObject) throws(RPCError) -> Outcome {
        let count = params["count"]?.integer ?? Int64(ListPart.usualCount)
        guard let offset = params["offset"]?.integer, offset >= 0, (1...Int64(Rows.mostAtOnce)).contains(count) else {
            throw RPCError(
                .invalidParams, "rows: expected an offset from 0 on and a count from 1 to \(Rows.mostAtOnce)")
        }
        coordinator.show()
        let key = params["key"]?.string
        guard coordinator.lists.contains(where: { key == nil || $0.node.key == key }) else {
            throw RPCError(
                .notFound,
                key.map { "the screen shows no part of a list \(quoted: $0)" } ?? "the screen shows its lists whole")
        }
        return later(
            try begin(goesBack: true, params) {
                coordinator.show(elementsFrom: UInt64(offset), count: UInt64(count), ofList: key)
            })
    }

    /// Carries a request out, and renders the screen that it leads to.
    private func begin(goesBack: Bool, _ params: JSONObject, _ body: () -> Void) throws(RPCError) -> Started {
        let wait = try wait(params)
        let before = coordinator.state.top
        live.takeProblems()
        let problems = Problems()
        current = problems
        body()
        live.takeProblems()
        publish()
        live.changeSink()
        do {
            try requireNone(problems, since: before)
        } catch {
            current = nil
            throw error
        }
        return Started(
            problems: problems, before: before, top: coordinator.state.top, goesBack: goesBack, wait: wait)
    }

    private func finish(_ started: Started) async -> Result<JSON, RPCError> {
        let isSettled = await live.settle(atMost: started.wait)
        live.takeProblems()
        publish()
        live.changeSink()
        if current === started.problems { current = nil }
        do throws(RPCError) {
            try requireNone(started.problems, since: started.before)
            if !started.goesBack, coordinator.isShowingFailure, coordinator.state.top == started.top {
                throw RPCError(
                    .crashed, "the screen of '\(started.top.place.text)' cannot be shown", data: ["shown": true])
            }
        } catch {
            return .failure(error)
        }
        var object: JSONObject = ["revision": .integer(Int64(lastRevision)), "settled": .bool(isSettled)]
        if !isSettled {
            let waited = WorkerExit.text(seconds: started.wait / .seconds(1))
            object.append(key: "reason", value: .string("\(coordinator.unsettledReason) after \(waited)"))
        }
        let parked = started.problems.all.filter(\.isParked).map(\.text)
        if !parked.isEmpty { object.append(key: "parked", value: .string(parked.joined(separator: "; "))) }
        if let url = started.url { object.append(key: "url", value: .string(url)) }
        return .success(.object(object))
    }

    /// Throws the failures of a request. Notices are no failures: the request has succeeded.
    ///
    /// - Parameter before: The topmost screen before the request: another one that cannot be shown says why itself.
    private func requireNone(_ problems: Problems, since before: NavigationState.Entry) throws(RPCError) {
        let failures = problems.all.filter { !$0.isNotice || $0.kind == .abandoned }
        guard let first = failures.first else { return }
        let kind = failures.contains(where: \.isLocked) ? .locked : first.kind
        let text = failures.map(\.text).joined(separator: "; ").cut(toBytes: 4096)
        let isShown = coordinator.failureAdvice != nil && coordinator.state.top != before
        throw RPCError(.init(kind), text, data: isShown ? ["shown": true] : [:])
    }

    private func perform(_ params: JSONObject) throws(RPCError) -> Outcome {
        let (node, value) = try use(params)
        var url: String?
        // A client that writes by a label tells of no focus itself.
        let writes = params["label"] != nil && params["value"] != nil && node.kind == .textField
        var started = try begin(goesBack: true, params) {
            if writes {
                coordinator.write(value, into: node)
            } else {
                url = live.use(node, value: value)
            }
        }
        started.url = url
        return later(started)
    }

    /// Returns the control that a client means, and the value to use it with.
    private func use(_ params: JSONObject) throws(RPCError) -> (ViewNode, Value) {
        switch (params["label"]?.string, params["path"]?.array) {
        case (let label?, nil):
            guard params["revision"] == nil else {
                throw RPCError(.invalidParams, "perform: 'revision' belongs to a 'path', and not to a 'label'")
            }
            let finder = NodeFinder(coordinator.show())
            let field: ViewNode
            do {
                guard params["value"] != nil else {
                    let control = try finder.press(label)
                    return (control.node, control.value)
                }
                field = try finder.field(label, among: [.textField, .slider, .toggle, .picker])
            } catch {
                if params["value"] != nil, (try? finder.press(label)) != nil {
                    throw RPCError(.invalidParams, "'\(label)' takes no value")
                }
                let step = params["value"] == nil ? "press:\(label)" : "type:\(label)="
                throw RPCError(coordinator.missed(step, error))
            }
            if let typed = params["value"]?.string, [.textField, .slider].contains(field.kind) {
                return (field, field.value(ofTyped: typed))
            }
            return (field, try field.value(params["value"]))
        case (nil, let path?):
            guard let revision = params["revision"]?.integer else {
                throw RPCError(
                    .invalidParams, "perform: the parameter 'revision' is missing, which belongs to a 'path'")
            }
            publish()
            let indexes = path.map { Int(clamping: $0.integer ?? -1) }
            let node = try screens.control(at: indexes, revision: Int(clamping: revision))
            return (node, try node.value(params["value"]))
        default: throw RPCError(.invalidParams, "perform: either 'label' or 'path' is expected")
        }
    }
}
