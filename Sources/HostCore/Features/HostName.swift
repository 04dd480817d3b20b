import FeatureABI
import Glibc

/// What this host calls itself.
package enum HostName {
    package static let name = "switchyard"
    /// The version of the host and of its SDK.
    package static let version = "0.1.0"

    // Never written after they are made, and never freed.
    nonisolated(unsafe) static let nameConstant = constant(name)
    nonisolated(unsafe) static let versionConstant = constant(version)

    /// A text that lives as long as the process.
    private static func constant(_ text: String) -> sy_string {
        sy_string(data: strdup(text), count: text.utf8.count)
    }
}
