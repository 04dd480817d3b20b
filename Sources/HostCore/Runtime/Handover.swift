import FeatureContract
import HostSystem

/// A descriptor that the host hands over to a feature which has asked for it: a connection, or a file that the user has
/// picked.
package struct Handover: Sendable {
    /// Takes the host's answer to a request: called once, outside any call into the feature. Nil says that the user has
    /// picked no file.
    package typealias Done = @MainActor (Result<Handover?, CallFailure>) -> Void

    package let descriptor: OpenDescriptor
    /// The last part of the file's path; empty for a connection.
    package let name: String

    package init(_ descriptor: OpenDescriptor, name: String = "") {
        self.descriptor = descriptor
        self.name = name
    }
}
