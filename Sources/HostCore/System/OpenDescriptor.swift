import Glibc
import Synchronization

/// A descriptor that is closed with its last reference, unless given away.
package final class OpenDescriptor: Sendable {
    private let owned: Atomic<Int32>

    /// Adopts a close-on-exec descriptor; -1 stands for none.
    package init(_ number: Int32) { owned = Atomic(number) }

    deinit {
        let number = giveAway()
        if number >= 0 { close(number) }
    }

    /// The descriptor; -1 if there is none, or it was given away.
    package var number: Int32 { owned.load(ordering: .relaxed) }

    /// Returns the descriptor, which the receiver must close.
    package func giveAway() -> Int32 { owned.exchange(-1, ordering: .relaxed) }
}
