import Foundation
import Glibc

/// A line of a log, and its number from 1 on.
nonisolated struct LogLine: Identifiable, Sendable {
    let id: Int
    let text: String
}

/// A log, of which the lines are read when they are shown.
nonisolated protocol Log: Sendable {
    var name: String { get }
    /// The number of lines.
    var count: Int { get }
    /// Returns these lines, without their ends.
    func lines(_ numbers: Range<Int>) -> [String]
    /// Returns the log with what has come to it since; nil if nothing has.
    func grown() -> Self?
}

extension Log {
    nonisolated func line(_ number: Int) -> String { lines(number..<number + 1).first ?? "" }
}

/// The lines of a log that the user wants to see: all of them, or those with a text.
nonisolated struct LogLines: RandomAccessCollection, Sendable {
    let log: any Log
    /// The numbers of the lines, from 0 on; nil for all.
    var numbers: [UInt32]?

    var startIndex: Int { 0 }
    var endIndex: Int { numbers?.count ?? log.count }

    subscript(position: Int) -> LogLine {
        let number = numbers.map { Int($0[position]) } ?? position
        return LogLine(id: number + 1, text: log.line(number))
    }
}

/// A made-up log, for a look at long ones.
nonisolated struct SampleLog: Log {
    let name = "sample"
    let count: Int

    func lines(_ numbers: Range<Int>) -> [String] {
        let levels = ["info", "info", "debug", "info", "warning", "info", "info", "error"]
        return numbers.map { number in
            let level = levels[number % 7 == 0 ? number / 7 % levels.count : 0]
            return "\(level) request \(number * 7919 % 1_000_003) took \(number % 97) ms"
        }
    }

    func grown() -> SampleLog? { nil }
}

/// A log in an open file. In memory are the places of every sixteenth line.
nonisolated struct LogFile: Log {
    private final class OpenFile: Sendable {
        let descriptor: Int32
        init(_ descriptor: Int32) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    private static let stride = 16

    let name: String
    private let file: OpenFile
    private(set) var count = 0
    /// The places where the lines 0, 16, 32 and so on begin.
    private var starts: [UInt64] = []
    /// The end of what was read: behind the last whole line.
    private var end: UInt64 = 0

    /// Takes over an open file. It has no lines before ``grown()``.
    init(name: String, descriptor: Int32) {
        self.name = name
        file = OpenFile(descriptor)
    }

    func lines(_ numbers: Range<Int>) -> [String] {
        let numbers = numbers.clamped(to: 0..<count)
        guard !numbers.isEmpty else { return [] }
        let first = numbers.lowerBound / Self.stride
        let last = (numbers.upperBound - 1) / Self.stride + 1
        let bytes = read(starts[first]..<(last < starts.count ? starts[last] : end))
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let skipped = numbers.lowerBound - first * Self.stride
        return lines.dropFirst(skipped).prefix(numbers.count).map { String(decoding: $0.prefix(4096), as: UTF8.self) }
    }

    func grown() -> LogFile? {
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { return nil }
        let size = UInt64(max(0, status.st_size))
        // A file that has become shorter was overwritten: its lines are read from the start.
        var log = self
        if size < end { (log.count, log.starts, log.end) = (0, [], 0) }
        guard log.end < size else { return size < end ? log : nil }
        var position = log.end
        while position < size {
            let bytes = read(position..<min(size, position + 1 << 20))
            guard !bytes.isEmpty else { break }
            bytes.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                var next = 0
                while let found = memchr(start + next, 0x0a, bytes.count - next) {
                    if log.count % Self.stride == 0 { log.starts.append(log.end) }
                    log.count += 1
                    next = start.distance(to: found) + 1
                    log.end = position + UInt64(next)
                }
            }
            position += UInt64(bytes.count)
        }
        return log.end == end && size >= end ? nil : log
    }

    private func read(_ range: Range<UInt64>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let rest = UnsafeMutableRawBufferPointer(buffer)[count...]
                let got = pread(
                    file.descriptor, UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress, rest.count,
                    Int(range.lowerBound) + count)
                guard got > 0 else { break }
                count += got
            }
        }
    }
}
