package import FeatureABI

/// A C struct that crosses the boundary and begins with its size.
///
/// A size smaller than that of version 1.0 of the ABI is malformed. Members appended by a later minor version are read
/// if the writer's size covers them, and are 0 otherwise.
package protocol ABIStruct {
    var size: UInt32 { get set }
    init()

    /// The size of the struct in bytes in version 1.0. It never changes; FeatureABI.c has the same numbers.
    static var firstSize: Int { get }
    /// The offset of `size` in the struct.
    static var sizeOffset: Int { get }
}

extension ABIStruct {
    @inlinable package static var sizeOffset: Int { 0 }

    /// A struct in which every member is 0 except its size.
    @inlinable package static var sized: Self {
        var value = Self()
        value.size = UInt32(MemoryLayout<Self>.size)
        return value
    }

    /// Reads the struct at `pointer`, up to its stated size.
    @inlinable package static func read(_ pointer: UnsafePointer<Self>?) throws(CallFailure) -> Self {
        guard let pointer else { throw CallFailure(malformed: "\(Self.self) is null") }
        return try read(UnsafeRawPointer(pointer))
    }

    /// Reads an array of `count` structs, with the size stated by the first one as stride.
    package static func readArray(_ pointer: UnsafePointer<Self>?, _ count: Int) throws(CallFailure) -> [Self] {
        guard let start = try ABILimit.checkedArray(pointer, count, of: "\(Self.self)") else { return [] }
        let stride = Int(try read(UnsafeRawPointer(start)).size)
        guard stride <= ABILimit.structSize else {
            throw CallFailure(malformed: "\(Self.self) says that it has \(stride) bytes")
        }
        var values: [Self] = []
        values.reserveCapacity(count)
        for index in 0..<count {
            let value = try read(UnsafeRawPointer(start) + index * stride)
            guard Int(value.size) == stride else {
                throw CallFailure(
                    malformed:
                        "\(Self.self) number \(index) of an array says that it has \(value.size) bytes, not \(stride)")
            }
            values.append(value)
        }
        return values
    }

    @inlinable static func read(_ pointer: UnsafeRawPointer) throws(CallFailure) -> Self {
        guard Int(bitPattern: pointer) % MemoryLayout<Self>.alignment == 0 else {
            throw CallFailure(malformed: "\(Self.self) is not aligned")
        }
        let size = Int(pointer.load(fromByteOffset: sizeOffset, as: UInt32.self))
        guard size >= firstSize else {
            throw CallFailure(malformed: "\(Self.self) says that it has \(size) bytes, and it needs \(firstSize)")
        }
        var value = Self()
        withUnsafeMutableBytes(of: &value) { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(size, bytes.count)))
        }
        return value
    }
}

extension sy_argument: ABIStruct { package static var firstSize: Int { 88 } }
extension sy_destination: ABIStruct { package static var firstSize: Int { 56 } }
extension sy_message: ABIStruct { package static var firstSize: Int { 96 } }
extension sy_error: ABIStruct { package static var firstSize: Int { 24 } }
extension sy_text_sink: ABIStruct { package static var firstSize: Int { 24 } }
extension sy_destination_sink: ABIStruct { package static var firstSize: Int { 24 } }
extension sy_resume: ABIStruct { package static var firstSize: Int { 32 } }
extension sy_resume_sink: ABIStruct { package static var firstSize: Int { 24 } }
extension sy_state: ABIStruct { package static var firstSize: Int { 24 } }
extension sy_state_sink: ABIStruct { package static var firstSize: Int { 24 } }
extension sy_node: ABIStruct { package static var firstSize: Int { 240 } }
extension sy_receiver: ABIStruct { package static var firstSize: Int { 32 } }
extension sy_checkpoint: ABIStruct { package static var firstSize: Int { 40 } }
extension sy_screen_info: ABIStruct { package static var firstSize: Int { 72 } }
extension sy_view_sink: ABIStruct { package static var firstSize: Int { 40 } }
extension sy_list_part: ABIStruct { package static var firstSize: Int { 40 } }
extension sy_render: ABIStruct { package static var firstSize: Int { 24 } }
extension sy_event: ABIStruct { package static var firstSize: Int { 24 } }
extension sy_return: ABIStruct { package static var firstSize: Int { 32 } }
extension sy_screen: ABIStruct { package static var firstSize: Int { 88 } }
extension sy_feature: ABIStruct { package static var firstSize: Int { 56 } }
extension sy_context: ABIStruct { package static var firstSize: Int { 72 } }
extension sy_library: ABIStruct {
    package static var firstSize: Int { 48 }
    /// Its magic precedes it.
    package static var sizeOffset: Int { 4 }
}
extension sy_host: ABIStruct { package static var firstSize: Int { 200 } }

/// The limits on one value that crosses the boundary. A larger value is malformed.
package enum ABILimit {
    /// Elements of one array.
    package static let arrayCount = 100_000
    /// Bytes of one string.
    package static let stringSize = 16 << 20
    /// Bytes of a failure's reason, and of a line of the log; longer text is cut.
    package static let reasonSize = 4 << 10
    /// Bytes of one struct of any later version.
    package static let structSize = 1 << 16

    /// Returns the start of an array, or nil if it is empty. Throws if it is null or too long.
    package static func checkedArray<Element>(
        _ pointer: UnsafePointer<Element>?, _ count: Int, of name: String
    ) throws(CallFailure) -> UnsafePointer<Element>? {
        guard count != 0 else { return nil }
        // A size_t beyond Int.max is negative here.
        guard (1...arrayCount).contains(count) else {
            throw CallFailure(
                malformed: "an array of \(UInt(bitPattern: count)) \(name); at most \(arrayCount) are taken")
        }
        guard let pointer else { throw CallFailure(malformed: "an array of \(count) \(name) is null") }
        return pointer
    }
}
