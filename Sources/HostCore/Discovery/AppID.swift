import HostSystem

/// Names the host's files for an app: its snapshot, its registry, and the session and the socket of `run`. An app is its
/// plugins directories and its wiring file, by their paths.
enum AppID {
    /// A hash of the paths, in hexadecimal digits; equal in every run.
    ///
    /// Relative paths count from the working directory. Symbolic links are not resolved: their targets may change,
    /// while the app is identified by the name that the user gave.
    ///
    /// - Parameter wiring: The path of the wiring file; nil for what all apps of these directories share.
    static func id(of directories: [PluginsDirectory], wiring: String?) -> String {
        var writer = BinaryWriter()
        writer.append(list: directories.map { absolute($0.path) }) { writer, path in writer.append(path) }
        writer.append(optional: wiring.map(absolute)) { writer, path in writer.append(path) }
        return String(writer.bytes.withUnsafeBytes { XXHash64.hash($0) }, radix: 16)
    }

    /// The absolute path, without empty components and `.`.
    static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : Path.join(Path.resolved(".") ?? "/", path)
        return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
