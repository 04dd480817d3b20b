import FeatureABI
import FeatureContract
import Synchronization

/// A check of the sizes stated by structs. A host accepts a larger struct of a later minor version; a library not built
/// for a later version has none.
enum WatchedSize {
    /// The minor version for which the library is built, by its own statement.
    static let libraryMinor = Atomic<UInt32>(SY_ABI_MINOR)

    /// Reports a struct larger than in its version. The code that reads a struct reports one that is null, not aligned
    /// or too small.
    static func examine<Struct: ABIStruct>(_ pointer: UnsafePointer<Struct>?) {
        guard let pointer, Int(bitPattern: pointer) % MemoryLayout<Struct>.alignment == 0 else { return }
        WatchedReserve.examine(pointer)
        let size = UnsafeRawPointer(pointer).load(fromByteOffset: Struct.sizeOffset, as: UInt32.self)
        guard size > MemoryLayout<Struct>.size, libraryMinor.load(ordering: .relaxed) <= SY_ABI_MINOR else { return }
        Reporter.broken(
            .sizes,
            "\(Struct.self) says that it has \(size) bytes, and in version \(SY_ABI_MAJOR).\(SY_ABI_MINOR) of the ABI it "
                + "has \(MemoryLayout<Struct>.size)")
    }

    static func examine(destination: UnsafePointer<sy_destination>?) {
        examine(destination)
        guard let read = try? sy_destination.read(destination) else { return }
        examine(read.arguments, count: read.argument_count)
        for argument in (try? sy_argument.readArray(read.arguments, read.argument_count)) ?? []
        where (try? Value(abi: argument.value)) != nil {
            WatchedReserve.examine(argument.value, " of an argument")
        }
    }

    static func examine<Struct: ABIStruct>(_ array: UnsafePointer<Struct>?, count: Int) {
        guard count > 0 else { return }
        examine(array)
        for element in (try? Struct.readArray(array, count)) ?? [] { WatchedReserve.examine(element) }
    }
}

/// A struct of the library with a member reserved for later versions, which is 0 until a version gives it a meaning.
protocol ReservingStruct: ABIStruct {
    var reserved: UInt32 { get }
}

extension sy_argument: ReservingStruct {}
extension sy_destination: ReservingStruct {}
extension sy_error: ReservingStruct {}
extension sy_receiver: ReservingStruct {}
extension sy_checkpoint: ReservingStruct {}
extension sy_screen: ReservingStruct {}
extension sy_feature: ReservingStruct {}

/// A check of reserved members: to a later host, memory that was not cleared would look meaningful.
enum WatchedReserve {
    static func examine<Struct: ABIStruct>(_ pointer: UnsafePointer<Struct>) {
        if let read = try? Struct.read(pointer) { examine(read) }
    }

    static func examine<Struct: ABIStruct>(_ read: Struct) {
        guard let read = read as? any ReservingStruct, read.reserved != 0 else { return }
        Reporter.broken(.hostCalls, "the reserved member of a \(Struct.self) is \(read.reserved), and 0 is expected")
    }

    /// Checks a readable value, and the values in it.
    ///
    /// - Parameter place: The owner of the value, for the message: ` of the toggle 'Dark'`.
    static func examine(_ value: sy_value, _ place: String = "") {
        if value.reserved != 0 {
            Reporter.broken(
                .hostCalls, "the reserved member of a sy_value\(place) is \(value.reserved), and 0 is expected")
        }
        guard value.kind == UInt32(SY_VALUE_LIST) || value.kind == UInt32(SY_VALUE_RECORD) else { return }
        for item in UnsafeBufferPointer(start: value.items, count: value.item_count) { examine(item, place) }
    }
}

/// A check of a feature's texts: reads them as the host does, and reports text that is not UTF-8 or could harm a
/// terminal.
enum WatchedText {
    /// - Parameter what: The text's name in a message: `a reason`.
    static func read(_ string: sy_string, _ what: String) throws(CallFailure) -> String {
        let repairs = RepairedText.count
        let text = try String(abi: string)
        if RepairedText.count != repairs { Reporter.broken(.text, "\(what) is no valid UTF-8: \(quoted(text))") }
        examine(text, what)
        return text
    }

    /// Reports text that is too long, or that contains a harmful character.
    static func examine(_ text: String, _ what: String) {
        if text.utf8.count > EveryHost.stringSize {
            Reporter.broken(
                .limits,
                "\(what) has \(text.utf8.count) bytes, and a host need not take more than \(EveryHost.stringSize)")
        }
        if let found = text.unicodeScalars.first(where: isHarmful) {
            let number = String(found.value, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
            Reporter.broken(.text, "\(what) holds the control character \(name): \(quoted(text))")
        }
    }

    /// Whether a character is a control character other than U+0000, tabs and line breaks, which may occur; or reverses
    /// the direction of all following text (U+202D, U+202E of the Unicode Bidirectional Algorithm, UAX #9).
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0, 0x09, 0x0A, 0x0D: false
        case 0x01...0x1F, 0x7F...0x9F, 0x202D, 0x202E: true
        default: false
        }
    }

    /// The beginning of the text, with escapes.
    private static func quoted(_ text: String) -> String {
        let escaped = text.prefix(40).unicodeScalars.map { $0.escaped(asASCII: false) }.joined()
        return "\"\(escaped)\(text.count > 40 ? "…" : "")\""
    }
}

/// Structs from a host of a later minor version: each has more members than the library knows.
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
