import Glibc
import HostSystem

/// The loader's cache of the system's libraries, which ldconfig(8) writes. Its format is in glibc's dl-cache.h.
struct LoaderCache {
    private var bytes: [UInt8] = []
    /// The part of the file that is in the format of today. An older one may come before it.
    private var start = 0
    private var count = 0

    private static let magic = Array("glibc-ld.so.cache1.1".utf8)
    private static let olderMagic = Array("ld.so-1.7.0".utf8)
    private static let (headerSize, entrySize) = (48, 24)
    private static let (olderHeaderSize, olderEntrySize) = (16, 12)
    private static let maximumSize = 1 << 26

    /// Reads the cache. A missing or damaged one is empty.
    init(_ path: String = "/etc/ld.so.cache") {
        bytes = (try? FileDescriptor(opening: path, O_RDONLY).readAll(limit: Self.maximumSize)) ?? []
        if bytes.starts(with: Self.olderMagic), let count = number(at: 12) {
            // Aligned to 8 bytes.
            start = (Self.olderHeaderSize + count * Self.olderEntrySize + 7) & ~7
        }
        guard bytes.dropFirst(start).starts(with: Self.magic) else { return }
        count = number(at: start + Self.magic.count) ?? 0
    }

    /// The paths of the libraries of a name, for machines and processors of each kind.
    func paths(of name: String) -> [String] {
        let name = Array(name.utf8)
        return (0..<count).prefix((bytes.count - start) / Self.entrySize).compactMap { index in
            let entry = start + Self.headerSize + index * Self.entrySize
            guard let key = number(at: entry + 4), let value = number(at: entry + 8) else { return nil }
            let rest = bytes.dropFirst(start + key)
            guard rest.starts(with: name), rest.dropFirst(name.count).first == 0 else { return nil }
            return String(decoding: bytes.dropFirst(start + value).prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private func number(at offset: Int) -> Int? {
        guard offset + 4 <= bytes.count else { return nil }
        return bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }
}
