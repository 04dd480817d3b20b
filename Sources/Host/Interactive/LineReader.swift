import Dispatch
import Glibc

/// Reads lines from a descriptor without holding anything else up: a terminal, a pipe or a file.
@MainActor
final class LineReader {
    /// What is longer is no command that a person has written.
    static let maximumLength = 1 << 16

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "lines of the input")
    private var rest: [UInt8] = []
    private var isOver = false

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line without its end; nil after the last. What is too long is cut, and what is not UTF-8 has U+FFFD
    /// there.
    func next() async -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = rest[..<end]
                defer { rest.removeFirst(end + 1) }
                return String(decoding: line.prefix(Self.maximumLength), as: UTF8.self)
            }
            if isOver {
                defer { rest = [] }
                return rest.isEmpty ? nil : String(decoding: rest.prefix(Self.maximumLength), as: UTF8.self)
            }
            let piece = await read()
            if piece.isEmpty { isOver = true }
            // Of a line without end no more is kept than is taken of it.
            if rest.count <= Self.maximumLength || piece.contains(UInt8(ascii: "\n")) { rest += piece }
        }
    }

    private func read() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            queue.async { [descriptor] in
                var buffer = [UInt8](repeating: 0, count: 1 << 14)
                while true {
                    let count = Glibc.read(descriptor, &buffer, buffer.count)
                    if count < 0, errno == EINTR { continue }
                    if count < 0, errno == EAGAIN {
                        StandardDescriptors.wait(for: descriptor, POLLIN)
                        continue
                    }
                    return continuation.resume(returning: Array(buffer.prefix(max(0, count))))
                }
            }
        }
    }
}
