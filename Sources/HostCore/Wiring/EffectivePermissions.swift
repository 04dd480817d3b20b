import FeatureContract
import HostSystem

extension Permissions {
    /// The permissions that are asked for, allowed, and not denied. Paths are absolute, without empty segments and `.`.
    ///
    /// If an asked and an allowed path contain each other, the narrower one counts. Permission to write includes
    /// reading: a path with write permission may be read if the feature asks for that, and a path denied for reading
    /// cannot be written. A denied path removes the paths in it, and also those that contain it, since the kernel
    /// cannot take a part out of an allowed directory. A port and an address with that port are like a directory and a
    /// path in it, and so are an origin with `*` and one that it covers.
    ///
    /// Paths are compared as texts here. A worker compares their targets again: ``GrantCheck``.
    ///
    /// - Parameter environment: The home and XDG directories. A path in an unset one counts as absent.
    package static func effective(
        asked: Permissions, allowed: Permissions, denied: Permissions, in environment: HostEnvironment
    ) -> Permissions {
        func absolute(_ permissions: Permissions) -> Permissions {
            var permissions = permissions
            permissions.read = Set(permissions.read.compactMap { absolutePath($0, in: environment) })
            permissions.write = Set(permissions.write.compactMap { absolutePath($0, in: environment) })
            return permissions
        }
        return absolute(asked).limited(to: absolute(allowed)).without(absolute(denied))
    }

    /// The permissions of a feature in a confined worker.
    static func effective(
        of manifest: Manifest, _ wiring: Wiring, in environment: HostEnvironment
    ) -> Permissions {
        let options = wiring.options(of: manifest.id)
        return effective(
            asked: manifest.permissions.union, allowed: options?.allow ?? .none, denied: options?.deny ?? .none,
            in: environment)
    }

    /// The absolute path for a path of a permission, without empty segments and `.`. Nil if it begins with an unset
    /// variable.
    static func absolutePath(_ text: String, in environment: HostEnvironment) -> String? {
        let (variable, rest) = text.splitOnce(at: "/")
        guard let start = directory(String(variable), in: environment) else { return nil }
        let segments = "\(start)/\(rest ?? "")".splitAll(at: "/").filter { !$0.isEmpty && $0 != "." }
        // A variable could contain it.
        return segments.contains("..") ? nil : "/" + segments.joined(separator: "/")
    }

    private static func directory(_ variable: String, in environment: HostEnvironment) -> String? {
        switch variable {
        case "": "/"
        case "~", "$HOME": environment.home
        case "$XDG_DATA_HOME": environment.dataHome
        case "$XDG_CONFIG_HOME": environment.configHome
        case "$XDG_CACHE_HOME": environment.cacheHome
        case "$XDG_STATE_HOME": environment.stateHome
        case "$XDG_RUNTIME_DIR": environment.runtimeDirectory
        default: nil
        }
    }

    /// The part of these permissions within others. Paths are absolute.
    func limited(to allowed: Permissions) -> Permissions {
        func narrower(_ paths: Set<String>, _ others: Set<String>) -> Set<String> {
            Set(
                paths.flatMap { path in
                    others.compactMap { Path.isIn($0, path) ? path : Path.isIn(path, $0) ? $0 : nil }
                })
        }
        return Permissions(
            ports: ports.intersection(allowed.ports),
            endpoints: endpoints.filter(allowed.permits).union(allowed.endpoints.filter(permits)),
            origins: origins.filter(allowed.covers).union(allowed.origins.filter(covers)),
            read: narrower(read, allowed.readable),
            write: narrower(write, allowed.write), run: run && allowed.run,
            environment: environment.intersection(allowed.environment))
    }

    /// The permissions that remain when others are denied. Paths are absolute.
    func without(_ denied: Permissions) -> Permissions {
        func left(_ paths: Set<String>, _ others: Set<String>) -> Set<String> {
            paths.filter { path in !others.contains { Path.isIn($0, path) || Path.isIn(path, $0) } }
        }
        // Permission to write includes reading, so a path denied for reading cannot be written.
        return Permissions(
            ports: ports.filter { !denied.meets($0) }, endpoints: endpoints.filter { !denied.permits($0) },
            origins: origins.filter { !denied.meets($0) },
            read: left(read, denied.read), write: left(write, denied.readable),
            run: run && !denied.run, environment: environment.subtracting(denied.environment))
    }

    /// These permissions but for those that others have too.
    func without(same others: Permissions) -> Permissions {
        Permissions(
            ports: ports.subtracting(others.ports), endpoints: endpoints.subtracting(others.endpoints),
            origins: origins.subtracting(others.origins), read: read.subtracting(others.read),
            write: write.subtracting(others.write), run: run && !others.run,
            environment: environment.subtracting(others.environment))
    }

    /// Whether this port is included, or a machine with it.
    fileprivate func meets(_ port: UInt16) -> Bool { ports.contains(port) || endpoints.contains { $0.port == port } }

    fileprivate func covers(_ origin: OriginPattern) -> Bool { origins.contains { $0.covers(origin) } }

