import Dispatch
import FeatureContract
import Glibc
import HostSystem

/// The worker's end of the socket. Calls that arrive while the feature's code waits for an answer are handled
/// afterwards.
@MainActor
final class WorkerConnection: WorkerServer.Upstream {
    private let socket: Int32
    private var incoming = FrameBuffer()
    /// Calls that came while the feature's code waited for an answer.
    private var waiting: [Call] = []
    private var isBusy = false
    /// The last screen that the host received.
    private var lastScreen = RenderedScreen()
    /// The descriptor that came last. The host sends one with a call, and the next call after the reply.
    private var descriptor: OpenDescriptor?

    private typealias Call = (number: UInt32, content: [UInt8])

    private let load: WorkerServer.Load
    private lazy var server = WorkerServer(upstream: self, load: load)

    init(socket: Int32, load: @escaping WorkerServer.Load = WorkerMain.load) {
        self.socket = socket
        self.load = load
    }

    func serve() {
        guard !isBusy else { return }
        // Must not wait: a request of the feature's own work may have read everything already.
        receive(waits: false)
        serveWaiting()
    }

    private func serveWaiting() {
        do {
            while !isBusy, let (number, content) = try nextCall() {
                let call = try WorkerCall(content)
                isBusy = true
                if case .turn = call { return reply(to: number, afterTurns: 8) }
                let reply = server.reply(to: call)
                isBusy = false
                send(.reply, number: number, reply.bytes(against: &lastScreen))
                server.replied()
            }
        } catch {
            WorkerMain.leave(.garbage)
        }
    }

    private func nextCall() throws(BinaryError) -> Call? {
        if !waiting.isEmpty { return waiting.removeFirst() }
        guard let frame = try incoming.next() else { return nil }
        guard frame.kind == .call else { throw BinaryError("a message out of turn") }
        return (frame.number, frame.content)
    }

    /// Replies after `turns` more turns of the main queue, so that tasks just started by the feature run to their first
    /// suspension.
    private func reply(to number: UInt32, afterTurns turns: Int) {
        DispatchQueue.main.async {
            MainActor.assumeIsolated { [self] in
                if turns > 0 { return reply(to: number, afterTurns: turns - 1) }
                isBusy = false
                send(.reply, number: number, WorkerReply.feature(.done).bytes)
                serveWaiting()
            }
        }
    }

    func call(_ message: HostMessage) -> HostReply {
        let content = message.bytes
        guard message.waits else {
            send(.notice, content)
            return .done
        }
        defer {
            // After a request of the feature's own work, no caller handles the calls that arrived meanwhile.
            if !isBusy { DispatchQueue.main.async { MainActor.assumeIsolated { self.serveWaiting() } } }
        }
        guard content.count <= FrameKind.maximumRequest else {
            let size = FrameBuffer.limitText(content.count, FrameKind.maximumRequest)
            return .failure(CallFailure(.limit, "the request takes \(size)"))
        }
        send(.request, content)
        do {
            while true {
                while let frame = try incoming.next() {
                    switch frame.kind {
                    case .answer: return try HostReply(frame.content)
                    case .call: waiting.append((frame.number, frame.content))
                    default: throw BinaryError("a message that only a worker sends")
                    }
                }
                receive(waits: true)
            }
        } catch {
            WorkerMain.leave(.garbage)
        }
    }

    func reached(_ stage: LoadingStage) { send(.stage, [stage.rawValue]) }

    func removeDescriptor() -> OpenDescriptor? {
        defer { descriptor = nil }
        return descriptor
    }

    private func send(_ kind: FrameKind, number: UInt32 = 0, _ content: [UInt8]) {
        var rest = FrameBuffer.frame(kind, number: number, content)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { WorkerMain.leave(.lostConnection) }
        }
    }

    /// Reads the input that has arrived. If there is none, waits for it if `waits`.
    private func receive(waits: Bool) {
        withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            var event = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            if waits { _ = BriefWait.until { poll(&event, 1, 0) != 0 } }
            while true {
                let count = DescriptorMessage.receive(
                    into: buffer, from: socket, maximum: 1, flags: waits ? 0 : Int32(MSG_DONTWAIT)
                ) { descriptor = OpenDescriptor($0) }
                if count > 0 { return incoming.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
                if count < 0, errno == EAGAIN { return }
                if count == 0 || errno != EINTR { WorkerMain.leave(.lostConnection) }
            }
        }
    }
}
