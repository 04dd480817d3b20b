internal import FeatureContract

/// The host that a feature cannot do without.
///
/// A host that is older, or that lacks one of the extensions, does not start the feature, and tells the operator what is
/// required. Where a feature can go on without an extension, it does not require it, and asks for it by
/// ``FeatureContext/hostExtension(_:)``.
///
/// ```swift
/// static var requirements: FeatureRequirements {
///     FeatureRequirements(host: "0.1", extensions: ["switchyard.files/1"])
/// }
/// ```
///
/// A feature whose version or ids break the rules below has no manifest, and the error names the value.
public struct FeatureRequirements: Hashable, Sendable {
    let declared: Manifest.Requirements

    /// - Parameters:
    ///   - host: The lowest version of the host, as one to three numbers: `1.2` is that of `1.2.0`. Nil for any.
    ///   - extensions: The ids of extensions of the host, such as `switchyard.files/1`, each once.
    public init(host: String? = nil, extensions: [String] = []) {
        declared = Manifest.Requirements(host: host.map { HostVersion(unchecked: $0) }, extensions: extensions)
    }
}
