import FeatureABI
import FeatureContract
import HTTPBroker
import HostSystem

extension sy_http_header: ABIStruct { package static var firstSize: Int { 40 } }
extension sy_http_request: ABIStruct { package static var firstSize: Int { 88 } }
extension sy_http_event: ABIStruct { package static var firstSize: Int { 88 } }

extension HostTable {
    /// The table of `switchyard.http/1` without its instance.
    nonisolated static func httpFunctions() -> sy_http {
        var table = sy_http()
        table.size = UInt32(MemoryLayout<sy_http>.size)
        table.send = { table, request, receive, argument, number, error in
            HostTableInstance.send(table, request, receive.map { HTTPReceiver($0, argument) }, number, error)
        }
        table.cancel = { table, number in HostTableInstance.of(table)?.cancel(number) }
        return table
    }
}

/// The feature's function for what becomes of a request.
struct HTTPReceiver: @unchecked Sendable {
    private let function: sy_http_receive
    private let argument: UnsafeMutableRawPointer?

    init(_ function: @escaping sy_http_receive, _ argument: UnsafeMutableRawPointer?) {
        (self.function, self.argument) = (function, argument)
    }

    private func give(_ kind: Int, _ fill: (inout sy_http_event, inout ABIArena) -> Void) {
        var arena = ABIArena()
        var event = sy_http_event.sized
        event.kind = UInt32(kind)
        fill(&event, &arena)
        withUnsafePointer(to: event) { function(argument, $0) }
    }

    func sent(_ count: UInt64) { give(SY_HTTP_SENT) { event, _ in event.sent = count } }

    func response(_ head: HTTPResponseHead) {
        give(SY_HTTP_RESPONSE) { event, arena in
            event.status = head.status
            event.url = arena.string(head.url)
            var headers: [sy_http_header] = []
            for field in head.headers {
                var header = sy_http_header.sized
                (header.name, header.value) = (arena.string(field.name), arena.string(field.value))
                headers.append(header)
            }
            (event.headers, event.header_count) = (arena.array(headers), headers.count)
        }
    }

    func body(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { bytes in
            give(SY_HTTP_BODY) { event, _ in (event.body, event.body_size) = (bytes.baseAddress, bytes.count) }
        }
    }

    func done(_ failure: CallFailure?) {
        give(SY_HTTP_DONE) { event, arena in
            guard let failure else { return }
            (event.code, event.reason) = (failure.code.rawValue, arena.string(failure.reason))
        }
    }
}

/// A request under way. The feature has yet to receive the rest of its answer.
struct HTTPTransfer {
    let receiver: HTTPReceiver
    /// The number of the question that the host is to answer.
    var request: UInt64
    /// The whole body of the request, which a redirect may ask for again.
    let body: [UInt8]
    /// How many bytes of it have gone, as far as the feature knows.
    var told: UInt64 = 0

    func piece(from offset: UInt64) -> [UInt8] {
        Array(body.dropFirst(Int(clamping: offset)).prefix(HTTPLimit.piece))
    }
}

extension HostTableInstance {
    nonisolated static func send(
        _ table: UnsafePointer<sy_http>?, _ request: UnsafePointer<sy_http_request>?, _ receiver: HTTPReceiver?,
        _ number: UnsafeMutablePointer<UInt64>?, _ error: UnsafePointer<sy_error>?
    ) -> sy_status {
        guard let instance = of(table) else { return sy_status(SY_FAILED) }
        var sent: (number: UInt64, transfer: HTTPTransfer)?
        let answer = DoneFunction { result in
            guard let sent else { return }
            MainActor.assumeIsolated { instance.receive(result, of: sent.number) }
        }
        let status = ask(table, "a request", error, answer) { (_, asked) throws(CallFailure) in
            guard let receiver else { throw noFunction }
            let request = try sy_http_request.read(request)
            let (body, size) = (request.body, request.body_size)
            guard (0...Int(UInt32.max)).contains(size), size == 0 || body != nil else {
                throw CallFailure(
                    malformed: "a body of \(UInt(bitPattern: size)) bytes that is null, or too large")
            }
            let transfer = HTTPTransfer(
                receiver: receiver, request: asked, body: Array(UnsafeBufferPointer(start: body, count: size)))
            let names = UnsafeBufferPointer(
                start: try ABILimit.checkedArray(request.secret_names, request.secret_name_count, of: "names"),
                count: request.secret_name_count)
            let head = HTTPRequestHead(
                method: try String(abi: request.method), url: try String(abi: request.url),
                headers: try sy_http_header.readArray(request.headers, request.header_count).map {
                    (header) throws(CallFailure) in
                    HTTPHeader(try String(abi: header.name), try String(abi: header.value))
                }, bodySize: UInt64(size), timeout: request.timeout,
                secretNames: try names.map { (name) throws(CallFailure) in try String(abi: name) })
            sent = (asked, transfer)
            return .http(.send(head, transfer.piece(from: 0)), exchange: asked, request: asked)
        }
        if status == sy_status(SY_OK), let sent {
            MainActor.assumeIsolated { instance.transfers[sent.number] = sent.transfer }
            number?.pointee = sent.number
        }
        return status
    }

    nonisolated func cancel(_ number: UInt64) {
        guard MainQueue.isCurrent else { return }
        MainActor.assumeIsolated {
            guard let transfer = transfers.removeValue(forKey: number) else { return }
            unanswered?[transfer.request] = nil
            tell(.cancel(exchange: number))
        }
    }

    /// Passes an answer to the feature, and asks for the next one.
    @MainActor
    private func receive(_ result: Result<Handover?, CallFailure>, of number: UInt64) {
        guard let transfer = transfers[number] else { return }
        let receiver = transfer.receiver
        switch result {
        case .failure(let failure):
            transfers[number] = nil
            receiver.done(failure)
        case .success(let handover):
            guard let answer = handover?.http else { return }
            switch answer {
            case .wantsBody(let offset):
                transfers[number]?.told = offset
                receiver.sent(offset)
                ask(.body(transfer.piece(from: offset), from: offset), of: number)
                return
            case .response(let head, let body, _):
                let size = UInt64(transfer.body.count)
                // The broker has had the last piece.
                if size > 0, transfer.told + UInt64(HTTPLimit.piece) >= size { receiver.sent(size) }
                if transfers[number] != nil { receiver.response(head) }
                if !body.isEmpty, transfers[number] != nil { receiver.body(body) }
            case .body(let body, _): if !body.isEmpty { receiver.body(body) }
            }
            guard transfers[number] != nil else { return }
            guard answer.isLast else { return ask(.next, of: number) }
            transfers[number] = nil
            receiver.done(nil)
        }
    }

    @MainActor
    private func ask(_ question: HTTPQuestion, of number: UInt64) {
        // The feature may have cancelled it in its function.
        guard transfers[number] != nil else { return }
        let request = lastRequest + 1
        transfers[number]?.request = request
        let done = DoneFunction { [unowned self] result in
            MainActor.assumeIsolated { receive(result, of: number) }
        }
        guard case .failure(let failure) = pass(.http(question, exchange: number, request: request), done)
        else { return }
        receive(.failure(failure), of: number)
    }
}
