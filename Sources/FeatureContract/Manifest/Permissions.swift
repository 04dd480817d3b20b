package import JSONText

/// The files, ports, programs and variables that a feature in a worker may use, beyond its own data directory and the
/// files that its code needs to run.
///
/// A manifest asks for permissions, each with a reason; the wiring file allows and denies them. The worker has those
/// that are asked for, allowed, and not denied.
package struct Permissions: Hashable, Sendable {
    /// A kind of permission, named as in manifests and wiring files.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case net, read, write, run, env
    }

    /// The TCP ports of any machine that it may connect to: `tcp:443`.
    package var ports: Set<UInt16>
    /// The machines, with their ports, to which the host connects it: `api.example.org:443`.
    package var endpoints: Set<Endpoint>
    /// The origins that the host asks for it by HTTP: `https://api.example.org`. They include no connection of its own,
    /// and no connection includes them.
    package var origins: Set<OriginPattern>
    /// The files and directories that it may read, with their contents.
    package var read: Set<String>
    /// The files and directories that it may read and change, with their contents.
    package var write: Set<String>
    package var run: Bool
    /// The names of the host's environment variables that it sees.
    package var environment: Set<String>

    package init(
        ports: Set<UInt16> = [], endpoints: Set<Endpoint> = [], origins: Set<OriginPattern> = [],
        read: Set<String> = [], write: Set<String> = [], run: Bool = false, environment: Set<String> = []
    ) {
        self.ports = ports
        self.endpoints = endpoints
        self.origins = origins
        self.read = read
        self.write = write
        self.run = run
        self.environment = environment
    }

    package static let none = Permissions()

    /// The permissions of both.
    package func union(_ other: Permissions) -> Permissions {
        Permissions(
            ports: ports.union(other.ports), endpoints: endpoints.union(other.endpoints),
            origins: origins.union(other.origins), read: read.union(other.read), write: write.union(other.write),
            run: run || other.run, environment: environment.union(other.environment))
    }

    /// Whether the host connects the feature to a machine.
    package func permits(_ endpoint: Endpoint) -> Bool { ports.contains(endpoint.port) || endpoints.contains(endpoint) }

    /// Whether the host asks an origin for the feature.
    package func permits(_ origin: Origin) -> Bool { origins.contains { $0.covers(origin) } }

    /// Whether it is connected to any machine. For its requests of HTTP the host is.
    package var usesNetwork: Bool { !ports.isEmpty || !endpoints.isEmpty }

    /// The sorted texts of each kind that is present; `run` has none.
    private var texts: [(kind: Kind, texts: [String])] {
        Kind.allCases.compactMap { kind in
            let texts =
                switch kind {
                case .net:
                    ports.sorted().map { "tcp:\($0)" } + endpoints.map(\.text).sorted() + origins.map(\.text).sorted()
                case .read: read.sorted()
                case .write: write.sorted()
                case .run: [String]()
                case .env: environment.sorted()
                }
            return texts.isEmpty && !(kind == .run && run) ? nil : (kind, texts)
        }
    }

    /// The permissions for users, a line for each kind: `net tcp:80, tcp:443`, `run`.
    package var lines: [String] {
        texts.map { kind, texts in
            texts.isEmpty ? kind.rawValue : "\(kind.rawValue) \(texts.joined(separator: ", "))"
        }
    }

    /// The JSON form in a manifest and a wiring file, without absent kinds.
    package var json: JSONObject {
        JSONObject(texts.map { ($0.rawValue, $0 == .run ? true : .array($1.map { .string($0) })) })
    }
}

/// The permissions of one kind that a feature asks for, with the reason for the operator.
package struct PermissionRequest: Hashable, Sendable {
    package let permissions: Permissions
    /// One line of text.
    package let reason: String

    package init(_ permissions: Permissions, reason: String) {
        self.permissions = permissions
        self.reason = reason
    }

    /// The permissions and the reason, for users: `net tcp:443 (To fetch pictures)`.
    package var text: String { "\(permissions.lines.joined(separator: ", ")) (\(reason))" }

    package var json: JSON {
        var object = permissions.json
        object.append(key: "reason", value: .string(reason))
        return .object(object)
    }
}

extension [PermissionRequest] {
    package var union: Permissions { reduce(.none) { $0.union($1.permissions) } }
}
