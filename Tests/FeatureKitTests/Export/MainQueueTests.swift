import Dispatch
import FeatureKit
import FeatureTesting
import Glibc
import Testing

/// Work on the main queue counts as on the main thread, on any thread: after `dispatchMain()` its thread changes.
@Suite struct MainQueueTests {
    @Test("work on the main queue may navigate on another thread than the feature was started on")
    func otherThread() async throws {
        let harness = try FeatureHarness<ViewFeature>(navigatedBody: { navigator in
            Button("Back") { navigator.goBack() }
        })
        let screen = try harness.openMain()
        // The id of a thread is not used again at once, as the address of one that has ended is.
        let startThread = threadName()
        let isOther = await onNewThread {
            // The main queue is bound to no thread here: the thread that waits for it runs the work.
            DispatchQueue.main.sync {
                MainActor.assumeIsolated {
                    try? screen.press("Back")
                    return startThread != threadName()
                }
            }
        }
        #expect(isOther)
        #expect(harness.requests == [.back])
        #expect(harness.problems.isEmpty)
    }
}

/// Returns the result of `work` on a new thread.
private nonisolated func onNewThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let box = Unmanaged.passRetained(Work { continuation.resume(returning: work()) })
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        pthread_detach(thread)
    }
}

private nonisolated final class Work: Sendable {
    let run: @Sendable () -> Void
    init(run: @escaping @Sendable () -> Void) { self.run = run }
}

/// The kernel's name of this thread: `/proc/123/task/456`.
private func threadName() -> String? {
    realpath("/proc/thread-self", nil).map { name in
        defer { free(name) }
        return String(cString: name)
    }
}
