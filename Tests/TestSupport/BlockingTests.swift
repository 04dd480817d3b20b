import Dispatch
import Synchronization
package import Testing

/// Runs tests that wait for other programs or the disk, or that compute long, on threads of their own.
///
/// Swift's own threads are as many as the machine has cores, and none more when one waits: such tests would hold up
/// every other test there, the ones with a time limit too.
package struct BlockingTestsTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTestsTrait {
    /// The tests hold the thread that they run on.
    package static var blocking: Self { Self() }
}

private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    // A serial queue has a thread of its own while it runs something.
    private let queues = (1...10).map { DispatchQueue(label: "blocking tests \($0)") }
    private let next = Mutex(0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let index = next.withLock { next in
            next = (next + 1) % queues.count
            return next
        }
        queues[index].async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
