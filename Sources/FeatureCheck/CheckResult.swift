/// What became of one test of one library.
package struct CheckResult: Hashable, Sendable {
    package let test: String
    package let summary: String
    package let status: CheckStatus
    /// Why it did not pass, one each; the first few where they are many.
    package let reasons: [String]
    /// What there is to say though all is well.
    package let notes: [String]
    /// From the start of its process to its end.
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

/// What became of all tests of one library.
package struct CheckedLibrary: Sendable {
    /// As it was named.
    package let path: String
    package let results: [CheckResult]

    package init(path: String, results: [CheckResult]) {
        self.path = path
        self.results = results
    }

    package var conforms: Bool { !results.contains { $0.status.isBad } }

    package func count(_ status: CheckStatus) -> Int { results.count { $0.status == status } }
}
