import Glibc
import HostSystem

package struct PluginsDirectory: Hashable, Sendable {
    package let path: String
    /// Whether it is the executable's folder, which has libraries of all kinds: one without an entry is not reported.
    let isBesideExecutable: Bool
    /// Whether the user named it, so that it must exist.
    package let isNamed: Bool

    package init(path: String, isBesideExecutable: Bool = false, isNamed: Bool = false) {
        self.path = path
        self.isBesideExecutable = isBesideExecutable
        self.isNamed = isNamed
    }

    /// The directory without the user's name, so that it may be missing.
    var unnamed: PluginsDirectory { PluginsDirectory(path: path, isBesideExecutable: isBesideExecutable) }

    /// Returns the directories to search, in order.
    ///
    /// If directories are named, only those are searched; else those in `SWITCHYARD_PLUGINS` (separated by `:`; empty
    /// names are ignored); else the executable's folder, its `../lib/switchyard`, the user's
    /// `$XDG_DATA_HOME/switchyard/plugins` and the system's `$XDG_DATA_DIRS/switchyard/plugins` (XDG Base Directory
    /// Specification).
    static func all(
        named: [String], environment: HostEnvironment, executable: String?
    ) -> [PluginsDirectory] {
        if !named.isEmpty { return named.map { PluginsDirectory(path: $0, isNamed: true) } }
        let variable = environment["SWITCHYARD_PLUGINS"]?.split(separator: ":") ?? []
        if !variable.isEmpty { return variable.map { PluginsDirectory(path: String($0), isNamed: true) } }
        var directories: [PluginsDirectory] = []
        if let folder = executable.flatMap(Path.parent) {
            directories.append(PluginsDirectory(path: folder, isBesideExecutable: true))
            if let prefix = Path.parent(folder) {
                directories.append(PluginsDirectory(path: Path.join(prefix, "lib/switchyard")))
            }
        }
        let data = [environment.dataHome].compactMap(\.self) + environment.dataDirectories
        return directories + data.map { PluginsDirectory(path: Path.join($0, "switchyard/plugins")) }
    }

    /// The folder of hosts that the directory contains or lies in. Features must come from elsewhere: a worker reads
    /// the whole folder of its library, and a feature that could write there could add code.
    ///
    /// The usual `$XDG_DATA_HOME/switchyard/plugins` is beside the data directories, and not such a folder.
    func hostFolder(in environment: HostEnvironment) -> String? {
        let usual = environment.dataHome.map { Path.resolvedAsFar(Path.join($0, "switchyard/plugins")) }
        guard let real = Path.resolved(path), real != usual else { return nil }
        return environment.hostFolders.first { folder in
            let folder = Path.resolvedAsFar(folder)
            return Path.isIn(real, folder) || Path.isIn(folder, real)
        }
    }

    /// The libraries in it that are skipped for their names, such as `libX.so.1`; empty if it contains other files.
    package var passedOver: [String] {
        guard !isBesideExecutable, let names = try? FileSystem.names(in: path), !names.contains(where: Self.isLibrary)
        else { return [] }
        return names.filter { $0.contains(".so.") }
    }

    /// The reason why its files are skipped, with the remedy.
    package static let passingOver =
        "only names that end in .so are looked at: rename it, or make a link to it ('ln -s libX.so.1.0.0 libX.so')"

    /// Whether a file with this name may be a feature: it ends in `.so`, and is not hidden.
    package static func isLibrary(_ name: String) -> Bool { isLibrary(name.utf8) }

    static func isLibrary(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.first != UInt8(ascii: ".") && name.suffix(3).elementsEqual(".so".utf8)
    }
}

/// The reason why a named plugins directory cannot be searched.
package enum DirectoryError: Error, Sendable, CustomStringConvertible {
    case missing(String)
    case notReadable(String, SystemError)

    package var description: String {
        switch self {
        case .missing(let path):
            "the plugins directory '\(path)' does not exist; name one that holds features' .so files"
        case .notReadable(let path, let error): "the plugins directory '\(path)' cannot be read: \(error)"
        }
    }
}
