import JSONText

extension CheckedLibrary {
    /// One object, with a list of the tests in their order.
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
