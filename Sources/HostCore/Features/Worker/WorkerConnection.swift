import Dispatch
import FeatureContract
import Glibc

/// The worker's end of the socket. What comes while the feature's code waits for an answer is taken up afterwards.
@MainActor
final class WorkerConnection: WorkerServer.Upstream {
    private let socket: Int32
    private var incoming = FrameBuffer()
    /// Calls that came while the feature's code waited for an answer.
    private var waiting: [[UInt8]] = []
    private var isBusy = false
    private lazy var server = WorkerServer(upstream: self, load: WorkerMain.load)

    init(socket: Int32) {
        self.socket = socket
    }

    /// Takes what has come, and makes the calls in it.
    func serve() {
        guard !isBusy else { return }
        // What was there to read may have been read meanwhile, by the feature's own work that has asked for something.
        receive(waits: false)
        serveWaiting()
    }

    private func serveWaiting() {
        do {
            while !isBusy, let call = try nextCall() {
                isBusy = true
                if case .turn = call { return reply(afterTurns: 8) }
                let reply = server.reply(to: call)
                isBusy = false
                send(.reply, reply.bytes)
            }
        } catch {
            WorkerMain.leave(.garbage)
        }
    }

    private func nextCall() throws(FlatError) -> WorkerCall? {
        if !waiting.isEmpty { return try WorkerCall(waiting.removeFirst()) }
        guard let frame = try incoming.next() else { return nil }
        guard frame.kind == .call else { throw FlatError("a message out of turn") }
        return try WorkerCall(frame.content)
    }

    /// Replies once the main queue has been through as often: what a feature has just started runs up to its first
    /// suspension.
    private func reply(afterTurns turns: Int) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated { [self] in
                if turns > 0 { return reply(afterTurns: turns - 1) }
                isBusy = false
                send(.reply, WorkerReply.done.bytes)
                serveWaiting()
            }
        }
    }

    func ask(_ request: WorkerRequest) -> HostAnswer {
        defer {
            // Asked for by work of the feature's own: nobody else takes up what has come meanwhile.
            if !isBusy { DispatchQueue.main.async { MainActor.assumeIsolated { self.serveWaiting() } } }
        }
        let content = request.bytes
        guard content.count <= FrameBuffer.maximumSize else {
            return .failure(CallFailure(.limit, "the request takes \(FrameBuffer.limitText(content.count))"))
        }
        send(.request, content)
        do {
            while true {
                while let frame = try incoming.next() {
                    switch frame.kind {
                    case .answer: return try HostAnswer(frame.content)
                    case .call: waiting.append(frame.content)
                    default: throw FlatError("a message that only a worker sends")
                    }
                }
                receive(waits: true)
            }
        } catch {
            WorkerMain.leave(.garbage)
        }
    }

    func tell(_ notice: WorkerNotice) { send(.notice, notice.bytes) }

    private func send(_ kind: FrameKind, _ content: [UInt8]) {
        var rest = FrameBuffer.frame(kind, content)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { WorkerMain.leave(.lostConnection) }
        }
    }

    /// Takes what has come; where nothing has, it may wait for that.
    private func receive(waits: Bool) {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            while true {
                let count = recv(socket, buffer.baseAddress, buffer.count, waits ? 0 : Int32(MSG_DONTWAIT))
                if count > 0 { return incoming.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                if count < 0, errno == EAGAIN { return }
                if count == 0 || errno != EINTR { WorkerMain.leave(.lostConnection) }
            }
        }
    }
}
