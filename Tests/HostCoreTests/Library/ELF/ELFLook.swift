@testable import HostCore

/// Inspects bytes in memory of exactly their size, so that a read past their end is one past an allocation.
func lookAtELF(_ bytes: [UInt8], for symbols: Set<String> = []) throws(ELFError) -> ELFFile {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { memory.deallocate() }
    memory.copyBytes(from: bytes)
    return try ELFFile(UnsafeRawBufferPointer(memory), lookingFor: symbols)
}

/// The error with which inspection refuses the bytes; nil if it accepts them.
func refusalOfELF(_ bytes: [UInt8], for symbols: Set<String> = []) -> ELFError? {
    do throws(ELFError) {
        _ = try lookAtELF(bytes, for: symbols)
        return nil
    } catch {
        return error
    }
}
