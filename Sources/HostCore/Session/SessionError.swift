import Glibc

/// Why a session cannot be read from a file or saved in it.
package struct SessionError: Error, Equatable, Sendable {
    package enum Problem: Error, Equatable, Sendable {
        /// The path is empty, ends with a slash, or holds a NUL.
        case noFileName
        case notFound(directory: String)
        case notReachable(SystemError)
        case notRegularFile(FileKind)
        case notReadable(SystemError)
        /// Only when the file is read without a store: a store sets it aside.
        case damaged(SessionDamage)
        case notSetAside(SessionDamage, SystemError)
        /// No file can be made there.
        case notWritable(directory: String, SystemError)
        /// Another store has the file: that of the process with this number, where it is known.
        case inUse(pid_t?)
        case lockNotUsable(path: String, SystemError)
        case lockNotRegularFile(path: String, FileKind)
        /// What would be written could not be read again.
        case notSavable(SessionDamage)
        /// What stands where a new content is written first is no file that can be replaced.
        case inTheWay(path: String, SystemError)
        /// The file is what it was, unless it was damaged and is now set aside.
        case notSaved(SystemError, SetAside?)
        /// The store was closed.
        case closed
    }

    /// The file, as it was named.
    package let path: String
    package let problem: Problem

    package init(path: String, problem: Problem) {
        self.path = path
        self.problem = problem
    }

    /// Gives a problem the path that it is about.
    static func naming<Result>(
        _ path: String, _ body: () throws(Problem) -> Result
    ) throws(SessionError) -> Result {
        do {
            return try body()
        } catch {
            throw SessionError(path: path, problem: error)
        }
    }
}

extension SessionError: CustomStringConvertible {
    package var description: String {
        switch problem {
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
            case .newer: "the session file '\(path)' is newer: \(damage); read it with that host, or name another file"
            default: "the session file '\(path)' is damaged: \(damage); mend or remove it, or name another file"
            }
        case .notSetAside(let damage, let error):
            "the session file '\(path)' is \(damage.word) (\(damage)), and cannot be set aside: \(error); "
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
        case .notSaved(let error, let setAside):
            "the session cannot be saved in '\(path)': \(error.operation): \(error); "
                + (setAside.map { "\($0)" } ?? "what is in the file is whole")
                + (error.isWantOfSpace ? "; free space on its disk, or name another file" : "")
        case .closed:
            "the session file '\(path)' was closed; open it again"
        }
    }
}
