import FeatureABI
import Glibc

/// What this host calls itself.
package enum HostName {
    package static let name = "switchyard"
    /// The version of the host and of its SDK.
    package static let version = "0.1.0"
    /// The day of that version. The manual has it, and not the day of a build: the same sources make the same page.
    package static let date = "2026-11-21"

    // Never written after they are made, and never freed.
    nonisolated(unsafe) static let nameConstant = constant(name)
    nonisolated(unsafe) static let versionConstant = constant(version)

    /// A text that lives as long as the process.
    private static func constant(_ text: String) -> sy_string {
        sy_string(data: strdup(text), count: text.utf8.count)
    }
}
