import FeatureABI
import FeatureContract

/// A struct of the library with a member reserved for later versions, which is 0 until a version gives it a meaning.
protocol ReservingStruct: ABIStruct {
    var reserved: UInt32 { get }
}

extension sy_argument: ReservingStruct {}
extension sy_destination: ReservingStruct {}
extension sy_receiver: ReservingStruct {}
extension sy_checkpoint: ReservingStruct {}
extension sy_screen: ReservingStruct {}
extension sy_feature: ReservingStruct {}
extension sy_library: ReservingStruct {}

/// A check of reserved members: to a later host, memory that was not cleared would look meaningful.
enum WatchedReserve {
    static func examine<Struct: ABIStruct>(_ pointer: UnsafePointer<Struct>) {
        guard let read = try? Struct.read(pointer) as? any ReservingStruct, read.reserved != 0 else { return }
        Reporter.broken(.hostCalls, "the reserved member of a \(Struct.self) is \(read.reserved), and 0 is expected")
    }
}
