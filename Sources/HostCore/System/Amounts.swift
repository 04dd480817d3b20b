import FeatureContract

/// Amounts of memory as text.
package enum ByteCount {
    /// The number of bytes that a text such as `64KiB`, `256MiB` or `2GiB` stands for. Nil for any other text.
    package static func bytes(inText text: String) -> Int? {
        for (unit, shift) in [("KiB", 10), ("MiB", 20), ("GiB", 30)] where text.hasSuffix(unit) {
            guard let number = Int(text.dropLast(3)), number > 0, number < 1 << 30 else { return nil }
            return number << shift
        }
        return nil
    }
}

extension Duration {
    /// Whether a number of seconds can be a deadline: above zero, and at most 1e9 (some thirty years).
    package static func isUsable(seconds: Double) -> Bool { seconds > 0 && seconds <= 1e9 }

    /// The seconds that a text such as `2s`, `1.5s` or `250ms` stands for. Nil for any other text, and if not usable.
    package static func seconds(inText text: String) -> Double? {
        let (number, scale) = text.hasSuffix("ms") ? (text.dropLast(2), 0.001) : (text.dropLast(1), 1.0)
        guard text.hasSuffix("s"), let first = number.utf8.first,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
            case .double(let value)? = ValueType.double.value(fromText: String(number)),
            isUsable(seconds: value * scale)
        else { return nil }
        return value * scale
    }
}
