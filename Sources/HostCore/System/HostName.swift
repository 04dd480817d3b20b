import FeatureABI
import Glibc

/// The name and version by which the host introduces itself.
package enum HostName {
    package static let name = "switchyard"
    /// The version of the host and of its SDK.
    package static let version = "0.1.0"
    /// The release date of that version. The manual shows it rather than the date of the build, so that the same
    /// sources make the same page.
    package static let date = "2026-11-21"

    // Never written after initialization, and never freed.
    package nonisolated(unsafe) static let nameConstant = constant(name)
    package nonisolated(unsafe) static let versionConstant = constant(version)

    /// Copies a text into memory that is never freed.
    private static func constant(_ text: String) -> sy_string {
        sy_string(data: strdup(text), count: text.utf8.count)
    }
}
