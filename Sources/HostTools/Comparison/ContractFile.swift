import FeatureContract
import Glibc
import HostCore
import HostSystem

extension FeatureFile {
    /// Reads what a file declares: the library of a feature, wherever it lies, or a manifest whose name ends in `.json`.
    ///
    /// A library that the registry does not know is loaded in a worker, as in a scan; its own code does nothing but give
    /// the manifest.
    @MainActor
    package static func declared(in path: String, _ options: HostOptions) throws(LibraryError) -> FeatureFile {
        guard path.hasSuffix(".json") else {
            let registry = Registry.open(directory: options.cacheDirectory)
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
