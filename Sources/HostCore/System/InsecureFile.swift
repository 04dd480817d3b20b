import Glibc

/// Why a file or folder is not to be trusted with code that is to be run: somebody else than root and the person may
/// have written it.
package enum InsecureFile: Hashable, Sendable, CustomStringConvertible {
    /// Everyone may write to it.
    case writableByEveryone(mode: UInt32)
    /// It belongs to neither root nor the person.
    case foreign(owner: UInt32)
    /// It lies in this folder, to which others may write, or which others could make.
    indirect case folder(String, InsecureFile)
    /// It is looked for in the working directory, which may be any.
    case workingDirectory

    /// Nil where nobody else may have written it.
    init?(_ status: stat, user: uid_t = geteuid()) {
        if status.st_uid != 0, status.st_uid != user {
            self = .foreign(owner: status.st_uid)
        } else if status.st_mode & S_IWOTH != 0 {
            self = .writableByEveryone(mode: status.st_mode & 0o7777)
        } else {
            return nil
        }
    }

    /// A fragment for a person: `everyone may write to it (mode 0666)`.
    var problem: String {
        switch self {
        case .writableByEveryone(let mode): "everyone may write to it (mode 0\(String(mode, radix: 8)))"
        case .folder(let path, let problem): "of the folder '\(path)' \(problem.problem)"
        case .workingDirectory: "it is looked for in the working directory, which may be any"
        case .foreign(let owner): "it belongs to \(Self.name(of: owner)), which is neither root nor you"
        }
    }

    /// What to do about it.
    var remedy: String {
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

    private static func name(of user: UInt32) -> String {
        let name = getpwuid(user).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
        return name.map { "the user '\($0)'" } ?? "the user \(user)"
    }
}
