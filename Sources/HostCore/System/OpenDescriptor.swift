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

    // MARK: As a socket that does not block

    /// Returns the bytes received; nil if there are none yet, empty if the other end is closed.
    package func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        do throws(SystemError) {
            let count = try systemCall("read") { read(number, &buffer, buffer.count) }
            return Array(buffer.prefix(count))
        } catch {
            return error.code == EAGAIN ? nil : []
        }
    }

    /// Writes as many bytes as the socket accepts, and returns their number; nil if the other end is closed.
    package func send(_ bytes: some Collection<UInt8>) -> Int? {
        let bytes = Array(bytes)
        do throws(SystemError) {
            return try systemCall("send") { Glibc.send(number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        } catch {
            return error.code == EAGAIN ? 0 : nil
        }
    }
}
