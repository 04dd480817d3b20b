import Glibc
import HostSystem

/// A connection to a client of ``Server``. No call waits.
protocol MessageConnection: AnyObject {
    var readingEnd: Int32 { get }
    var writingEnd: Int32 { get }

    /// Reads bytes that have come. Nil if there are none yet; empty if the other end is closed.
    func read() -> [UInt8]?
    /// Writes as many bytes as the other end takes.
    ///
    /// - Returns: The number of bytes; nil if the other end is closed.
    func write(_ bytes: ArraySlice<UInt8>) -> Int?
}

/// The rule by which a connection divides its stream of bytes into messages.
protocol MessageFrames {
    /// Returns the bytes with which the stream carries a message: the message with its header.
    func frame(_ message: [UInt8]) -> [UInt8]
    /// The bytes that the host sends last before it closes the connection because it ends; empty for none.
    var farewell: [UInt8] { get }
    mutating func append(_ more: [UInt8])
    /// Takes the next complete message; nil if there is none yet.
    mutating func next() throws(HeaderError) -> MessageFrame?
}

package enum MessageFrame: Hashable, Sendable {
    case message([UInt8])
    /// A message over the limit. Its bytes are dropped as they come.
    ///
    /// - Parameter id: The member `"id": …` of a JSON object, as it stands there; nil if there is none.
    case tooLong(Int, id: [UInt8]?)
    /// A question about the connection itself, such as a ping, which the host answers with these bytes.
    case reply([UInt8])
    /// The client ends the connection, or has broken its rules. The host sends these bytes and reads no more.
    case end([UInt8])
}

/// A socket that has no path.
final class SocketConnection: MessageConnection {
    private let socket: OpenDescriptor

    init(_ socket: OpenDescriptor) { self.socket = socket }

    var readingEnd: Int32 { socket.number }
    var writingEnd: Int32 { socket.number }
    func read() -> [UInt8]? { socket.receive() }
    func write(_ bytes: ArraySlice<UInt8>) -> Int? { socket.send(bytes) }
}

extension LocalConnection: MessageConnection {
    var readingEnd: Int32 { descriptor }
    var writingEnd: Int32 { descriptor }
}

/// A client at standard input and output.
///
/// Other code of this process finds the end of the input there, and prints to standard error: what a library prints must
/// not come between two messages. The two stay as blocking as the caller has them, since other processes may share them.
final class StandardConnection: MessageConnection {
    private let input: FileDescriptor
    private let output: FileDescriptor

    /// Takes standard input and output away from the rest of the process.
    init() throws(SystemError) {
        input = FileDescriptor(taking: try systemCall("fcntl") { fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) })
        output = FileDescriptor(taking: try systemCall("fcntl") { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) })
        let null = try FileDescriptor(opening: "/dev/null", O_RDONLY)
        try systemCall("dup2") { dup2(null.number, STDIN_FILENO) }
        try systemCall("dup2") { dup2(STDERR_FILENO, STDOUT_FILENO) }
    }

    var readingEnd: Int32 { input.number }
    var writingEnd: Int32 { output.number }

    func read() -> [UInt8]? {
        guard isReady(input.number, POLLIN) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        do throws(SystemError) {
            let count = try systemCall("read") { Glibc.read(input.number, &buffer, buffer.count) }
            return Array(buffer.prefix(count))
        } catch {
            return error.code == EAGAIN ? nil : []
        }
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard isReady(output.number, POLLOUT) else { return 0 }
        // A pipe that poll(2) reports as writable takes PIPE_BUF bytes without waiting: pipe(7).
        let piece = Array(bytes.prefix(4096))
        do throws(SystemError) {
            return try systemCall("write") { Glibc.write(output.number, piece, piece.count) }
        } catch {
            return error.code == EAGAIN ? 0 : nil
        }
    }

    private func isReady(_ number: Int32, _ event: Int32) -> Bool {
        var descriptor = pollfd(fd: number, events: Int16(event), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }
}
