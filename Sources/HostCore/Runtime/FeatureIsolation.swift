/// How a feature runs.
public enum FeatureIsolation: String, Hashable, Sendable, CaseIterable {
    /// In a process of its own: its crash, its hang and its exit cost one call, and its time and memory are limited.
    case process
    /// In the host's process: for features that are vouched for. A crash is the host's, and nothing limits it.
    case inline
}
