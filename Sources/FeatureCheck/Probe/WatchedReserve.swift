import FeatureABI
import FeatureContract

/// A struct that a library passes and that has a member for later versions, which is 0 until one gives it a meaning.
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

/// What structs hold where nothing stands yet: memory that was not cleared looks to a later host like something meant.
enum WatchedReserve {
    static func examine<Struct: ABIStruct>(_ pointer: UnsafePointer<Struct>) {
        guard let read = try? Struct.read(pointer) as? any ReservingStruct, read.reserved != 0 else { return }
        Reporter.broken(.hostCalls, "the reserved member of a \(Struct.self) is \(read.reserved), and 0 is expected")
    }
}
