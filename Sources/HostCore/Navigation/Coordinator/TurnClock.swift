import Dispatch

/// The clock of turns: a call into a feature is a turn, and what features ask for meanwhile is done between two turns.
///
/// Turns never nest for a feature: a request made during a call waits until the outermost call has returned.
///
/// ```swift
/// clock.call { clock.schedule() }   // nothing happens yet
/// // … the main queue calls clock.work once
/// ```
@MainActor
package final class TurnClock {
    /// What is done between turns.
    var work: @MainActor () -> Void = {}
    /// Called on each change that ``fire()`` reports.
    var listener: @MainActor () -> Void = {}
    /// Called when the wait of this number is over, to call ``endWait(_:)``; nil where nothing else is to be done then.
    var elapse: (@MainActor (_ number: Int) -> Void)?
    /// Whether nothing happens by itself: a replay says when there is work, and when a wait is over.
    package var isManual = false

    private var depth = 0
    private var isScheduled = false
    /// Whether ``work`` is to be scheduled once the outermost call has returned.
    private var isDue = false
    private var waiter: CheckedContinuation<Void, Never>?
    /// The number of the last wait.
    private var lastWait = 0
    /// The work that waits for a time to pass, by the number of its wait.
    private var waits: [Int: @MainActor () -> Void] = [:]

    package init() {}

    /// Whether a feature is being called.
    var isCalling: Bool { depth > 0 }

    /// Runs a call into a feature.
    func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        depth += 1
        defer {
            depth -= 1
            if isDue { schedule() }
        }
        return try body()
    }

    /// Lets the main queue call ``work`` once, after the call into a feature that is under way.
    func schedule() {
        isDue = isCalling
        guard !isCalling, !isScheduled, !isManual else { return }
        isScheduled = true
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated {
                guard let self else { return }
                self.isScheduled = false
                if self.isCalling { self.isDue = true } else { self.work() }
            }
        }
    }

    /// Calls `body` after a time, at most a day: that is as good as forever.
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

    /// Whether what is to be done after the wait of that number is not done yet.
    package func isWaiting(_ number: Int) -> Bool { waits[number] != nil }

    /// Does what was to be done after a wait.
    func endWait(_ number: Int) { waits.removeValue(forKey: number)?() }

    // MARK: Changes

    /// Reports a change to the listener, and to the function that waits for one.
    package func fire() {
        listener()
        waiter?.resume()
        waiter = nil
    }

    /// Waits for the next change. One function at a time may wait.
    package func change(atMost duration: Duration) async {
        let timer = Task {
            // A cancelled timer must not fire: it would wake the next waiter.
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            fire()
        }
        await withCheckedContinuation { waiter = $0 }
        timer.cancel()
    }
}
