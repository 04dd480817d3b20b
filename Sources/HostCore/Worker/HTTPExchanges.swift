import FeatureContract
import Glibc
import HTTPBroker
import HostSystem
import JSONText

/// Makes requests of HTTP for features: `switchyard.http/1`. Decides which origin may be asked, also by a redirect, and
/// lets the broker do the rest.
@MainActor
final class HTTPExchanges {
    /// What the wiring says of a feature's requests.
    struct Grant {
        /// The reason why an origin may not be asked; nil if it may.
        let refusal: @MainActor (Origin) -> String?
        let rules: HTTPRules
    }

    /// Without an app, no origin is allowed.
    var grant: @MainActor (_ feature: String) throws(CallFailure) -> Grant = { _ throws(CallFailure) in
        throw CallFailure(.notAllowed, "this host makes no requests")
    }
    /// Starts the process for a broker that may connect to these ports.
    var start: @MainActor (Set<UInt16>) throws(CallFailure) -> (WorkerProcess, Confinement) = {
        _ throws(CallFailure) in throw CallFailure(.unsupported, "this host makes no requests")
    }

    private struct Key: Hashable {
        let feature: String
        let number: UInt64

        /// Whether both are of one instance of the feature.
        func isOfInstance(of other: Key) -> Bool { feature == other.feature && number >> 32 == other.number >> 32 }
    }

    private var exchanges: [Key: HTTPExchange] = [:]
    /// The broker of each feature: no two features share a connection, memory or an end.
    private var brokers: [String: HTTPBrokerProcess] = [:]
    /// Whether the next look at the exchanges that wait is scheduled.
    private var isLooking = false

    /// Passes on a feature's question.
    ///
    /// - Parameters:
    ///   - number: The number of the exchange: ``HostMessage/ofInstance(_:)``.
    ///   - done: Receives the answer.
    func ask(
        _ question: HTTPQuestion, of number: UInt64, for feature: String, done: @escaping Handover.Done
    ) throws(CallFailure) {
        let key = Key(feature: feature, number: number)
        guard case .send(let head, let piece) = question else {
            guard let exchange = exchanges[key] else { throw CallFailure(.invalidState, "that request has ended") }
            return try exchange.ask(question, done)
        }
        guard exchanges.keys.count(where: { $0.isOfInstance(of: key) }) < HTTPLimit.exchanges else {
            throw CallFailure(
                .limit, "\(HTTPLimit.exchanges) requests are under way already; ask again when one is answered")
        }
        guard exchanges[key] == nil else { throw CallFailure(malformed: "there is a request with that number") }
        let grant = try grant(feature)
        let span = TraceSpan.begin()
        let exchange = try HTTPExchange(head, piece, grant) { [unowned self] (ports) throws(CallFailure) in
            try self.broker(of: feature, for: ports)
        }
        exchange.ended = { [weak self] status in
            self?.exchanges[key] = nil
            var values: JSONObject = ["feature": .string(feature), "origin": .string(exchange.origin)]
            if let status { values.append(key: "status", value: .integer(Int64(status))) }
            span?.end("request", .feature, values)
        }
        exchanges[key] = exchange
        exchange.begin(done)
        lookLater()
        guard head.timeout > 0 else { return }
        let time = Duration.milliseconds(head.timeout) + .seconds(HTTPLimit.grace)
        MainQueue.after(time) { [weak exchange] in exchange?.expire() }
    }

    /// Notices brokers that have stopped to work.
    private func lookLater() {
        guard !isLooking, !exchanges.isEmpty else { return }
        isLooking = true
        MainQueue.after(.seconds(HTTPLimit.look)) { [weak self] in
            guard let self else { return }
            self.isLooking = false
            for exchange in Array(self.exchanges.values) { exchange.look() }
            self.lookLater()
        }
    }

    /// Ends a request, or all of an instance of the feature: ``HostMessage/ofInstance(_:)``.
    func cancel(_ number: UInt64, of feature: String) {
        guard HostMessage.ownNumber(of: number) == 0 else {
            exchanges[Key(feature: feature, number: number)]?.end(nil)
            return
        }
        let all = Key(feature: feature, number: number)
        for (key, exchange) in exchanges where key.isOfInstance(of: all) { exchange.end(nil) }
    }

    /// Ends the broker of a feature whose process has ended, once its last exchange has.
    func endBroker(of feature: String) { brokers[feature] = nil }

