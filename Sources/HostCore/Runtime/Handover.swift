import FeatureContract
import HostSystem

/// A descriptor that the host hands over at a feature's request: a connection, or a file that the user has picked.
package struct Handover: Sendable {
    /// Receives the host's answer to a request: called once, outside any call into the feature. Nil means that the user
    /// has picked no file.
    package typealias Done = @MainActor (Result<Handover?, CallFailure>) -> Void

    let descriptor: OpenDescriptor
    /// The last part of the file's path; empty for a connection.
    let name: String

    package init(_ descriptor: OpenDescriptor, name: String = "") {
        self.descriptor = descriptor
        self.name = name
    }
}
