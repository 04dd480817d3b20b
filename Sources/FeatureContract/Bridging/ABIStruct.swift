package import FeatureABI

/// A C struct that crosses the boundary and begins with its size.
///
/// The first release of the ABI had exactly these members, so a smaller size is malformed; a larger one comes from a
/// later minor version, whose additional members are not looked at.
package protocol ABIStruct {
    var size: UInt32 { get set }
    init()
}

extension ABIStruct {
    /// A struct with every member 0 but its size.
    package static var sized: Self {
        var value = Self()
        value.size = UInt32(MemoryLayout<Self>.size)
        return value
    }

    /// The struct at `pointer`, as far as its size reaches.
    package static func read(_ pointer: UnsafePointer<Self>?) throws(ABIMalformed) -> Self {
        guard let pointer else { throw ABIMalformed("\(Self.self) is null") }
        return try read(UnsafeRawPointer(pointer))
    }

    /// `count` structs, one every `size` bytes, which is the size that the first of them says.
    package static func readArray(_ pointer: UnsafePointer<Self>?, _ count: Int) throws(ABIMalformed) -> [Self] {
        guard count != 0 else { return [] }
        // A size_t beyond Int.max is negative here.
        guard (1...ABILimit.arrayCount).contains(count) else {
            let count = UInt(bitPattern: count)
            throw ABIMalformed("an array of \(count) \(Self.self); at most \(ABILimit.arrayCount) are taken")
        }
        guard let pointer else { throw ABIMalformed("an array of \(count) \(Self.self) is null") }
        let stride = Int(try read(UnsafeRawPointer(pointer)).size)
        guard stride <= ABILimit.structSize else { throw ABIMalformed("\(Self.self) says that it has \(stride) bytes") }
        var values: [Self] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            let value = try read(UnsafeRawPointer(pointer) + index * stride)
            guard Int(value.size) == stride else {
                throw ABIMalformed(
                    "\(Self.self) number \(index) of an array says that it has \(value.size) bytes, not \(stride)")
            }
            values.append(value)
        }
        return values
    }

    private static func read(_ pointer: UnsafeRawPointer) throws(ABIMalformed) -> Self {
        guard Int(bitPattern: pointer) % MemoryLayout<Self>.alignment == 0 else {
            throw ABIMalformed("\(Self.self) is not aligned")
        }
        let size = Int(pointer.load(as: UInt32.self))
        guard size >= MemoryLayout<Self>.size else {
            throw ABIMalformed("\(Self.self) says that it has \(size) bytes, and it needs \(MemoryLayout<Self>.size)")
        }
        return pointer.load(as: Self.self)
    }
}

extension sy_value: ABIStruct {}
extension sy_argument: ABIStruct {}
extension sy_destination: ABIStruct {}
extension sy_message: ABIStruct {}
extension sy_error: ABIStruct {}
extension sy_text_sink: ABIStruct {}
extension sy_destination_sink: ABIStruct {}
extension sy_resume: ABIStruct {}
extension sy_resume_sink: ABIStruct {}
extension sy_node: ABIStruct {}
extension sy_receiver: ABIStruct {}
extension sy_checkpoint: ABIStruct {}
extension sy_screen_info: ABIStruct {}
extension sy_view_sink: ABIStruct {}
extension sy_screen: ABIStruct {}
extension sy_feature: ABIStruct {}
extension sy_context: ABIStruct {}
extension sy_library: ABIStruct {}
extension sy_host: ABIStruct {}

/// What the other side passed breaks the rules of FeatureABI.h.
package struct ABIMalformed: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// How much one side takes from the other in one value. Beyond it the value is malformed.
package enum ABILimit {
    /// Elements of one array.
    package static let arrayCount = 100_000
    /// Bytes of one string.
    package static let stringSize = 16 << 20
    /// Bytes of one struct of any later version.
    package static let structSize = 1 << 16
}
