/// Records in binary data that are found by a hash, where they lie: nothing is made of those that nobody asks for.
///
/// ```swift
/// var builder = BinaryTable.Builder()
/// builder.add(LinkHash.of("home")) { writer in writer.append("home") }
/// builder.write(binary: &writer)
/// let table = try BinaryTable(binary: &reader)
/// for var reader in try table.records(of: LinkHash.of("home")) { try reader.text() } // "home"
/// ```
///
/// A hash only says where to look: different things may have the same, so a record tells what it is about.
struct BinaryTable: Sendable {
    /// By hash, each with where its record begins.
    private let places: BinaryReader
    private let count: Int
    private let records: BinaryReader

    /// A hash and a place, in bytes.
    private static let placeSize = 12

    init(binary reader: inout BinaryReader) throws(BinaryError) {
        count = Int(try reader.uint32())
        places = try reader.section(count * Self.placeSize)
        records = try reader.section(Int(reader.uint32()))
    }

    /// The records of a hash, in the order in which they were added.
    func records(of hash: UInt64) throws(BinaryError) -> [BinaryReader] {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if try place(middle).hash < hash { low = middle + 1 } else { high = middle }
        }
        var found: [BinaryReader] = []
        while low < count {
            let place = try place(low)
            guard place.hash == hash else { break }
            found.append(try records.skipping(place.start))
            low += 1
        }
        return found
    }

    private func place(_ index: Int) throws(BinaryError) -> (hash: UInt64, start: Int) {
        var reader = try places.skipping(index * Self.placeSize)
        return (try reader.uint64(), Int(try reader.uint32()))
    }

    /// Collects the records of a table.
    struct Builder {
        private var places: [(hash: UInt64, start: Int)] = []
        private var records = BinaryWriter()

        mutating func add(_ hash: UInt64, _ write: (inout BinaryWriter) -> Void) {
            places.append((hash, records.bytes.count))
            write(&records)
        }

        func write(binary writer: inout BinaryWriter) {
            let sorted = places.sorted { ($0.hash, $0.start) < ($1.hash, $1.start) }
            writer.append(list: sorted) { writer, place in
                writer.append(place.hash)
                writer.append(count: place.start)
            }
            writer.append(records.bytes)
        }
    }
}
