import Glibc
package import Testing

/// How the features of a test run.
package enum Isolation: String, CaseIterable, Sendable {
    /// In the host's own process.
    case inline
    /// Each in a worker, or behind the protocol with workers.
    case process

    /// That which a trait has given to the test that runs now.
    @TaskLocal package static var given: Isolation?

    /// That of the test that runs now: without a trait the usual one.
    package static var current: Isolation { given ?? .process }
}

/// Runs each test twice: with features inline, and in workers. `SWITCHYARD_TEST_ISOLATION` names one of the two where
/// it is to be known which one fails.
package struct BothIsolationsTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        // A suite as a whole runs once, and each of its tests twice.
        testCase == nil ? nil : self
    }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let only = getenv("SWITCHYARD_TEST_ISOLATION").flatMap { Isolation(rawValue: String(cString: $0)) }
        for isolation in Isolation.allCases where only == nil || only == isolation {
            try await Isolation.$given.withValue(isolation) { try await function() }
        }
    }
}

extension Trait where Self == BothIsolationsTrait {
    /// Each test runs with features inline and with features in workers.
    package static var inlineAndInWorkers: Self { Self() }
}
