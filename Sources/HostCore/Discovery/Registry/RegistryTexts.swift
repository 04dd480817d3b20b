import FeatureContract

/// The file of a registry, open to read from it manifests of which is known where they lie: it can be read to the end
/// also when another has taken its place.
final class RegistryTexts: Sendable {
    /// Which version of the file it is.
    let identity: FileIdentity
    private let file: FileDescriptor
    /// Called where a manifest does not lie where it is known to.
    private let isWrong: @Sendable () -> Void

    /// Where a manifest lies in the file.
    struct Place: Hashable {
        let offset: UInt64
        let count: UInt32
        let checksum: UInt64
    }

    /// Nil where there is no registry, or others may write to it.
    ///
    /// - Parameter isWrong: Called where a manifest cannot be read from where it is known to lie: what knows that is
    ///   not to be believed again.
    init?(_ folder: RegistryFolder, isWrong: @escaping @Sendable () -> Void = {}) {
        guard let file = try? folder.open(), let status = try? file.status(), FileKind(status) == .regularFile,
            RegistryFolder.isOwn(status)
        else { return nil }
        identity = FileIdentity(status)
        self.file = file
        self.isWrong = isWrong
    }

    /// The manifest; nil where it does not lie there any more.
    func text(at place: Place) -> [UInt8]? {
        guard place.count <= Manifest.maximumSize, place.offset <= RegistryLog.maximumSize,
            let text = try? file.bytes(from: Int(place.offset), to: Int(place.offset) + Int(place.count)),
            Place(text, at: Int(place.offset)) == place
        else {
            isWrong()
            return nil
        }
        return text
    }
}

extension RegistryTexts.Place {
    init(_ text: [UInt8], at offset: Int) {
        self.init(
            offset: UInt64(offset), count: UInt32(text.count), checksum: text.withUnsafeBytes { XXHash64.hash($0) })
    }

    init(binary reader: inout BinaryReader) throws(BinaryError) {
        self.init(offset: try reader.uint64(), count: try reader.uint32(), checksum: try reader.uint64())
    }

    func write(binary writer: inout BinaryWriter) {
        writer.append(offset)
        writer.append(count)
        writer.append(checksum)
    }
}
