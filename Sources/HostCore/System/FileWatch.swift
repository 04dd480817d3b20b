import Glibc

/// Tells when something in a directory may be another: inotify(7).
///
/// A directory that is not there is waited for, in the nearest one above it that is; one that is a symbolic link is
/// followed, and followed anew when the link is another. Nothing happens while nothing changes.
///
/// ```swift
/// let watch = try FileWatch(["/home/ann/plugins"]) { name in print(name ?? "anything") }
/// ```
@MainActor
package final class FileWatch {
    /// Gets the name of what has changed in one of the directories; nil where it may be anything.
    package typealias Changed = @MainActor (_ name: String?) -> Void

    private let descriptor: FileDescriptor
    private let directories: [String]
    private let changed: Changed
    private var watch: DescriptorWatch?
    /// What the kernel calls each directory that is watched.
    private var watched: [Int32: Watched] = [:]
    /// The directories that the kernel refused to watch, each with why.
    package private(set) var refusals: [(directory: String, error: SystemError)] = []
    /// The files that somebody has begun to write and not closed yet.
    package private(set) var namesBeingWritten: Set<String> = []

    /// What is watched for: both may be so of one directory.
    private struct Watched {
        /// All that is in it.
        var isWhole = false
        /// Names in it that lead to a directory that is not there, or that are links to one.
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

    /// Tells of nothing more.
    package func stop() {
        watch?.disarm()
        watch = nil
    }

    private func arm() {
        watch?.arm([pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)])
    }

    // MARK: What is watched

    /// What a file is once it is whole, or gone, and that it is being written.
    private static let changes =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
        | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_MODIFY)

    /// Watches each directory, or where it will come to be.
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
            // What comes to be after the first look and before something above it was watched is seen by the second.
            if !watchNearest(to: path) { watchNearest(to: path) }
        }
    }

    /// - Returns: Whether it is the directory itself that is watched, and not one above it.
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

    /// - Returns: `errno` where the kernel refuses.
    private func watch(_ path: String, _ change: (inout Watched) -> Void) -> Int32? {
        let number = inotify_add_watch(descriptor.number, path, Self.changes | UInt32(IN_ONLYDIR))
        guard number >= 0 else { return errno }
        // The kernel has one number for a directory, by whatever path and however often it is watched.
        change(&watched[number, default: Watched()])
        return nil
    }

    // MARK: What comes

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
                    take(event, String(decoding: name, as: UTF8.self), &names, &isAnything, &isMoved)
                }
            }
        }
        if isMoved { watchAll() }
        for name in isAnything ? [nil] : names.sorted().map(Optional.some) {
            // Who is told may have had enough.
            guard watch != nil else { return }
            changed(name)
        }
        arm()
    }

    private func take(
        _ event: inotify_event, _ name: String, _ names: inout Set<String>, _ isAnything: inout Bool,
        _ isMoved: inout Bool
    ) {
        let mask = event.mask
        // What overflows is lost: IN_Q_OVERFLOW.
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
            // What lies above a directory is touched by much that does not lead anywhere else.
            if mask & Self.comings != 0 { (isAnything, isMoved) = (true, true) }
        }
        guard watched.isWhole else { return }
        if name.isEmpty {
            // Who may write to the directory, for one.
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
