import Glibc

/// The reason why the host runs no code from a file or folder, and ignores its settings: a user other than root and the
/// host's own may have written it.
@BinaryCoded
package enum InsecureFile: Hashable, Sendable, CustomStringConvertible {
    /// Everyone may write to it.
    case writableByEveryone(mode: UInt32)
    /// This group may write to it, and may have members besides the owner.
    case writableByGroup(String, mode: UInt32)
    /// It belongs to neither root nor the user.
    case foreign(owner: UInt32)
    /// It lies in this folder, which other users may write to or could create.
    indirect case folder(String, InsecureFile)
    /// The loader searches the working directory for it, which may be any directory.
    case workingDirectory

    /// Checks owner and permissions. Nil if no other user may have written the file.
    package init?(_ status: stat, user: uid_t = geteuid()) {
        if status.st_uid != 0, status.st_uid != user {
            self = .foreign(owner: status.st_uid)
        } else if status.st_mode & S_IWOTH != 0 {
            self = .writableByEveryone(mode: status.st_mode & 0o7777)
        } else {
            return nil
        }
    }

    /// Checks an open file that controls the host, such as a wiring file or a session. Nil if no other user may have
    /// written it, or may replace it.
    ///
    /// Checks the file, its folder, and the folder of the path by which it was opened, which may be a link. A pipe
    /// without a name belongs to the caller, and a device has no lasting content.
    ///
    /// - Parameter path: The path by which the file was opened.
    package static func problem(with file: borrowing FileDescriptor, at path: String) -> InsecureFile? {
        guard let status = try? file.status(), [.regularFile, .pipe].contains(FileKind(status)),
            let real = try? OpenedPath.real(of: file), real.hasPrefix("/")
        else { return nil }
        return foreignLink(on: path) ?? others(status)
            ?? [Path.parent(path) ?? ".", Path.parent(real) ?? "/"].lazy.compactMap { folder in
                var status = stat()
                guard stat(folder, &status) == 0, let problem = others(status) else { return nil }
                // In a sticky folder, only the owner can replace a file: inode(7).
                if status.st_mode & S_ISVTX != 0, isOwn(status) { return nil }
                return InsecureFile.folder(folder, problem)
            }.first
    }

    /// Checks the symbolic links on the way to a file, which may be missing. Nil if no other user made one of them.
    package static func foreignLink(on path: String) -> InsecureFile? {
        let path = path.hasPrefix("/") ? path : Path.join(Path.resolved(".") ?? "/", path)
        var found: InsecureFile?
        _ = try? OpenedPath(path) { link, _ in
            if !isOwn(link) { found = .foreign(owner: link.st_uid) }
            return found == nil
        }
        return found
    }

    private static func isOwn(_ status: stat) -> Bool { status.st_uid == 0 || status.st_uid == geteuid() }

    /// Checks owner and permissions, including the group's.
    private static func others(_ status: stat) -> InsecureFile? {
        InsecureFile(status)
            ?? WritingGroup(of: status).map { .writableByGroup($0.name, mode: status.st_mode & 0o7777) }
    }

    /// The problem as a phrase: `everyone may write to it (mode 0666)`.
    package var problem: String {
        switch self {
        case .writableByEveryone(let mode): "everyone may write to it (mode 0\(String(mode, radix: 8)))"
        case .writableByGroup(let group, let mode):
            "everyone in the group '\(group)' may write to it (mode 0\(String(mode, radix: 8)))"
        case .folder(let path, let problem): "of the folder '\(path)' \(problem.problem)"
        case .workingDirectory: "it is looked for in the working directory, which may be any"
        case .foreign(let owner): "it belongs to \(Self.name(of: owner)), which is neither root nor you"
        }
    }

    /// The advice after the problem in a message.
    package var remedy: String {
        switch self {
        case .writableByEveryone: "take that right away by chmod o-w"
        case .writableByGroup: "take that right away by chmod g-w"
        case .foreign: "make it yours by chown"
        case .folder(let path, let problem): "\(problem.remedy), for '\(path)'"
        case .workingDirectory: "build it with a run path that begins with a slash or with $ORIGIN"
        }
    }

    package var description: String {
        "\(problem); \(remedy), or pass --allow-insecure where you trust whoever that is"
    }

    package static func name(of user: UInt32) -> String {
        let name = getpwuid(user).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
        return name.map { "the user '\($0)'" } ?? "the user \(user)"
    }
}
