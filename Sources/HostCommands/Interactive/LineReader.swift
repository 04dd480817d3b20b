import Dispatch
import Glibc
import JSONText

/// Reads lines from a terminal, a pipe or a file, without blocking the main actor.
@MainActor
final class LineReader {
    enum Line: Hashable, Sendable {
        case text(String)
        /// A line longer than ``LineReader/maximumLength``. A part of it could have another meaning, so none of it is
        /// used.
        case tooLong
        case notText(reason: String)

        fileprivate init(_ bytes: some Collection<UInt8>) {
            if bytes.contains(0) {
                self = .notText(reason: "the line holds a NUL")
            } else if let text = String(validating: bytes, as: UTF8.self) {
                self = .text(text)
            } else {
                self = .notText(reason: "the line is not UTF-8")
            }
        }
    }

    /// The longest line, in bytes. No user writes a longer command.
    static let maximumLength = 1 << 16

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "lines of the input")
    /// The bytes read, but not yet returned as a line.
    private var rest: [UInt8] = []
    /// Whether the beginning of the line in ``rest`` was dropped, since the line is too long.
    private var isCut = false
    private var isOver = false
    /// Whether the next line is the first one, which may begin with a byte order mark.
    private var isAtStart = true

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Returns the next line; nil after the last one, which may lack a line feed.
    func next() async -> Line? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return line(rest[..<end])
            }
            if isOver {
                guard isCut || !rest.isEmpty else { return nil }
                defer { rest = [] }
                return line(rest[...])
            }
            if rest.count > Self.maximumLength {
                isCut = true
                rest = []
            }
            let piece = await read()
            if piece.isEmpty { isOver = true }
            rest += piece
        }
    }

    /// Drops what has been typed at a terminal and not been returned yet.
    func dropTyped() {
        tcflush(descriptor, TCIFLUSH)
        rest = []
    }

    private func line(_ bytes: ArraySlice<UInt8>) -> Line {
        defer { (isCut, isAtStart) = (false, false) }
        guard !isCut, bytes.count <= Self.maximumLength else { return .tooLong }
        return Line(isAtStart ? bytes.withoutByteOrderMark : bytes)
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
