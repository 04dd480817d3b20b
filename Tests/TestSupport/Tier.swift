import Glibc
package import Testing

/// The part of the tests that runs.
///
/// `swift test` runs the first tier, which takes a minute and a half on two cores. `SWITCHYARD_TEST_TIER=deep swift
/// test` runs every test; `.ci/deep` does so, beside checks that need other programs.
package enum Tier: Sendable {
    case first
    case deep

    package static let current: Tier = {
        getenv("SWITCHYARD_TEST_TIER").map { String(cString: $0) } == "deep" ? .deep : .first
    }()

    /// Returns the rows of a table that run: in the first tier `count` rows, evenly spread over it and always the same.
    ///
    ///     @Test("a file that is wrong fails", arguments: Tier.rows(of: files, first: 4))
    package static func rows<Row>(of table: [Row], first count: Int) -> [Row] {
        guard current == .first, table.count > count else { return table }
        return (0..<count).map { table[$0 * table.count / count] }
    }
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test out of the first tier, since it costs more than two seconds of processor time.
    ///
    /// Exit tests (`processExitsWith`) are all left out: with the first of them Swift Testing starts a thread that
    /// waits for any child, and spins while a child of another test has ended and is not yet reaped.
    package static var deep: Self { .enabled(if: Tier.current == .deep, "SWITCHYARD_TEST_TIER=deep runs it") }
}