    func end() {
        for exchange in Array(exchanges.values) { exchange.end(nil) }
        brokers = [:]
    }

    /// The running broker of a feature, or another one if it has ended or may not connect to one of the ports. The earlier
    /// one goes on until its exchanges have ended.
    private func broker(of feature: String, for ports: Set<UInt16>) throws(CallFailure) -> HTTPBrokerProcess {
        let broker = brokers[feature]
        if let broker, !broker.hasEnded, broker.ports.isSuperset(of: ports) { return broker }
        let all = ports.union(broker?.ports ?? [])
        let (process, confinement) = try start(all)
        let started = try HTTPBrokerProcess(process, confinement, ports: all)
        brokers[feature] = started
        return started
    }
}

/// The host's side of a broker.
@MainActor
private final class HTTPBrokerProcess: WorkerService {
    let ports: Set<UInt16>
    private let process: WorkerProcess
    private let socket: OpenDescriptor
    /// The reason why it has ended, or cannot begin.
    private var failure: CallFailure?
    /// Whether it has not yet said that it begins, or why it cannot.
    private var isStarting = true

    var hasEnded: Bool { failure != nil }

    init(_ process: WorkerProcess, _ confinement: Confinement, ports: Set<UInt16>) throws(CallFailure) {
        self.process = process
        self.ports = ports
        let ends = try HTTPPacket.hostEnds()
        socket = ends.0
        let limits = WorkerLimits(memory: 1 << 30, openFiles: 1024, confinement: confinement)
        process.send(.broker(limits), with: ends.1, within: 10).then { [weak self] reply in
            self?.isStarting = false
            if case .feature(.failure(let failure)) = reply { self?.failure = failure }
        }
        process.serve(self, within: 10) { [weak self] in self?.ended($0) }
    }

    /// A broker asks its host for nothing, and prints nothing.
    func answer(_ message: HostMessage) -> HostReply { .failure(.outOfTurn) }
    func log(printed line: String) {}

    /// Announces an exchange.
    ///
    /// - Returns: The host's end of it; nil if the broker is gone.
    func announce(_ rules: HTTPRules) throws(CallFailure) -> OpenDescriptor? {
        let ends = try HTTPPacket.hostEnds()
        let bytes = BinaryWriter.bytes { $0.append(coded: rules) }
        guard DescriptorMessage.sendOnce(bytes, with: [ends.1.number], over: socket.number) == bytes.count else {
            _ = reasonOfEnd
            return nil
        }
        return ends.0
    }

    /// The failure of an exchange that the broker has closed without a last answer, as only one does that ends or breaks
    /// the rules. It is ended.
    var reasonOfEnd: CallFailure {
        // Its refusal to begin may be on the way: it closes its socket before it replies.
        let end = ContinuousClock.now + .seconds(1)
        repeat {
            process.readWhatHasCome()
            while let frame = try? process.next() { _ = try? process.reply(frame) }
        } while isStarting && !process.isOver && ContinuousClock.now < end
            && WorkerProcess.wait(for: [process], once: .milliseconds(100), reading: false)
        // All its sockets close when it ends, one after the other.
        if failure == nil, !process.isOver {
            WorkerProcess.wait(for: [process], once: .milliseconds(100))
        }
        if failure == nil, process.isOver { ended(process.end()) }
        return failure ?? stop("has broken off a request")
    }

    /// Ends a broker that does not work any more.
    func stop(_ reason: String) -> CallFailure {
        if failure == nil {
            failure = CallFailure(
                .unavailable, "the process that makes requests \(reason); the next request starts another one")
            // At once: it may be stopped.
            kill(process.pid, SIGKILL)
            _ = process.end()
        }
        return failure ?? CallFailure(.unavailable, reason)
    }

    private func ended(_ exit: WorkerExit) {
        guard failure == nil else { return }
        failure = CallFailure(
            .unavailable, "the process that makes requests \(exit); the next request starts another one")
    }
}

extension HTTPPacket {
    fileprivate static func hostEnds() throws(CallFailure) -> (OpenDescriptor, OpenDescriptor) {
        do throws(SystemError) {
            return try ends()
        } catch {
            throw CallFailure(.limit, "no request can be made: \(error)")
        }
    }
}

