import FeatureContract
import Glibc
import HostSystem

/// The paths that the wiring file allows and denies a feature, and the directories in which features may have made
/// symbolic links. A worker compares each path with them after opening it: ``GrantCheck``.
@BinaryCoded
package struct GrantBounds: Hashable, Sendable {
    var allowed = Permissions.none
    var denied = Permissions.none
    /// The data directories of all features, and all paths that the wiring allows any feature to change.
    var changeable: Set<String> = []
}

/// The reason why a feature does not get a path that it asks for and the wiring allows.
package struct GrantRefusal: Error, Hashable, Sendable {
    enum Cause: Hashable, Sendable {
        /// A symbolic link on the way lies in a directory that features may change.
        case link
        /// The path leads to this one, which is not allowed.
        case outside(String)
        /// The path leads to this one, which is denied or contains this denied path.
        case denied(String, by: String)
    }

    /// `read` or `write`
    package let kind: Permissions.Kind
    package let path: String
    let cause: Cause
}

/// Opens the paths granted to a feature, each once. The opened file decides: its real path must lie in that of an
/// allowed path, and must neither lie in nor contain that of a denied one.
///
/// A feature may make symbolic links in any folder that it may write to, at any time. So an allowed path across such a
/// link grants nothing, and an asked path across one may only lead to a path that is allowed anyway.
struct GrantCheck {
    /// The real paths that may be read, and those that may be changed.
    private let readable: [String]
    private let changeable: [String]
    private let denied: (toRead: [Denied], toWrite: [Denied])
    /// The real paths of the directories in which links of allowed paths are not followed.
    private let folders: [String]

    private struct Denied {
        let path: String
        let real: String

        /// A denied path may be missing now, and created later.
        init(_ path: String) {
            self.path = path
            real = Path.resolvedAsFar(path)
        }
    }

    init(_ bounds: GrantBounds) {
        let folders = bounds.changeable.map(Path.resolvedAsFar)
        func real(_ paths: Set<String>) -> [String] {
            paths.compactMap { try? OpenedPath($0, followingNoLinkIn: folders).real }
        }
        self.folders = folders
        changeable = real(bounds.allowed.write)
        readable = changeable + real(bounds.allowed.read)
        let toRead = bounds.denied.read.sorted().map(Denied.init)
        denied = (toRead, toRead + bounds.denied.write.sorted().map(Denied.init))
    }

    /// Opens a path that the feature may read, or also change.
    ///
    /// - Parameter kind: `read` or `write`.
    /// - Returns: Nil if there is no such file, or the user may not open it.
    func open(_ path: String, to kind: Permissions.Kind) throws(GrantRefusal) -> OpenedPath? {
        func refused(_ cause: GrantRefusal.Cause) -> GrantRefusal {
            GrantRefusal(kind: kind, path: path, cause: cause)
        }
        guard let opened = try? OpenedPath(path) else { return nil }
        let real = opened.real
        guard (kind == .write ? changeable : readable).contains(where: { Path.isIn($0, real) }) else {
            throw refused(leadsOverLink(path) ? .link : .outside(real))
        }
        let denied = kind == .write ? denied.toWrite : denied.toRead
        if let denied = denied.first(where: { Path.isIn($0.real, real) || Path.isIn(real, $0.real) }) {
            throw refused(.denied(real, by: denied.path))
        }
        return opened
    }

    private func leadsOverLink(_ path: String) -> Bool {
        do {
            _ = try OpenedPath(path, followingNoLinkIn: folders)
            return false
        } catch {
            return error.code == ELOOP
        }
    }

    func refusals(_ permissions: Permissions) -> [GrantRefusal] {
        let paths = permissions.read.sorted().map { ($0, Permissions.Kind.read) }
        return (paths + permissions.write.sorted().map { ($0, .write) }).compactMap { path, kind in
            do throws(GrantRefusal) {
                _ = try open(path, to: kind)
                return nil
            } catch {
                return error
            }
        }
    }
}

extension GrantRefusal {
    package var reason: String {
        switch cause {
        case .link: "a symbolic link on the way lies in a directory that features may change"
        case .outside(let real): "it leads to '\(real)', which the wiring does not allow"
        case .denied(let real, let denied):
            real == path ? "'\(denied)' is denied, and leads there" : "it leads to '\(real)', and '\(denied)' is denied"
        }
    }

    package var remedy: String {
        switch cause {
        case .link: "take the link away, or allow the path that it leads to, if that is meant"
        case .outside(let real): "take the link away, or allow '\(real)' if that is meant"
        case .denied(_, let denied): "allow instead what it is to have, or take '\(denied)' out of \"deny\""
        }
    }

    /// The message for the user, after the feature's name.
    var message: String {
        "may not \(kind) '\(path)', though that is allowed: \(reason); \(remedy)"
    }
}

extension Confinement {
    /// The allowed paths that a worker would not get now.
    func refusals() -> [GrantRefusal] {
        guard mode != .off, let bounds else { return [] }
        return GrantCheck(bounds).refusals(permissions)
    }
}
