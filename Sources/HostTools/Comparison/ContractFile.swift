import FeatureContract
import Glibc
import HostCore
import HostSystem

extension FeatureFile {
    /// Reads the declarations in a file: the library of a feature, or a manifest whose name ends in `.json`.
    ///
    /// A library that the registry does not know is loaded in a worker, as in a scan; its own code only passes the
    /// manifest.
    @MainActor
    package static func declared(in path: String, _ options: HostOptions) throws(LibraryError) -> FeatureFile {
        guard path.hasSuffix(".json") else {
            let folder = PluginsDirectory(path: Path.parent(path) ?? ".")
            let registry = Registry.open(for: [folder], in: options.cacheDirectory)
            var options = options
            // Nothing else would find out a manifest that was forged when the folder was scanned.
            options.verifiesScans = true
            return try Discovery(options, .empty, registry).feature(atPath: path)
        }
        let text: [UInt8]
        do {
            text = try InputFile.read(named: path, limit: Manifest.maximumSize)
        } catch {
            throw .notReadable(error)
        }
        guard let identity = FileSystem.identity(path) else { throw .changed }
        return try FeatureFile(path: path, identity: identity, parsing: text)
    }
}
