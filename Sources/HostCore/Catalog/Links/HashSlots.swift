/// A hash table from hashes to numbers. Numbers may share a hash, so the caller checks each number that is found.
///
/// An attacker may choose the keys so that their hashes collide. Each table therefore places hashes by a random number
/// of its own.
struct HashSlots: Sendable {
    private struct Slot {
        /// The hash with its lowest bit set. 0 if the slot is free.
        var hash: UInt64 = 0
        var number = 0
    }

    /// The slots: a power of two, at least twice as many as the numbers.
    private var slots: [Slot]
    private let secret = UInt64.random(in: .min ... .max) | 1

    /// - Parameter count: The most numbers that will be added.
    init(_ count: Int) {
        var size = 4
        while size < 2 * count { size *= 2 }
        slots = Array(repeating: Slot(), count: size)
    }

    /// The index of the slot where the search for a hash begins.
    private func begin(_ hash: UInt64) -> Int {
        let product = hash.multipliedFullWidth(by: secret)
        return Int(truncatingIfNeeded: product.high ^ product.low) & (slots.count - 1)
    }

    mutating func add(_ number: Int, _ hash: UInt64) {
        var index = begin(hash)
        while slots[index].hash != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = Slot(hash: hash | 1, number: number)
    }

    /// The first number with this hash for which `isMeant` is true. Nil if there is none.
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
