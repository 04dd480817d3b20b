package import JSONText

/// What a feature in a worker may reach beyond what its code needs to run and its own data directory.
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
    /// The files and directories that it may read, with all that is in them.
    package var read: Set<String>
    /// The files and directories that it may read and change, with all that is in them.
    package var write: Set<String>
    /// Whether it may start programs.
    package var run: Bool
    /// The names of the variables of the host's environment that it sees.
    package var environment: Set<String>

    package init(
        ports: Set<UInt16> = [], read: Set<String> = [], write: Set<String> = [], run: Bool = false,
        environment: Set<String> = []
    ) {
        self.ports = ports
        self.read = read
        self.write = write
        self.run = run
        self.environment = environment
    }

    /// No permission.
    package static let none = Permissions()

    /// What either of the two has.
    package func union(_ other: Permissions) -> Permissions {
        Permissions(
            ports: ports.union(other.ports), read: read.union(other.read), write: write.union(other.write),
            run: run || other.run, environment: environment.union(other.environment))
    }

    /// The permissions as texts for users, by kind: `("net", "tcp:443")`, `("run", "")`.
    package var items: [(kind: Kind, text: String)] {
        ports.sorted().map { (.net, Self.text(ofPort: $0)) } + read.sorted().map { (.read, $0) }
            + write.sorted().map { (.write, $0) } + (run ? [(.run, "")] : [])
            + environment.sorted().map { (.env, $0) }
    }

    /// The permissions of each kind of which there is one, for users: `net tcp:80, tcp:443`, `run`.
    package var lines: [String] {
        Kind.allCases.compactMap { kind in
            let texts = items.filter { $0.kind == kind }.map(\.text)
            guard kind != .run else { return run ? kind.rawValue : nil }
            return texts.isEmpty ? nil : "\(kind.rawValue) \(texts.joined(separator: ", "))"
        }
    }

    /// The JSON form in a manifest and a wiring file, without the kinds of which there is nothing.
    package var json: JSONObject {
        var object: JSONObject = [:]
        for kind in Kind.allCases {
            let texts = items.filter { $0.kind == kind }.map(\.text)
            guard !texts.isEmpty else { continue }
            object.append(key: kind.rawValue, value: kind == .run ? true : .array(texts.map { .string($0) }))
        }
        return object
    }

    /// A port as manifests and wiring files have it: `tcp:443`.
    package static func text(ofPort port: UInt16) -> String { "tcp:\(port)" }
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
