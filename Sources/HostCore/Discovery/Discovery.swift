import FeatureContract
import Glibc
import HostSystem

/// Finds the features in plugins directories: lists the files, and inspects and scans each library.
///
/// A file in the registry is neither opened nor run. Any other is inspected, loaded in a separate worker, and recorded
/// in the registry if the result is lasting and the file has not changed meanwhile.
@MainActor
package struct Discovery {
    let copies: LibraryCopies
    let registry: Registry
    let scanner: Scanner
    /// Whether to use files and folders that other users may have written.
    let allowsInsecure: Bool
    /// Whether the files whose manifests come from a worker with other libraries are scanned again, each alone.
    let verifies: Bool
    /// Whether a host that ends in a scan leaves a note of it.
    let leavesNotes: Bool
    /// Called repeatedly while libraries are scanned, with the numbers of finished ones and of all.
    var whileScanning: (@MainActor (_ done: Int, _ all: Int) -> Void)?

    struct Outcome {
        /// The usable files, in the order of discovery.
        var files: [FeatureFile] = []
        var refusals: [FileRefusal] = []
        /// The path of every library, in the order of discovery.
        var paths: [String] = []
        var warnings: [Warning] = []
        /// The versions of the sibling libraries on which the results depend, by path. Nil for a missing one that would
        /// be used if it existed.
        var siblings: [String: FileIdentity?] = [:]
        /// Whether two of the files have seen different versions of a sibling library.
        var hasSeenSiblingChange = false
        /// Whether a manifest comes from a worker with other libraries.
        var hasShared = false
        /// Whether a file needs a library outside its folder. A fingerprint does not show who may write there.
        var reachesOutside = false

        /// Whether a discovery of the unchanged files would give the same outcome, without warnings.
        var isRepeatable: Bool { warnings.isEmpty && !hasSeenSiblingChange && !reachesOutside }

        /// Whether every file is still the scanned one. It may have been replaced and put back meanwhile.
        func isUnchanged() -> Bool { files.allSatisfy { FileSystem.identity($0.path) == $0.identity } }

        fileprivate mutating func note(_ new: [SiblingLibrary], of path: String) {
            guard !new.isEmpty, let folder = Path.parent(path) else { return }
            for sibling in new {
                if sibling.name.contains("/") { reachesOutside = true }
                let old = siblings.updateValue(sibling.identity, forKey: Path.join(folder, sibling.name))
                if let old, old != sibling.identity { hasSeenSiblingChange = true }
            }
        }
    }

    /// A problem to report that does not stop the discovery.
    package enum Warning: Hashable, Sendable, CustomStringConvertible {
        /// A file or directory is in use although other users may have written it.
        case insecure(path: String, InsecureFile)
        /// The scan results cannot be written to the registry.
        case registryNotWritten(path: String, SystemError)
        /// The registry is not read, since others may write to it.
        case registryOfOthers(path: String)
        /// Two hosts were killed while they scanned this file, so it is not run any more.
        case quarantined(path: String)
        /// The snapshot of the app is intact, but this host cannot read it.
        case snapshotNotRead(path: String, reason: String)
        /// The file with the user's answers about permissions cannot be used.
        case permissionsNotUsed(reason: String)

        package var description: String {
            switch self {
            case .insecure(let path, let problem): "'\(path)': \(problem.problem); it is used by --allow-insecure"
            case .registryNotWritten(let path, let error):
                "the registry '\(path)' cannot be written (\(error)): what was found out is found out again next time"
                    + (error.isWantOfSpace ? "; free space on its disk" : "")
            case .registryOfOthers(let path):
                "the registry '\(path)' is not used, since others may write to it: it is made anew, and every file is "
                    + "scanned again"
            case .quarantined(let path):
                "'\(path)' is not used from now on: \(LibraryError.quarantined); "
                    + "'\(HostName.name) explain \(Shell.word(path))' says what to do"
            case .snapshotNotRead(let path, let reason):
                "the snapshot '\(path)' cannot be read, though it is whole (\(reason)): a defect of this program. It is made "
                    + "anew; please report it with that file"
            case .permissionsNotUsed(let reason): reason
            }
        }
    }

    private struct File {
        let path: String
        /// The key in the registry: ``Discovery/key(_:)``.
        let key: String
        let isBesideExecutable: Bool
        /// The result; nil while unknown.
        var found: Found?
    }

    /// A file that a worker must scan.
    private struct Unknown {
        /// The index of the file in ``Progress/files``.
        let index: Int
        let file: File
        let identity: FileIdentity
        /// The hash of the content.
        let content: UInt64
        let siblings: [SiblingLibrary]
        let libraryPath: String?
        /// The path of the private copy to scan instead of the file: ``NeededLibraries/isIndependentOfFolder``.
        let copy: String?
        /// Whether a host died while it scanned this version.
        let isSuspect: Bool
        /// The libraries that may be scanned in one worker with it.
        let group: Scanner.Group?
    }

    private enum Found {
        case feature(FeatureFile)
        /// - Parameter featureID: The id in an invalid manifest, which the registry does not have.
        case refused(LibraryError, featureID: String? = nil)
    }

    private struct Progress {
        /// The files in the order of discovery.
        var files: [File] = []
        var unknown: [Unknown] = []
        var outcome = Outcome()
        var records: RecordBatch
        /// The notes of hosts that died in a scan.
        var notes: [ScanNote.Left] = []
        /// The versions of the files in these notes, by path.
        var suspects: [String: FileIdentity] = [:]
        /// The directories already read, by device and inode.
        var read: Set<[UInt64]> = []
        /// The indices of the files whose answers come from a worker with other libraries.
        var shared: Set<Int> = []

        /// The files that are not used by what a shared worker has said: refused, without what the manifest requires, or
        /// with the id of another file. Their features never start, so nothing else would find out a forged manifest.
        var doubtful: [Unknown] {
            var files: [String: Int] = [:]
            for case .feature(let file)? in self.files.map(\.found) { files[file.manifest.id, default: 0] += 1 }
            return unknown.filter { unknown in
                guard shared.contains(unknown.index) else { return false }
                guard case .feature(let file)? = self.files[unknown.index].found else { return true }
                return file.manifest.unmetRequirements != .none || files[file.manifest.id] != 1
            }
        }
    }

    /// Searches the directories, and identifies each library in them.
    func run(_ directories: [PluginsDirectory]) throws(DirectoryError) -> Outcome {
        var progress = Progress(records: RecordBatch(registry))
        if registry.isOfOthers { progress.outcome.warnings.append(.registryOfOthers(path: registry.path)) }
        readNotes(&progress)
        for directory in directories { try discover(in: directory, &progress) }
        let unknown = progress.unknown
        scan(unknown, &progress, mayShare: registry.canDoubt && scanner.separates && !verifies)
        scan(progress.doubtful, &progress, mayShare: false)
        write(&progress) { (records) throws(SystemError) in try records.write() }
        removeSettledNotes(progress)
        for unknown in unknown { progress.outcome.note(unknown.siblings, of: unknown.file.path) }
        var outcome = progress.outcome
        outcome.paths = progress.files.map(\.path)
        for file in progress.files {
            switch file.found {
            case .feature(let feature):
                let unmet = feature.manifest.unmetRequirements
                if unmet == .none {
                    outcome.files.append(feature)
                } else {
                    outcome.refusals.append(
                        .init(path: file.path, reason: .library(.unmet(unmet)), featureID: feature.manifest.id))
                }
            // The executable's folder has libraries of all kinds; and a library that a feature needs may lie beside it.
            case .refused(let error, _)
            where !error.hasEntry && (file.isBesideExecutable || isNeeded(file.path, outcome.siblings)):
                continue
            case .refused(let error, let id):
                let id = id ?? registry.featureID(ofFile: file.key)
                outcome.refusals.append(.init(path: file.path, reason: .library(error), featureID: id))
            case nil: continue
            }
        }
        return outcome
    }

    /// Whether features need a library: a sibling library, or one that the host has for them.
    private func isNeeded(_ path: String, _ siblings: [String: FileIdentity?]) -> Bool {
        if HostLibraries.path(of: Path.name(path)) != nil { return true }
        return siblings[path].flatMap(\.self) != nil
    }

    /// Finds the feature in one library, which need neither be in a plugins directory nor meet its requirements here.
    package func feature(atPath path: String) throws(LibraryError) -> FeatureFile {
        var progress = Progress(records: RecordBatch(registry))
        readNotes(&progress)
        let folder: Folder
        do throws(SystemError) {
            folder = try Folder(opening: Path.parent(path) ?? ".")
        } catch {
            throw .notReadable(error)
        }
        let file = File(path: path, key: Self.key(path), isBesideExecutable: false)
        progress.files.append(file)
        progress.files[0].found = try inspect(Path.name(path), in: folder, file, 0, &progress)
        scan(progress.unknown, &progress, mayShare: false)
        write(&progress) { (records) throws(SystemError) in try records.write() }
        removeSettledNotes(progress)
        switch progress.files[0].found {
        case .feature(let file): return file
        case .refused(let error, _): throw error
        case nil: throw .changed
        }
    }

    private func scan(_ unknown: [Unknown], _ progress: inout Progress, mayShare: Bool) {
        guard !unknown.isEmpty else { return }
        let note = leavesNotes ? registry.makeScanNote() : nil
        let jobs = unknown.map {
            Scanner.Job(
                library: $0.copy ?? $0.file.path, version: $0.copy == nil ? $0.identity : nil, name: $0.file.path,
                isAlone: $0.isSuspect, group: mayShare && !$0.isSuspect ? $0.group : nil)
        }
        var done = 0
        scanner.scan(jobs) { job, answer in
            done += 1
            if answer.isShared {
                progress.shared.insert(unknown[job].index)
                progress.outcome.hasShared = true
            }
            progress.files[unknown[job].index].found = record(answer, unknown[job], &progress.records)
        } starting: { jobs in
            // The results so far are written first, since a suspect may kill the host.
            if jobs.contains(where: { unknown[$0].isSuspect }) {
                write(&progress) { (records) throws(SystemError) in try records.write() }
            }
            note?.write(jobs.map { quarantine(unknown[$0]) })
        } meanwhile: {
            whileScanning?(done, jobs.count)
            write(&progress) { (records) throws(SystemError) in try records.writeWhatIsDue() }
        }
    }

    // MARK: Libraries that kill their host

    /// The entry that quarantines a file. A later host records it if two hosts have died while they scanned the file.
    private func quarantine(_ unknown: Unknown) -> RegistryEntry {
        let refusal = RegistryRefusal(.quarantined, featureID: registry.featureID(ofFile: unknown.file.key))
        return RegistryEntry(
            path: unknown.file.key, identity: unknown.identity, siblings: unknown.siblings, answer: .refused(refusal))
    }

    /// Reads the notes of hosts that died in a scan. A file in one note is scanned again, alone, since the host's end
    /// may have had another cause. A file in two notes is quarantined.
    private func readNotes(_ progress: inout Progress) {
        progress.notes = registry.notesOfDeadHosts()
        var quarantined: [RegistryEntry] = []
        for entry in progress.notes.flatMap(\.entries) where !isSettled(entry) {
            if progress.suspects.updateValue(entry.identity, forKey: entry.path) == entry.identity,
                !quarantined.contains(entry)
            {
                quarantined.append(entry)
            }
        }
        for entry in quarantined {
            progress.records.add(entry)
            progress.outcome.warnings.append(.quarantined(path: entry.path))
        }
        // If the registry is not writable, the notes stay in its place.
        if !quarantined.isEmpty, !write(&progress, { (records) throws(SystemError) in try records.write() }) {
            progress.notes.removeAll { note in
                note.entries.contains { entry in quarantined.contains { $0.path == entry.path } }
            }
        }
    }

    /// Removes the notes that no later host needs.
    private func removeSettledNotes(_ progress: Progress) {
        for note in progress.notes where note.entries.allSatisfy(isSettled) { note.remove() }
    }

    /// Whether an entry's version of a file needs no further scan: it is gone, or the registry has a final result.
    private func isSettled(_ entry: RegistryEntry) -> Bool {
        guard FileSystem.identity(entry.path) == entry.identity else { return true }
        return registry.entry(for: entry.path, entry.identity)?.isFinal ?? false
    }

    private func discover(in directory: PluginsDirectory, _ progress: inout Progress) throws(DirectoryError) {
        do {
            let folder = try Folder(opening: directory.path)
            // A directory that is named twice, or again through a link, counts once.
            guard progress.read.insert([UInt64(folder.status.st_dev), UInt64(folder.status.st_ino)]).inserted else {
                return
            }
            if let kept = directory.hostFolder(in: scanner.environment) {
                progress.outcome.refusals.append(.init(path: directory.path, reason: .library(.hostFolder(kept))))
                return
            }
            if let problem = folder.insecurity, !isAllowed(problem, directory.path, &progress.outcome) {
                progress.outcome.refusals.append(.init(path: directory.path, reason: .library(.insecure(problem))))
                return
            }
            let (names, notUTF8) = try folder.names()
            for name in notUTF8 where PluginsDirectory.isLibrary(name) {
                let path = Path.join(directory.path, name)
                progress.outcome.refusals.append(.init(path: path, reason: .library(.nameNotUTF8)))
            }
            // The names lie in one directory, so that is resolved once.
            let root = Self.root(directory.path)
            for name in names where PluginsDirectory.isLibrary(name) {
                let file = File(
                    path: Path.join(directory.path, name), key: Path.join(root, name),
                    isBesideExecutable: directory.isBesideExecutable)
                let index = progress.files.count
                progress.files.append(file)
                do {
                    progress.files[index].found = try inspect(name, in: folder, file, index, &progress)
                } catch {
                    progress.files[index].found = .refused(error)
                }
            }
        } catch {
            if error.code == ENOENT {
                if directory.isNamed { throw .missing(directory.path) }
                return
            }
            // An unreadable directory among the usual places is reported, and does not stop the discovery.
            if directory.isNamed { throw .notReadable(directory.path, error) }
            progress.outcome.refusals.append(.init(path: directory.path, reason: .library(.notReadable(error))))
        }
    }

    /// Inspects one file. Nil if a worker must scan it.
    private func inspect(
        _ name: String, in folder: borrowing Folder, _ found: File, _ index: Int, _ progress: inout Progress
    ) throws(LibraryError) -> Found? {
        if let known = try known(name, in: folder, found, &progress) { return known }
        let file = try LibraryFile(opening: name, in: folder)
        if let problem = file.insecurity, !isAllowed(problem, found.path, &progress.outcome) {
            throw .insecure(problem)
        }
        do throws(LibraryError) {
            let elf = try file.inspect()
            if FileSystem.isNoExec(found.path) { throw .notExecutable }
            let needed = try NeededLibraries(of: elf, in: folder, allowingInsecure: allowsInsecure)
            let siblings = needed.all(of: name)
            for sibling in siblings {
                try requireSecure(sibling, folder.status(sibling.name), in: folder, &progress.outcome)
            }
            let copy =
                needed.isIndependentOfFolder
                ? nil : try copies.copy(of: file, in: folder, allowingInsecure: allowsInsecure).path
            // Starts while the next files are inspected.
            scanner.zygote.start()
            progress.unknown.append(
                Unknown(
                    index: index, file: found, identity: file.identity, content: file.content, siblings: siblings,
                    libraryPath: needed.libraryPath, copy: copy,
                    isSuspect: progress.suspects[found.key] == file.identity,
                    group: copy == nil ? group(of: file, elf, siblings, found) : nil))
            return nil
        } catch {
            _ = keep(error, found, file.identity, file.content, [], nil, &progress.records)
            throw error
        }
    }

    /// The libraries that may be scanned in one worker with a library; nil if it is scanned alone. One that was ever
    /// refused is.
    private func group(
        of file: borrowing LibraryFile, _ elf: ELFFile, _ siblings: [SiblingLibrary], _ found: File
    ) -> Scanner.Group? {
        guard !elf.hasGNUExtensions, !elf.hasGoRuntime, registry.entry(ofFile: found.key)?.refusal == nil,
            let directory = Confinement.directory(ofLibrary: found.path, in: scanner.environment)
        else { return nil }
        return Scanner.Group(directory: directory, owner: file.owner, needed: siblings.map(\.name).sorted())
    }

    /// The result for a file from the registry. Nil if the file must be inspected.
    private func known(
        _ name: String, in folder: borrowing Folder, _ file: File, _ progress: inout Progress
    ) throws(LibraryError) -> Found? {
        guard let status = folder.status(name), status.st_mode & S_IFMT == S_IFREG,
            let entry = currentEntry(name, FileIdentity(status), in: folder, file, &progress),
            entry.libraryPath == nil || entry.libraryPath == HostLibraries.variable
        else { return nil }
        for sibling in entry.siblings {
            try requireSecure(sibling, folder.status(sibling.name), in: folder, &progress.outcome)
        }
        if let problem = InsecureFile(status), !isAllowed(problem, file.path, &progress.outcome) {
            throw .insecure(problem)
        }
        progress.outcome.note(entry.siblings, of: file.path)
        switch entry.answer {
        case .manifest(let text):
            return .feature(
                try FeatureFile(path: file.path, identity: entry.identity, content: entry.content, parsing: text))
        case .refused(let refusal):
            // With a longer deadline the library may answer.
            if case .deadline(let seconds)? = refusal.exit?.cause, seconds < scanner.deadline { return nil }
            if refusal.isTriedAgain || refusal.isConfined && !scanner.isConfined { return nil }
            return .refused(.known(refusal))
        }
    }

    /// The registry's entry for the present versions of a file and its sibling libraries. If only their times have
    /// changed, a feature's entry is recorded again with the new times, but a refused file is scanned again: touch(1)
    /// requests a retry.
    private func currentEntry(
        _ name: String, _ identity: FileIdentity, in folder: borrowing Folder, _ file: File,
        _ progress: inout Progress
    ) -> RegistryEntry? {
        guard let known = registry.entry(ofFile: file.key) else { return nil }
        if known.isShared {
            progress.outcome.hasShared = true
            guard !verifies else { return nil }
        }
        var entry = known
        if known.identity != identity {
            guard case .manifest = known.answer, known.content != 0,
                known.identity.mayDifferInTimesOnly(from: identity),
                let opened = try? LibraryFile(opening: name, in: folder), opened.content == known.content
            else { return nil }
            entry.identity = opened.identity
        }
        for (index, sibling) in known.siblings.enumerated() {
            let now = folder.identity(sibling.name)
            guard now != sibling.identity else { continue }
            guard let now, let old = sibling.identity, sibling.content != 0, now.mayDifferInTimesOnly(from: old),
                let opened = try? LibraryFile(opening: sibling.name, in: folder), opened.content == sibling.content
            else { return nil }
            entry.siblings[index] = SiblingLibrary(
                name: sibling.name, identity: opened.identity, content: sibling.content)
        }
        if entry != known { progress.records.add(entry) }
        return entry
    }

    /// Refuses a sibling library that other users may have written and can replace at any time, unless that is allowed.
    private func requireSecure(
        _ sibling: SiblingLibrary, _ status: stat?, in folder: borrowing Folder, _ outcome: inout Outcome
    ) throws(LibraryError) {
        if sibling.name.contains("/") {
            let base = Path.resolved(folder.path) ?? folder.path
            let path = sibling.isOutside ? sibling.name : Path.join(base, sibling.name)
            guard let problem = OutsideLibrary.problem(path) else { return }
            guard isAllowed(problem, path, &outcome) else { throw .insecureOutside(path, problem) }
            return
        }
        guard let problem = status.flatMap({ InsecureFile($0) }),
            !isAllowed(problem, Path.join(folder.path, sibling.name), &outcome)
        else { return }
        throw .insecureSibling(sibling.name, problem)
    }

    /// Turns a worker's answer into a result, and records it if it is lasting.
    private func record(_ answer: Scanner.Answer, _ unknown: Unknown, _ records: inout RecordBatch) -> Found {
        let file = unknown.file
        guard isUnchanged(unknown) else { return .refused(.changed) }
        switch answer.result {
        case .success(let text):
            do {
                let feature = try FeatureFile(
                    path: file.path, identity: unknown.identity, content: unknown.content, parsing: text)
                keep(
                    .manifest(text), file, unknown.identity, unknown.content, unknown.siblings, unknown.libraryPath,
                    &records, isShared: answer.isShared)
                return .feature(feature)
            } catch {
                return .refused(error, featureID: Manifest.id(in: text))
            }
        case .failure(let error):
            return .refused(
                keep(
                    error, file, unknown.identity, unknown.content, unknown.siblings, unknown.libraryPath, &records))
        }
    }

    /// Whether a file and the libraries that it needs are the inspected versions, ignoring times. If a file was written
    /// while a worker ran it, the answer applies to no version.
    private func isUnchanged(_ unknown: Unknown) -> Bool {
        let path = unknown.file.path
        guard LibraryFile.isUnchanged(path, since: unknown.identity, content: unknown.content) else { return false }
        return unknown.siblings.allSatisfy { sibling in
            let path = sibling.isOutside ? sibling.name : Path.join(Path.parent(path) ?? ".", sibling.name)
            guard let identity = sibling.identity else { return FileSystem.identity(path) == nil }
            return LibraryFile.isUnchanged(path, since: identity, content: sibling.content)
        }
    }

    /// Records a refusal that spares later hosts a scan, or counts towards one.
    ///
    /// - Returns: The error as recorded.
    private func keep(
        _ error: LibraryError, _ file: File, _ identity: FileIdentity, _ content: UInt64,
        _ siblings: [SiblingLibrary], _ libraryPath: String?, _ records: inout RecordBatch
    ) -> LibraryError {
        var refusal: RegistryRefusal
        if case .known(let known) = error {
            let earlier = registry.entry(ofFile: file.key)
            let isSame = earlier.map { $0.identity == identity || $0.content != 0 && $0.content == content } ?? false
            refusal = known.kept(after: isSame ? earlier?.refusal : nil)
            refusal.isConfined = scanner.isConfined
        } else {
            guard error.isLasting else { return error }
            refusal = RegistryRefusal(error)
        }
        refusal.featureID = registry.featureID(ofFile: file.key)
        keep(.refused(refusal), file, identity, content, siblings, libraryPath, &records)
        if case .known = error { return .known(refusal) }
        return error
    }

    private func keep(
        _ answer: RegistryEntry.Answer, _ file: File, _ identity: FileIdentity, _ content: UInt64,
        _ siblings: [SiblingLibrary], _ libraryPath: String?, _ records: inout RecordBatch, isShared: Bool = false
    ) {
        records.add(
            RegistryEntry(
                path: file.key, identity: identity, siblings: siblings, libraryPath: libraryPath, answer: answer,
                content: content, isShared: isShared))
    }

    /// - Returns: Whether `body` succeeded. If not, the outcome has a warning.
    @discardableResult
    private func write(_ progress: inout Progress, _ body: (inout RecordBatch) throws(SystemError) -> Void) -> Bool {
        do {
            try body(&progress.records)
            return true
        } catch {
            let warning = Warning.registryNotWritten(path: registry.path, error)
            if !progress.outcome.warnings.contains(warning) { progress.outcome.warnings.append(warning) }
            return false
        }
    }

    /// Whether to use a file or directory that other users may have written. If so, the outcome has a warning.
    private func isAllowed(_ problem: InsecureFile, _ path: String, _ outcome: inout Outcome) -> Bool {
        if allowsInsecure { outcome.warnings.append(.insecure(path: path, problem)) }
        return allowsInsecure
    }

    /// The key of a file in the registry: its absolute path.
    package nonisolated static func key(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return path }
        return Path.join(root(Path.parent(path) ?? "."), Path.name(path))
    }

    private nonisolated static func root(_ directory: String) -> String {
        directory.hasPrefix("/") ? directory : Path.resolved(directory) ?? "/"
    }
}

extension RegistryRefusal {
    /// The refusal to record. After a missed deadline, one later host scans the file again; after a signal that may
    /// come from elsewhere, two. A file whose scan ended by such a signal three times in a row is quarantined.
    fileprivate func kept(after earlier: RegistryRefusal?) -> RegistryRefusal {
        var kept = self
        if case .deadline? = exit?.cause {
            var isSecond = false
            if case .deadline? = earlier?.exit?.cause { isSecond = true }
            kept.scansLeft = isSecond ? 0 : 1
        } else if isPassing {
            let left = earlier.flatMap { $0.isPassing ? $0.scansLeft : nil } ?? Self.scansAfterSignal
            kept.scansLeft = max(0, left - 1)
            if kept.scansLeft == 0, let exit { kept.cause = .keepsEnding(exit, scans: Self.scansAfterSignal) }
        }
        return kept
    }

    private static var scansAfterSignal: Int { 3 }
}
