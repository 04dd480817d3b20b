/// Finds numbers by hashes. It only says where to look: whoever asks compares what is found.
///
/// What is looked up and what is kept may be chosen by others, so that hashes fall together: where a hash goes is told
/// by a number that each table draws for itself.
struct HashSlots: Sendable {
    private struct Slot {
        /// Never 0 where the slot is taken.
        var hash: UInt64 = 0
        var number = 0
    }

    /// At least twice as many as are taken.
    private var slots: [Slot]
    private let secret = UInt64.random(in: .min ... .max) | 1

    /// - Parameter count: How many there will be at most.
    init(_ count: Int) {
        var size = 4
        while size < 2 * count { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    /// Where a hash is looked for first.
    private func begin(_ hash: UInt64) -> Int {
        let product = hash.multipliedFullWidth(by: secret)
        return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
    }

    mutating func add(_ number: Int, _ hash: UInt64) {
        var index = begin(hash)
        while slots[index].hash != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = Slot(hash: hash | 1, number: number)
    }

    /// Of the numbers that have this hash the first that is meant.
    func first(_ hash: UInt64, where isMeant: (Int) -> Bool) -> Int? {
        let slots = slots.span
        var index = begin(hash)
        while slots[index].hash != 0 {
            let slot = slots[index]
            if slot.hash == hash | 1, isMeant(slot.number) { return slot.number }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }
}
