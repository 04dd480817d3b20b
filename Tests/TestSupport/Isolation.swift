import Glibc
package import Testing

/// The isolation of a test's features.
package enum Isolation: String, CaseIterable, Sendable {
    /// Features run in the host's own process.
    case inline
    /// Each feature runs in a worker, or behind the protocol with workers.
    case process

    /// The isolation that a trait has given to the running test; nil without such a trait.
    @TaskLocal package static var given: Isolation?

    /// The isolation of the running test: without a trait, features run in workers.
    package static var current: Isolation { given ?? .process }
}

/// Runs each test twice: with features inline, and in workers. In the first tier each test runs one of the two only,
/// always the same: half of the tests the one, half the other. `SWITCHYARD_TEST_ISOLATION` names one of the two for all
/// tests, to find out which one fails.
package struct BothIsolationsTrait: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        // A suite as a whole runs once, and each of its tests twice.
        testCase == nil ? nil : self
    }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for isolation in isolations(of: test) {
            try await Isolation.$given.withValue(isolation) { try await function() }
        }
    }

    private func isolations(of test: Test) -> [Isolation] {
        let chosen = getenv("SWITCHYARD_TEST_ISOLATION").flatMap { Isolation(rawValue: String(cString: $0)) }
        if let chosen { return [chosen] }
        if Tier.current == .deep { return Isolation.allCases }
        let sum = test.name.utf8.reduce(0) { $0 + Int($1) }
        return [Isolation.allCases[sum % 2]]
    }
}

extension Trait where Self == BothIsolationsTrait {
    /// Each test runs with features inline and with features in workers, or in the first tier with one of the two.
    package static var inlineAndInWorkers: Self { Self() }
}
