import HostCore
import HostSystem

/// Binary buffers: bytes that are read and written again are the bytes that were read, and no count alone makes the
/// reader allocate.
///
/// The first byte is a number of bytes behind it. Each of those bytes selects one value to read from the rest.
func fuzzFlat(_ bytes: [UInt8]) throws(BrokenProperty) {
    guard let count = bytes.first else { return }
    let kinds = bytes.dropFirst().prefix(Int(count))
    let content = bytes.dropFirst(1 + kinds.count)
    var reader = BinaryReader(content)
    var writer = BinaryWriter()
    var isRepaired = false
    do throws(BinaryError) {
        for kind in kinds { try copy(kind, &reader, &writer, &isRepaired) }
        try reader.requireEnd()
    } catch {
        try requirePrintable(error.description)
    }
    try require("nothing is read twice", reader.remaining <= content.count, reader.remaining)
    // A value that is cut off is not written.
    let written = writer.bytes
    try require("it is written as it was read", isRepaired || content.starts(with: written), written)
}

private func copy(
    _ kind: UInt8, _ reader: inout BinaryReader, _ writer: inout BinaryWriter, _ isRepaired: inout Bool
) throws(BinaryError) {
    switch kind % 11 {
    case 0: writer.append(try reader.uint8())
    case 1: writer.append(try reader.bool())
    case 2: writer.append(try reader.uint32())
    case 3: writer.append(try reader.int32())
    case 4: writer.append(try reader.uint64())
    case 5: writer.append(try reader.int64())
    case 6: writer.append(try reader.double())
    case 7:
        let text = try reader.text()
        // Repaired UTF-8 differs from the input; U+FFFD itself may have been in it.
        isRepaired = isRepaired || text.unicodeScalars.contains("\u{FFFD}")
        writer.append(text)
    case 8: writer.append(try reader.data())
    case 9:
        let value = try reader.optional { (reader) throws(BinaryError) in try reader.uint32() }
        writer.append(optional: value) { $0.append($1) }
    default:
        let list = try reader.list(limit: 1 << 16) { (reader) throws(BinaryError) in try reader.data() }
        writer.append(list: list) { $0.append($1) }
    }
}
