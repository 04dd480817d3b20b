import FeatureABI
import FeatureContract

/// Memory as the other side of the boundary might pass it: of another version, or wrong.
///
/// Held by a suite, so that it outlives every pointer into it.
final class CMemory {
    private var memory: [UnsafeMutableRawPointer] = []

    deinit {
        for pointer in memory { pointer.deallocate() }
    }

    /// An array whose elements have `extra` more bytes each, as a later minor version would have them, all set; `extra`
    /// may be odd, which no compiler would make it.
    func array<T: ABIStruct>(_ values: [T], extra: Int) -> UnsafePointer<T> {
        let stride = MemoryLayout<T>.size + extra
        let raw = UnsafeMutableRawPointer.allocate(byteCount: stride * values.count + 16, alignment: 16)
        memory.append(raw)
        raw.initializeMemory(as: UInt8.self, repeating: 0xEE, count: stride * values.count + 16)
        for (index, value) in values.enumerated() {
            var value = value
            value.size = UInt32(stride)
            withUnsafeBytes(of: value) { copy($0, to: raw + index * stride) }
        }
        return UnsafePointer(raw.assumingMemoryBound(to: T.self))
    }

    /// A packed array of values, whose struct never grows.
    func plainArray(_ values: [sy_value]) -> UnsafePointer<sy_value> {
        let size = MemoryLayout<sy_value>.size
        let raw = UnsafeMutableRawPointer.allocate(byteCount: size * values.count, alignment: 16)
        memory.append(raw)
        for (index, value) in values.enumerated() { withUnsafeBytes(of: value) { copy($0, to: raw + index * size) } }
        return UnsafePointer(raw.assumingMemoryBound(to: sy_value.self))
    }

    /// A value at an address that is `offset` bytes off its alignment.
    func misaligned<T>(_ value: T, by offset: Int) -> UnsafePointer<T> {
        let size = MemoryLayout<T>.size
        let raw = UnsafeMutableRawPointer.allocate(byteCount: size + 16, alignment: 16)
        memory.append(raw)
        withUnsafeBytes(of: value) { copy($0, to: raw + offset) }
        return UnsafePointer((raw + offset).assumingMemoryBound(to: T.self))
    }

    /// A text of arbitrary bytes.
    func string(_ bytes: [UInt8]) -> sy_string {
        let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
        memory.append(raw)
        bytes.withUnsafeBytes { copy($0, to: raw) }
        return sy_string(data: UnsafePointer(raw.assumingMemoryBound(to: CChar.self)), count: bytes.count)
    }

    private func copy(_ bytes: UnsafeRawBufferPointer, to memory: UnsafeMutableRawPointer) {
        UnsafeMutableRawBufferPointer(start: memory, count: bytes.count).copyMemory(from: bytes)
    }
}
