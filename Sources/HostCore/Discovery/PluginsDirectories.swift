import Glibc

/// Where features are looked for.
package struct PluginsDirectory: Hashable, Sendable {
    package let path: String
    /// The folder of the executable holds libraries of all kinds: there one without an entry is nothing to report.
    package let isBesideExecutable: Bool
    /// Whether somebody named it: then it must exist.
    package let isNamed: Bool

    package init(path: String, isBesideExecutable: Bool = false, isNamed: Bool = false) {
        self.path = path
        self.isBesideExecutable = isBesideExecutable
        self.isNamed = isNamed
    }

    /// The same, where it may be missing.
    var unnamed: PluginsDirectory { PluginsDirectory(path: path, isBesideExecutable: isBesideExecutable) }

    /// The directories to look in, in order.
    ///
    /// Those given by name stand alone, so that what is seen is what was named; else those in `SWITCHYARD_PLUGINS`
    /// (separated by `:`; what is empty between two of them names none); else the executable's folder, its
    /// `../lib/switchyard`, the user's `$XDG_DATA_HOME/switchyard/plugins` and the system's
    /// `$XDG_DATA_DIRS/switchyard/plugins` (XDG Base Directory Specification).
    package static func all(
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

    /// Whether a file of that name may be a feature: what has another ending than `.so`, and what is hidden, is passed
    /// over.
    static func isLibrary(_ name: String) -> Bool { isLibrary(name.utf8) }

    /// The same of a name in bytes.
    static func isLibrary(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        name.first != UInt8(ascii: ".") && name.suffix(3).elementsEqual(".so".utf8)
    }
}
