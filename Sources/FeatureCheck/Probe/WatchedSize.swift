import FeatureABI
import FeatureContract
import Synchronization

/// A check of the sizes that structs state. A host accepts a larger struct, of a later minor version; a library that is
/// built for no later version has none.
enum WatchedSize {
    /// The minor version that the library says it is built for.
    static let libraryMinor = Atomic<UInt32>(SY_ABI_MINOR)

    /// Reports a struct that is larger than in its version. Structs that are null, not aligned or too small are
    /// reported by the code that reads them.
    static func examine<Struct: ABIStruct>(_ pointer: UnsafePointer<Struct>?) {
        guard let pointer, Int(bitPattern: pointer) % MemoryLayout<Struct>.alignment == 0 else { return }
        WatchedReserve.examine(pointer)
        let size = UnsafeRawPointer(pointer).load(as: UInt32.self)
        guard size > MemoryLayout<Struct>.size, libraryMinor.load(ordering: .relaxed) <= SY_ABI_MINOR else { return }
        Reporter.broken(
            .sizes,
            "\(Struct.self) says that it has \(size) bytes, and in version \(SY_ABI_MAJOR).\(SY_ABI_MINOR) of the ABI it "
                + "has \(MemoryLayout<Struct>.size)")
    }

    /// Checks the sizes of a destination and its arguments.
    static func examine(destination: UnsafePointer<sy_destination>?) {
        examine(destination)
        guard let read = try? sy_destination.read(destination), read.argument_count > 0 else { return }
        examine(read.arguments)
    }
}
