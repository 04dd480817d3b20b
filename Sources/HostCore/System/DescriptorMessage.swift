import Glibc

/// Polls for some microseconds before a process sleeps until the next message, which often comes sooner than the kernel
/// would wake the process. Other processes run meanwhile; otherwise two processes on one processor would wait for each
/// other.
package enum BriefWait {
    /// The longest time to poll before sleeping.
    private static let limit = Duration.microseconds(50)

    /// Calls `body` until it returns true or the time is over, and returns its last result.
    package static func until(_ body: () -> Bool) -> Bool {
        let end = ContinuousClock.now.advanced(by: limit)
        repeat {
            if body() { return true }
            sched_yield()
        } while ContinuousClock.now < end
        return false
    }
}

/// Sends bytes together with descriptors from one process to another: unix(7), `SCM_RIGHTS`.
package enum DescriptorMessage {
    /// Sends bytes and descriptors, and returns the number of bytes sent. The descriptors stay open in this process
    /// too.
    package static func send(
        _ bytes: [UInt8], with descriptors: [Int32], over socket: Int32
    ) throws(SystemError) -> Int {
        try systemCall("sendmsg") { sendOnce(bytes, with: descriptors, over: socket) }
    }

    /// Sends bytes and descriptors: sendmsg(2).
    ///
    /// - Returns: The number of bytes sent; -1 with `errno` for a failure.
    package static func sendOnce(_ bytes: [UInt8], with descriptors: [Int32], over socket: Int32) -> Int {
        withHeader(room: descriptors.count) { header, data in
            data.copyMemory(from: descriptors, byteCount: MemoryLayout<Int32>.size * descriptors.count)
            return bytes.withUnsafeBytes { bytes in
                var piece = iovec(
                    iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &piece) { piece in
                    header.msg_iov = piece
                    header.msg_iovlen = 1
                    return sendmsg(socket, &header, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Waits for bytes and the descriptors with them. The descriptors are close-on-exec, and the caller closes them.
    ///
    /// - Parameter maximum: The most descriptors.
    /// - Returns: The bytes and descriptors; no bytes if the other end is closed.
    package static func receive(
        from socket: Int32, maximum: Int
    ) throws(SystemError) -> (bytes: [UInt8], descriptors: [Int32]) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var descriptors: [Int32] = []
        let count = try systemCall("recvmsg") {
            bytes.withUnsafeMutableBytes {
                receive(into: $0, from: socket, maximum: maximum) { descriptors.append($0) }
            }
        }
        return (Array(bytes.prefix(count)), descriptors)
    }

    /// Reads bytes and the descriptors with them: recvmsg(2).
    ///
    /// - Parameters:
    ///   - maximum: The most descriptors. The kernel closes further ones, and those beyond this process's limit.
    ///   - flags: The flags of the call, such as `MSG_DONTWAIT`.
    ///   - take: Receives each descriptor. It is close-on-exec, and the receiver closes it.
    /// - Returns: The number of bytes; 0 if the other end is closed, -1 with `errno` for a failure.
    package static func receive(
        into bytes: UnsafeMutableRawBufferPointer, from socket: Int32, maximum: Int, flags: Int32 = 0,
        _ take: (Int32) -> Void
    ) -> Int {
        withHeader(room: maximum) { header, data in
            var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            let count = withUnsafeMutablePointer(to: &piece) { piece in
                header.msg_iov = piece
                header.msg_iovlen = 1
                return recvmsg(socket, &header, flags | Int32(MSG_CMSG_CLOEXEC))
            }
            guard count > 0, header.msg_controllen >= controlSize, let control = header.msg_control else {
                return count
            }
            let size = control.load(as: cmsghdr.self).cmsg_len - controlSize
            for index in 0..<size / MemoryLayout<Int32>.size {
                take(data.load(fromByteOffset: index * MemoryLayout<Int32>.size, as: Int32.self))
            }
            return count
        }
    }

    /// The size of the header before the descriptors: `CMSG_LEN(0)`, which is a macro.
    private static let controlSize = MemoryLayout<cmsghdr>.size

    /// Calls `body` with a message header that has room for descriptors, and with their address.
    private static func withHeader(
        room: Int, _ body: (inout msghdr, _ data: UnsafeMutableRawPointer) -> Int
    ) -> Int {
        let size = controlSize + room * MemoryLayout<Int32>.size
        return withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<cmsghdr>.alignment) { control in
            guard let start = control.baseAddress else { return 0 }
            start.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            start.withMemoryRebound(to: cmsghdr.self, capacity: 1) { control in
                control.pointee.cmsg_len = size
                control.pointee.cmsg_level = SOL_SOCKET
                control.pointee.cmsg_type = Int32(SCM_RIGHTS)
            }
            var header = msghdr()
            header.msg_control = start
            header.msg_controllen = room == 0 ? 0 : size
            return body(&header, start + controlSize)
        }
    }
}
