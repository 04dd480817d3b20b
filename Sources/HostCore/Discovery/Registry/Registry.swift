import FeatureContract
import Glibc
import JSONText

/// What each file in the plugins directories was found to be, kept between runs, so that of a file that is known no
/// code has to run.
///
/// ```swift
/// let registry = Registry.open(directory: "/home/ada/.cache/switchyard")
/// if let entry = registry.entry(for: path, identity) { return entry.answer }
/// try registry.record(RegistryEntry(path: path, identity: identity, siblings: [], answer: .manifest(text)))
/// ```
///
/// It is a cache: a registry that is missing, damaged, or written by another version is as good as empty, and what is
/// lost is found out again. Any number of hosts may use one directory. Each reads the file when it starts, without a
/// lock, and again what the others have added when it records something itself, under the lock: no host's entries are
/// lost.
package final class Registry {
    private var folder: RegistryFolder
    private var file = RegistryReading()
    /// What could not be written, or not yet. It counts before the file.
    private var unwritten: [ExactText: Unwritten] = [:]
    private var state = RegistryHealth.State.missing
    /// How long another host that writes is waited for.
    private let patience: Duration
    /// Whether the last wait was in vain. Nobody waits so long for every entry.
    private var isLockStuck = false

    private struct Unwritten {
        let entry: RegistryEntry
        /// Nil where it is too large for the file.
        let payload: [UInt8]?
    }

    /// Called before each step on the disk: a test lets one fail.
    var beforeStep: (RegistryFolder.Step) throws(SystemError) -> Void {
        get { folder.beforeStep }
        set { folder.beforeStep = newValue }
    }

    /// Reads the registry in this directory. ``health`` says what was found.
    ///
    /// - Parameter directory: An absolute path: `$XDG_CACHE_HOME/switchyard`. Neither it nor the file need be there.
    package static func open(directory: String) -> Registry {
        open(directory: directory, patience: FileLock.patience)
    }

    static func open(directory: String, patience: Duration) -> Registry {
        let registry = Registry(RegistryFolder(directory), patience: patience)
        registry.read()
        return registry
    }

    private init(_ folder: RegistryFolder, patience: Duration) {
        self.folder = folder
        self.patience = patience
    }

    private func read() {
        folder.read(into: &file)
        if case .tail = file.damage {
            // Another host may be writing that record just now.
            try? folder.locked(isMade: false, patience: patience) { folder.read(into: &file) }
        }
        if let damage = file.damage {
            state = .rebuilt(why: "\(damage)")
        } else if file.log != nil {
            state = .good
        }
    }

    /// The entry for this version of the file; nil where that version is not known. Whether the sibling libraries are still
    /// the same is for the caller to compare.
    package func entry(for path: String, _ identity: FileIdentity) -> RegistryEntry? {
        let path = ExactText(path)
        guard let new = unwritten[path]?.entry else { return file.log?.entry(path, identity) }
        return new.identity == identity ? new : nil
    }

    /// Returns the id of the feature that a file is, or was when it could be used last; nil where that is not known.
    func featureID(ofFile path: String) -> String? {
        let path = ExactText(path)
        switch (unwritten[path]?.entry ?? file.log?.entry(path))?.answer {
        case .manifest(let text): return Manifest.id(in: text)
        case .refused(let refusal): return refusal.featureID
        case nil: return nil
        }
    }

    /// Every entry, in the order of their paths.
    package var entries: [RegistryEntry] {
        let written = file.log?.entries.filter { unwritten[ExactText($0.path)] == nil } ?? []
        return (written + unwritten.values.map(\.entry)).sorted { $0.path < $1.path }
    }

    /// The file.
    package var path: String { folder.file }

    /// Writes down which libraries are scanned from now on; nil where that cannot be written.
    func makeScanNote() -> ScanNote? { ScanNote.make(in: folder) }

    /// The notes of hosts that died in a scan.
    func notesOfDeadHosts() -> [ScanNote.Left] { ScanNote.ofDeadHosts(in: folder) }

    package var health: RegistryHealth {
        let count = unwritten.keys.count { file.log?.knows($0) != true } + (file.log?.count ?? 0)
        return RegistryHealth(path: folder.file, size: file.size, count: count, state: state)
    }

    /// Keeps an entry in the place of what was known of that path; on the disk too before it returns.
    ///
    /// - Throws: Where it cannot be written. It is known to this registry all the same, and written along with the
    ///   next: EPERM where others may write to the directory, EFBIG where the entry is too large for the file,
    ///   EWOULDBLOCK where another host has the lock for seconds.
    package func record(_ entry: RegistryEntry) throws(SystemError) {
        try record([entry])
    }

    /// Keeps several at once, which takes about as long as one.
    package func record(_ entries: [RegistryEntry]) throws(SystemError) {
        var isTooLarge = false
        for entry in entries {
            let payload = entry.payload
            unwritten[ExactText(entry.path)] = Unwritten(entry: entry, payload: payload)
            if payload == nil { isTooLarge = true }
        }
        if unwritten.values.contains(where: { $0.payload != nil }) {
            try change { () throws(SystemError) in try write() }
        }
        if isTooLarge { throw SystemError(code: EFBIG, operation: "write") }
    }

    /// Forgets the entries whose files are gone.
    ///
    /// - Returns: How many.
    package func prune(isGone: (String) -> Bool) throws(SystemError) -> Int {
        // Asked before the lock is taken: it may look at slow disks.
        let new = unwritten.keys.filter { isGone($0.text) }
        let old = (file.log?.identities ?? [:]).filter { path, _ in isGone(path.text) }
        if !old.isEmpty {
            try change { () throws(SystemError) in
                // What another host has found there meanwhile stays.
                if let log = file.log { try replace(log.compacted(without: old)) }
            }
        }
        for path in new { unwritten[path] = nil }
        return Set(new).union(old.keys).count
    }
}

