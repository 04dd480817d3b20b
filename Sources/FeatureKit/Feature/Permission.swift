internal import FeatureContract

/// A permission that a feature asks for, with the reason that the operator reads.
///
/// A feature in a process of its own reaches nothing but its data directory, ``FeatureContext/dataDirectory``, unless it
/// asks for more in ``Feature/permissions`` and the host's wiring file allows it. What is not allowed fails as if the
/// system refused it (`EPERM` or `EACCES`), so a feature handles that error.
///
/// ```swift
/// static var permissions: [Permission] {
///     [.net(.tcp(443), reason: "To fetch pictures"), .read("~/Notes", reason: "To list your notes")]
/// }
/// ```
///
/// The path of a file or directory begins with `/`, `~`, `$HOME`, `$XDG_DATA_HOME`, `$XDG_CONFIG_HOME`,
/// `$XDG_CACHE_HOME`, `$XDG_STATE_HOME` or `$XDG_RUNTIME_DIR`, and has no segment `..`. The reason is one line of text.
/// A feature that breaks these rules has no manifest, and the error names the value.
public struct Permission: Hashable, Sendable {
    /// A port of any machine, a machine and its port, or an origin.
    public struct Address: Hashable, Sendable {
        let permissions: Permissions

        /// A TCP port, from 1 to 65535, of any machine.
        public static func tcp(_ port: UInt16) -> Address { Address(permissions: Permissions(ports: [port])) }

        /// A machine, by its name or IP address, and one of its TCP ports. The host connects the feature to it:
        /// ``FeatureContext/connect(to:port:)``. A name has a dot, or is `localhost`.
        public static func host(_ host: String, port: UInt16) -> Address {
            Address(permissions: Permissions(endpoints: [Endpoint(unchecked: host, port: port)]))
        }

        /// An origin of HTTP or HTTPS, which the host asks for the feature: `https://api.example.org`,
        /// `http://localhost:8080`. In `https://*.example.org` the star stands for exactly one label.
        public static func origin(_ origin: String) -> Address {
            Address(permissions: Permissions(origins: [OriginPattern(unchecked: origin)]))
        }
    }

    /// The request as it stands in the manifest.
    let request: PermissionRequest

    private init(_ permissions: Permissions, reason: String) {
        request = PermissionRequest(permissions, reason: reason)
    }

    /// Outgoing connections to these ports of other machines and of this one, and to these machines, and requests of
    /// HTTP to these origins.
    public static func net(_ address: Address, _ more: Address..., reason: String) -> Self {
        Self(more.reduce(address.permissions) { $0.union($1.permissions) }, reason: reason)
    }

    /// Reading of these files and directories, with all that is in them.
    public static func read(_ path: String, _ more: String..., reason: String) -> Self {
        Self(Permissions(read: Set([path] + more)), reason: reason)
    }

    /// Reading and changing of these files and directories, with all that is in them.
    public static func write(_ path: String, _ more: String..., reason: String) -> Self {
        Self(Permissions(write: Set([path] + more)), reason: reason)
    }

    /// Starting of programs. They have the permissions of the feature, and no others.
    public static func run(reason: String) -> Self { Self(Permissions(run: true), reason: reason) }

    /// These variables of the host's environment.
    public static func env(_ name: String, _ more: String..., reason: String) -> Self {
        Self(Permissions(environment: Set([name] + more)), reason: reason)
    }
}