/// One request, with its redirects.
@MainActor
private final class HTTPExchange {
    private var head: HTTPRequestHead
    private var url: HTTPURL
    /// The first piece of the body, which a redirect may ask to send again.
    private var piece: [UInt8]
    private let grant: HTTPExchanges.Grant
    private let broker: (Set<UInt16>) throws(CallFailure) -> HTTPBrokerProcess
    private var process: HTTPBrokerProcess
    private var socket: OpenDescriptor
    private var watch: DescriptorWatch?
    private var redirects = 0
    private var status: UInt32?
    /// Whether the feature has the head of the response, and the bytes that it has of its body.
    private var hasResponse = false
    private var bodyCount: UInt64 = 0
    /// When the time of the request is over.
    private let end: SuspendingClock.Instant?
    /// The offset of the piece of the body that the broker wants.
    private var wanted: UInt64?
    /// The looks at the exchange since the broker has last said something.
    private var silentLooks = 0
    /// Why the exchange has ended while the feature asked nothing: the answer to its next question.
    private var failure: CallFailure?
    /// Receives the answer; nil while the feature asks nothing.
    private var done: Handover.Done?
    /// Called once, with the status of the response if there was one.
    var ended: (UInt32?) -> Void = { _ in }

    var origin: String { url.origin.text }

    init(
        _ head: HTTPRequestHead, _ piece: [UInt8], _ grant: HTTPExchanges.Grant,
        _ broker: @escaping (Set<UInt16>) throws(CallFailure) -> HTTPBrokerProcess
    ) throws(CallFailure) {
        url = try head.checked(first: piece, maximumBody: grant.rules.maximumBody)
        if let refusal = grant.refusal(url.origin) { throw CallFailure(.notAllowed, refusal) }
        (self.head, self.piece, self.grant, self.broker) = (head, piece, grant, broker)
        self.head.url = url.text
        end = head.timeout > 0 ? .now + .milliseconds(head.timeout) : nil
        (process, socket) = try Self.announce(url, grant, broker)
    }

    /// Announces the exchange to the feature's running broker. If that broker has ended, and the host has not read of
    /// its end yet, the host starts another one and announces the exchange to that.
    private static func announce(
        _ url: HTTPURL, _ grant: HTTPExchanges.Grant, _ broker: (Set<UInt16>) throws(CallFailure) -> HTTPBrokerProcess
    ) throws(CallFailure) -> (HTTPBrokerProcess, OpenDescriptor) {
        let running = try broker([url.origin.port])
        if let socket = try running.announce(grant.rules(for: url)) { return (running, socket) }
        let other = try broker([url.origin.port])
        guard let socket = try other.announce(grant.rules(for: url)) else { throw other.reasonOfEnd }
        return (other, socket)
    }

