import FeatureContract
import Glibc
import HostSystem
import JSONText

/// The scan results of the files in the plugins directories, kept between runs, so that known files need not run.
///
/// ```swift
/// let registry = Registry.open(for: directories, in: "/home/ada/.cache/switchyard")
/// if let entry = registry.entry(for: path, identity) { return entry.answer }
/// try registry.record(RegistryEntry(path: path, identity: identity, siblings: [], answer: .manifest(text)))
/// ```
///
/// It is a cache: a registry that is missing, damaged, or of another version counts as empty, and files without an
/// entry are scanned again. The hosts of the same plugins directories share one: `registry-ID` with an ``AppID``, so
/// that no host reads what only others need. Each reads the file at its start, without a lock. To record an entry, a
/// host takes the lock and reads the entries of other hosts first, so that none are lost.
package final class Registry {
    private var folder: RegistryFolder
    private var file = RegistryReading()
    /// The entries not written yet, which take precedence over the file.
    private var unwritten: [ExactText: Unwritten] = [:]
    private var state = RegistryHealth.State.missing
    /// Whether the file was not read, since others may write to it. The next recorded entry replaces it.
    private(set) var isOfOthers = false
    /// The longest wait for another host that holds the lock.
    private let patience: Duration
    /// Whether the last wait for the lock was in vain, so that the next attempt does not wait.
    private var isLockStuck = false

    private struct Unwritten {
        let entry: RegistryEntry
        /// The entry as a record's payload; nil if it is too large for the file.
        let payload: [UInt8]?
    }

    /// Called before each step on the disk, so that a test can make it fail.
    var beforeStep: (RegistryFolder.Step) throws(SystemError) -> Void {
        get { folder.beforeStep }
        set { folder.beforeStep = newValue }
    }

    /// Opens the registry of these plugins directories, and reads it. ``health`` reports its state.
    ///
    /// - Parameter cache: An absolute path: `$XDG_CACHE_HOME/switchyard`. Directory and file may be missing.
    package static func open(for directories: [PluginsDirectory], in cache: String) -> Registry {
        open(RegistryFolder(cache, name: prefix + AppID.id(of: directories, wiring: nil)))
    }

    static func open(_ folder: RegistryFolder, patience: Duration = FileLock.patience) -> Registry {
        let registry = Registry(folder, patience: patience)
        registry.read()
        return registry
    }

    /// The registries in a cache directory, read one by one.
    static func all(in cache: String) -> some Sequence<Registry> {
        let names = (try? FileSystem.names(in: cache)) ?? []
        return names.lazy.filter { $0.hasPrefix(prefix) && !$0.contains(".") }.map {
            open(RegistryFolder(cache, name: $0))
        }
    }

    private static let prefix = "registry-"

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
            isOfOthers = damage == .othersMayWrite
        } else if file.log != nil {
            state = .good
        }
    }

    /// Returns the entry for this version of a file; nil if it is unknown. The caller must compare the versions of the
    /// sibling libraries.
    package func entry(for path: String, _ identity: FileIdentity) -> RegistryEntry? {
        entry(ofFile: path).flatMap { $0.identity == identity ? $0 : nil }
    }

    /// Returns the entry for any version of a file; nil if none is known.
    func entry(ofFile path: String) -> RegistryEntry? {
        let path = ExactText(path)
        return unwritten[path]?.entry ?? file.log?.entry(path)
    }

    /// Returns the feature's id in any version of a file; nil if none is known.
    func featureID(ofFile path: String) -> String? {
        switch entry(ofFile: path)?.answer {
        case .manifest(let text): return Manifest.id(in: text)
        case .refused(let refusal): return refusal.featureID
        case nil: return nil
        }
    }

    /// All entries, sorted by path.
    var entries: [RegistryEntry] {
        let written = file.log?.entries.filter { unwritten[ExactText($0.path)] == nil } ?? []
        return (written + unwritten.values.map(\.entry)).sorted { $0.path < $1.path }
    }

    var path: String { folder.file }

    /// Makes a note for the libraries that this host is about to scan; nil if it cannot be written.
    func makeScanNote() -> ScanNote? { ScanNote.make(in: folder) }

    func notesOfDeadHosts() -> [ScanNote.Left] { ScanNote.ofDeadHosts(in: folder) }

    package var health: RegistryHealth {
        let count = unwritten.keys.count { file.log?.knows($0) != true } + (file.log?.count ?? 0)
        return RegistryHealth(path: folder.file, size: file.size, count: count, state: state)
    }

    /// Replaces the entry of a path. It is on the disk when the call returns.
    ///
    /// - Throws: EPERM if other users may write to the directory, EFBIG if the entry is too large for the file,
    ///   EWOULDBLOCK if another host holds the lock for seconds, or another error of the disk. This registry still has
    ///   the entry, and writes it with the next one unless it is too large.
    func record(_ entry: RegistryEntry) throws(SystemError) {
        try record([entry])
    }

    /// Records several entries at once, in about the time for one.
    func record(_ entries: [RegistryEntry]) throws(SystemError) {
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

    /// Whether a later host will know of a doubt, so that libraries may be scanned in one worker.
    var canDoubt: Bool { (try? folder.prepare()) != nil && access(folder.path, W_OK) == 0 }

    /// Lets all files be scanned again, each alone, whose answers come from shared workers: the library of one of them has
    /// given another manifest than in its scan, so that a library here changes what others give.
    ///
    /// - Returns: Whether the file's answer comes from a shared worker.
    func doubt(_ path: String, _ identity: FileIdentity) throws(SystemError) -> Bool {
        guard entry(for: path, identity)?.isShared == true else { return false }
        let refusal = RegistryRefusal(.malformed("it gives another manifest than after other libraries"), scansLeft: 1)
        try record(
            entries.filter(\.isShared).map {
                RegistryEntry(path: $0.path, identity: $0.identity, siblings: $0.siblings, answer: .refused(refusal))
            })
        return true
    }

    /// Reads what other hosts, and other parts of this one, have written since.
    func refresh() { folder.read(into: &file) }

    /// Removes the entries whose files are gone, and returns their number; the file too if none is left.
    func prune(isGone: (String) -> Bool) throws(SystemError) -> Int {
        // Called before the lock is taken, since `isGone` may access slow disks.
        let new = unwritten.keys.filter { isGone($0.text) }
        let old = (file.log?.identities ?? [:]).filter { path, _ in isGone(path.text) }
        if !old.isEmpty {
            try change { () throws(SystemError) in
                // An entry that another host has recorded for another version meanwhile stays.
                guard let log = file.log?.compacted(without: old) else { return }
                if log.count > 0 { return try replace(log) }
                folder.remove()
                file = RegistryReading()
            }
        }
        for path in new { unwritten[path] = nil }
        return Set(new).union(old.keys).count
    }
}

// MARK: Writing

extension Registry {
    /// Runs `body`, which changes the file, under the lock, after reading the changes of other hosts.
    private func change(_ body: () throws(SystemError) -> Void) throws(SystemError) {
        try folder.prepare()
        do {
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
        // An unreadable file may be good, so it is not replaced.
        if case .notReadable(let error) = damage { throw error }
        state = .rebuilt(why: "\(damage)")
    }

    private func write() throws(SystemError) {
        let news = unwritten.filter { path, new in
            // Another host may have recorded an equal entry.
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
        // All entries are written by now. If this fails, as on a nearly full disk, the next record tries again.
        if let log = file.log, log.isMostlySuperseded { try? replace(log.compacted()) }
    }

    private func replace(_ new: RegistryLog) throws(SystemError) {
        try folder.replace(new.bytes)
        file = RegistryReading(log: new, size: new.bytes.count)
    }
}
