/// A signal that something has changed, for one listener and for one asynchronous function that waits for it.
@MainActor
final class Signal {
    private var waiter: CheckedContinuation<Void, Never>?
    /// Called on each signal.
    var listener: @MainActor () -> Void = {}

    func fire() {
        listener()
        waiter?.resume()
        waiter = nil
    }

    func wait(atMost duration: Duration) async {
        let timer = Task {
            // A cancelled timer must not fire: it would wake the next waiter.
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            fire()
        }
        await withCheckedContinuation { waiter = $0 }
        timer.cancel()
    }
}
