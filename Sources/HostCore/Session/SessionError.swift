import FeatureContract
import Glibc
import HostSystem
import JSONText

/// The reason why a session cannot be read or saved.
package enum SessionError: Error, Equatable, Sendable {
    /// The path is empty, ends with a slash, or contains a NUL.
    case noFileName
    case notFound(directory: String)
    case notReachable(SystemError)
    case notRegularFile(FileKind)
    case notReadable(SystemError)
    /// Thrown only for a file read without a store, since a store quarantines the file.
    case damaged(SessionDamage)
    case notQuarantined(SessionDamage, SystemError)
    case notWritable(directory: String, SystemError)
    /// Another store has locked the file. Its process id is given if known.
    case inUse(pid_t?)
    case lockNotUsable(path: String, SystemError)
    case lockNotRegularFile(path: String, FileKind)
    /// The session would not be readable once saved.
    case notSavable(SessionDamage)
    /// The atomic file cannot be created, since its place is taken and cannot be freed.
    case inTheWay(path: String, SystemError)
    /// The file is unchanged, unless it was damaged and is quarantined now.
    case notSaved(SystemError, QuarantinedFile?)
    case closed
}

extension SessionError {
    /// The message for the user.
    ///
    /// - Parameter path: The path of the file, as the user named it.
    package func message(path: String) -> String {
        switch self {
        case .noFileName:
            "'\(DisplayText.safe(path))' names no file; expected the path of a session file"
        case .notFound(let directory):
            "the session file '\(path)' needs the directory '\(directory)', which is missing; "
                + "make it, or name another file"
        case .notReachable(let error):
            "the session file '\(path)' cannot be reached: \(error); name another file"
        case .notRegularFile(let kind):
            "'\(path)' is \(kind); expected a session file, or no file yet; name another"
        case .notReadable(let error):
            "the session file '\(path)' cannot be read: \(error); make it readable, or name another file"
        case .damaged(let damage):
            switch damage {
            case .insecure: "the session file '\(path)' is not used: \(damage), or name another file"
            case .newer: "the session file '\(path)' is newer: \(damage); read it with that host, or name another file"
            default: "the session file '\(path)' is damaged: \(damage); mend or remove it, or name another file"
            }
        case .notQuarantined(let damage, let error):
            "the session file '\(path)' is \(damage.word) (\(damage)), and cannot be quarantined: \(error); "
                + "move it away, or name another file"
        case .notWritable(let directory, let error):
            "the session file '\(path)' cannot be kept: the directory '\(directory)' takes no new file: \(error); "
                + "make it writable, or name another file"
        case .inUse(let process):
            "the session file '\(path)' is in use by \(process.map { "process \($0)" } ?? "another process"); "
                + "end that one, or name another file"
        case .lockNotUsable(let lock, let error):
            "the session file '\(path)' cannot be locked: '\(lock)': \(error); "
                + "remove that where nothing uses it, or name another file"
        case .lockNotRegularFile(let lock, let kind):
            "the session file '\(path)' cannot be locked: '\(lock)' is \(kind); "
                + "remove that where nothing uses it, or name another file"
        case .notSavable(let damage):
            "the session is not saved in '\(path)', because it could not be read again: \(damage); "
                + "the file is as it was"
        case .inTheWay(let place, let error):
            "the session cannot be saved in '\(path)': '\(place)' is in the way and cannot be removed: \(error); "
                + "move that away, or name another file"
        case .notSaved(let error, let quarantined):
            "the session cannot be saved in '\(path)': \(error.operation): \(error); "
                + (quarantined.map { "\($0)" } ?? "what is in the file is whole")
                + (error.isWantOfSpace ? "; free space on its disk, or name another file" : "")
        case .closed:
            "the session file '\(path)' was closed; open it again"
        }
    }
}

/// The reason why this host cannot read the content of a session file.
package enum SessionDamage: Equatable, Sendable {
    /// The content is not JSON, for example because it was cut off, or a member is missing or wrong.
    case json(JSONError)
    /// A later host has written the file, which is not damaged.
    case newer(found: Int64, known: Int64, host: String?)
    case noState(CallFailure)
    case tooLarge(limit: Int)
    case insecure(InsecureFile)
}

extension SessionDamage: CustomStringConvertible {
    /// The damage as a phrase: `line 3, column 7: state: expected an object, found a string`.
    package var description: String {
        switch self {
        case .json(let error):
            "\(error)"
        case .noState(let error):
            "state: \(error)"
        case .newer(let found, let known, let host):
            "its format is \(found)\(host.map { ", written by '\($0)'" } ?? ""); this host reads up to \(known)"
        case .insecure(let problem):
            "\(problem)"
        case .tooLarge(let limit):
            "it is larger than \(limit >> 20) MiB"
        }
    }

    /// The suffix for a quarantined file's name: `newer`, `insecure` or `damaged`.
    var word: String {
        switch self {
        case .newer: "newer"
        case .insecure: "insecure"
        case .json, .noState, .tooLarge: "damaged"
        }
    }
}
