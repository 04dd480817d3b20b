import FeatureContract
import Glibc
import HostSystem

@testable import HostCore

/// A worker without a process: both halves of the protocol run in this one, and exchange messages in their binary form.
@MainActor
final class LoopbackLink: WorkerLink, WorkerServer.Upstream {
    private let library: WorkerServer.Library
    private lazy var server = WorkerServer(upstream: self) { [library] _, _, _, _ in library }
    private var descriptor: OpenDescriptor?
    private weak var service: (any WorkerService)?
    /// The exits by the name of a call: the worker exits instead of the next such call, or for `reply` after the next
    /// call of any name.
    var exits: [String: WorkerExit.Cause] = [:]
    /// The times that calls take, in seconds, by their names. The host does not wait for those that it tells.
    var times: [String: Double] = [:]
    /// The names of the calls that the worker makes and does not reply to before ``reply()``.
    var held: Set<String> = []
    /// Whether the worker leaves out every call.
    var skipsAll = false
    /// Whether the user stops waiting for a call that is held.
    var isGivenUp = false
    private var replies: [@MainActor () -> Void] = []
    /// The calls that the worker has got and not begun.
    private var waiting: [(call: WorkerCall, seconds: Double, reply: PendingReply)] = []
    /// The time in seconds that the worker still needs for calls that it was told.
    private var timeBehind = 0.0
    private(set) var isStopped = false
    /// Whether the host may still send calls along with the last one.
    private var isFollowing = false
    /// The last screen, as the worker has sent it and as the host has got it.
    private var (sent, received) = (RenderedScreen(), RenderedScreen())
    private var ended: (@MainActor (WorkerExit) -> Void)?

    init(
        manifest: [UInt8],
        activate: @escaping @MainActor (any FeatureHost, ActivationContext) throws(CallFailure) -> any FeatureInstance
    ) {
        library = WorkerServer.Library(manifest: manifest, activate: activate)
    }

    /// The exchanges, each with the calls that the host has sent at once.
    private var exchanges: [[String]] = []

    func takeExchanges() -> [[String]] {
        defer { exchanges = [[]] }
        return exchanges.filter { !$0.isEmpty }
    }

    func begin(_ call: WorkerCall, within seconds: Double) -> PendingReply {
        let name = call.name
        switch call {
        case .ahead: exchanges[exchanges.count - 1].append(name)
        case .turn where isFollowing: exchanges[exchanges.count - 1].append(name)
        default: exchanges.append([name])
        }
        if case .ahead = call { isFollowing = true } else { isFollowing = false }
        waiting.append((call, seconds, PendingReply()))
        return waiting[waiting.count - 1].reply
    }

    func reply(
        _ pending: PendingReply, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply? {
        reply()
        try makeCalls(within: seconds, serving: service) { pending.reply != nil }
        return pending.reply
    }

    /// Makes all calls that the worker has got, as if the host were slow.
    func catchUpAhead() {
        guard let service else { return }
        try? makeCalls(serving: service) { false }
    }

    /// Makes the calls that the worker has got, until something is so.
    private func makeCalls(
        within total: Double = .greatestFiniteMagnitude, serving service: any WorkerService, until isSo: () -> Bool
    ) throws(WorkerExit) {
        while !isSo(), !waiting.isEmpty {
            let (call, seconds, pending) = waiting.removeFirst()
            let reply = try exchange(call, with: nil, within: min(seconds, total), serving: service)
            if isGivenUp, held.contains(call.name) {
                return replies.append { pending.arrive(reply) }
            }
            pending.arrive(skipsAll ? .skipped : reply)
            server.replied()
        }
    }

    func tell(
        _ call: WorkerCall, with descriptor: OpenDescriptor?, within seconds: Double,
        done: @escaping @MainActor () -> Void
    ) {
        guard let service else { return }
        do throws(WorkerExit) {
            try makeCalls(serving: service) { false }
            _ = try exchange(call, with: descriptor, within: .infinity, serving: service)
            if held.contains(call.name) || timeBehind > 0 { replies.append(done) } else { done() }
        } catch {
            ended?(error)
        }
    }

    /// What the worker does by itself when the app ends.
    var busy: (@MainActor (LoopbackLink) -> Void)?

    var isBehind: Bool { !replies.isEmpty || busy != nil }

    func catchUp(within seconds: Double, serving service: any WorkerService) throws(WorkerExit) -> Bool {
        if let busy {
            self.busy = nil
            busy(self)
        }
        guard !isBehind || timeBehind > 0, timeBehind <= seconds else { return false }
        reply()
        return true
    }

    /// Replies to the calls that were held.
    func reply() {
        let due = replies
        (replies, timeBehind) = ([], 0)
        for reply in due { reply() }
    }

    private func exchange(
        _ call: WorkerCall, with descriptor: OpenDescriptor?, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply {
        self.service = service
        self.descriptor = descriptor
        if let cause = exits.removeValue(forKey: call.name) { throw WorkerExit(cause, during: call.name) }
        if let time = times[call.name], seconds == .infinity {
            timeBehind += time
        } else if let time = times[call.name] {
            usleep(UInt32(min(time, seconds) * 1e6))
            guard time <= seconds else { throw WorkerExit(.deadline(seconds: seconds), during: call.name) }
        }
        let content = call.bytes
        if let refusal = call.refusal(content) { return refusal }
        do {
            let bytes = try server.reply(to: WorkerCall(content)).bytes(against: &sent)
            let reply = try WorkerReply(bytes, against: &received)
            if let cause = exits.removeValue(forKey: "reply") { throw WorkerExit(cause, during: call.name) }
            return reply
        } catch let exit as WorkerExit {
            throw exit
        } catch {
            throw WorkerExit(.garbage("\(error)"), during: call.name)
        }
    }

    func serve(_ service: any WorkerService, within seconds: Double, ended: @escaping @MainActor (WorkerExit) -> Void) {
        self.service = service
        self.ended = ended
    }

    /// Ends the worker while no call runs.
    func end(_ cause: WorkerExit.Cause) {
        // The exit of a worker that the host has stopped is not reported.
        if !isStopped { ended?(WorkerExit(cause, during: "")) }
    }

    func stop() { isStopped = true }

    func call(_ message: HostMessage) -> HostReply {
        guard let service, let message = try? HostMessage(message.bytes),
            let reply = try? HostReply(service.answer(message).bytes)
        else { return .failure(CallFailure(.other, "what was asked did not come through")) }
        return reply
    }

    func reached(_ stage: LoadingStage) {}

    func removeDescriptor() -> OpenDescriptor? {
        defer { descriptor = nil }
        return descriptor
    }
}
