internal import FeatureABI
internal import FeatureContract

/// Makes requests through the host's extension `switchyard.http/1`.
struct HostHTTPClient: HTTPClientContract {
    let handle: HostHandle

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response = HTTPResponse()
        var body: [UInt8] = []
        for try await piece in pieces(of: request) {
            switch piece {
            case .sent: break
            case .response(let head): response = head
            case .body(let bytes): body += bytes
            }
        }
        try Task.checkCancellation()
        return HTTPResponse(response.status, response.headers, url: response.url, body: body)
    }

    func pieces(of request: HTTPRequest) -> AsyncThrowingStream<HTTPPiece, any Error> {
        AsyncThrowingStream { continuation in
            let receiver = HTTPReceiver(continuation)
            let work = Task { @MainActor in
                do throws(CallFailure) {
                    try handle.send(request, receiver)
                } catch {
                    continuation.finish(throwing: HTTPError(error))
                }
            }
            continuation.onTermination = { [handle] reason in
                guard case .cancelled = reason else { return }
                work.cancel()
                handle.post { handle.cancel(receiver) }
            }
        }
    }
}

/// Passes on what comes of a request.
private final class HTTPReceiver: Sendable {
    let continuation: AsyncThrowingStream<HTTPPiece, any Error>.Continuation
    /// The number of the request; 0 before it is made, and when it is done.
    @MainActor var number: UInt64 = 0
    /// Whether nobody reads what comes.
    @MainActor var isCancelled = false

    init(_ continuation: AsyncThrowingStream<HTTPPiece, any Error>.Continuation) { self.continuation = continuation }

    /// Receives an event.
    ///
    /// - Returns: Whether it is the last one.
    @MainActor
    func receive(_ event: sy_http_event) -> Bool {
        switch Int(event.kind) {
        case Int(SY_HTTP_SENT): continuation.yield(.sent(Int(clamping: event.sent)))
        case Int(SY_HTTP_RESPONSE):
            let fields = UnsafeBufferPointer(start: event.headers, count: event.header_count)
            let headers = HTTPHeaders(
                fields.map { ((try? String(abi: $0.name)) ?? "", (try? String(abi: $0.value)) ?? "") })
            let url = (try? String(abi: event.url)) ?? ""
            continuation.yield(.response(HTTPResponse(Int(event.status), headers, url: url)))
        case Int(SY_HTTP_BODY):
            continuation.yield(.body(Array(UnsafeBufferPointer(start: event.body, count: event.body_size))))
        case Int(SY_HTTP_DONE):
            let reason = (try? String(abi: event.reason)) ?? ""
            let isGood = event.code == 0 && reason.isEmpty
            let failure = CallFailure(FailureCode(rawValue: event.code), reason)
            continuation.finish(throwing: isGood ? nil : HTTPError(failure))
            number = 0
            return true
        default: break
        }
        return false
    }
}

extension HostHandle {
    @MainActor
    fileprivate func send(_ request: HTTPRequest, _ receiver: HTTPReceiver) throws(CallFailure) {
        guard !receiver.isCancelled else { return }
        let table = try table(SY_HTTP_EXTENSION, of: sy_http.self)
        var arena = ABIArena()
        var asked = sy_http_request()
        asked.size = UInt32(MemoryLayout<sy_http_request>.size)
        asked.method = arena.string(request.method.rawValue)
        asked.url = arena.string(request.url)
        let milliseconds = request.timeout.map { ($0 / .milliseconds(1)).rounded(.up) } ?? 0
        asked.timeout = UInt32(max(0, min(milliseconds, Double(UInt32.max))))
        let headers = request.headers.fields.map { field in
            var header = sy_http_header()
            header.size = UInt32(MemoryLayout<sy_http_header>.size)
            (header.name, header.value) = (arena.string(field.name), arena.string(field.value))
            return header
        }
        (asked.headers, asked.header_count) = (arena.array(headers), headers.count)
        let secrets = request.secretNames.sorted().map { arena.string($0) }
        (asked.secret_names, asked.secret_name_count) = (arena.array(secrets), secrets.count)
        let argument = Unmanaged.passRetained(receiver)
        do {
            try request.body.withUnsafeBufferPointer { (body) throws(CallFailure) in
                (asked.body, asked.body_size) = (body.baseAddress, body.count)
                try callABI { error in
                    table.pointee.send(
                        table, &asked,
                        { argument, event in
                            guard let argument, let event = event?.pointee else { return }
                            let receiver = Unmanaged<HTTPReceiver>.fromOpaque(argument)
                            let isLast = onMainActor { receiver.takeUnretainedValue().receive(event) }
                            if isLast { receiver.release() }
                        }, argument.toOpaque(), &receiver.number, error)
                }
            }
        } catch {
            argument.release()
            throw error
        }
    }

    @MainActor
    fileprivate func cancel(_ receiver: HTTPReceiver) {
        receiver.isCancelled = true
        guard receiver.number != 0, let table = try? table(SY_HTTP_EXTENSION, of: sy_http.self) else { return }
        table.pointee.cancel(table, receiver.number)
        // The host calls the function no more.
        receiver.number = 0
        Unmanaged.passUnretained(receiver).release()
    }
}
