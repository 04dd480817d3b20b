import HostSystem

/// The clock of turns: a call into a feature is a turn, and the requests that features make meanwhile are carried out
/// between turns. Turns never nest.
///
/// ```swift
/// clock.call { clock.schedule() }   // nothing happens yet
/// // … the main queue calls clock.work once
/// ```
@MainActor
package final class TurnClock {
    /// Carries out requests between turns.
    var work: @MainActor () -> Void = {}
    /// Called for each change that ``fire()`` reports.
    var listener: @MainActor () -> Void = {}
    /// Called when a wait is over, to call ``endWait(_:)``; nil if the work then runs directly.
    var elapse: (@MainActor (_ number: Int) -> Void)?
    /// Whether the clock stands still: a replay supplies the work and the ends of waits.
    package var isManual = false

    private var depth = 0
    private var isScheduled = false
    /// Whether to schedule ``work`` once the outermost call has returned.
    private var isDue = false
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var lastWait = 0
    /// The delayed work, by the number of its wait.
    private var waits: [Int: @MainActor () -> Void] = [:]

    package init() {}

    /// Whether a feature is being called.
    var isCalling: Bool { depth > 0 }

    func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        depth += 1
        defer {
            depth -= 1
            if isDue { schedule() }
        }
        return try body()
    }

    /// Has the main queue call ``work`` once, after the current call into a feature.
    func schedule() {
        isDue = isCalling
        guard !isCalling, !isScheduled, !isManual else { return }
        isScheduled = true
        MainQueue.soon { [weak self] in
            guard let self else { return }
            self.isScheduled = false
            if self.isCalling { self.isDue = true } else { self.work() }
        }
    }

    /// Calls `body` after a time. A day is the maximum, as good as forever.
    func after(seconds: Double, _ body: @escaping @MainActor () -> Void) {
        lastWait += 1
        let number = lastWait
        waits[number] = body
        guard !isManual else { return }
        let duration = Duration.milliseconds(Int64(min(max(seconds, 0), 86_400) * 1000))
        Task {
            try? await Task.sleep(for: duration)
            if let elapse { elapse(number) } else { endWait(number) }
        }
    }

    /// Whether the work after this wait has yet to run.
    package func isWaiting(_ number: Int) -> Bool { waits[number] != nil }

    /// Runs the work after a wait.
    func endWait(_ number: Int) { waits.removeValue(forKey: number)?() }

    // MARK: Changes

    /// Reports a change to the listener and to all callers of ``change(atMost:)``.
    package func fire() {
        listener()
        let woken = waiters
        waiters = []
        for waiter in woken { waiter.resume() }
    }

    /// Waits for the next change, or until the time of any caller is over.
    package func change(atMost duration: Duration) async {
        let timer = Task {
            // A cancelled timer must not fire: it would wake the next waiters for nothing.
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            fire()
        }
        await withCheckedContinuation { waiters.append($0) }
        timer.cancel()
    }
}
