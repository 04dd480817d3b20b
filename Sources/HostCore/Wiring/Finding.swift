import HostSystem
import JSONText

/// A problem or remark about an app, with its severity, its place and a remedy.
@BinaryCoded
package struct Finding: Hashable, Sendable {
    /// The severities, worst first.
    package enum Severity: String, Hashable, Sendable, BinaryCoded, CaseIterable {
        /// Something does not work.
        case error
        /// Something will not do what it seems to, or could go wrong.
        case warning
        /// Something worth knowing that may be intended.
        case note
    }

    /// The kind of a finding, a word that no version changes.
    package enum Code: String, Hashable, Sendable, BinaryCoded, CaseIterable, CustomStringConvertible {
        /// The root of the stack or of a tab cannot be shown.
        case rootDangling = "root-dangling"
        /// A redirect leads from or to a name that no installed feature has, or ends at an outgoing destination.
        case redirectDangling = "redirect-dangling"
        /// A redirect has arguments that do not exist, are missing or of another type, or names of different types.
        case redirectIllTyped = "redirect-ill-typed"
        case redirectCyclic = "redirect-cyclic"
        case redirectTooLong = "redirect-too-long"
        /// A redirect has a form that its kind cannot have, such as several targets of a destination.
        case redirectIllFormed = "redirect-ill-formed"
        /// The wiring names a feature that is not installed, or whose file is refused.
        case featureAbsent = "feature-absent"
        case destinationUnconnected = "destination-unconnected"
        case checkpointUnconnected = "checkpoint-unconnected"
        case valueUnconnected = "value-unconnected"
        /// A condition's value is not sent by its feature or is no bool, or the condition's `else` cannot be shown.
        case conditionDangling = "condition-dangling"
        /// The `else` of a condition requires that condition.
        case conditionCyclic = "condition-cyclic"
        /// The destination that requires a condition has no screen, or does not exist.
        case requirementDangling = "requirement-dangling"
        case fileRefused = "file-refused"
        case fileCrashed = "file-crashed"
        case fileHung = "file-hung"
        case fileQuarantined = "file-quarantined"
        case fileInsecure = "file-insecure"
        case libraryOutside = "library-outside"
        case fileNoFeature = "file-no-feature"
        case fileGroupWritable = "file-group-writable"
        /// A library in a directory without features has a name such as `libX.so.1`, which features never have.
        case filePassedOver = "file-passed-over"
        /// A manifest has a method, type or member that this version of the ABI does not know.
        case manifestUnknown = "manifest-unknown"
        /// A file with a feature's texts in another language cannot be read.
        case textsUnreadable = "texts-unreadable"
        case directoryMissing = "directory-missing"
        case directoryUnreadable = "directory-unreadable"
        case directoryInsecure = "directory-insecure"
        case directoryGroupWritable = "directory-group-writable"
        /// A feature's data directory, or a folder above it, is a symbolic link or open to other users.
        case dataDirectoryUnusable = "data-directory-unusable"
        case idShadowed = "id-shadowed"
        case linkConflict = "link-conflict"
        case linkClaimShared = "link-claim-shared"
        case schemeRefused = "scheme-refused"
        case wiringUnreadable = "wiring-unreadable"
        case wiringMalformed = "wiring-malformed"
        case wiringInsecure = "wiring-insecure"
        case settingUnknown = "setting-unknown"
        case settingIllTyped = "setting-ill-typed"
        case runsInline = "runs-inline"
        /// The kernel cannot confine the processes of features completely, or the wiring file turns that off.
        case notConfined = "not-confined"
        /// A feature asks for permissions that the wiring neither allows nor denies.
        case permissionNotAllowed = "permission-not-allowed"
        /// A feature has permissions that the user has allowed.
        case permissionAnswered = "permission-answered"
        /// The wiring allows permissions that the feature does not ask for.
        case permissionNotAsked = "permission-not-asked"
        /// A path is allowed, but withheld from the feature: a path in it is denied, or it leads elsewhere.
        case permissionWithdrawn = "permission-withdrawn"
        /// A feature may ask origins, and the library is missing by which the host asks.
        case httpUnavailable = "http-unavailable"
        case routeUnreachable = "route-unreachable"
        /// The wiring names a route, a checkpoint or a value by an older name.
        case routeRenamed = "route-renamed"
        /// The wiring uses a route that its feature has deprecated.
        case routeDeprecated = "route-deprecated"
        /// The private copies of features cannot be made or kept.
        case copiesNotMade = "copies-not-made"
        case registryRebuilt = "registry-rebuilt"
        case registryNotWritten = "registry-not-written"
        case workerLeftOver = "worker-left-over"

        package var description: String { rawValue }

        /// Whether the finding is about a name that a feature leaves to the wiring, rather than a place in the file.
        var isUnconnected: Bool {
            [.destinationUnconnected, .checkpointUnconnected, .valueUnconnected].contains(self)
        }

        /// Whether the wiring file alone is at fault, whatever the features: no app starts with it. After any other
        /// finding, only its subject is off.
        var isOfFileAlone: Bool { [.conditionCyclic, .redirectCyclic, .redirectTooLong].contains(self) }

        /// The state of the subject in the graph.
        package var status: Status {
            switch self {
            case .rootDangling, .redirectDangling, .featureAbsent, .destinationUnconnected, .checkpointUnconnected,
                .valueUnconnected, .conditionDangling, .requirementDangling:
                .dangling
            case .conditionCyclic, .redirectCyclic, .redirectTooLong: .cyclic
            case .redirectIllTyped: .illTyped
            case .redirectIllFormed: .illFormed
            case .linkConflict: .conflicting
            case .schemeRefused: .refused
            case .routeUnreachable: .unreachable
            case .fileRefused, .fileCrashed, .fileHung, .fileQuarantined, .fileInsecure, .libraryOutside,
                .fileNoFeature, .fileGroupWritable, .filePassedOver, .manifestUnknown, .textsUnreadable,
                .directoryMissing, .directoryUnreadable, .directoryInsecure, .directoryGroupWritable,
                .dataDirectoryUnusable, .idShadowed, .linkClaimShared,
                .wiringUnreadable,
                .wiringMalformed, .wiringInsecure, .settingUnknown, .settingIllTyped, .runsInline, .notConfined,
                .permissionNotAllowed, .routeRenamed, .routeDeprecated,
                .permissionNotAsked, .permissionAnswered, .permissionWithdrawn, .copiesNotMade, .registryRebuilt,
                .registryNotWritten, .workerLeftOver, .httpUnavailable:
                .ok
            }
        }
    }

    /// The state of a node or edge of the graph, in one word.
    package enum Status: String, Hashable, Sendable, CaseIterable {
        case ok
        case dangling
        case cyclic
        case illTyped = "ill-typed"
        case illFormed = "ill-formed"
        case conflicting
        /// The wiring does not accept the link's scheme.
        case refused
        /// Only its own feature leads there.
        case unreachable
    }

    /// A file, and a place in it if known.
    @BinaryCoded
    package struct Place: Hashable, Sendable, CustomStringConvertible {
        package let file: String
        package let line: Int?
        package let column: Int?

        package init(_ file: String, _ location: JSONLocation? = nil) {
            self.file = file
            line = location?.line
            column = location?.column
        }

        /// `switchyard.jsonc, line 3, column 7`
        package var description: String {
            [file, line.map { "line \($0)" }, column.map { "column \($0)" }].compactMap(\.self).joined(separator: ", ")
        }
    }

    package let severity: Severity
    package let code: Code
    /// The subject: a file, a directory, a destination, a place in the wiring, a feature, a process.
    package let subject: String
    /// The file, with the place in it if known. Nil if the finding concerns no file.
    package let place: Place?
    /// A sentence without its first capital letter and its full stop.
    package let message: String
    /// The remedy, in the imperative.
    package let fix: String

    package init(
        _ severity: Severity, _ code: Code, _ subject: String, at place: Place?, _ message: String, fix: String
    ) {
        self.severity = severity
        self.code = code
        self.subject = subject
        self.place = place
        self.message = message
        self.fix = fix
    }

    /// The finding where a warning counts as an error.
    package var strict: Finding {
        severity == .warning ? Finding(.error, code, subject, at: place, message, fix: fix) : self
    }

    var stopsApp: Bool { severity == .error && code.isOfFileAlone }

    /// Sorts findings: the worst first, then by file and place, and those without a place last.
    package static func inOrder(_ findings: [Finding]) -> [Finding] {
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

    /// The place and the message: `switchyard.jsonc, line 3, column 7: …`
    var located: String { (place.map { "\($0): " } ?? "") + message }
}

extension Wiring {
    /// The place of a value in the wiring file. Without the value, the file alone; nil if there is no file.
    package func place(of path: JSONPath) -> Finding.Place? {
        self.path.map { Finding.Place($0, document?.location(of: path)) }
    }
}
