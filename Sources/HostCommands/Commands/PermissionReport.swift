import FeatureContract
import HostCore
import JSONText

/// A feature's permissions in the output of `list` and `explain`.
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

    /// The rows of `explain`, by their headings; empty if the feature asks for nothing.
    var rows: [(heading: String, lines: [String])] {
        guard !permissions.asked.isEmpty else { return [] }
        let refused =
            (isConfined ? denied : []) + permissions.refused.lines.map { "\($0) (by you)" }
        return [("asks for", permissions.asked.map(\.text)), ("has", effective)]
            + (refused.isEmpty ? [] : [("refused", refused)])
    }

    private var denied: [String] {
        permissions.denied.lines.map { "\($0) (by the wiring)" }
            + permissions.withdrawals.map { "\($0.kind) \($0.path) (by the wiring, which denies \($0.denied))" }
    }

    private var effective: [String] {
        guard isConfined else {
            return ["what the host has, since \(isolation == .inline ? "it runs inside it" : "the sandbox is off")"]
        }
        let lines =
            permissions.wired.lines.map { "\($0) (by the wiring)" }
            + permissions.answered.lines.map { "\($0) (by you)" }
        guard !permissions.notAllowed.isEmpty else { return lines.isEmpty ? ["its data directory alone"] : lines }
        return (lines.isEmpty ? ["its data directory alone"] : lines)
            + ["to allow the rest: \(permissions.advice(toAllow: permissions.notAllowed.union))"]
    }

    /// The requests from the manifest; the feature's permissions, which are null if it is not confined, and has the
    /// host's rights; of these the ones that the user has allowed; what the user has refused; and what the wiring denies.
    var json: JSON {
        [
            "asked": .array(permissions.asked.map(\.json)),
            "effective": isConfined ? .object(permissions.effective.json) : .null,
            "answered": isConfined ? .object(permissions.answered.json) : .null,
            "refused": .object(permissions.refused.json),
            "denied": isConfined ? .object(permissions.denied.json) : .null,
        ]
    }
}
