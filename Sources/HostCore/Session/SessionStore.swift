import Glibc

/// The one writer of a session file, from when it is made until it is closed or let go.
///
/// ```swift
/// let store = try SessionStore(path: "session.json")
/// switch try store.read() {
/// case .missing: break
/// case .session(let session): restore(session.state)
/// case .setAside(let setAside): Console.warning("\(setAside)")
/// }
/// if let setAside = try store.save(Session(state: state)) { Console.warning("\(setAside)") }
/// ```
///
/// A file that is damaged or newer is never overwritten: it is set aside, by ``read()`` or by ``save(_:)``, whichever
/// sees it first. Beside the file stand `FILE.lock` while a store holds it, and `FILE.new` while one saves.
package final class SessionStore {
    /// What was in the file.
    package enum Reading: Equatable, Sendable {
        /// There is no file.
        case missing
        case session(Session)
        /// The file was damaged or newer, and has another name now.
        case setAside(SetAside)
    }

    /// The file, as it was named.
    package let path: String

    private let file: SessionFile
    /// Nil once the store is closed.
    private var lock: SessionLock?
    /// The content that was saved or read last, and of which version of the file it is.
    private var known: (identity: FileIdentity, bytes: [UInt8])?

    /// Called before each step of a save: a test lets one fail.
    var beforeStep: AtomicFile.Hook = { _ in }

    /// Takes the lock of the file at `path`, which need not be there yet; its directory must.
    ///
    /// - Parameter path: A symbolic link is followed now: its target is what is read and saved.
    package init(path: String) throws(SessionError) {
        self.path = path
        file = try SessionError.naming(path) { () throws(SessionError.Problem) in try SessionFile(resolving: path) }
        try SessionError.naming(path) { () throws(SessionError.Problem) in
            try file.requireWritableDirectory()
            lock = try SessionLock(file.lockPath)
        }
    }

    /// Gives the file free for others. Nothing can be read or saved afterwards.
    package func close() {
        lock = nil
    }

    /// What is in the file.
    package func read() throws(SessionError) -> Reading {
        try SessionError.naming(path) { () throws(SessionError.Problem) in
            try requireLock()
            guard let content = try file.look() else { return .missing }
            switch content.session {
            case .success(let session):
                known = (content.identity, content.bytes)
                return .session(session)
            case .failure(let damage):
                return .setAside(try setAside(damage))
            }
        }
    }

    /// Puts the session in the place of what is in the file, at once and as a whole: a process that is killed, or a
    /// machine that loses its power, leaves the old content or the new one. Writes nothing where the file has that
    /// content already.
    ///
    /// - Returns: Where the file went that was there, if it was damaged or newer. Mostly ``read()`` saw it before.
    package func save(_ session: Session) throws(SessionError) -> SetAside? {
        try SessionError.naming(path) { () throws(SessionError.Problem) in
            try requireLock()
            let bytes = session.bytes
            do throws(SessionDamage) {
                _ = try Session(parsing: bytes)
            } catch {
                throw .notSavable(error)
            }
            if let known, known.identity == FileSystem.identity(file.path) {
                if known.bytes == bytes { return nil }
                return try replace(bytes, damage: nil)
            }
            // Not seen yet, or written by somebody else since.
            guard case .failure(let damage)? = try file.look()?.session else { return try replace(bytes, damage: nil) }
            return try replace(bytes, damage: damage)
        }
    }

    /// Sets the file aside that ``read()`` gave, because its state is none.
    package func setAside(_ error: NavigationStateError) throws(SessionError) -> SetAside {
        try SessionError.naming(path) { () throws(SessionError.Problem) in
            try requireLock()
            return try setAside(SessionDamage.noState(error))
        }
    }

    private func replace(
        _ bytes: [UInt8], damage: SessionDamage?
    ) throws(SessionError.Problem) -> SetAside? {
        let new = try unfinished(bytes)
        // Only now, so that a full disk leaves a damaged file where it is.
        let aside = try damage.map(setAside)
        do throws(SystemError) {
            known = (try new.move(to: file.path), bytes)
        } catch {
            throw .notSaved(error, aside)
        }
        return aside
    }

    private func unfinished(_ bytes: [UInt8]) throws(SessionError.Problem) -> AtomicFile {
        do throws(SystemError) {
            try AtomicFile.removeLeftOver(file.newPath)
        } catch {
            throw .inTheWay(path: file.newPath, error)
        }
        do throws(SystemError) {
            let new = try AtomicFile(file.newPath, before: beforeStep)
            try new.write(bytes)
            return new
        } catch {
            throw .notSaved(error, nil)
        }
    }

    private func setAside(_ damage: SessionDamage) throws(SessionError.Problem) -> SetAside {
        do throws(SystemError) {
            return try file.setAside(damage)
        } catch {
            throw .notSetAside(damage, error)
        }
    }

    /// Takes the lock again where somebody has removed its file.
    private func requireLock() throws(SessionError.Problem) {
        guard let isInPlace = lock?.isInPlace else { throw .closed }
        if !isInPlace { lock = try SessionLock(file.lockPath) }
    }
}
