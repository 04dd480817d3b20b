import FeatureContract
import HostSystem

/// Finds the few features to which a link may lead, by the beginnings of their links: the scheme, the host, and the
/// first segment of the path if it is literal.
///
/// It has only hashes, so the patterns of each feature that it finds must still be matched.
@BinaryCoded
struct LinkKeys: Sendable {
    /// Entries of 12 bytes: the hash of a beginning, and the number of a feature, both little-endian, in ascending
    /// order.
    private let bytes: [UInt8]

    private static let entrySize = 12

    /// - Parameter features: Each with its number.
    init(_ features: [(number: Int, manifest: Manifest)]) {
        let entries = features.flatMap { feature in
            Self.keys(of: feature.manifest).map { (key: $0, number: UInt32(feature.number)) }
        }
        var writer = BinaryWriter(capacity: entries.count * Self.entrySize)
        for entry in entries.sorted(by: { ($0.key, $0.number) < ($1.key, $1.number) }) {
            writer.append(entry.key)
            writer.append(entry.number)
        }
        bytes = writer.bytes
    }

    /// Refuses invalid keys from a file.
    ///
    /// - Parameter count: The number of features.
    func require(count: Int) throws(BinaryError) {
        guard bytes.count % Self.entrySize == 0 else { throw BinaryError("\(bytes.count) bytes of link keys") }
        for index in 0..<self.count where number(index) >= count {
            throw BinaryError("links of the feature \(number(index)), and there are \(count)")
        }
    }

    /// The numbers of the features whose patterns may match a link, or that may resolve it by code, in ascending order.
    func features(for url: LinkURL) -> [Int] {
        var numbers = Set(features(of: Self.key(url.scheme, url.host)))
        if let first = url.segments.first { numbers.formUnion(features(of: Self.key(url.scheme, url.host, first))) }
        return numbers.sorted()
    }

    /// The numbers of the features with links of this link's scheme and host, in ascending order.
    func features(atSiteOf url: LinkURL) -> [Int] { features(of: Self.siteKey(url.scheme, url.host)) }

    private func features(of key: UInt64) -> [Int] {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self.key(middle) < key { low = middle + 1 } else { high = middle }
        }
        return (low..<count).prefix { self.key($0) == key }.map(number)
    }

    private var count: Int { bytes.count / Self.entrySize }

    private func key(_ index: Int) -> UInt64 {
        bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index * Self.entrySize, as: UInt64.self))
        }
    }

    private func number(_ index: Int) -> Int {
        bytes.withUnsafeBytes {
            Int(UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: index * Self.entrySize + 8, as: UInt32.self)))
        }
    }

    /// The beginnings of a feature's links.
    private static func keys(of manifest: Manifest) -> Set<UInt64> {
        var keys: Set<UInt64> = []
        for pattern in manifest.links.map(\.pattern) {
            keys.insert(siteKey(pattern.scheme, pattern.host))
            if case .template(let first)? = pattern.segments.first, let literal = first.literal {
                keys.insert(key(pattern.scheme, pattern.host, literal))
            } else {
                keys.insert(key(pattern.scheme, pattern.host))
            }
        }
        for claim in manifest.customLinks { keys.insert(key(claim.scheme, claim.host)) }
        return keys
    }

    /// The common beginning of all links of a scheme and a host. No pattern has such a segment.
    private static func siteKey(_ scheme: String, _ host: String) -> UInt64 { key(scheme, host, "/") }

    /// The hash of the beginning of links. The texts contain no zero byte.
    private static func key(_ beginning: String...) -> UInt64 {
        Array(beginning.joined(separator: "\0").utf8).withUnsafeBytes(XXHash64.hash)
    }
}
