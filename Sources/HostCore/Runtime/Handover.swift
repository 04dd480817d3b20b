import FeatureContract
import HTTPBroker
import HostSystem

/// What the host hands over at a feature's request: a descriptor, of a connection or of a file that the user has picked,
/// or an answer about a request of HTTP.
package struct Handover: Sendable {
    /// Receives the host's answer to a request: called once, outside any call into the feature. Nil means that the user
    /// has picked no file.
    package typealias Done = @MainActor (Result<Handover?, CallFailure>) -> Void

    /// Nil for an answer about a request of HTTP.
    let descriptor: OpenDescriptor?
    /// The last part of the file's path; empty for anything else.
    let name: String
    let http: HTTPAnswer?

    package init(_ descriptor: OpenDescriptor, name: String = "") {
        self.descriptor = descriptor
        self.name = name
        http = nil
    }

    package init(http answer: HTTPAnswer) {
        (descriptor, name, http) = (nil, "", answer)
    }
}
