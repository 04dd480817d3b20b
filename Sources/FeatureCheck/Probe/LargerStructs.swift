import FeatureABI
import FeatureContract

/// Structs as a host of a later minor version passes them: each has more members than the library knows.
extension ABIArena {
    mutating func largerDestination(_ destination: Destination) -> UnsafePointer<sy_destination>? {
        var result = self.destination(destination)
        let arguments = Array(UnsafeBufferPointer(start: result.arguments, count: result.argument_count))
        result.arguments = larger(arguments)
        return larger([result])
    }

    private mutating func larger<Struct: ABIStruct>(_ values: [Struct]) -> UnsafePointer<Struct>? {
        // The size of each struct is a multiple of 8.
        let appended: [UInt64] = [.max, .max]
        var words: [UInt64] = []
        for var value in values {
            value.size += UInt32(8 * appended.count)
            withUnsafeBytes(of: value) { bytes in
                for start in stride(from: 0, to: bytes.count, by: 8) {
                    words.append(bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
                }
            }
            words += appended
        }
        return array(words).map { UnsafeRawPointer($0).assumingMemoryBound(to: Struct.self) }
    }
}
