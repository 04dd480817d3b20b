/// The process in which a feature runs.
public enum FeatureIsolation: String, Hashable, Sendable, CaseIterable {
    /// A worker process for the feature alone: its crash, hang or exit costs one call, and its time and memory are
    /// limited.
    case process
    /// The host's own process, for features that the operator trusts. Their crash is the host's, and nothing limits
    /// them.
    case inline
}
