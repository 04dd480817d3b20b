import FeatureContract
import HostCore
import JSONText

/// What `list` and `explain` show of a feature's permissions.
struct PermissionReport {
    private let permissions: FeaturePermissions
    private let isolation: FeatureIsolation

    @MainActor
    init(_ manifest: Manifest, _ application: HostApplication) {
        permissions = application.permissions(of: manifest)
        isolation = application.isolation(of: manifest.id)
    }

    /// The rows of `explain`, by their headings. None if the feature asks for nothing.
    var rows: [(heading: String, lines: [String])] {
        guard !permissions.asked.isEmpty else { return [] }
        return [("asks for", permissions.asked.map(\.text)), ("has", effective)]
    }

    private var effective: [String] {
        if isolation == .inline { return ["what the host has, since it runs inside it"] }
        let lines = permissions.effective.lines
        guard !permissions.notAllowed.isEmpty else { return lines.isEmpty ? ["its data directory alone"] : lines }
        return (lines.isEmpty ? ["its data directory alone"] : lines)
            + ["to allow the rest: \(permissions.advice(toAllow: permissions.notAllowed.union))"]
    }

    /// The requests as the manifest has them, and the permissions that the feature has: null if it runs inside the host,
    /// where it is not confined.
    var json: JSON {
        [
            "asked": .array(permissions.asked.map(\.json)),
            "effective": isolation == .inline ? .null : .object(permissions.effective.json),
        ]
    }
}