    func begin(_ done: @escaping Handover.Done) {
        self.done = done
        watch = DescriptorWatch { [weak self] in self?.receive() }
        watch?.arm([pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)])
        send(.send(head, piece))
    }

    func ask(_ question: HTTPQuestion, _ done: @escaping Handover.Done) throws(CallFailure) {
        guard self.done == nil else { throw CallFailure(malformed: "that request waits for an answer already") }
        if let failure {
            end(nil)
            throw failure
        }
        guard question.follows(wanted: wanted, bodySize: head.bodySize) else {
            throw CallFailure(malformed: "a question about a request that is not the next one")
        }
        wanted = nil
        self.done = done
        send(question)
    }

    private func send(_ question: HTTPQuestion) {
        silentLooks = 0
        guard HTTPPacket.send(HTTPBrokerQuestion.feature(question), over: socket.number) else {
            return end(.failure(process.reasonOfEnd))
        }
    }

    /// Ends the exchange when its time is over, if the broker has not. What it has said meanwhile is read first.
    func expire() {
        if done != nil { receive() }
        guard watch != nil, done != nil else { return }
        end(.failure(timeIsOver))
    }

    private var timeIsOver: CallFailure {
        let what = hasResponse ? "the answer of '\(url.place)' was not over" : "no answer of '\(url.place)'"
        return CallFailure(.unavailable, what + " within the time of the request")
    }

    /// Looks whether the broker works, while an answer is awaited. What it has said meanwhile is read first.
    func look() {
        guard done != nil else { return }
        receive()
        guard done != nil else { return }
        silentLooks += 1
        if silentLooks > HTTPLimit.looks {
            end(.failure(process.stop("has not answered for \(HTTPLimit.looks * HTTPLimit.look) seconds")))
        } else if silentLooks == 1 {
            _ = HTTPPacket.send(HTTPBrokerQuestion.isWorking, over: socket.number)
        }
    }

    private func receive() {
        guard let watch else { return }
        do throws(BinaryError) {
            switch try HTTPPacket.receive(HTTPBrokerReply.self, from: socket.number) {
            case .nothing: break
            case .end: return end(.failure(process.reasonOfEnd))
            case .message(.works): silentLooks = 0
            case .message(.failure(let failure)): return end(.failure(failure))
            case .message(.answer(let answer)):
                guard done != nil else { throw BinaryError("an answer to no question") }
                try receive(answer)
            }
        } catch {
            return end(.failure(process.stop("sent \(error)")))
        }
        watch.arm([pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)])
    }

    private func receive(_ answer: HTTPAnswer) throws(BinaryError) {
        silentLooks = 0
        // What the process says that reads a server's answers is looked at as that of a feature.
        switch answer {
        case .wantsBody(let offset):
            guard offset < head.bodySize else { throw BinaryError("a wish for a body behind its end") }
            wanted = offset
        case .response(let response, let piece, _):
            guard !hasResponse, (200...599).contains(response.status), response.headers.allSatisfy(\.isField),
                response.headers.count <= HTTPLimit.headerCount, response.url == head.url
            else { throw BinaryError("a response that is none") }
            status = response.status
            if let location = response.location { return follow(location, response.status) }
            hasResponse = true
            try count(piece)
        case .body(let piece, _):
            guard hasResponse else { throw BinaryError("a body without a response") }
            try count(piece)
        }
        if answer.isLast { return end(.success(Handover(http: answer))) }
        let done = done
        self.done = nil
        done?(.success(Handover(http: answer)))
    }

    private func count(_ piece: [UInt8]) throws(BinaryError) {
        bodyCount += UInt64(piece.count)
        guard piece.count <= HTTPLimit.piece, bodyCount <= grant.rules.maximumBody else {
            throw BinaryError("more of a body than may come")
        }
    }

    /// Ends the exchange.
    ///
    /// - Parameter result: The last answer; nil if nobody waits for it.
    func end(_ result: Result<Handover?, CallFailure>?) {
        watch?.disarm()
        watch = nil
        // The broker notices, and ends the transfer.
        socket = OpenDescriptor(-1)
        if done == nil, case .failure(let failure) = result {
            self.failure = failure
            return
        }
        let done = done
        self.done = nil
        ended(status)
        ended = { _ in }
        if let result { done?(result) }
    }

    /// Follows a redirect as a browser does: RFC 9110, section 15.4.
    private func follow(_ location: String, _ status: UInt32) {
        let before = url
        do throws(CallFailure) {
            redirects += 1
            guard redirects <= HTTPLimit.redirects else {
                throw CallFailure(.limit, "'\(url.place)' is the \(redirects)th page that redirects to another one")
            }
            do throws(URLProblem) {
                url = try url.resolving(location)
            } catch {
                throw CallFailure(.unavailable, "'\(before.place)' redirects to what is no URL: \(error)")
            }
            if let refusal = grant.refusal(url.origin) {
                throw CallFailure(.notAllowed, "'\(before.place)' redirects to '\(url.place)', and \(refusal)")
            }
            head.redirect(to: url, from: before, status)
            if head.bodySize == 0 { piece = [] }
            if let end {
                let rest = SuspendingClock.now.duration(to: end) / .milliseconds(1)
                guard rest >= 1 else { throw timeIsOver }
                head.timeout = UInt32(rest)
            }
            (process, socket) = try Self.announce(url, grant, broker)
        } catch {
            return end(.failure(error))
        }
        send(.send(head, piece))
    }
}

extension HTTPExchanges.Grant {
    /// The rules of an exchange with a URL, which may name an address itself.
    fileprivate func rules(for url: HTTPURL) -> HTTPRules {
        var rules = rules
        if let address = url.origin.address { rules.addresses.append(address) }
        return rules
    }
}

extension HTTPResponseHead {
    /// Where the response redirects to; nil if it does not.
    fileprivate var location: String? {
        guard [301, 302, 303, 307, 308].contains(status), let text = headers["location"], !text.isEmpty else {
            return nil
        }
        // Percent-encoded as browsers do: https://url.spec.whatwg.org/#path-percent-encode-set.
        return text.map { character in
            let isPlain = character.isASCII && !" \"<>^`{|}".contains(character)
            return isPlain ? String(character) : PercentCoding.encoded(String(character))
        }.joined()
    }
}
