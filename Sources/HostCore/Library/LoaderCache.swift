import Glibc
import HostSystem

/// The loader's cache of the system's libraries, written by ldconfig(8). Its format is in glibc's dl-cache.h.
package final class LoaderCache {
    private static let magic = Array("glibc-ld.so.cache1.1".utf8)
    private static let (headerSize, entrySize) = (48, 24)
    /// An older cache may precede the one read here, which begins at a multiple of 8 bytes.
    private static let olderMagic = Array("ld.so-1.7.0".utf8)
    private static let (olderHeaderSize, olderEntrySize) = (16, 12)
    private static let maximumSize = 1 << 26

    private let path: String
    /// The bytes from the magic on; empty for a missing or damaged cache.
    private lazy var bytes: ArraySlice<UInt8> = read()

    package init(_ path: String = "/etc/ld.so.cache") {
        self.path = path
    }

    private func read() -> ArraySlice<UInt8> {
        let bytes = (try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: Self.maximumSize)) ?? []
        var rest = bytes[...]
        if bytes.starts(with: Self.olderMagic), let count = Self.number(in: rest, at: 12) {
            rest = rest.dropFirst((Self.olderHeaderSize + count * Self.olderEntrySize + 7) & ~7)
        }
        return rest.starts(with: Self.magic) ? rest : []
    }

    /// Whether the loader finds a library of that name in the system's folders.
    package func has(_ name: String) -> Bool { !paths(of: name).isEmpty }

    /// The paths of the libraries with a name, for all kinds of machines and processors.
    func paths(of name: String) -> [String] {
        let name = Array(name.utf8) + [0]
        let count = Self.number(in: bytes, at: Self.magic.count) ?? 0
        return (0..<min(count, bytes.count / Self.entrySize)).compactMap { index in
            let entry = Self.headerSize + index * Self.entrySize
            guard let key = Self.number(in: bytes, at: entry + 4), bytes.dropFirst(key).starts(with: name),
                let value = Self.number(in: bytes, at: entry + 8)
            else { return nil }
            return String(decoding: bytes.dropFirst(value).prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private static func number(in bytes: ArraySlice<UInt8>, at offset: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            offset + 4 <= bytes.count ? Int(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) : nil
        }
    }
}
