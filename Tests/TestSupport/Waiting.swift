import Glibc

/// Waits until something is so that another process or thread makes so; gives up after five minutes, as the test then
/// fails.
package func wait(until isSo: () throws -> Bool) rethrows {
    let end = ContinuousClock.now.advanced(by: .seconds(300))
    while try !isSo(), ContinuousClock.now < end { usleep(10_000) }
}

/// The same while the main queue goes on.
@MainActor
package func wait(until isSo: @MainActor () throws -> Bool) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(300))
    while try !isSo(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
}
