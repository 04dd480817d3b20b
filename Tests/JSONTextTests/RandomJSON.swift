import JSONText
import TestSupport

extension JSON {
    /// A value of any kind whose numbers are finite.
    static func random(depth: Int, using generator: inout SeededGenerator) -> JSON {
        switch Int.random(in: 0...(depth > 0 ? 8 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2:
            return .integer(Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator))
        case 3:
            let double = Double(bitPattern: generator.next())
            return .double(double.isFinite ? double : 0)
        case 4, 5: return .string(randomString(using: &generator))
        case 6:
            let count = Int.random(in: 0...5, using: &generator)
            return .array((0..<count).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...15, using: &generator) {
                let key = randomString(using: &generator)
                object.append(key: key, value: random(depth: depth - 1, using: &generator))
            }
            return .object(object)
        }
    }

    private static func randomString(using generator: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0x00...0x1F, 0x20...0x7E, 0x20...0x7E, 0x7F...0x24F, 0x300...0x310, 0x2020...0x2030, 0xD700...0xE010,
            0xFE00...0x1_0010, 0x1_F300...0x1_F600, 0x10_FFF0...0x10_FFFF,
        ]
        var string = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            let range = ranges[Int.random(in: ranges.indices, using: &generator)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) { string.append(scalar) }
        }
        return String(string)
    }
}
