import CurlCalls
import FeatureContract
import Glibc
import HostSystem

/// One request of a feature, made by libcurl. Used on the broker's thread alone.
final class BrokerExchange {
    let socket: OpenDescriptor
    let handle: Curl.Handle
    private let curl: Curl
    private unowned let loop: BrokerLoop
    private let rules: HTTPRules
    private let head: HTTPRequestHead
    private let host: String
    /// The URL for a message.
    private let place: String
    private var proxy: String?
    /// The texts of the request's head, and the text of an error, which libcurl reads and writes until the end.
    private var fields: UnsafeMutableRawPointer?
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: 256)

    /// Whether the host waits for an answer.
    private var isAsked = true
    /// The first piece of the request's body, from which libcurl begins again where a connection falls.
    private let first: [UInt8]
    /// The bytes of the request's body that are to be sent, and the offset behind them.
    private var toSend: [UInt8]
    private var sent: UInt64 = 0
    private var isWaitingForBody = false

    private var response: HTTPResponseHead?
    private var headerBytes = 0
    private var isHeadOver = false
    private var hasGivenHead = false
    /// The bytes of the response's body. The host has those before `given`.
    private var received: [UInt8] = []
    private var given = 0
    private var receivedCount: UInt64 = 0
    private var isHeld = false
    /// When something has last come or gone, or the host was the one to wait for.
    private var lastMove = SuspendingClock.now
    private var counts: [Int64] = []

    private var refusal: CallFailure?
    private var end: Result<Void, CallFailure>?
    /// Whether the host has the last answer.
    private(set) var isOver = false

    /// The bytes that wait for the host's next question, beyond which libcurl reads no more.
    private static let mostWaiting = 4 * HTTPLimit.piece

    /// The bytes of all exchanges that wait. libcurl unpacks all that it has read before it can be held, which may be a
    /// thousand times as much.
    private static let mostUnpacked = 128 << 20

    init(
        _ head: HTTPRequestHead, _ body: [UInt8], _ rules: HTTPRules, _ socket: OpenDescriptor, _ handle: Curl.Handle,
        _ loop: BrokerLoop
    ) {
        (self.head, first, toSend, self.rules, self.socket) = (head, body, body, rules, socket)
        (self.handle, self.loop, curl) = (handle, loop, loop.curl)
        let url = try? HTTPURL(head.url)
        (host, place) = (url?.origin.host ?? "", url?.place ?? "")
        errorText.initialize(repeating: 0, count: 256)
        setUp()
    }

    deinit {
        curl.listFree(fields)
        errorText.deallocate()
    }

    private func setUp() {
        let own = Unmanaged.passUnretained(self).toOpaque()
        func set(_ option: Curl.Option, _ value: Int) { curl.set(option, value, of: handle) }
        func set(_ option: Curl.Option, _ text: String) { curl.set(option, text, of: handle) }
        curl.set(.errorBuffer, errorText, of: handle)
        curl.set(.owner, own, of: handle)
        set(.url, head.url)
        // HTTP and HTTPS, at TLS 1.2 or later.
        set(.protocols, 3)
        set(.tls, 6)
        set(.pathAsIs, 1)
        set(.noSignal, 1)
        set(.bufferSize, HTTPLimit.piece)
        set(.connectTimeout, HTTPLimit.silence * 1000)
        // A thread that still looks for a name's address holds nothing up.
        set(.quickExit, 1)
        if head.timeout > 0 { set(.timeout, Int(head.timeout)) }
        proxy = BrokerEnvironment.proxy(for: head.url, host: host)
        // Both, so that libcurl reads no variable of its own: which requests go where is decided here alone.
        set(.proxy, proxy ?? "")
        set(.noProxy, proxy == nil ? "*" : "")
        set(.hidesConnect, 1)
        if let file = BrokerEnvironment.variable("SSL_CERT_FILE") { set(.caFile, file) }
        if let folder = BrokerEnvironment.variable("SSL_CERT_DIR") { set(.caFolder, folder) }
        // All that it knows; it then decodes what comes.
        if head.headers["accept-encoding"] == nil { set(.encodings, "") }
        if head.method == "HEAD" { set(.noBody, 1) } else if head.method != "GET" { set(.method, head.method) }
        // Where a connection falls that was open already, libcurl sends the request again. One that may do something each
        // time has a new connection: RFC 9110, section 9.2.2.
        if ["POST", "PATCH"].contains(head.method) { set(.freshConnection, 1) }
        setBody(own)
        var lines = head.headers.map { header in
            let value = header.value.trimmed
            return value.isEmpty ? "\(header.name);" : "\(header.name): \(value)"
        }
        // Without it, libcurl would ask the server whether it takes the body, which many servers do not answer.
        lines.append("Expect:")
        for line in lines { fields = curl.listAppend(fields, line) ?? fields }
        curl.set(.headers, fields, of: handle)
        let header: Transfer = { bytes, size, count, owner in
            BrokerExchange.of(owner)?.readHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        let write: Transfer = { bytes, size, count, owner in
            BrokerExchange.of(owner)?.readBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
        }
        let progress: @convention(c) (UnsafeMutableRawPointer?, Int64, Int64, Int64, Int64) -> Int32 = {
            owner, _, read, _, sent in
            BrokerExchange.of(owner)?.move(to: [read, sent])
            return 0
        }
        set(.noProgress, 0)
        install(.progress, .progressData, unsafeBitCast(progress, to: UnsafeRawPointer.self), own)
        install(.header, .headerData, unsafeBitCast(header, to: UnsafeRawPointer.self), own)
        install(.write, .writeData, unsafeBitCast(write, to: UnsafeRawPointer.self), own)
        // Behind a proxy, the addresses are those of the proxy, which the operator has named.
        guard proxy == nil else { return }
        let open: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutablePointer<curl_address>) -> Int32 = {
            owner, _, address in BrokerExchange.of(owner)?.open(address) ?? -1
        }
        let check:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32, Int32
            ) -> Int32 = { owner, address, _, _, _ in
                let address = address.flatMap { SocketAddress(String(cString: $0)) }
                return BrokerExchange.of(owner)?.allows(address) == true ? 0 : 1
            }
        install(.socket, .socketData, unsafeBitCast(open, to: UnsafeRawPointer.self), own)
        install(.check, .checkData, unsafeBitCast(check, to: UnsafeRawPointer.self), own)
    }

    private typealias Transfer =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

    /// Sets a function that libcurl calls, with this exchange as its data.
    private func install(
        _ option: Curl.Option, _ data: Curl.Option, _ function: UnsafeRawPointer, _ own: UnsafeRawPointer
    ) {
        curl.set(option, function, of: handle)
        curl.set(data, own, of: handle)
    }

    private func setBody(_ own: UnsafeRawPointer) {
        // Without a body, the head then says so, as a server may require.
        guard head.bodySize > 0 || ["POST", "PUT", "PATCH"].contains(head.method) else { return }
        curl.set(.upload, 1, of: handle)
        curl.set(.method, head.method, of: handle)
        curl.set(.uploadSize, Int(head.bodySize), of: handle)
        let read: Transfer = { bytes, size, count, owner in
            BrokerExchange.of(owner)?.giveBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
                ?? Curl.abort
        }
        let seek: @convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int32 = { owner, offset, origin in
            // From the start only: SEEK_SET.
            guard origin == 0, offset >= 0, let exchange = BrokerExchange.of(owner) else { return 1 }
            exchange.toSend = offset == 0 ? exchange.first : []
            exchange.sent = UInt64(offset)
            return 0
        }
        install(.read, .readData, unsafeBitCast(read, to: UnsafeRawPointer.self), own)
        install(.seek, .seekData, unsafeBitCast(seek, to: UnsafeRawPointer.self), own)
    }

    static func of(_ owner: UnsafeMutableRawPointer?) -> BrokerExchange? {
        owner.map { Unmanaged<BrokerExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: The host

    /// Reads the host's question, if there is one.
    ///
    /// - Returns: False once the host has ended the exchange.
    func listen() -> Bool {
        let question: HTTPQuestion
        switch try? HTTPPacket.receive(HTTPBrokerQuestion.self, from: socket.number) {
        case .nothing?: return true
        case .message(.isWorking)?:
            _ = HTTPPacket.send(HTTPBrokerReply.works, over: socket.number)
            return true
        case .message(.feature(let asked))?: question = asked
        case .end, nil: return false
        }
        isAsked = true
        // A piece from elsewhere was wanted before libcurl began anew; the host is then asked again.
        if case .body(let piece, from: sent) = question, isWaitingForBody {
            (isWaitingForBody, toSend) = (false, piece)
            pause()
        }
        return true
    }

    /// Answers the host's question, as far as that is possible yet.
    func answer() {
        guard isAsked, !isOver else { return }
        let isWhole = waitingCount <= HTTPLimit.piece && end?.isSuccess == true
        if let response, isHeadOver, !hasGivenHead {
            hasGivenHead = true
            give(.answer(.response(response, nextPiece(), isWhole: isWhole)))
        } else if hasGivenHead, waitingCount > 0 {
            give(.answer(.body(nextPiece(), isWhole: isWhole)))
        } else if let end {
            switch end {
            case .success: give(.answer(.body([], isWhole: true)))
            case .failure(let failure): give(.failure(failure))
            }
        } else if isWaitingForBody {
            give(.answer(.wantsBody(from: sent)))
        }
    }

    private func give(_ reply: HTTPBrokerReply) {
        isAsked = false
        isOver =
            switch reply {
            case .answer(let answer): answer.isLast
            case .failure: true
            case .works: false
            }
        if !HTTPPacket.send(reply, over: socket.number) { isOver = true }
    }

    private func nextPiece() -> [UInt8] {
        let piece = Array(received[given...].prefix(HTTPLimit.piece))
        given += piece.count
        if given > received.count / 2 {
            received.removeFirst(given)
            given = 0
        }
        return piece
    }

    /// The number of bytes that wait for the host's next question.
    var waitingCount: Int { received.count - given }

    /// Reads no more while so much waits for the host, and then reads on. Between two steps of libcurl, which would keep
    /// all that it unpacks meanwhile.
    func hold() {
        guard end == nil, isHeld != (waitingCount >= Self.mostWaiting) else { return }
        isHeld.toggle()
        pause()
    }

    private func pause() {
        // CURLPAUSE_RECV, CURLPAUSE_SEND.
        _ = curl.easyPause(handle, (isHeld ? 1 : 0) | (isWaitingForBody ? 4 : 0))
    }

    // MARK: libcurl

    private func move(to counts: [Int64]) {
        if counts != self.counts { (self.counts, lastMove) = (counts, .now) }
    }

    /// Ends a transfer in which nothing comes and nothing can be sent. What the host keeps waiting is not silent.
    func checkSilence() {
        if isHeld || isWaitingForBody { lastMove = .now }
        guard end == nil, lastMove.duration(to: .now) > .seconds(HTTPLimit.silence) else { return }
        end = .failure(CallFailure(.unavailable, failed("nothing has come for \(HTTPLimit.silence) seconds")))
    }

    private func readHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
        lastMove = .now
        var line = String(decoding: bytes, as: UTF8.self)
        headerBytes += line.utf8.count
        guard headerBytes <= HTTPLimit.headers else { return refuseHead() }
        // Fields behind the body are nobody's.
        guard !isHeadOver else { return bytes.count }
        while line.last?.isNewline == true { line.removeLast() }
        if response == nil {
            guard let status = Self.status(of: line) else {
                return refuse(
                    .unavailable, "it begins with \(quoted: line) in place of a status such as 'HTTP/1.1 200 OK'")
            }
            response = HTTPResponseHead(status: status, headers: [], url: head.url)
        } else if line.isEmpty {
            // One of 100 to 199 comes before the response: RFC 9110, section 15.2.
            isHeadOver = (response?.status ?? 0) >= 200
            if !isHeadOver { response = nil }
        } else if line.first == " " || line.first == "\t" {
            // The last field goes on: RFC 9112, section 5.2. The host takes no response with a field that is none.
            if let last = response?.headers.indices.last, HTTPHeader.isValue(line) {
                let isEmpty = response?.headers[last].value.isEmpty == true
                response?.headers[last].value += (isEmpty ? "" : " ") + line.trimmed
            }
        } else if let field = HTTPHeader(line: line) {
            guard (response?.headers.count ?? 0) < HTTPLimit.headerCount else {
                return refuse(.limit, "its head has more than \(HTTPLimit.headerCount) fields")
            }
            response?.headers.append(field)
        }
        return bytes.count
    }

    /// The status of the first line of a head, `HTTP/1.1 200 OK`: RFC 9112, section 4.
    private static func status(of line: String) -> UInt32? {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3, let status = UInt32(parts[1]),
            (100...599).contains(status)
        else { return nil }
        return status
    }

    private func refuseHead() -> Int { refuse(.limit, "its head has more than \(HTTPLimit.headers >> 10) KiB") }

    private func readBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        receivedCount += UInt64(bytes.count)
        guard receivedCount <= rules.maximumBody else {
            return refuse(.limit, "its body has more than \(ByteCount.text(rules.maximumBody))")
        }
        guard loop.waitingCount + bytes.count <= Self.mostUnpacked else {
            return refuse(.limit, "it unpacks to more than there is room for at once")
        }
        received += bytes
        return bytes.count
    }

    private func refuse(_ code: FailureCode, _ reason: String) -> Int {
        refusal = CallFailure(code, "the answer of '\(place)' is refused: \(reason)")
        // Another count than was given ends the transfer.
        return 0
    }

    private func giveBody(_ room: UnsafeMutableRawBufferPointer) -> Int {
        guard sent < head.bodySize else { return 0 }
        guard !toSend.isEmpty else {
            isWaitingForBody = true
            return Curl.pause
        }
        let count = min(room.count, toSend.count, Int(clamping: head.bodySize - sent))
        room.copyBytes(from: toSend.prefix(count))
        toSend.removeFirst(count)
        sent += UInt64(count)
        return count
    }

    private func open(_ address: UnsafeMutablePointer<curl_address>) -> Int32 {
        let start = UnsafeRawPointer(address).advanced(by: MemoryLayout<curl_address>.offset(of: \.address) ?? 16)
        guard allows(SocketAddress(start, family: address.pointee.family)) else { return -1 }
        return Glibc.socket(
            address.pointee.family, address.pointee.type | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    private func allows(_ address: SocketAddress?) -> Bool {
        guard let address else { return false }
        if address.isPublic || rules.addresses.contains(address.text) || host == "localhost" && address.isLoopback {
            return true
        }
        refusal = CallFailure(
            .notAllowed,
            "'\(host)' is at \(address.text), which is no public address; the wiring file must allow it by an origin with "
                + "that address, such as 'http://\(address.bytes.count == 4 ? address.text : "[\(address.text)]")'")
        return false
    }

    /// Called when the transfer has ended.
    func finish(_ code: Int32) {
        guard end == nil else { return }
        guard code != 0 || !isHeadOver else {
            end = .success(())
            return
        }
        if !isHeadOver, Curl.lineTooLong.contains(code) { _ = refuseHead() }
        if let refusal { return end = .failure(refusal) }
        var text = String(cString: errorText)
        if code == 0 { text = "it ended before its head did" }
        // The operator's proxy may have a password.
        if code == Curl.badProxy { text = "the proxy of the environment cannot be asked" }
        if let proxy { text = text.replacing(proxy, with: "the proxy of the environment") }
        if text.isEmpty { text = curl.errorText(code).map { String(cString: $0) } ?? "error \(code)" }
        end = .failure(CallFailure(code == Curl.cannotResolve ? .notFound : .unavailable, failed(text)))
    }

    private func failed(_ reason: String) -> String {
        (isHeadOver ? "the answer of '\(place)' broke off: " : "no answer of '\(place)': ") + reason
    }
}

extension Result {
    var isSuccess: Bool { if case .success = self { true } else { false } }
}
