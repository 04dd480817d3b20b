import FeatureContract
import Glibc
import HostSystem

/// The only writer of a session file, for the lifetime of the store or until it is closed.
///
/// ```swift
/// let store = try SessionStore(path: "session.json")
/// switch try store.read() {
/// case .missing: break
/// case .session(let session): restore(session.state)
/// case .quarantined(let quarantined): Console.warning("\(quarantined)")
/// }
/// if let quarantined = try store.save(Session(state: state)) { Console.warning("\(quarantined)") }
/// ```
///
/// A damaged or newer file is never overwritten, but quarantined by ``read()`` or ``save(_:)``, whichever finds it
/// first. The store has `FILE.lock` beside the file, and `FILE.new` during a save.
package final class SessionStore {
    package enum Reading: Equatable, Sendable {
        case missing
        case session(Session)
        /// The file was damaged or newer, and was renamed.
        case quarantined(QuarantinedFile)
    }

    /// The path of the file, as the user named it.
    package let path: String

    private let file: SessionFile
    private let allowsInsecure: Bool
    /// The lock of the file; nil once the store is closed.
    private var lock: SessionLock?
    /// The content last saved or read, with its version of the file.
    private var known: (identity: FileIdentity, bytes: [UInt8])?

    /// Called before each step of a save, so that a test can make it fail.
    var beforeStep: AtomicFile.Hook = { _ in }

    /// Locks the file at `path`, which may be missing. Its directory must exist.
    ///
    /// - Parameters:
    ///   - path: The path of the file. If it is a symbolic link, its current target is read and saved.
    ///   - allowingInsecure: Whether to use a file that another user may have written. If not, it counts as damaged.
    package init(path: String, allowingInsecure: Bool = false) throws(SessionError) {
        self.path = path
        allowsInsecure = allowingInsecure
        file = try SessionFile(resolving: path)
        try file.requireWritableDirectory()
        lock = try SessionLock(file.lockPath)
    }

    /// Releases the file, and ends reading and saving.
    package func close() {
        lock = nil
    }

    /// Reads the file. Quarantines it if it is damaged or newer, or if another user may have written it.
    ///
    /// - Throws: `damaged` if others may write to the folder of the file, which stays unchanged.
    package func read() throws(SessionError) -> Reading {
        try requireLock()
        guard let content = try file.readContent(allowingInsecure: allowsInsecure) else { return .missing }
        do {
            let session = try content.session.get()
            known = (content.identity, content.bytes)
            return .session(session)
        } catch .damaged(let damage) {
            return .quarantined(try quarantine(damage))
        }
    }

    /// Replaces the file's content with the session, at once and as a whole: if the process is killed or the power
    /// fails, the file has the old content or the new. Writes nothing if the file already has that content.
    ///
    /// - Returns: The quarantined file, if the previous one was damaged or newer. Usually ``read()`` has found that
    ///   before.
    package func save(_ session: Session) throws(SessionError) -> QuarantinedFile? {
        try requireLock()
        let bytes = session.bytes
        do {
            _ = try Session(parsing: bytes)
        } catch .damaged(let damage) {
            throw .notSavable(damage)
        }
        if let known, known.identity == FileSystem.identity(file.path) {
            if known.bytes == bytes { return nil }
            return try replace(bytes, damage: nil)
        }
        // Not read yet, or written by another program since.
        guard case .failure(.damaged(let damage))? = try file.readContent(allowingInsecure: allowsInsecure)?.session
        else {
            return try replace(bytes, damage: nil)
        }
        return try replace(bytes, damage: damage)
    }

    /// Quarantines the file that ``read()`` returned, because its state is invalid.
    package func quarantine(_ error: CallFailure) throws(SessionError) -> QuarantinedFile {
        try requireLock()
        return try quarantine(SessionDamage.noState(error))
    }

    private func replace(
        _ bytes: [UInt8], damage: SessionDamage?
    ) throws(SessionError) -> QuarantinedFile? {
        let new = try atomicFile(bytes)
        // Only now, so that with a full disk a damaged file stays in its place.
        let quarantined = try damage.map(quarantine)
        do {
            known = (try new.move(to: file.path), bytes)
        } catch {
            throw .notSaved(error, quarantined)
        }
        return quarantined
    }

    private func atomicFile(_ bytes: [UInt8]) throws(SessionError) -> AtomicFile {
        do {
            try AtomicFile.removeLeftOver(file.newPath)
        } catch {
            throw .inTheWay(path: file.newPath, error)
        }
        do {
            let new = try AtomicFile(file.newPath, before: beforeStep)
            try new.write(bytes)
            return new
        } catch {
            throw .notSaved(error, nil)
        }
    }

    private func quarantine(_ damage: SessionDamage) throws(SessionError) -> QuarantinedFile {
        // A new name in the same folder would not help.
        if case .insecure(.folder) = damage { throw .damaged(damage) }
        do {
            return try file.quarantine(damage)
        } catch {
            throw .notQuarantined(damage, error)
        }
    }

    /// Takes the lock again if its file has been removed.
    private func requireLock() throws(SessionError) {
        guard let isInPlace = lock?.isInPlace else { throw .closed }
        if !isInPlace { lock = try SessionLock(file.lockPath) }
    }
}

/// The right to write a session file: the lock of a file beside it. Ends with this value, and with the process.
///
/// The lock's file is removed when the lock ends. The file of a killed process is not locked, and is reused.
struct SessionLock: ~Copyable {
    private let path: String
    private let lock: FileLock

    /// Takes the lock, or throws at once with the process that has it.
    init(_ path: String) throws(SessionError) {
        var status = stat()
        let isThere = lstat(path, &status) == 0
        if isThere, FileKind(status) != .regularFile { throw .lockNotRegularFile(path: path, FileKind(status)) }
        do {
            lock = try FileLock(path, isMade: true, patience: .zero)
        } catch {
            if error.code == EWOULDBLOCK { throw .inUse(FileLock.holder(of: path)) }
            guard isThere else { throw .notWritable(directory: Path.parent(path) ?? "/", error) }
            throw .lockNotUsable(path: path, error)
        }
        self.path = path
        lock.note(getpid())
    }

    deinit {
        // While it is held: a process that opened the file earlier sees that it is gone, and makes a new one.
        if isInPlace { unlink(path) }
    }

    /// Whether the lock's file is still at its path. If not, another process may hold a lock too.
    var isInPlace: Bool { lock.isInPlace }
}