// MARK: Writing

extension Registry {
    /// Lets `body` change the file, which is read again before where it is not the one that is known.
    private func change(_ body: () throws(SystemError) -> Void) throws(SystemError) {
        try folder.prepare()
        do throws(SystemError) {
            try folder.locked(isMade: true, patience: isLockStuck ? .zero : patience) { () throws(SystemError) in
                try readAgain()
                try body()
            }
            isLockStuck = false
        } catch {
            isLockStuck = error.code == EWOULDBLOCK
            throw error
        }
    }

    private func readAgain() throws(SystemError) {
        folder.read(into: &file)
        guard let damage = file.damage else { return }
        // It may be good all the same: it is not replaced.
        if case .notReadable(let error) = damage { throw error }
        state = .rebuilt(why: "\(damage)")
    }

    private func write() throws(SystemError) {
        let news = unwritten.filter { path, new in
            // Another host may have found the same.
            new.payload.map { file.log?.holds($0, for: path) != true } ?? false
        }
        let records = news.values.flatMap { $0.payload.map(RegistryLog.record) ?? [] }
        if let end = file.log?.bytes.count, end + records.count <= RegistryLog.maximumSize {
            if !records.isEmpty { try folder.append(records, at: end) }
            _ = file.log?.read(records)
            file.size = end + records.count
        } else {
            var new = file.log?.compacted() ?? RegistryLog()
            guard new.bytes.count + records.count <= RegistryLog.maximumSize else {
                throw SystemError(code: EFBIG, operation: "write")
            }
            _ = new.read(records)
            try replace(new)
        }
        if state == .missing { state = .good }
        unwritten = unwritten.filter { $0.value.payload == nil }
        // Everything is written: where this fails, as on a disk that is nearly full, the next record tries again.
        if let log = file.log, log.isMostlySuperseded { try? replace(log.compacted()) }
    }

    private func replace(_ new: RegistryLog) throws(SystemError) {
        try folder.replace(new.bytes)
        file = RegistryReading(log: new, size: new.bytes.count)
    }
}
