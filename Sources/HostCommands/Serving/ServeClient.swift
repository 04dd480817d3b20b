import HostSystem
import JSONText

/// A request that is carried out and not answered.
@MainActor
final class ServedRequest {
    let request: RPCRequest
    /// Whether it waits for its turn no more.
    var hasBegun = true
    /// Whether it is an `open` with `inTurn`: until its answer, the host sends its client `waiting` each second.
    var isInTurn = false
    var isCancelled = false
    /// When its feature was called, to measure the time that the client waits for.
    var called = ContinuousClock.now
    /// Whether that time was over before the feature had answered: it fails with a `problem` then.
    var isAnsweredEarly = false

    /// Whether the client has named a time, and it is over.
    var isOverdue: Bool {
        guard let wait = request.params?["wait"]?.integer else { return false }
        return called.duration(to: .now) >= .milliseconds(wait)
    }

    init(_ request: RPCRequest) { self.request = request }

    /// Nil for a notification.
    var id: JSON? { request.id }
}

/// A client of ``Server``, with what is read and not yet carried out, and what is not yet written.
///
/// The memory that a client takes is bounded, also if it never reads: a screen is written only once everything before
/// it is, notifications of other kinds are dropped beyond ``longestQueue``, and no request is read while
/// ``isBehind``.
@MainActor
final class ServeClient {
    /// The longest message of a client, in bytes.
    static let longestMessage = 1 << 20
    /// The number of bytes to write beyond which the client is behind.
    private static let mostOutput = 1 << 18
    /// The most requests of a client that wait for their screens to settle.
    static let mostOutstanding = 32
    /// The bytes that the host counts for a held message, besides those of the message itself.
    private static let heldMessage = 256
    /// The most messages that are read at once while the host waits for a feature.
    static let mostAtOnce = 1024
    /// The most notifications that wait, besides those of the screen and the state.
    private static let longestQueue = 100

    let connection: any MessageConnection
    var frames: any MessageFrames
    private(set) var output: ArraySlice<UInt8> = []
    private var queue: [[UInt8]] = []
    private var droppedCount = 0
    var isInitialized = false
    var takesPatches = false
    var takesLogs = true
    /// Whether the client gets the screen and the state as they change.
    var takesScreens = true
    /// The last screen that was put into the output.
    var sentScreen: ServedScreen?
    /// The number of the last state that was put into the output.
    var sentState = 0
    /// The number of requests that are carried out and not answered.
    var outstanding = 0
    /// The requests with an id that are carried out and not answered, which the client may cancel.
    var requests: [ServedRequest] = []
    /// A message that has come while the host waited for a feature, with what it counts.
    struct Held {
        let message: RPCMessage.Received
        let size: Int
        /// The request, from its arrival on; nil for what is none.
        let request: ServedRequest?
    }

    /// The messages that wait for a feature, in order.
    private(set) var held: [Held] = []
    private var heldSize = 0
    /// The id of the last request that was carried out, which the next screen includes.
    var included: JSON?
    /// Whether the client reads no more. What it has sent before is carried out.
    private(set) var hasLeft = false
    /// Whether the client sends no more. It still gets the answers to what it has sent.
    var hasEnded = false
    var isClosed = false

    init(_ connection: any MessageConnection, _ frames: any MessageFrames = HeaderFrames(limit: longestMessage)) {
        self.connection = connection
        self.frames = frames
    }

    /// Whether another message may be held: a `cancel` is read only then.
    var canHold: Bool { heldSize < Self.longestMessage }

    func hold(_ message: RPCMessage.Received, size: Int) {
        let request = (try? message.get()).map(ServedRequest.init)
        held.append(Held(message: message, size: size + Self.heldMessage, request: request))
        heldSize += size + Self.heldMessage
    }

    func release(at index: Int) -> Held {
        let released = held.remove(at: index)
        heldSize -= released.size
        return released
    }

    /// - Returns: The request with that id, if there was one.
    func drop(heldWith id: JSON) -> ServedRequest? {
        held.firstIndex { $0.request?.id == id }.flatMap { release(at: $0).request }
    }

    /// Whether the client has to read before another request of it is carried out.
    var isBehind: Bool { output.count > Self.mostOutput || outstanding >= Self.mostOutstanding }

    /// Puts a message into the output.
    func send(_ message: JSON) { send(message.utf8()) }
    func send(_ message: [UInt8]) { send(frame: frames.frame(message)) }

    func send(frame: [UInt8]) { output += frame }

    /// Lets a notification wait until what is in the output is written.
    func enqueue(_ message: [UInt8]) {
        if queue.count >= Self.longestQueue {
            queue.removeFirst()
            droppedCount += 1
        }
        queue.append(message)
    }

    /// Moves the notifications that wait into the output.
    func sendQueue() {
        if droppedCount > 0 {
            let message = "\(droppedCount) notifications are left out, since this client did not read in time"
            send(RPCMessage.notification(.log, ["level": "warning", "message": .string(message)]))
            droppedCount = 0
        }
        for message in queue { send(message) }
        queue = []
    }

    /// Writes as much of the output as the client takes. The output of a client that has left is dropped.
    func write() {
        while !output.isEmpty {
            guard let count = connection.write(output.prefix(1 << 16)) else {
                hasLeft = true
                break
            }
            guard count > 0 else { return }
            output = output.dropFirst(count)
        }
        // A slice keeps the bytes in front of it.
        if output.isEmpty || hasLeft { output = [] }
    }
}
