import Dispatch
import Synchronization
package import Testing

/// Runs tests that wait for other programs or the disk, or that compute long, on threads of their own.
///
/// Swift has as many threads of its own as the machine has cores, and adds none when one waits: such tests would hold
/// up every other test there, also those with a time limit.
package struct BlockingTestsTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTestsTrait {
    /// Runs tests that block their thread on threads of their own.
    package static var blocking: Self { Self() }
}

private final class BlockingExecutor: TaskExecutor {
    static let shared = BlockingExecutor()

    private struct State {
        /// The queues that run nothing. A serial queue has a thread of its own while it runs something.
        var free = (1...10).map { DispatchQueue(label: "blocking tests \($0)") }
        /// The waiting jobs, in the order in which they came.
        var waiting: [UnownedJob] = []
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = state.withLock { state in
            if state.free.isEmpty { state.waiting.append(job) }
            return state.free.popLast()
        }
        if let queue { queue.async { self.run(job, on: queue) } }
    }

    /// Runs a job, and then waiting ones until there are none: a queue that is done early takes the next job.
    private func run(_ job: UnownedJob, on queue: DispatchQueue) {
        var job: UnownedJob? = job
        while let next = job {
            next.runSynchronously(on: asUnownedTaskExecutor())
            job = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.free.append(queue)
                return nil
            }
        }
    }
}
