import FeatureABI
import FeatureContract
import Synchronization

/// What structs say of their size. A host takes a larger one, of a later minor version; a library that is built for no
/// later one has none.
enum WatchedSize {
    /// The minor version that the library says it is built for.
    static let libraryMinor = Atomic<UInt32>(SY_ABI_MINOR)

    /// Tells of a struct that is larger than its version has it. What is null, not aligned or too small is told by
    /// whoever reads it.
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

    /// The same of a destination and its arguments.
    static func examine(destination: UnsafePointer<sy_destination>?) {
        examine(destination)
        guard let read = try? sy_destination.read(destination), read.argument_count > 0 else { return }
        examine(read.arguments)
    }
}
