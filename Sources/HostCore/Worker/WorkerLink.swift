import FeatureContract
import Glibc

/// The way from a host to one worker: a process, or in tests what stands for one.
@MainActor
package protocol WorkerLink: AnyObject {
    /// Makes a call, and serves what the worker asks until it has replied. A worker that does not within `seconds`, or
    /// that says what no worker says, is ended.
    func exchange(
        _ call: WorkerCall, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply

    /// Serves what the worker asks and tells while no call runs, from now on.
    ///
    /// - Parameters:
    ///   - seconds: How long that may keep the host busy: ``OwnWork``.
    ///   - ended: Called once when the worker has ended by itself, or was ended for what it has done.
    func serve(
        _ service: any WorkerService, within seconds: Double, ended: @escaping @MainActor (WorkerExit) -> Void)

    /// Ends the worker, whatever it does.
    func stop()
}

/// The host, as a worker sees it.
@MainActor
package protocol WorkerService: AnyObject {
    func answer(_ request: WorkerRequest) -> HostAnswer
    func take(_ notice: WorkerNotice)
    /// A line that the worker has printed.
    func take(printed line: String)
}

extension WorkerProcess: WorkerLink {
    package func exchange(
        _ call: WorkerCall, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerExit) -> WorkerReply {
        send(call)
        var deadline = SuspendingClock.now.advanced(by: .seconds(seconds))
        var isLate = false
        while true {
            do throws(BinaryError) {
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
                Self.wait(for: [self], atMost: rest)
            } else if isLate {
                throw end(.deadline(seconds: seconds))
            } else {
                // Where the host has not run all the time, the reply may have come meanwhile.
                isLate = true
                takeWhatHasCome()
            }
        }
    }

    /// Serves the frames that have come, up to the reply or the deadline.
    private func reply(
        serving service: any WorkerService, until deadline: inout SuspendingClock.Instant
    ) throws(BinaryError) -> WorkerReply? {
        while !hasEnded, SuspendingClock.now < deadline, let frame = try next() {
            if frame.kind == .reply { return try reply(frame) }
            let start = (SuspendingClock.now, Self.processorTime)
            try serve(frame, service)
            let taken = start.0.duration(to: .now)
            // What holds the host up, such as a terminal that takes no more of the log, is not the worker's time; what
            // keeps it busy is.
            if taken >= Self.heldUp { deadline += max(.zero, taken - (Self.processorTime - start.1)) }
        }
        return nil
    }

    /// The reply, where it has come behind no more than a few notices. Nothing is answered any more: a worker that has
    /// asked something has not replied.
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

    /// How long the host may take for a message before it may have been held up.
    private static var heldUp: Duration { .milliseconds(100) }

    /// The time for which this thread has had a processor.
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
            // What is watched may have been served by a call meanwhile, or have ended.
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

    /// How long what a worker asks and tells is served before the host gets to something else.
    private static var turn: Duration { .milliseconds(10) }

    /// Serves some of what has come while no call runs.
    private func serveTurn(_ service: any WorkerService) throws(BinaryError) {
        let start = (ContinuousClock.now, Self.processorTime)
        // What has come before is served before more is taken.
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
