@testable import HostCore

/// Looks at bytes that lie alone in memory of exactly their size, so that a read past them is one past an allocation.
func lookAtELF(_ bytes: [UInt8], for symbols: Set<String> = []) throws(ELFError) -> ELFFile {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    return try ELFFile(UnsafeRawBufferPointer(memory), lookingFor: symbols)
}

/// Why the look refuses the bytes, or nil where it does not.
func refusalOfELF(_ bytes: [UInt8], for symbols: Set<String> = []) -> ELFError? {
    do throws(ELFError) {
        _ = try lookAtELF(bytes, for: symbols)
        return nil
    } catch {
        return error
    }
}
