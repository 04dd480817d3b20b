import Glibc

/// A text that is compared and hashed by its UTF-8 bytes, such as a key, a path or a host.
///
/// `String` compares by canonical equivalence, so that "é" in its composed and decomposed forms would be one key. Its
/// hash ignores the form too: an object with thousands of equivalent keys would collide in every lookup.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // No byte of UTF-8 is 0xFF, so this byte separates the text from the next hashed value.
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Whether both strings have equal Unicode scalars (RFC 8259 section 8.3).
    package func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (first, second) = (self, other)
        return first.withUTF8 { first in
            second.withUTF8 { second in
                guard let start = first.baseAddress, let other = second.baseAddress else { return true }
                return memcmp(start, other, first.count) == 0
            }
        }
    }
}
