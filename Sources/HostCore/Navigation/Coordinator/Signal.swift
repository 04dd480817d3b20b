/// Lets one asynchronous function wait until something has changed.
@MainActor
final class Signal {
    private var waiter: CheckedContinuation<Void, Never>?

    func fire() {
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
