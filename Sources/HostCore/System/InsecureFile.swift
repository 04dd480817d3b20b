import Glibc

/// The reason why the host does not run code from a file or folder: a user other than root and the host's own may have
/// written it.
package enum InsecureFile: Hashable, Sendable, CustomStringConvertible {
    /// Everyone may write to it.
    case writableByEveryone(mode: UInt32)
    /// It belongs to neither root nor the user.
    case foreign(owner: UInt32)
    /// It lies in this folder, which other users may write to or could create.
    indirect case folder(String, InsecureFile)
    /// The loader searches the working directory for it, which may be any directory.
    case workingDirectory

    /// Checks the owner and the permissions. Nil if no other user may have written the file.
    package init?(_ status: stat, user: uid_t = geteuid()) {
        if status.st_uid != 0, status.st_uid != user {
            self = .foreign(owner: status.st_uid)
        } else if status.st_mode & S_IWOTH != 0 {
            self = .writableByEveryone(mode: status.st_mode & 0o7777)
        } else {
            return nil
        }
    }

    /// The problem as a phrase of a message: `everyone may write to it (mode 0666)`.
    package var problem: String {
        switch self {
        case .writableByEveryone(let mode): "everyone may write to it (mode 0\(String(mode, radix: 8)))"
        case .folder(let path, let problem): "of the folder '\(path)' \(problem.problem)"
        case .workingDirectory: "it is looked for in the working directory, which may be any"
        case .foreign(let owner): "it belongs to \(Self.name(of: owner)), which is neither root nor you"
        }
    }

    /// The advice that follows the problem in a message.
    package var remedy: String {
        switch self {
        case .writableByEveryone: "take that right away by chmod o-w"
        case .foreign: "make it yours by chown"
        case .folder(let path, let problem): "\(problem.remedy), for '\(path)'"
        case .workingDirectory: "build it with a run path that begins with a slash or with $ORIGIN"
        }
    }

    package var description: String {
        "\(problem); \(remedy), or pass --allow-insecure where you trust whoever that is"
    }

    /// The name of a user, for a message.
    package static func name(of user: UInt32) -> String {
        let name = getpwuid(user).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
        return name.map { "the user '\($0)'" } ?? "the user \(user)"
    }
}
