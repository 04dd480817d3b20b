/// The result of one test of one library.
package struct CheckResult: Hashable, Sendable {
    package let test: String
    package let summary: String
    package let status: CheckStatus
    /// The reasons why the test did not pass; only the first few if there are many.
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

/// The results of all tests of one library.
package struct CheckedLibrary: Sendable {
    /// The path as the user gave it.
    package let path: String
    package let results: [CheckResult]

    package init(path: String, results: [CheckResult]) {
        self.path = path
        self.results = results
    }

    package var conforms: Bool { !results.contains { $0.status.isBad } }

    package func count(_ status: CheckStatus) -> Int { results.count { $0.status == status } }
}
