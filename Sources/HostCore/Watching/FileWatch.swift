import Glibc

/// Tells when something in a directory may be another: inotify(7).
///
/// A directory that is not there is waited for, in the nearest one above it that is. Nothing happens while nothing
/// changes.
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

    private struct Watched {
        /// Whether it is one of the directories itself.
        var isDirectory = false
        /// The names in it that lead to directories which are not there.
        var awaited: Set<String> = []
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

    /// What a file is once it is whole, or gone. One that is written says nothing before it is closed.
    private static let changes =
        UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_CREATE)
        | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

    /// Watches each directory, or where it will come to be.
    private func watchAll() {
        for number in watched.keys { _ = inotify_rm_watch(descriptor.number, number) }
        watched = [:]
        refusals = []
        for directory in directories { watch(directory) }
    }

    private func watch(_ directory: String) {
        var path = directory.isEmpty ? "." : directory
        var awaited: String?
        while true {
            let number = inotify_add_watch(descriptor.number, path, Self.changes | UInt32(IN_ONLYDIR))
            if number >= 0 {
                // One may be watched for itself and for what is to come in it.
                if let awaited {
                    watched[number, default: Watched()].awaited.insert(awaited)
                } else {
                    watched[number, default: Watched()].isDirectory = true
                }
                return
            }
            guard errno == ENOENT || errno == ENOTDIR else {
                refusals.append((directory, SystemError(code: errno, operation: "inotify_add_watch")))
                return
            }
            awaited = Path.name(path)
            let above = Path.parent(path) ?? "."
            guard above != path else { return }
            path = above
        }
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
        if isAnything {
            changed(nil)
        } else {
            for name in names.sorted() { changed(name) }
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
            return
        }
        guard let meaning = watched[event.wd] else { return }
        if mask & (UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_IGNORED)) != 0 {
            (isAnything, isMoved) = (true, true)
        } else if meaning.awaited.contains(name) {
            (isAnything, isMoved) = (true, true)
        } else if !meaning.isDirectory {
            return
        } else if name.isEmpty {
            // Who may write to the directory, for one.
            isAnything = true
        } else {
            names.insert(name)
        }
    }
}
