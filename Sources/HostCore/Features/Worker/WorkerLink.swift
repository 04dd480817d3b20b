import FeatureContract

/// The way from a host to one worker: a process, or in tests what stands for one.
@MainActor
package protocol WorkerLink: AnyObject {
    /// Makes a call, and serves what the worker asks until it has replied. A worker that does not within `seconds`, or
    /// that says what no worker says, is ended.
    func exchange(
        _ call: WorkerCall, within seconds: Double, serving service: any WorkerService
    ) throws(WorkerEnding) -> WorkerReply

    /// Serves what the worker asks and tells while no call runs, from now on.
    ///
    /// - Parameter ended: Called once when the worker has ended by itself.
    func serve(_ service: any WorkerService, ended: @escaping @MainActor (WorkerEnding) -> Void)

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
    ) throws(WorkerEnding) -> WorkerReply {
        current = call.name
        send(.call, call.bytes)
        var deadline = SuspendingClock.now.advanced(by: .seconds(seconds))
        var isLate = false
        while true {
            do throws(FlatError) {
                if let reply = try reply(serving: service, until: &deadline, isLate: isLate) {
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

    /// Serves the frames that have come, up to the reply.
    private func reply(
        serving service: any WorkerService, until deadline: inout SuspendingClock.Instant, isLate: Bool
    ) throws(FlatError) -> WorkerReply? {
        while let frame = try next() {
            if frame.kind == .reply { return try WorkerReply(frame.content) }
            let start = SuspendingClock.now
            try serve(frame, service)
            let end = SuspendingClock.now
            // What holds the host up, such as a terminal that takes no more of the log, is not the worker's time.
            if end - start >= Self.heldUp { deadline += end - start }
            if end >= deadline, !isLate { return nil }
        }
        return nil
    }

    /// How long the host may take for a message before that counts as its own time.
    private static var heldUp: Duration { .milliseconds(100) }

    private func serve(
        _ frame: (kind: FrameKind, content: [UInt8]), _ service: any WorkerService
    ) throws(FlatError) {
        switch frame.kind {
        case .request: send(.answer, service.answer(try WorkerRequest(frame.content)).bytes)
        case .notice:
            let notice = try WorkerNotice(frame.content)
            if case .reached(let place) = notice { current = place } else { service.take(notice) }
        case .reply: throw FlatError("a reply to no call")
        case .call, .answer: throw FlatError("a message that only a host sends")
        }
    }

    package func serve(_ service: any WorkerService, ended: @escaping @MainActor (WorkerEnding) -> Void) {
        lineSink = { [weak service] line in service?.take(printed: line) }
        watch { [weak self, weak service] in
            // What is watched may have been served by a call meanwhile, or have ended.
            guard let self, !hasEnded else { return }
            guard let service else { return stop() }
            Self.wait(for: [self], atMost: .zero)
            do throws(FlatError) {
                while let frame = try next() { try serve(frame, service) }
                if isOver { ended(end()) }
            } catch {
                ended(end(.garbage(error.description)))
            }
        }
    }
}
