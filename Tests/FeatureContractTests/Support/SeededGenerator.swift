import TestSupport

extension SeededGenerator {
    /// Returns true once in `count` times, at random.
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// Returns one of the arguments, at random.
    mutating func pick<Choice>(_ first: Choice, _ others: Choice...) -> Choice {
        let index = Int.random(in: 0...others.count, using: &self)
        return index == 0 ? first : others[index - 1]
    }

    /// A text with every character that has a meaning in a link or a destination.
    mutating func text(upTo longest: Int = 6) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0x61...0x7A, 0x61...0x7A, 0x30...0x39, 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0x00...0x20,
            0xA0...0x17F, 0x300...0x310, 0x20D0...0x20E3, 0x4E00...0x4E20, 0x1_F300...0x1_F600,
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...longest, using: &self) {
            let range = ranges[Int.random(in: ranges.indices, using: &self)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) { text.append(scalar) }
        }
        return String(text)
    }
}
