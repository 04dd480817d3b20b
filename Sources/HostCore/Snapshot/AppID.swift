import HostSystem

/// Names the files that the host keeps for an app: its snapshot, and the session of `run`.
///
/// An app is its plugins directories and its wiring file, by their paths.
enum AppID {
    /// A hash of the paths, in hexadecimal digits; equal in every run.
    ///
    /// Relative paths count from the working directory. Symbolic links are not resolved: where one leads may change, and
    /// the app is the one that was named.
    ///
    /// - Parameter wiring: The path of the wiring file.
    static func id(of directories: [PluginsDirectory], wiring: String?) -> String {
        var writer = BinaryWriter()
        writer.append(list: directories.map { absolute($0.path) }) { writer, path in writer.append(path) }
        writer.append(optional: wiring.map(absolute)) { writer, path in writer.append(path) }
        return String(writer.bytes.withUnsafeBytes { XXHash64.hash($0) }, radix: 16)
    }

    /// The path from the root on, without empty components and `.`.
    private static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : Path.join(Path.resolved(".") ?? "/", path)
        return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }
}
