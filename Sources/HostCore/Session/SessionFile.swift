import Glibc
import HostSystem

/// The path of a session file, and access to its content.
struct SessionFile: Hashable, Sendable {
    /// The absolute path without symbolic links, so that a link stays when the file behind it is replaced.
    let path: String

    var directory: String { Path.parent(path) ?? "/" }
    var lockPath: String { "\(path).lock" }
    /// The path of the atomic file, which has the new content before it replaces the file.
    var newPath: String { "\(path).new" }

    /// The number of links that the kernel follows (path_resolution(7)).
    private static let maximumLinks = 40

    /// - Parameter path: The path of a regular file, of a missing one, or of a symbolic link to either.
    init(resolving path: String) throws(SessionError) {
        guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else { throw .noFileName }
        guard InsecureFile.foreignLink(on: path) == nil else { throw .notReachable(SystemError(.otherOwner)) }
        if let status = try Self.status(path) {
            try Self.requireRegular(status)
            guard let resolved = Path.resolved(path) else {
                throw .notReachable(SystemError(code: errno, operation: "realpath"))
            }
            self.path = resolved
        } else {
            self.path = try Self.missing(path)
        }
    }

    /// The path of a missing file, after following links.
    private static func missing(_ path: String) throws(SessionError) -> String {
        var path = path
        for _ in 0...maximumLinks {
            let directory = Path.parent(path) ?? "."
            guard let resolved = Path.resolved(directory) else { throw .notFound(directory: directory) }
            path = Path.join(resolved, Path.name(path))
            guard let target = target(ofLink: path) else { return path }
            guard !target.hasSuffix("/") else { throw .notFound(directory: Path.join(resolved, target)) }
            path = Path.join(resolved, target)
        }
        throw .notReachable(SystemError(code: ELOOP, operation: "readlink"))
    }

    /// The target of a symbolic link, by readlink(2); nil if it is not a link.
    private static func target(ofLink path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The status of a file, by stat(2); nil if there is none.
    private static func status(_ path: String) throws(SessionError) -> stat? {
        var status = stat()
        do {
            try systemCall("stat") { stat(path, &status) }
        } catch {
            if error.code == ENOENT { return nil }
            throw .notReachable(error)
        }
        return status
    }

    /// Throws before the first save if the directory accepts no new file.
    func requireWritableDirectory() throws(SessionError) {
        do {
            try systemCall("access") { faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) }
        } catch {
            throw .notWritable(directory: directory, error)
        }
    }

    private static func requireRegular(_ status: stat) throws(SessionError) {
        let kind = FileKind(status)
        guard kind == .regularFile else { throw .notRegularFile(kind) }
    }
}

extension SessionFile {
    /// The content of the file, with the version that has it.
    struct Content {
        let identity: FileIdentity
        let bytes: [UInt8]
        let session: Result<Session, SessionError>
    }

    /// Reads the current content; nil if there is no file.
    ///
    /// - Parameter allowingInsecure: Whether to use a file that another user may have written. If not, it counts as
    ///   damaged.
    func readContent(allowingInsecure: Bool) throws(SessionError) -> Content? {
        // Checked before it is opened: opening a device may have effects, and a socket cannot be opened.
        guard let status = try Self.status(path) else { return nil }
        try Self.requireRegular(status)
        do {
            return try read(allowingInsecure: allowingInsecure)
        } catch {
            if error.code == ENOENT { return nil }
            throw .notReadable(error)
        }
    }

    private func read(allowingInsecure: Bool) throws(SystemError) -> Content {
        // Another file may be there by now. A pipe without a writer would block the host.
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        let status = try file.status()
        guard FileKind(status) == .regularFile else { throw SystemError(code: EINVAL, operation: "open") }
        let identity = FileIdentity(status)
        let problem = InsecureFile.problem(with: file, at: path)
        if let problem, !allowingInsecure {
            return Content(identity: identity, bytes: [], session: .failure(.damaged(.insecure(problem))))
        }
        let bytes: [UInt8]
        do {
            bytes = try file.readAll(limit: Session.maximumSize)
        } catch {
            guard error.code == EFBIG else { throw error }
            let damage = SessionDamage.tooLarge(limit: Session.maximumSize)
            return Content(identity: identity, bytes: [], session: .failure(.damaged(damage)))
        }
        let session = Result { () throws(SessionError) in
            var session = try Session(parsing: bytes)
            session.insecurity = problem
            return session
        }
        return Content(identity: identity, bytes: bytes, session: session)
    }
}

/// A session file that was damaged or newer, and was renamed with its content unchanged.
package struct QuarantinedFile: Equatable, Sendable {
    let original: String
    /// The new path: `FILE.damaged` or `FILE.newer`, or the first free one of `FILE.damaged-2` and so on.
    let path: String
    let damage: SessionDamage
}

extension QuarantinedFile: CustomStringConvertible {
    package var description: String {
        let advice =
            switch damage {
            case .newer: "with a host that reads it, rename it back"
            case .insecure: "where you trust it, make it yours alone and rename it back"
            default: "mend it and rename it back, or remove it"
            }
        let reason = if case .insecure(let problem) = damage { problem.problem } else { "\(damage)" }
        return "the session file '\(original)' was \(damage.word) (\(reason)) and is kept as '\(path)'; \(advice)"
    }
}

extension SessionFile {
    private static let maximumQuarantined = 1000

    func quarantine(_ damage: SessionDamage) throws(SystemError) -> QuarantinedFile {
        for number in 1...Self.maximumQuarantined {
            let place = "\(path).\(damage.word)" + (number == 1 ? "" : "-\(number)")
            guard try reserve(place) else { continue }
            do {
                try systemCall("rename") { rename(path, place) }
            } catch {
                unlink(place)
                throw error
            }
            return QuarantinedFile(original: path, path: place, damage: damage)
        }
        throw SystemError(code: EEXIST, operation: "rename")
    }

    /// Reserves a name for the following rename. Returns false if it is taken.
    ///
    /// renameat2(2), which can refuse to replace a file, is not in Glibc's module, and link(2) does not work on every
    /// file system.
    private func reserve(_ place: String) throws(SystemError) -> Bool {
        do {
            _ = try FileDescriptor(opening: place, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            return true
        } catch {
            if error.code == EEXIST { return false }
            throw error
        }
    }
}
