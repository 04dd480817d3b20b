import FeatureContract
import Glibc
import HostSystem

/// Opens a file by a path that the user typed, with the user's rights.
package enum PickedPath {
    /// A question to the user before the file is opened. Entering the same path again means yes.
    struct Question: Hashable, Sendable {
        let text: String
        fileprivate let path: String
        fileprivate let file: File
    }

    enum Outcome: Sendable {
        case opened(Handover)
        case asks(Question)
        /// Not opened, for this reason.
        case refused(String)
    }

    fileprivate struct File: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64
        let kind: FileKind

        init(_ status: stat) {
            (device, inode, kind) = (UInt64(status.st_dev), UInt64(status.st_ino), FileKind(status))
        }
    }

    /// Opens the file that the user means.
    ///
    /// - Parameters:
    ///   - typed: The user's text.
    ///   - answered: The last question to the user.
    ///   - home: The user's home directory; nil if unknown.
    static func open(
        _ typed: String, for purpose: FileRequest.Purpose, answering answered: Question?, home: String?
    ) -> Outcome {
        guard let path = expanded(typed, home: home) else {
            return .refused("'~' is not known, since HOME is not set; write the directory")
        }
        guard !path.utf8.contains(0) else { return .refused("'\(typed)' is no name of a file") }
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let error = SystemError(code: errno, operation: "lstat")
            guard error.code == ENOENT, case .writing = purpose else { return refused(typed, error) }
            return create(path, typed)
        }
        var (target, isLink) = (path, false)
        if FileKind(status) == .symbolicLink {
            guard let resolved = Path.resolved(path), lstat(resolved, &status) == 0 else {
                return .refused("'\(typed)' is a symbolic link that leads to no file")
            }
            (target, isLink) = (resolved, true)
        }
        let file = File(status)
        guard file.kind == .regularFile else {
            if file.kind == .directory, case .writing = purpose {
                return .refused("'\(typed)' is a directory; add a name for the file")
            }
            return .refused("'\(typed)' is \(file.kind); expected a file")
        }
        // Process memory appears in /proc, as files that look like any other.
        let views = ["/proc", "/sys"].compactMap { FileSystem.identity($0)?.device }
        guard !views.contains(file.device) else {
            return .refused("'\(typed)' is a view of the system; expected a file")
        }
        if let question = question(typed, target, file, isLink: isLink, purpose), question != answered {
            return .asks(question)
        }
        return open(target, file, typed, purpose)
    }

    /// Returns the path with the home directory in place of `~`. Nil if there is a `~`, but no home directory.
    package static func expanded(_ typed: String, home: String?) -> String? {
        guard typed == "~" || typed.hasPrefix("~/") else { return typed }
        return home.map { $0 + typed.dropFirst() }
    }

    private static func question(
        _ typed: String, _ target: String, _ file: File, isLink: Bool, _ purpose: FileRequest.Purpose
    ) -> Question? {
        let text: String
        switch (purpose, isLink) {
        case (.reading, false): return nil
        case (.reading, true): text = "'\(typed)' leads to '\(target)'; enter it again to open that"
        case (.writing, false): text = "'\(typed)' exists; enter it again to replace it"
        case (.writing, true): text = "'\(typed)' leads to '\(target)', which exists; enter it again to replace that"
        }
        return Question(text: text, path: target, file: file)
    }

    /// Opens a known file, but not one that has replaced it: a feature with write access could mislead the user by a
    /// link.
    private static func open(
        _ path: String, _ file: File, _ typed: String, _ purpose: FileRequest.Purpose
    ) -> Outcome {
        do {
            let access = purpose == .reading ? O_RDONLY : O_WRONLY
            let descriptor = try descriptor(path, access | O_NONBLOCK)
            var status = stat()
            try systemCall("fstat") { fstat(descriptor.number, &status) }
            guard File(status) == file else {
                return .refused("'\(typed)' is another file now; enter it again")
            }
            if purpose != .reading { try systemCall("ftruncate") { ftruncate(descriptor.number, 0) } }
            let flags = try systemCall("fcntl") { fcntl(descriptor.number, F_GETFL) }
            try systemCall("fcntl") { fcntl(descriptor.number, F_SETFL, flags & ~O_NONBLOCK) }
            return .opened(Handover(descriptor, name: Path.name(path)))
        } catch {
            return refused(typed, error)
        }
    }

    private static func create(_ path: String, _ typed: String) -> Outcome {
        guard !path.hasSuffix("/") else { return .refused("the directory '\(typed)' does not exist") }
        do {
            let descriptor = try descriptor(path, O_WRONLY | O_CREAT | O_EXCL)
            return .opened(Handover(descriptor, name: Path.name(path)))
        } catch {
            if error.code == ENOENT, let parent = Path.parent(typed) {
                return .refused("the directory '\(parent)' does not exist")
            }
            return refused(typed, error)
        }
    }

    private static func descriptor(_ path: String, _ flags: Int32) throws(SystemError) -> OpenDescriptor {
        OpenDescriptor(
            try systemCall("open") { Glibc.open(path, flags | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC, 0o666) })
    }

    private static func refused(_ typed: String, _ error: SystemError) -> Outcome {
        .refused("'\(typed)' cannot be opened: \(error)")
    }
}
