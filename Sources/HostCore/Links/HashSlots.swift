/// Finds numbers by hashes. It only says where to look: whoever asks compares what is found.
///
/// A hash table without the hasher of Swift's own, which keeps foreign keys from being chosen so that they fall together:
/// what is in this one the host's owner and the features have written, and it does not grow by what is looked up.
struct HashSlots: Sendable {
    private struct Slot {
        /// Never 0 where the slot is taken.
        var hash: UInt64 = 0
        var number = 0
    }

    /// At least twice as many as are taken.
    private var slots: [Slot]

    /// - Parameter count: How many there will be at most.
    init(_ count: Int) {
        var size = 4
        while size < 2 * count { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    mutating func add(_ number: Int, _ hash: UInt64) {
        var index = Int(truncatingIfNeeded: hash | 1) & (slots.count - 1)
        while slots[index].hash != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = Slot(hash: hash | 1, number: number)
    }

    /// Of the numbers that have this hash the first that is meant.
    func first(_ hash: UInt64, where isMeant: (Int) -> Bool) -> Int? {
        let slots = slots.span
        var index = Int(truncatingIfNeeded: hash | 1) & (slots.count - 1)
        while slots[index].hash != 0 {
            let slot = slots[index]
            if slot.hash == hash | 1, isMeant(slot.number) { return slot.number }
            index = (index + 1) & (slots.count - 1)
        }
        return nil
    }
}
