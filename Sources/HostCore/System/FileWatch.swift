import Glibc

/// Reports changes in directories: inotify(7).
///
/// For a missing directory, watches the nearest existing one above. Follows symbolic links, also after their
/// replacement. Does no work while nothing changes.
///
/// ```swift
/// let watch = try FileWatch(["/home/ann/plugins"]) { name in print(name ?? "anything") }
/// ```
@MainActor
package final class FileWatch {
    /// Receives the name of the changed file in one of the directories; nil if any may have changed.
    package typealias Changed = @MainActor (_ name: String?) -> Void

    private let descriptor: FileDescriptor
    private let directories: [String]
    private let changed: Changed
    private var watch: DescriptorWatch?
    /// The watched directories, by the kernel's number for each.
    private var watched: [Int32: Watched] = [:]
    /// The directories that the kernel refused to watch, each with the error.
    package private(set) var refusals: [(directory: String, error: SystemError)] = []
    /// The files that a program is writing and has not closed yet.
    package private(set) var namesBeingWritten: Set<String> = []

    /// The reasons for watching a directory. Both may apply.
    private struct Watched {
        /// Whether all files in it are watched.
        var isWhole = false
        /// Names in it on the way to a watched directory: missing so far, or symbolic links.
        var leads: Set<String> = []
    }

    package init(_ directories: [String], changed: @escaping Changed) throws(SystemError) {
        descriptor = FileDescriptor(
            taking: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) })
        self.directories = directories.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.changed = changed
        watchAll()
        watch = DescriptorWatch { [weak self] in self?.read() }
        arm()
    }

    /// Ends the watch: `changed` is not called any more.
    package func stop() {
        watch?.disarm()
        watch = nil
    }

    private func arm() {
        watch?.arm([pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)])
    }

    // MARK: Watches

    /// The events that complete, remove or replace a file, and those of a write in progress.
    private static let changes =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
        | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_MODIFY)

    /// Watches each directory, or the place where it may appear.
    private func watchAll() {
        for number in watched.keys { _ = inotify_rm_watch(descriptor.number, number) }
        watched = [:]
        refusals = []
        namesBeingWritten = []
        for directory in directories {
            let path = directory.isEmpty ? "." : directory
            var status = stat()
            if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
                _ = watch(Path.parent(path) ?? ".") { $0.leads.insert(Path.name(path)) }
            }
            // The second attempt finds a directory created after the first attempt, but before its watch above began.
            if !watchNearest(to: path) { watchNearest(to: path) }
        }
    }

    /// Watches a directory, or the nearest existing one above it.
    ///
    /// - Returns: False if a second attempt is needed: neither is the directory watched, nor did the kernel refuse.
    @discardableResult
    private func watchNearest(to directory: String) -> Bool {
        var path = directory
        var lead: String?
        while true {
            let code = watch(path) { watched in
                if let lead { watched.leads.insert(lead) } else { watched.isWhole = true }
            }
            guard let code else { return lead == nil }
            guard code == ENOENT || code == ENOTDIR else {
                refusals.append((directory, SystemError(code: code, operation: "inotify_add_watch")))
                return true
            }
            lead = Path.name(path)
            let above = Path.parent(path) ?? "."
            guard above != path else { return false }
            path = above
        }
    }

    /// Watches a directory, and updates the reasons for that.
    ///
    /// - Returns: `errno` if the kernel refuses.
    private func watch(_ path: String, _ change: (inout Watched) -> Void) -> Int32? {
        let number = inotify_add_watch(descriptor.number, path, Self.changes | UInt32(IN_ONLYDIR))
        guard number >= 0 else { return errno }
        // The kernel has one number for a directory, for all its paths and watches.
        change(&watched[number, default: Watched()])
        return nil
    }

    // MARK: Events

    private func read() {
        var names: Set<String> = []
        var isAnything = false
        var isMoved = false
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while true {
                let count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    let name = buffer[start..<min(count, start + Int(event.len))].prefix { $0 != 0 }
                    offset = start + Int(event.len)
                    handle(event, String(decoding: name, as: UTF8.self), &names, &isAnything, &isMoved)
                }
            }
        }
        if isMoved { watchAll() }
        for name in isAnything ? [nil] : names.sorted().map(Optional.some) {
            // The callback may have called `stop`.
            guard watch != nil else { return }
            changed(name)
        }
        arm()
    }

    private func handle(
        _ event: inotify_event, _ name: String, _ names: inout Set<String>, _ isAnything: inout Bool,
        _ isMoved: inout Bool
    ) {
        let mask = event.mask
        // On IN_Q_OVERFLOW the kernel has dropped events.
        guard mask & UInt32(IN_Q_OVERFLOW) == 0 else {
            isAnything = true
            namesBeingWritten = []
            return
        }
        guard let watched = watched[event.wd] else { return }
        if mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0 {
            (isAnything, isMoved) = (true, true)
            return
        }
        if watched.leads.contains(name) {
            // Only these events can change the way to a directory; one above sees many others.
            if mask & Self.comings != 0 { (isAnything, isMoved) = (true, true) }
        }
        guard watched.isWhole else { return }
        if name.isEmpty {
            // The directory itself has changed, for example its permissions.
            isAnything = true
        } else if mask & UInt32(IN_MODIFY) != 0 {
            namesBeingWritten.insert(name)
        } else {
            if mask & (UInt32(IN_CREATE) | UInt32(IN_ATTRIB)) == 0 { namesBeingWritten.remove(name) }
            names.insert(name)
        }
    }

    private static let comings =
        UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_ATTRIB)
}
