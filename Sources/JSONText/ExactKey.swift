/// A string that is compared and hashed by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence, so that "é" in its composed and decomposed forms would be one key. Its
/// hash is the same for all equivalent forms too: an object with thousands of them would collide in every lookup.
struct ExactKey: Hashable {
    let string: String

    static func == (left: ExactKey, right: ExactKey) -> Bool {
        left.string.isExactly(right.string)
    }

    func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
        // No byte of UTF-8 is 0xFF, so that it ends the key for whatever is hashed after it.
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Whether both strings are the same Unicode scalars (RFC 8259 section 8.3).
    func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
