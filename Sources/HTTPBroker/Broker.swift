import CurlCalls
import FeatureContract
import Glibc
import HostSystem

/// Makes requests by libcurl for a host, on a thread of a process that can do little else.
package enum Broker {
    /// The names of the library that it needs: one suffices.
    package static var libraries: [String] { Curl.names }
    /// What to do where there is none.
    package static var advice: String { Curl.advice }

    /// Loads libcurl, and begins to serve exchanges.
    ///
    /// - Parameter socket: Where the host announces each exchange: its rules, with the broker's end of it.
    /// - Throws: The reason why there is no libcurl.
    package static func begin(_ socket: OpenDescriptor) throws(CallFailure) {
        let curl: Curl
        do throws(Curl.Missing) {
            curl = try Curl()
        } catch {
            throw CallFailure(.unsupported, error.reason)
        }
        guard let multi = curl.multiInit() else { throw CallFailure(.unsupported, "libcurl does not start") }
        let parts = Parts(curl: curl, multi: multi, socket: socket)
        guard SeparateThread.start({ BrokerLoop(parts.curl, parts.multi, parts.socket).run() }) else {
            throw CallFailure(.limit, "no thread can be started to make requests on")
        }
    }

    private struct Parts: @unchecked Sendable {
        let curl: Curl
        let multi: Curl.Handle
        let socket: OpenDescriptor
    }
}

/// The operator's variables for requests: `https_proxy`, `NO_PROXY`, `SSL_CERT_FILE` and their relatives.
enum BrokerEnvironment {
    /// The value of the first of these variables that has one.
    static func variable(_ names: String...) -> String? {
        names.lazy.compactMap { getenv($0) }.map { String(cString: $0) }.first { !$0.isEmpty }
    }

    /// The proxy for a URL; nil for none.
    static func proxy(for url: String, host: String) -> String? {
        let exceptions = (variable("no_proxy", "NO_PROXY") ?? "").lowercased().split { $0 == "," || $0 == " " }
        let isException = exceptions.contains { exception in
            let name = exception.first == "." ? exception.dropFirst() : exception
            return name == "*" || host == name || host.hasSuffix(".\(name)")
        }
        if isException { return nil }
        // A server's own HTTP_PROXY may come from a request's head: CVE-2016-5385.
        let own = url.hasPrefix("https:") ? variable("https_proxy", "HTTPS_PROXY") : variable("http_proxy")
        return own ?? variable("all_proxy", "ALL_PROXY")
    }
}

/// The work of the broker's thread.
final class BrokerLoop {
    let curl: Curl
    private let multi: Curl.Handle
    private let socket: OpenDescriptor
    private var exchanges: [BrokerExchange] = []
    /// The exchanges that the host has announced, and has sent no request for yet.
    private var announced: [(socket: OpenDescriptor, rules: HTTPRules)] = []
    private var free: [Curl.Handle] = []

    init(_ curl: Curl, _ multi: Curl.Handle, _ socket: OpenDescriptor) {
        (self.curl, self.multi, self.socket) = (curl, multi, socket)
    }

    /// The bytes of all exchanges that wait for the host.
    var waitingCount: Int { exchanges.reduce(0) { $0 + $1.waitingCount } }

    func run() {
        while true {
            perform()
            for exchange in exchanges {
                exchange.checkSilence()
                exchange.answer()
                exchange.hold()
            }
            remove { $0.isOver }
            wait()
            guard announce() else { return }
            begin()
            remove { !$0.listen() }
        }
    }

    private func perform() {
        var count: Int32 = 0
        _ = curl.multiPerform(multi, &count)
        while let message = curl.multiRead(multi, &count)?.pointee {
            // CURLMSG_DONE, the only kind.
            exchanges.first { $0.handle == message.handle }?.finish(message.data.result)
        }
    }

    private func wait() {
        let numbers = [socket.number] + announced.map(\.socket.number) + exchanges.map(\.socket.number)
        var watched = numbers.map {
            curl_watched(descriptor: $0, events: Int16(CURL_WATCHED_INPUT), found: 0)
        }
        _ = curl.multiPoll(multi, &watched, UInt32(watched.count), exchanges.isEmpty ? 60_000 : 2_000, nil)
    }

    /// Receives the exchanges that the host announces.
    ///
    /// - Returns: False once the host is gone.
    private func announce() -> Bool {
        while true {
            var descriptor: OpenDescriptor?
            let bytes = withUnsafeTemporaryAllocation(byteCount: HTTPPacket.maximumSize, alignment: 1) {
                buffer -> [UInt8]? in
                let count = DescriptorMessage.receive(
                    into: buffer, from: socket.number, maximum: 1, flags: Int32(MSG_DONTWAIT)
                ) { descriptor = OpenDescriptor($0) }
                return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : Array(buffer.prefix(max(0, count)))
            }
            guard let bytes else { return true }
            var reader = BinaryReader(bytes)
            guard !bytes.isEmpty, let rules = try? reader.decode(HTTPRules.self) else { return false }
            if let descriptor { announced.append((descriptor, rules)) }
        }
    }

    /// Begins the announced exchanges whose first question has come.
    private func begin() {
        announced.removeAll { socket, rules in
            switch try? HTTPPacket.receive(HTTPBrokerQuestion.self, from: socket.number) {
            case .nothing?: return false
            case .message(.feature(.send(let head, let body)))?:
                guard let handle = free.popLast() ?? curl.easyInit() else { return true }
                let exchange = BrokerExchange(head, body, rules, socket, handle, self)
                exchanges.append(exchange)
                _ = curl.multiAdd(multi, handle)
            default: break
            }
            return true
        }
    }

    private func remove(_ isUnwanted: (BrokerExchange) -> Bool) {
        exchanges.removeAll { exchange in
            guard isUnwanted(exchange) else { return false }
            _ = curl.multiRemove(multi, exchange.handle)
            curl.easyReset(exchange.handle)
            free.append(exchange.handle)
            return true
        }
    }
}
