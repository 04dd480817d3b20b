package import JSONText

/// The files, ports, programs and variables that a feature in a worker may reach beyond those that its code needs to
/// run and its own data directory.
///
/// A manifest asks for permissions, each with a reason; the wiring file allows and denies them. The worker has what is
/// asked for and allowed and not denied.
package struct Permissions: Hashable, Sendable {
    /// A kind of permission, named as in manifests and wiring files.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case net, read, write, run, env
    }

    /// The TCP ports of other machines and of this one that it may connect to: `tcp:443`.
    package var ports: Set<UInt16>
    /// The machines, with their ports, that the host connects it to: `api.example.org:443`.
    package var endpoints: Set<Endpoint>
    /// The files and directories that it may read, with all that is in them.
    package var read: Set<String>
    /// The files and directories that it may read and change, with all that is in them.
    package var write: Set<String>
    /// Whether it may start programs.
    package var run: Bool
    /// The names of the variables of the host's environment that it sees.
    package var environment: Set<String>

    package init(
        ports: Set<UInt16> = [], endpoints: Set<Endpoint> = [], read: Set<String> = [], write: Set<String> = [],
        run: Bool = false, environment: Set<String> = []
    ) {
        self.ports = ports
        self.endpoints = endpoints
        self.read = read
        self.write = write
        self.run = run
        self.environment = environment
    }

    /// No permission.
    package static let none = Permissions()

    /// The permissions of both.
    package func union(_ other: Permissions) -> Permissions {
        Permissions(
            ports: ports.union(other.ports), endpoints: endpoints.union(other.endpoints), read: read.union(other.read),
            write: write.union(other.write),
            run: run || other.run, environment: environment.union(other.environment))
    }

    /// Whether the host connects the feature to a machine.
    package func permits(_ endpoint: Endpoint) -> Bool { ports.contains(endpoint.port) || endpoints.contains(endpoint) }

    /// Whether it connects to anything.
    package var usesNetwork: Bool { !ports.isEmpty || !endpoints.isEmpty }

    /// The kinds of which there is something, each with its sorted texts; `run` has none.
    private var texts: [(kind: Kind, texts: [String])] {
        Kind.allCases.compactMap { kind in
            let texts =
                switch kind {
                case .net: ports.sorted().map { "tcp:\($0)" } + endpoints.map(\.text).sorted()
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

    /// The JSON form in a manifest and a wiring file, without the kinds of which there is nothing.
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

    /// The JSON form in a manifest.
    package var json: JSON {
        var object = permissions.json
        object.append(key: "reason", value: .string(reason))
        return .object(object)
    }
}

extension [PermissionRequest] {
    /// The permissions of all requests together.
    package var union: Permissions { reduce(.none) { $0.union($1.permissions) } }
}
