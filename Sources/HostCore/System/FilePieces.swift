import Glibc

/// The bytes of an open file, read by pread(2) in pieces as they are needed.
///
/// The file is not mapped, since a program that truncates it would end this process.
package final class FilePieces {
    /// The size of a piece, in bytes: a multiple of the page size.
    private static let pieceSize = 1 << 16

    /// Memory of the file's size, valid as long as this object. Bytes that were not read, or not readable, are zero.
    package let bytes: UnsafeRawBufferPointer
    /// The last read error; nil if there was none.
    package private(set) var error: SystemError?
    private let memory: UnsafeMutableRawBufferPointer
    private let file: Int32
    private var isRead: [Bool]

    /// - Parameters:
    ///   - file: A regular file that is open as long as this object is used.
    ///   - size: The size of the file, in bytes.
    package init(_ file: borrowing FileDescriptor, size: Int) throws(SystemError) {
        // Only pieces that are read become writable: RLIMIT_DATA counts writable memory, and the file may be larger.
        let start = mmap(nil, max(size, 1), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else { throw SystemError(code: errno, operation: "mmap") }
        memory = UnsafeMutableRawBufferPointer(start: start, count: size)
        bytes = UnsafeRawBufferPointer(memory)
        self.file = file.number
        isRead = Array(repeating: false, count: (size + Self.pieceSize - 1) / Self.pieceSize)
    }

    deinit {
        munmap(memory.baseAddress, max(memory.count, 1))
    }

    /// Reads the pieces that overlap a part of ``bytes``.
    package func fill(_ part: UnsafeRawBufferPointer) {
        guard let start = memory.baseAddress, let first = part.baseAddress, !part.isEmpty else { return }
        let offset = UnsafeRawPointer(start).distance(to: first)
        for piece in offset / Self.pieceSize...(offset + part.count - 1) / Self.pieceSize where !isRead[piece] {
            isRead[piece] = true
            read(piece * Self.pieceSize..<min((piece + 1) * Self.pieceSize, memory.count))
        }
    }

    private func read(_ range: Range<Int>) {
        var rest = range
        while !rest.isEmpty {
            do {
                try systemCall("mprotect") {
                    mprotect(memory.baseAddress?.advanced(by: range.lowerBound), range.count, PROT_READ | PROT_WRITE)
                }
                let count = try systemCall("pread") {
                    pread(file, memory.baseAddress?.advanced(by: rest.lowerBound), rest.count, rest.lowerBound)
                }
                if count == 0 { return }
                rest = rest.lowerBound + count..<range.upperBound
            } catch {
                self.error = error
                return
            }
        }
    }
}
