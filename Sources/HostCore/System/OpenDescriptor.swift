import Glibc
import Synchronization

/// A descriptor that is closed with its last reference, unless it has been given away.
package final class OpenDescriptor: Sendable {
    private let owned: Atomic<Int32>

    /// Takes over a descriptor that is close-on-exec; -1 stands for none.
    package init(_ number: Int32) { owned = Atomic(number) }

    deinit {
        let number = giveAway()
        if number >= 0 { close(number) }
    }

    /// The descriptor; -1 if there is none, or none any more.
    package var number: Int32 { owned.load(ordering: .relaxed) }

    /// Returns the descriptor, which the receiver closes.
    package func giveAway() -> Int32 { owned.exchange(-1, ordering: .relaxed) }
}
