import Glibc

/// The directory of a feature's own data: `$XDG_DATA_HOME/switchyard/features/ID`, with access for the user alone (mode
/// 0700).
///
/// Neither it nor a folder above it, up to `$XDG_DATA_HOME`, may be a symbolic link or belong to another user: whoever
/// could put another directory there would choose the files that the feature may change.
@BinaryCoded
package struct DataDirectory: Hashable, Sendable {
    /// The starting folder, which is not checked: `$XDG_DATA_HOME`.
    private let root: String
    /// The names of the folders from there on, ending with the directory.
    private let names: [String]

    package var path: String { names.reduce(root, Path.join) }

    /// The directory of a feature. Nil if the user has no data directory.
    package init?(of feature: String, in environment: HostEnvironment) {
        guard let root = environment.dataHome else { return nil }
        self.root = root
        names = Self.folders + [feature]
    }

    /// A directory in a folder that is checked already, such as one for a test.
    package init(at path: String) {
        root = Path.parent(path) ?? "/"
        names = [Path.name(path)]
    }

    private static let folders = ["switchyard", "features"]

    /// The folder of all features' data directories. Nil if the user has no data directory.
    package static func all(in environment: HostEnvironment) -> String? {
        environment.dataHome.map { folders.reduce($0, Path.join) }
    }

    @BinaryCoded
    package struct Fault: Error, Hashable, Sendable {
        @BinaryCoded
        package enum Cause: Hashable, Sendable {
            case notOpened(SystemError)
            case kind(FileKind)
            case foreign(owner: UInt32)
            /// Other users have rights of this mask: to use the directory, or to write to a folder above it.
            case openToOthers(mode: UInt32, mask: UInt32)
        }

        package let path: String
        package let cause: Cause
    }

    /// Opens the directory. With `isMade`, creates it and missing folders above it.
    @discardableResult
    package func open(isMade: Bool = true) throws(Fault) -> OpenedPath {
        var place = root
        func attempt<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(Fault) -> Result {
            do {
                return try body()
            } catch {
                throw Fault(path: place, cause: .notOpened(error))
            }
        }
        var opened = try attempt { () throws(SystemError) in
            if isMade { try FileSystem.makeDirectories(root) }
            return try OpenedPath(root)
        }
        for name in names {
            place = Path.join(place, name)
            if isMade { mkdirat(opened.descriptor.number, name, 0o700) }
            let next = try attempt { () throws(SystemError) in try OpenedPath(name, in: opened) }
            let status = try attempt { () throws(SystemError) in try next.descriptor.status() }
            if let cause = Self.fault(status, mask: place == path ? 0o077 : 0o022) {
                throw Fault(path: place, cause: cause)
            }
            opened = next
        }
        return opened
    }

    /// The reason why a directory is not used.
    ///
    /// - Parameter mask: The rights that other users must not have.
    private static func fault(_ status: stat, mask: mode_t) -> Fault.Cause? {
        if FileKind(status) != .directory { return .kind(FileKind(status)) }
        if status.st_uid != geteuid() { return .foreign(owner: status.st_uid) }
        return status.st_mode & mask == 0 ? nil : .openToOthers(mode: status.st_mode & 0o7777, mask: mask)
    }

    /// The fault of the directory or of a folder above it; nil if missing or in order. Creates nothing.
    package var fault: Fault? {
        do throws(Fault) {
            try open(isMade: false)
            return nil
        } catch {
            if case .notOpened(let problem) = error.cause, problem.code == ENOENT { return nil }
            return error
        }
    }
}

extension DataDirectory.Fault: CustomStringConvertible {
    package var problem: String {
        switch cause {
        case .notOpened(let error): "it cannot be made or opened (\(error))"
        case .kind(let kind): "it is \(kind); expected a directory"
        case .foreign(let owner): "it belongs to \(InsecureFile.name(of: owner)), not to you"
        case .openToOthers(let mode, _): "others may use it (mode 0\(String(mode, radix: 8)))"
        }
    }

    package var remedy: String {
        let path = Shell.word(path)
        return switch cause {
        case .notOpened: "let yourself write there, or set XDG_DATA_HOME to a folder of yours"
        case .kind: "move it away, so that the host makes a directory there: mv \(path) \(path).old"
        case .foreign: "make it yours: chown \"$(id -un)\" \(path)"
        case .openToOthers(_, let mask): "chmod \(mask == 0o077 ? "go=" : "go-w") \(path)"
        }
    }

    package var description: String { "the data directory '\(path)' is not used: \(problem); \(remedy)" }
}

extension HostEnvironment {
    /// The folders with data of the user and of features: data, sessions, the registry with its private copies, and the
    /// wiring.
    package var hostFolders: [String] {
        let own = [stateHome, cacheHome, configHome].compactMap { $0.map { Path.join($0, HostName.name) } }
        return [DataDirectory.all(in: self)].compactMap(\.self) + own
    }
}
