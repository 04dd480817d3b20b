/// Tells that something has changed: whoever listens, and one asynchronous function that waits for it.
@MainActor
final class Signal {
    private var waiter: CheckedContinuation<Void, Never>?
    /// Called each time.
    var listener: @MainActor () -> Void = {}

    func fire() {
        listener()
        waiter?.resume()
        waiter = nil
    }

    func wait(atMost duration: Duration) async {
        let timer = Task {
            // Cancelled, it would wake whoever waits next.
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            fire()
        }
        await withCheckedContinuation { waiter = $0 }
        timer.cancel()
    }
}
