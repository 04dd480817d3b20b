import FeatureContract
import HostCore
import JSONText

/// A feature's permissions as `list` and `explain` show them.
struct PermissionReport {
    private let permissions: FeaturePermissions
    private let isolation: FeatureIsolation
    private let isConfined: Bool

    @MainActor
    init(_ manifest: Manifest, _ application: HostApplication) {
        permissions = application.permissions(of: manifest)
        isolation = application.isolation(of: manifest.id)
        isConfined = application.isConfined(manifest.id)
    }

    /// The rows of `explain`, by their headings. None if the feature asks for nothing.
    var rows: [(heading: String, lines: [String])] {
        guard !permissions.asked.isEmpty else { return [] }
        return [("asks for", permissions.asked.map(\.text)), ("has", effective)]
    }

    private var effective: [String] {
        guard isConfined else {
            return ["what the host has, since \(isolation == .inline ? "it runs inside it" : "the sandbox is off")"]
        }
        let lines = permissions.effective.lines
        guard !permissions.notAllowed.isEmpty else { return lines.isEmpty ? ["its data directory alone"] : lines }
        return (lines.isEmpty ? ["its data directory alone"] : lines)
            + ["to allow the rest: \(permissions.advice(toAllow: permissions.notAllowed.union))"]
    }

    /// The requests as the manifest has them, and the permissions that the feature has: null if it is not
    /// confined, and has what the host has.
    var json: JSON {
        [
            "asked": .array(permissions.asked.map(\.json)),
            "effective": isConfined ? .object(permissions.effective.json) : .null,
        ]
    }
}
