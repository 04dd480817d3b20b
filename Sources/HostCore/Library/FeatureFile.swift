import FeatureContract
import HostSystem

/// A feature's library: a version of a file, and the manifest that it gave when it was scanned.
package struct FeatureFile: Hashable, Sendable {
    /// The path where the file was found.
    package let path: String
    package let identity: FileIdentity
    package let manifest: Manifest
    /// The manifest as the library gave it.
    package let text: [UInt8]

    package init(path: String, identity: FileIdentity, manifest: Manifest, text: [UInt8]) {
        self.path = path
        self.identity = identity
        self.manifest = manifest
        self.text = text
    }

    /// - Parameter text: The manifest.
    /// - Throws: ``LibraryError/manifest(_:)`` if the text is not a manifest.
    init(path: String, identity: FileIdentity, parsing text: [UInt8]) throws(LibraryError) {
        do {
            self.init(path: path, identity: identity, manifest: try Manifest(parsing: text), text: text)
        } catch {
            throw .manifest(error.messageOfManifest)
        }
    }

    /// The files by the ids of their features. Of several with one id, the first.
    static func byID(_ files: [FeatureFile]) -> [String: FeatureFile] {
        Dictionary(files.map { ($0.manifest.id, $0) }) { first, _ in first }
    }
}
