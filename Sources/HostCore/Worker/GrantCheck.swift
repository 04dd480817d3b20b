import FeatureContract
import Glibc
import HostSystem

/// The paths that the wiring file allows and denies a feature, and the directories in which features may have made
/// symbolic links. A worker compares each path that it opens for a grant with them: ``GrantCheck``.
@BinaryCoded
package struct GrantBounds: Hashable, Sendable {
    /// The paths of `allow`, absolute.
    package var allowed = Permissions.none
    /// The paths of `deny`, absolute.
    package var denied = Permissions.none
    /// The data directories of all features, and all paths that the wiring allows any of them to change.
    package var changeable: Set<String> = []

    package init() {}
}

/// The reason why a feature does not have a path that it asks for and the wiring allows.
package struct GrantRefusal: Error, Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// A symbolic link on the way lies in a directory that features may change.
        case link
        /// The path leads to this one, which lies in nothing that is allowed.
        case outside(String)
        /// The path leads to this one, which is denied, or has this denied path in it.
        case denied(String, by: String)
    }

    /// `read` or `write`
    package let kind: Permissions.Kind
    package let path: String
    package let cause: Cause
}

/// Opens the paths that a feature is granted, each once. A path counts for what was opened: if its real path lies in
/// that of an allowed path, and neither in that of a denied one nor around it.
///
/// A feature may make symbolic links where it may write, at any time. So an allowed path over such a link allows
/// nothing, and an asked path may lead over one only to what is allowed anyway.
package struct GrantCheck {
    /// The real paths that are allowed to be read, and to be changed.
    private let readable: [String]
    private let changeable: [String]
    private let denied: (toRead: [Denied], toWrite: [Denied])
    /// The real paths of the directories in which no link of an allowed path is followed.
    private let folders: [String]

    private struct Denied {
        let path: String
        let real: String

        /// A denied path may be missing now, and made later.
        init(_ path: String) {
            self.path = path
            real = Path.resolvedAsFar(path)
        }
    }

    package init(_ bounds: GrantBounds) {
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
    /// - Returns: Nil if there is no such file, or none that the user may reach.
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

    /// The refusals among a feature's permissions.
    package func refusals(_ permissions: Permissions) -> [GrantRefusal] {
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
    /// The reason as a phrase of a message.
    package var reason: String {
        switch cause {
        case .link: "a symbolic link on the way lies in a directory that features may change"
        case .outside(let real): "it leads to '\(real)', which the wiring does not allow"
        case .denied(let real, let denied):
            real == path ? "'\(denied)' is denied, and leads there" : "it leads to '\(real)', and '\(denied)' is denied"
        }
    }

    /// The next step for the operator.
    package var remedy: String {
        switch cause {
        case .link: "take the link away, or allow the path that it leads to, if that is meant"
        case .outside(let real): "take the link away, or allow '\(real)' if that is meant"
        case .denied(_, let denied): "allow instead what it is to have, or take '\(denied)' out of \"deny\""
        }
    }

    /// The message for the user, behind the feature's name.
    package var message: String {
        "may not \(kind) '\(path)', though that is allowed: \(reason); \(remedy)"
    }
}

extension Confinement {
    /// The paths that a worker would not get now, though they are allowed.
    func refusals() -> [GrantRefusal] {
        guard mode != .off, let bounds else { return [] }
        return GrantCheck(bounds).refusals(permissions)
    }
}
