import FeatureContract
import Glibc
import HostSystem

/// The connection of a host to one worker: a process, or a stand-in for one in tests.
@MainActor
package protocol WorkerLink: AnyObject {
    /// Makes a call, and serves the worker's requests until it has replied. A worker that does not reply within
    /// `seconds`, or that breaks the protocol, is killed.
    ///
    /// - Parameter descriptor: A descriptor that the worker gets with the call.
    func exchange(
        _ call: WorkerCall, with descriptor: OpenDescriptor?, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply

    /// Serves the worker's requests and notices from now on, while no call runs.
    ///
    /// - Parameters:
    ///   - seconds: The time for which that may keep the host busy: ``OwnWork``.
    ///   - ended: Called once, when the worker has exited by itself or was killed for what it did.
    func serve(
        _ service: any WorkerService, within seconds: Double, ended: @escaping @MainActor (WorkerExit) -> Void)

    /// Kills the worker.
    func stop()
}

/// The host as a worker sees it.
@MainActor
package protocol WorkerService: AnyObject {
    func answer(_ request: WorkerRequest) -> HostAnswer
    func take(_ notice: WorkerNotice)
    /// Takes a line that the worker has printed.
    func take(printed line: String)
}

extension WorkerProcess: WorkerLink {
    package func exchange(
        _ call: WorkerCall, with descriptor: OpenDescriptor? = nil, within seconds: Double,
        serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply {
        send(call, with: descriptor)
        var deadline = SuspendingClock.now.advanced(by: .seconds(seconds))
        var isLate = false
        while true {
            do {
                if let reply = isLate ? try lateReply(service) : try reply(serving: service, until: &deadline) {
                    current = ""
                    lookAgain()
                    return reply
                }
            } catch {
                throw end(.garbage(error.description))
            }
            if isOver { throw end() }
            let rest = SuspendingClock.now.duration(to: deadline)
            if rest > .zero {
                if !readSoon() { Self.wait(for: [self], atMost: rest) }
            } else if isLate {
                throw end(.deadline(seconds: seconds))
            } else {
                // The host may have been suspended for a while, and the reply may have come in that time.
                isLate = true
                takeWhatHasCome()
            }
        }
    }

    /// Serves the frames that have arrived, up to the reply or the deadline.
    private func reply(
        serving service: any WorkerService, until deadline: inout SuspendingClock.Instant
    ) throws(BinaryError) -> WorkerReply? {
        while !hasEnded, SuspendingClock.now < deadline, let frame = try next() {
            if frame.kind == .reply { return try reply(frame) }
            let start = (SuspendingClock.now, Self.processorTime)
            try serve(frame, service)
            let taken = start.0.duration(to: .now)
            // Time in which the host was blocked, as by a terminal that accepts no more of the log, is not counted
            // against the worker. Time in which the host was busy is.
            if taken >= Self.heldUp { deadline += max(.zero, taken - (Self.processorTime - start.1)) }
        }
        return nil
    }

    /// Returns the reply if at most a few notices come before it. Requests are no longer answered: a worker that waits
    /// for an answer has not replied.
    private func lateReply(_ service: any WorkerService) throws(BinaryError) -> WorkerReply? {
        for _ in 0...Self.maximumUnread {
            guard let frame = try next() else { return nil }
            switch frame.kind {
            case .reply: return try reply(frame)
            case .request: return nil
            default: try serve(frame, service)
            }
        }
        return nil
    }

    /// The time for serving one message above which the host may have been blocked.
    private static var heldUp: Duration { .milliseconds(100) }

    /// The processor time of this thread.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func serve(_ frame: Frame, _ service: any WorkerService) throws(BinaryError) {
        switch frame.kind {
        case .request: try send(service.answer(try WorkerRequest(frame.content)))
        case .notice:
            switch try WorkerNotice(frame.content) {
            case .reached(let stage):
                guard isLoading else { throw BinaryError("it loads, where it has loaded") }
                current = stage.name
            case let notice: service.take(notice)
            }
        case .reply: throw BinaryError("a reply to no call")
        case .call, .answer: throw BinaryError("a message that only a host sends")
        }
    }

    package func serve(
        _ service: any WorkerService, within seconds: Double, ended: @escaping @MainActor (WorkerExit) -> Void
    ) {
        lineSink = { [weak service] line in service?.take(printed: line) }
        ownWork = OwnWork(seconds: seconds)
        watch { [weak self, weak service] in
            // A call may have served the event in the meantime, or the worker may have been stopped.
            guard let self, !hasEnded else { return }
            guard let service else { return stop() }
            do throws(BinaryError) {
                try serveTurn(service)
                if isOver, !hasWholeFrame { ended(end()) }
            } catch {
                ended(end(.garbage(error.description)))
            }
        }
    }

    /// The time for which a worker's own messages are served before the host gets to other work.
    private static var turn: Duration { .milliseconds(10) }

    /// Serves some of the messages that arrive while no call runs.
    private func serveTurn(_ service: any WorkerService) throws(BinaryError) {
        let start = (ContinuousClock.now, Self.processorTime)
        // Frames that have arrived are served before more is read.
        Self.wait(for: [self], atMost: .zero, reading: !hasWholeFrame)
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