    fileprivate func meets(_ origin: OriginPattern) -> Bool { origins.contains { $0.meets(origin) } }

    fileprivate var readable: Set<String> { read.union(write) }
}

/// The permissions of one feature: its requests, the wiring's answer, and their differences.
package struct FeaturePermissions: Sendable {
    /// A directory, port or origin with `*` that is asked for and allowed, but withheld since a part of it is denied.
    package struct Withdrawal: Hashable, Sendable {
        package let kind: Permissions.Kind
        /// The path, the port as `tcp:443`, or the origin.
        package let path: String
        /// The denied part, as the wiring file has it.
        package let denied: String
    }

    package let feature: String
    package let asked: [PermissionRequest]
    /// The feature's permissions in a worker. Paths are absolute.
    package let effective: Permissions
    /// The part of ``effective`` that the user has allowed, and not the wiring.
    package let answered: Permissions
    /// The rest of ``effective``.
    package var wired: Permissions { effective.without(same: answered) }
    /// What the user has refused.
    package let refused: Permissions
    /// The part of each request that neither the wiring nor the user has allowed or denied, with the request's reason.
    package let notAllowed: [PermissionRequest]
    /// The part of ``notAllowed`` that the feature would have if the user allowed it.
    package let unanswered: [PermissionRequest]
    /// The permissions that the wiring allows, but the feature does not ask for.
    package let notAsked: Permissions
    /// The permissions that the feature asks for, but the wiring denies.
    package let denied: Permissions
    package let withdrawals: [Withdrawal]
    private let wiring: Wiring

    init(of manifest: Manifest, wiring: Wiring, in environment: HostEnvironment) {
        let options = wiring.options(of: manifest.id)
        let (allow, deny) = (options?.allow ?? .none, options?.deny ?? .none)
        refused = wiring.answers.features[manifest.id]?.deny ?? .none
        self.wiring = wiring
        feature = manifest.id
        asked = manifest.permissions
        // Most features of most apps.
        let refused = self.refused
        guard !asked.isEmpty || allow != .none || deny != .none else {
            (effective, answered, notAllowed, unanswered) = (.none, .none, [], [])
            (notAsked, denied, self.withdrawals) = (.none, .none, [])
            return
        }
        let all = manifest.permissions.union
        // A path in an unset directory still equals itself.
        var known: [String: String] = [:]
        func absolute(_ text: String) -> String {
            if let path = known[text] { return path }
            let path = Permissions.absolutePath(text, in: environment) ?? text
            known[text] = path
            return path
        }
        func isIn(_ path: String, _ others: Set<String>) -> Bool {
            others.contains { Path.isIn(absolute($0), absolute(path)) }
        }
        func meets(_ path: String, _ others: Set<String>) -> Bool {
            isIn(path, others) || others.contains { Path.isIn(absolute(path), absolute($0)) }
        }
        effective = .effective(asked: all, allowed: allow, denied: deny, in: environment)
        let given = wiring.content.features[manifest.id]?.allow ?? .none
        let answer = wiring.answers.features[manifest.id]?.allow ?? .none
        answered =
            given == allow
            ? .none
            : effective.without(same: .effective(asked: all, allowed: given, denied: deny, in: environment))
        notAllowed = manifest.permissions.compactMap { request in
            let asked = request.permissions
            let no = deny.union(refused)
            // The wiring may allow less than is asked for. The user has allowed what was asked for then.
            let rest = Permissions(
                ports: asked.ports.filter { !given.meets($0) && !answer.ports.contains($0) && !no.ports.contains($0) },
                endpoints: asked.endpoints.filter { !allow.permits($0) && !no.permits($0) },
                origins: asked.origins.filter { !given.meets($0) && !answer.covers($0) && !no.covers($0) },
                read: asked.read.filter {
                    !meets($0, given.readable) && !isIn($0, answer.readable) && !isIn($0, no.read)
                },
                write: asked.write.filter {
                    !meets($0, given.write) && !isIn($0, answer.write) && !isIn($0, no.readable)
                },
                run: asked.run && !allow.run && !no.run,
                environment: asked.environment.subtracting(allow.environment).subtracting(no.environment))
            return rest == .none ? nil : PermissionRequest(rest, reason: request.reason)
        }
        unanswered = notAllowed.compactMap { request in
            var asked = request.permissions
            asked.ports = asked.ports.filter { !deny.meets($0) }
            asked.origins = asked.origins.filter { !deny.meets($0) }
            asked.read = asked.read.filter { !meets($0, deny.read) }
            asked.write = asked.write.filter { !meets($0, deny.readable) }
            return asked == .none ? nil : PermissionRequest(asked, reason: request.reason)
        }
        notAsked = Permissions(
            ports: given.ports.filter { !all.meets($0) }, endpoints: given.endpoints.filter { !all.permits($0) },
            origins: given.origins.filter { !all.meets($0) },
            read: given.read.filter { !meets($0, all.read) },
            write: given.write.filter { !meets($0, all.readable) }, run: given.run && !all.run,
            environment: given.environment.subtracting(all.environment))
        denied = Permissions(
            ports: all.ports.intersection(deny.ports), endpoints: all.endpoints.filter(deny.permits),
            origins: all.origins.filter(deny.covers),
            read: all.read.filter { isIn($0, deny.read) },
            write: all.write.filter { isIn($0, deny.readable) }, run: all.run && deny.run,
            environment: all.environment.intersection(deny.environment))
        let met = Permissions.effective(asked: all, allowed: allow, denied: .none, in: environment)
        func withdrawals(_ kind: Permissions.Kind, _ paths: Set<String>, _ denied: Set<String>) -> [Withdrawal] {
            paths.sorted().compactMap { path in
                guard !isIn(path, denied), let part = denied.sorted().first(where: { Path.isIn(path, absolute($0)) })
                else { return nil }
                return Withdrawal(kind: kind, path: path, denied: part)
            }
        }
        let ports = met.ports.subtracting(deny.ports).sorted().compactMap { port in
            deny.endpoints.filter { $0.port == port }.map(\.text).min().map {
                Withdrawal(kind: .net, path: "tcp:\(port)", denied: $0)
            }
        }
        let origins = met.origins.filter { !deny.covers($0) }.sorted { $0.text < $1.text }.compactMap { origin in
            deny.origins.filter(origin.covers).map(\.text).min().map {
                Withdrawal(kind: .net, path: origin.text, denied: $0)
            }
        }
        self.withdrawals =
            withdrawals(.read, met.read, deny.read) + withdrawals(.write, met.write, deny.readable) + ports + origins
    }

    /// The reason why the host does not connect the feature's worker to a machine, with the edit that would allow it;
    /// nil if it connects.
    func refusal(of endpoint: Endpoint) -> String? {
        let needed =
            endpoint.isPermission ? Permissions(endpoints: [endpoint]) : Permissions(ports: [endpoint.port])
        return refusal("connect to '\(endpoint.text)'", needing: needed) { $0.permits(endpoint) }
    }

    /// The reason why the host asks an origin nothing for the feature, with the edit that would allow it; nil if it
    /// asks.
    package func refusal(of origin: Origin) -> String? {
        refusal("ask '\(origin.text)'", needing: Permissions(origins: [OriginPattern(origin)])) { $0.permits(origin) }
    }

    private func refusal(
        _ act: String, needing needed: Permissions, _ isPermitted: (Permissions) -> Bool
    ) -> String? {
        guard !isPermitted(effective) else { return nil }
        let reason: String
        if !isPermitted(asked.union) {
            reason = "its manifest does not ask for it by \"net\" in \"permissions\""
        } else if wiring.options(of: feature).map({ isPermitted($0.deny) }) == true {
            reason = "the wiring file denies it"
        } else {
            reason = "to allow it, \(advice(toAllow: needed))"
        }
        return "'\(feature)' may not \(act): \(reason)"
    }

    /// The edit of the wiring file that adds these permissions: `add "notes": {"allow": {"net": ["tcp:443"]}} to
    /// "features"`.
    package func advice(toAllow permissions: Permissions) -> String {
        let options = wiring.content.features[feature]
        let allow = "\"allow\": \(Self.text(permissions.union(options?.allow ?? .none)))"
        let entry = "\"\(feature)\": {\(allow)}"
        if wiring.path == nil {
            return "write ./switchyard.jsonc with {\"features\": {\(entry)}}, or name a wiring file by --config"
        }
        guard !wiring.content.features.isEmpty else { return "write \"features\": {\(entry)} in the wiring file" }
        guard let options else { return "add \(entry) to \"features\"" }
        return options.allow == .none
            ? "add \(allow) to \"\(feature)\" in \"features\"" : "write \(allow) for \"\(feature)\" in \"features\""
    }

    private static func text(_ permissions: Permissions) -> String {
        let members = permissions.json.members.map { key, value in
            let text = value.array.map { "[\($0.map { $0.text() }.joined(separator: ", "))]" } ?? value.text()
            return "\"\(key)\": \(text)"
        }
        return "{\(members.joined(separator: ", "))}"
    }
}

extension GrantBounds {
    /// The feature's bounds in the wiring.
    init(of feature: String, _ wiring: Wiring, in environment: HostEnvironment) {
        func absolute(_ texts: Set<String>) -> Set<String> {
            Set(texts.compactMap { Permissions.absolutePath($0, in: environment) })
        }
        func paths(_ permissions: Permissions) -> Permissions {
            Permissions(read: absolute(permissions.read), write: absolute(permissions.write))
        }
        if let options = wiring.options(of: feature) {
            allowed = paths(options.allow)
            denied = paths(options.deny)
        }
        changeable = absolute(
            Set(wiring.features.values.flatMap(\.allow.write) + wiring.answers.features.values.flatMap(\.allow.write)))
        if let folder = DataDirectory.all(in: environment) { changeable.insert(folder) }
    }
}
