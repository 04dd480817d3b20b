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
        let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
        while true {
            do throws(FlatError) {
                if let reply = try reply(serving: service, until: deadline) {
                    current = ""
                    return reply
                }
            } catch {
                throw end(.garbage(error.description))
            }
            if isOver { throw end() }
            let rest = ContinuousClock.now.duration(to: deadline)
            // One that crashes may take a moment more to say where.
            guard rest > .zero else { throw end(isReportingCrash ? nil : .deadline(seconds: seconds)) }
            Self.wait(for: [self], atMost: rest)
        }
    }

    /// Serves the frames that have come, up to the reply.
    private func reply(
        serving service: any WorkerService, until deadline: ContinuousClock.Instant
    ) throws(FlatError) -> WorkerReply? {
        while let frame = try next() {
            if frame.kind == .reply { return try WorkerReply(frame.content) }
            try serve(frame, service)
            if ContinuousClock.now >= deadline { return nil }
        }
        return nil
    }

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
            guard let self, let service, !hasEnded else { return }
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
