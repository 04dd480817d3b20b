import Glibc

/// How often a condition is looked at, every 10 ms, before the test fails: five minutes on a quiet machine. Turns are
/// counted and not time, in which a busy machine or a full main queue may give no turn at all. `SWITCHYARD_TEST_TURNS`
/// is another number of them, for who changes what many tests wait for.
let turns = getenv("SWITCHYARD_TEST_TURNS").flatMap { Int(String(cString: $0)) } ?? 30_000

/// Waits until another process or thread has made a condition true.
package func wait(until isSo: () throws -> Bool) rethrows {
    for _ in 0..<turns {
        if try isSo() { return }
        usleep(10_000)
    }
}

/// Waits until a condition is true, while the main queue goes on.
@MainActor
package func wait(until isSo: @MainActor () throws -> Bool) async throws {
    for _ in 0..<turns {
        if try isSo() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
}
