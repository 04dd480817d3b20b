import HostCore
import HostSystem

/// The messages between a host and a worker, whose memory a feature may have overwritten: a message that is read and
/// written reads back equal.
///
/// The first byte selects the kind of message.
func fuzzMessage(_ bytes: [UInt8]) throws(BrokenProperty) {
    guard let kind = bytes.first else { return }
    let content = Array(bytes.dropFirst())
    switch kind % 5 {
    case 0: try check(content, { (bytes) throws(BinaryError) in try WorkerCall(bytes) }, \.bytes)
    case 1: try check(content, WorkerReply.init, \.bytes)
    case 2: try check(content, { (bytes) throws(BinaryError) in try HostMessage(bytes) }, \.bytes)
    case 3: try check(content, { (bytes) throws(BinaryError) in try HostReply(bytes) }, \.bytes)
    default: try checkDifference(content)
    }
}

/// Two replies, the second of which is what differs from the first: it reads back equal against it, and by itself.
///
/// The first two bytes are the size of the first reply.
private func checkDifference(_ bytes: [UInt8]) throws(BrokenProperty) {
    guard bytes.count >= 2 else { return }
    let rest = bytes.dropFirst(2)
    let first = rest.prefix(Int(bytes[0]) << 8 | Int(bytes[1]))
    var base = RenderedScreen()
    guard (try? WorkerReply(Array(first), against: &base)) != nil else { return }
    try check(
        Array(rest.dropFirst(first.count)),
        { (bytes) throws(BinaryError) in
            var last = base
            return try WorkerReply(bytes, against: &last)
        },
        { reply in
            var last = base
            return reply.bytes(against: &last)
        })
}

private func check<Message>(
    _ bytes: [UInt8], _ read: ([UInt8]) throws(BinaryError) -> Message, _ write: (Message) -> [UInt8]
) throws(BrokenProperty) {
    let message: Message
    do throws(BinaryError) {
        message = try read(bytes)
    } catch {
        return try requirePrintable(error.description)
    }
    let written = write(message)
    let again = try require("what was written is read", written) { () throws(BinaryError) in try read(written) }
    // The bytes are compared, since a time that is not a number equals nothing.
    try require("it is the same", write(again) == written, message)
}
