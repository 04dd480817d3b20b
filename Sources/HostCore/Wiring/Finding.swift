import JSONText

/// One thing that a checkup has found: how bad it is, where it stands, and what to do about it.
package struct Finding: Hashable, Sendable {
    /// From the worst.
    package enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Something does not work.
        case error
        /// Something will not do what it looks like, or could go wrong.
        case warning
        /// Something is worth knowing, and may be meant.
        case note
    }

    /// What a finding is about, by words that stay.
    package enum Code: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// The root of the stack or of a tab cannot be shown.
        case rootDangling = "root-dangling"
        /// A redirect from or to what no installed feature has.
        case redirectDangling = "redirect-dangling"
        /// Arguments that do not exist, are missing, or are of another type; or a name of another type.
        case redirectIllTyped = "redirect-ill-typed"
        case redirectCyclic = "redirect-cyclic"
        case redirectTooLong = "redirect-too-long"
        /// A rule that says what such a rule cannot say.
        case redirectIllFormed = "redirect-ill-formed"
        /// The wiring names a feature that is not installed, or whose file is refused.
        case featureAbsent = "feature-absent"
        case destinationUnconnected = "destination-unconnected"
        case checkpointUnconnected = "checkpoint-unconnected"
        case valueUnconnected = "value-unconnected"
        case fileRefused = "file-refused"
        case fileCrashed = "file-crashed"
        case fileHung = "file-hung"
        case fileQuarantined = "file-quarantined"
        case fileInsecure = "file-insecure"
        case libraryOutside = "library-outside"
        case fileNoFeature = "file-no-feature"
        case fileGroupWritable = "file-group-writable"
        case directoryMissing = "directory-missing"
        case directoryUnreadable = "directory-unreadable"
        case directoryInsecure = "directory-insecure"
        case directoryGroupWritable = "directory-group-writable"
        case idShadowed = "id-shadowed"
        case linkConflict = "link-conflict"
        case linksNotCompared = "links-not-compared"
        case linkClaimShared = "link-claim-shared"
        case schemeRefused = "scheme-refused"
        case wiringUnreadable = "wiring-unreadable"
        case wiringMalformed = "wiring-malformed"
        case wiringInsecure = "wiring-insecure"
        case settingUnknown = "setting-unknown"
        case settingIllTyped = "setting-ill-typed"
        case runsInline = "runs-inline"
        case routeUnreachable = "route-unreachable"
        case registryRebuilt = "registry-rebuilt"
        case registryNotWritten = "registry-not-written"
        case copiesNotKept = "copies-not-kept"
        case workerLeftOver = "worker-left-over"

        package var description: String { rawValue }

        /// Whether it is about a name that a feature leaves to the wiring, and not about a place in the file.
        var isUnconnected: Bool {
            [.destinationUnconnected, .checkpointUnconnected, .valueUnconnected].contains(self)
        }
    }

    /// A file, and a place in it where one is known.
    package struct Place: Hashable, Sendable, CustomStringConvertible {
        package let file: String
        package let line: Int?
        package let column: Int?

        package init(_ file: String, _ location: JSONLocation? = nil) {
            self.file = file
            line = location?.line
            column = location?.column
        }

        init(_ file: String, line: Int?, column: Int?) {
            self.file = file
            self.line = line
            self.column = column
        }

        /// `switchyard.jsonc, line 3, column 7`
        package var description: String {
            [file, line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self).joined(separator: ", ")
        }
    }

    package let severity: Severity
    package let code: Code
    /// What it is about: a file, a directory, a destination, a place in the wiring, a feature, a process.
    package let subject: String
    /// Nil where it is about no file.
    package let place: Place?
    /// A sentence without its first capital letter and its full stop.
    package let message: String
    /// What to do, in the imperative.
    package let fix: String

    init(
        _ severity: Severity, _ code: Code, _ subject: String, at place: Place?, _ message: String, fix: String
    ) {
        self.severity = severity
        self.code = code
        self.subject = subject
        self.place = place
        self.message = message
        self.fix = fix
    }

    /// The worst first; of equally bad ones in the order of their files and of the places in them, and those without a
    /// place last.
    static func inOrder(_ findings: [Finding]) -> [Finding] {
        Severity.allCases.flatMap { severity in
            findings.filter { $0.severity == severity }.enumerated().sorted { left, right in
                switch (left.element.place, right.element.place) {
                case (let mine?, let other?) where mine != other:
                    (mine.file, mine.line ?? 0, mine.column ?? 0) < (other.file, other.line ?? 0, other.column ?? 0)
                case (nil, _?): false
                case (_?, nil): true
                default: left.offset < right.offset
                }
            }.map(\.element)
        }
    }
}

extension Finding: CustomStringConvertible {
    /// `error: switchyard.jsonc, line 3, column 7: …`
    package var description: String { "\(severity.rawValue): \(located)" }

    /// The message behind its place: `switchyard.jsonc, line 3, column 7: …`
    package var located: String { (place.map { "\($0): " } ?? "") + message }
}

extension Wiring {
    /// Where a value stands in the file; the file alone where it is not in it, and nil where there is none.
    func place(of path: JSONPath) -> Finding.Place? {
        self.path.map { Finding.Place($0, document?.location(of: path)) }
    }
}
