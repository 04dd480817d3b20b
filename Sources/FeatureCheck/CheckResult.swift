import HostSystem
import JSONText

package struct CheckResult: Hashable, Sendable {
    package let test: String
    package let summary: String
    package let status: CheckStatus
    /// The reasons why the test did not pass, limited to the first few.
    package let reasons: [String]
    /// Remarks that do not affect the status.
    package let notes: [String]
    /// The time from the start of the test's process to its exit.
    package let seconds: Double

    package init(
        test: String, summary: String, status: CheckStatus, reasons: [String] = [], notes: [String] = [],
        seconds: Double = 0
    ) {
        self.test = test
        self.summary = summary
        self.status = status
        self.reasons = reasons
        self.notes = notes
        self.seconds = seconds
    }
}

package struct CheckedLibrary: Sendable {
    package let path: String
    package let results: [CheckResult]

    package init(path: String, results: [CheckResult]) {
        self.path = path
        self.results = results
    }

    package var conforms: Bool { !results.contains { $0.status.isBad } }

    package func count(_ status: CheckStatus) -> Int { results.count { $0.status == status } }
}

/// The status of a test, the best first.
package enum CheckStatus: String, Hashable, Sendable, CaseIterable, Comparable, BinaryCoded {
    case passed
    /// The test could not run, or does not apply to this feature; the reason says why.
    case skipped
    /// The feature does something that is allowed, but that its author should know.
    case warning
    /// The runtime of the feature's language breaks a rule for the host's process. The author cannot change that, so
    /// the feature runs only in workers.
    case runtime
    case failed
    /// The test's process ended early: by a signal, by its own exit, or at the deadline.
    case crashed

    package static func < (left: CheckStatus, right: CheckStatus) -> Bool { left.order < right.order }

    private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether a library with such a result does not conform.
    package var isBad: Bool { self >= .failed }
}

extension CheckedLibrary {
    /// One object, with a list of the tests in order.
    package var json: JSON {
        [
            "file": .string(path),
            "conforms": .bool(conforms),
            "counts": .object(
                JSONObject(CheckStatus.allCases.map { ($0.rawValue, .integer(Int64(count($0)))) })),
            "tests": .array(results.map(\.json)),
        ]
    }
}

extension CheckResult {
    fileprivate var json: JSON {
        [
            "name": .string(test),
            "summary": .string(summary),
            "status": .string(status.rawValue),
            "seconds": .double(seconds),
            "reasons": .array(reasons.map { .string($0) }),
            "notes": .array(notes.map { .string($0) }),
        ]
    }
}
