import Glibc

/// Waits until another process or thread has made a condition true. Gives up after five minutes, and the test fails
/// then.
package func wait(until isSo: () throws -> Bool) rethrows {
    let end = ContinuousClock.now.advanced(by: .seconds(300))
    while try !isSo(), ContinuousClock.now < end { usleep(10_000) }
}

/// Waits until a condition is true, for five minutes at most, while the main queue goes on.
@MainActor
package func wait(until isSo: @MainActor () throws -> Bool) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(300))
    while try !isSo(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
}
