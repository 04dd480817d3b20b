import FeatureContract
import Glibc
import HostSystem

/// The connection of a host to one worker: a process, or a fake one in tests.
@MainActor
package protocol WorkerLink: AnyObject {
    /// Makes a call, whose reply is awaited later. The worker first replies to earlier calls, each with its own time
    /// limit.
    ///
    /// - Parameter seconds: The longest time for the call in the worker.
    func begin(_ call: WorkerCall, within seconds: Double) -> PendingReply

    /// Serves the worker's requests until it has replied to a call. A worker that does not reply in time, or that
    /// breaks the protocol, is killed.
    ///
    /// - Parameter seconds: The longest time that the caller waits.
    /// - Returns: Nil if the user has stopped waiting; the worker continues the call.
    func reply(
        _ pending: PendingReply, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply?

    /// Makes a call without waiting. A worker that does not reply in time is killed.
    ///
    /// - Parameter done: Called when the worker has replied.
    func tell(
        _ call: WorkerCall, with descriptor: OpenDescriptor?, within seconds: Double,
        done: @escaping @MainActor () -> Void)

    /// Whether the worker has calls without a reply.
    var isBehind: Bool { get }

    /// Waits until the worker has replied to all calls, and returns whether it did so in time.
    func catchUp(within seconds: Double, serving service: any WorkerService) throws(WorkerExit) -> Bool

    /// Serves the worker's requests and notices from now on, while no call runs.
    ///
    /// - Parameters:
    ///   - seconds: The time for which they may keep the host busy: ``OwnWork``.
    ///   - ended: Called once, when the worker has exited by itself or was killed for its behaviour.
    func serve(
        _ service: any WorkerService, within seconds: Double, ended: @escaping @MainActor (WorkerExit) -> Void)

    func stop()
}

/// The future reply to a call.
@MainActor
package final class PendingReply {
    /// The reply, if it is there and no function was waiting for it.
    package private(set) var reply: WorkerReply?
    private var done: (@MainActor (WorkerReply) -> Void)?

    package init() {}

    package func arrive(_ reply: WorkerReply) {
        if let done { done(reply) } else { self.reply = reply }
    }

    /// Calls `body` with the reply, at once if it is there.
    func then(_ body: @escaping @MainActor (WorkerReply) -> Void) {
        if let reply { body(reply) } else { done = body }
    }
}

extension WorkerLink {
    package func exchange(
        _ call: WorkerCall, within seconds: Double, inAll total: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply? {
        try reply(begin(call, within: seconds), within: total, serving: service)
    }
}

/// The host's side for a worker.
@MainActor
package protocol WorkerService: AnyObject {
    func answer(_ message: HostMessage) -> HostReply
    func log(printed line: String)
}

extension WorkerProcess: WorkerLink {
    package func reply(
        _ pending: PendingReply, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply? {
        // A request of the worker may have waited for the host.
        renewTimeAhead()
        if try serve(service, within: seconds, until: { pending.reply != nil }) == .timeIsOver {
            throw end(.callBudget(seconds: seconds))
        }
        watchDeadline()
        return pending.reply
    }

    package func begin(_ call: WorkerCall, within seconds: Double) -> PendingReply {
        send(call, within: seconds)
    }

    package func tell(
        _ call: WorkerCall, with descriptor: OpenDescriptor?, within seconds: Double,
        done: @escaping @MainActor () -> Void
    ) {
        send(call, with: descriptor, within: seconds).then { _ in done() }
    }

    package var isBehind: Bool { !calls.isEmpty }

    package func catchUp(within seconds: Double, serving service: any WorkerService) throws(WorkerExit) -> Bool {
        try serve(service, within: seconds) { !isBehind } == .isSo
    }

    private enum Wait {
        case isSo, timeIsOver, stopped
    }

    /// Serves the worker until a condition holds. Kills it once the deadline of its current call is over.
    private func serve(
        _ service: any WorkerService, within seconds: Double, until isSo: () -> Bool
    ) throws(WorkerExit) -> Wait {
        let (start, blocked) = (SuspendingClock.now, timeBlocked)
        var nextLook = SuspendingClock.now.advanced(by: Self.waitingSlice)
        while true {
            do {
                try serve(service, until: isSo)
            } catch {
                throw self.end(.garbage(error.description))
            }
            if isSo() {
                lookAgain()
                return .isSo
            }
            if isOver { throw self.end() }
            try requirePunctuality(service)
            if isSo() { continue }
            let now = SuspendingClock.now
            let end = start.advanced(by: .seconds(seconds) + timeBlocked - blocked)
            guard now < end else {
                // The reply may have come while the host waited for another worker.
                readWhatHasCome()
                do {
                    try serve(service, until: isSo)
                } catch {
                    throw self.end(.garbage(error.description))
                }
                return isSo() ? .isSo : .timeIsOver
            }
            if let whileWaiting = Self.whileWaiting, now >= nextLook {
                guard whileWaiting(.feature(name)) else { return .stopped }
                nextLook = .now.advanced(by: Self.waitingSlice)
            }
            let slice = Self.whileWaiting == nil ? end : min(end, nextLook)
            if !readSoon() { Self.wait(for: [self], once: now.duration(to: min(slice, deadline ?? end))) }
        }
    }

    /// Serves the frames that have arrived, up to the deadline of the current call.
    private func serve(_ service: any WorkerService, until isSo: () -> Bool) throws(BinaryError) {
        while !hasEnded, !isSo(), deadline.map({ SuspendingClock.now < $0 }) ?? true, let frame = try next() {
            let start = (SuspendingClock.now, Self.processorTime)
            try serve(frame, service)
            let taken = start.0.duration(to: .now)
            // Time in which the host was blocked, as by a terminal that accepts no more of the log, does not count
            // against the worker. Time in which the host was busy does.
            guard taken >= Self.heldUp else { continue }
            let blocked = max(.zero, taken - (Self.processorTime - start.1))
            callStart += blocked
            timeBlocked += blocked
        }
    }

    /// Ends the worker if its current call has reached its deadline, unless the reply came while the host was
    /// suspended.
    private func requirePunctuality(_ service: any WorkerService) throws(WorkerExit) {
        guard let call = calls.first, let deadline, SuspendingClock.now >= deadline else { return }
        readWhatHasCome()
        do throws(BinaryError) {
            try serveLate(service)
        } catch {
            throw end(.garbage(error.description))
        }
        guard calls.first?.number == call.number else { return }
        if isOver { throw end() }
        throw end(.deadline(seconds: call.limit / .seconds(1)))
    }

    /// Takes the reply if at most a few notices come before it. Requests are no longer answered: a worker that waits
    /// for an answer has not replied.
    private func serveLate(_ service: any WorkerService) throws(BinaryError) {
        for _ in 0...Self.maximumUnread {
            guard let frame = try next(), frame.kind != .request else { return }
            try serve(frame, service)
            if frame.kind == .reply { return }
        }
    }

    /// Restarts the time limit of a call made ahead of time, since the host may have been busy with another feature.
    /// The caller who waits for the reply has a separate limit.
    private func renewTimeAhead() {
        if calls.first?.isAhead == true { callStart = .now }
    }

    /// The time for serving one message above which the host may have been blocked.
    private static var heldUp: Duration { .milliseconds(100) }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func serve(_ frame: Frame, _ service: any WorkerService) throws(BinaryError) {
        switch frame.kind {
        case .request, .notice:
            let limit = frame.kind == .notice ? ABILimit.reasonSize : .max
            let message = try HostMessage(frame.content, textLimit: limit)
            guard message.waits == (frame.kind == .request) else { throw BinaryError("a message of the wrong kind") }
            let reply = service.answer(message)
            if message.waits {
                renewTimeAhead()
                try send(reply)
            }
        case .stage: try recordStage(frame)
        case .reply: try reply(frame)
        case .call, .answer: throw BinaryError("a message that only a host sends")
        }
    }

    package func serve(
        _ service: any WorkerService, within seconds: Double, ended: @escaping @MainActor (WorkerExit) -> Void
    ) {
        lineSink = { [weak service] line in service?.log(printed: line) }
        ownWork = OwnWork(seconds: seconds)
        watch { [weak self, weak service] in
            // A call may have served the event in the meantime, or the worker may have been stopped.
            guard let self, !hasEnded else { return }
            guard let service else { return stop() }
            do throws(BinaryError) {
                try serveTurn(service)
            } catch {
                return ended(end(.garbage(error.description)))
            }
            guard !hasEnded else { return }
            if isOver, !hasWholeFrame { return ended(end()) }
            do throws(WorkerExit) {
                try requirePunctuality(service)
            } catch {
                ended(error)
            }
        }
    }

    /// The time for which a worker's own messages are served before the host's other work.
    private static var turn: Duration { .milliseconds(10) }

    /// Serves some of the messages that arrive while no call runs.
    private func serveTurn(_ service: any WorkerService) throws(BinaryError) {
        let start = (ContinuousClock.now, Self.processorTime)
        // Frames that have arrived are served before more is read.
        Self.wait(for: [self], once: .zero, reading: !hasWholeFrame)
        while !hasEnded, let frame = try next() {
            try serve(frame, service)
            if start.0.duration(to: .now) >= Self.turn { break }
        }
        guard ownWork.add(Self.processorTime - start.1, from: start.0, to: .now) else {
            let time = WorkerExit.text(seconds: ownWork.seconds)
            throw BinaryError("what it does by itself has kept the host busy for more than \(time)")
        }
    }
}
