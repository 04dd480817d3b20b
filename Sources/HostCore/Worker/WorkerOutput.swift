import Glibc

/// The output of a worker: lines for the log, and a tail as evidence of a crash.
struct WorkerOutput {
    /// The size of the tail in bytes, enough for a backtrace and some output before it.
    private static let kept = 64 << 10

    private var tail: [UInt8] = []
    private var line: [UInt8] = []

    /// Appends output, and returns the lines now complete.
    mutating func append(_ piece: some Collection<UInt8>) -> [String] {
        let piece = Array(piece)
        tail += piece
        if tail.count > 2 * Self.kept { tail.removeFirst(tail.count - Self.kept) }
        var lines: [String] = []
        piece.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
                let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count).map { UnsafeRawPointer($0) - start }
                append(rest.prefix(end ?? rest.count), &lines)
                guard let end else { return }
                lines.append(removeLine())
                rest = rest.dropFirst(end + 1)
                if rest.isEmpty { return }
            }
        }
        return lines
    }

    private mutating func append(_ part: Slice<UnsafeRawBufferPointer>, _ lines: inout [String]) {
        // Leave room for one more character.
        let room = WorkerExit.maximumOutput - 4
        guard line.count + part.count > room else { return line.append(contentsOf: part) }
        for byte in part {
            // An endless line is split, but not within a character.
            if line.count >= room, byte & 0xC0 != 0x80 { lines.append(removeLine()) }
            if line.count >= WorkerExit.maximumOutput { lines.append(removeLine()) }
            line.append(byte)
        }
    }

    private mutating func removeLine() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Returns the incomplete last line at the end of the output.
    mutating func removeLastLine() -> String? {
        line.isEmpty ? nil : removeLine()
    }

    private var text: String { String(decoding: tail, as: UTF8.self) }

    /// Matches only at the beginning of a line, since an empty line precedes the report.
    private static let reportBegin = "\n*** Signal "

    /// The signal number in the last report: `*** Signal 11: the frames follow`.
    var reportedSignal: Int32? {
        text.ranges(of: Self.reportBegin).last.flatMap { Int32(text[$0.upperBound...].prefix { $0 != ":" }) }
    }

    /// The tail of the output before the crash report.
    var output: String {
        let printed = text.ranges(of: Self.reportBegin).last.map { text[..<$0.lowerBound] } ?? text[...]
        // Swift's runtime prints some seventy lines below the message of a failed precondition; the report has them.
        return lastPart(
            of: printed.ranges(of: "\nCurrent stack trace:\n").last.map { printed[..<$0.lowerBound] } ?? printed)
    }

    /// The tail of all output, for text that only looks like a crash report.
    var outputWithReport: String { lastPart(of: text[...]) }

    private func lastPart(of text: Substring) -> String {
        let lines = text.split(separator: "\n").filter {
            !$0.hasPrefix("swift runtime: ") && !$0.hasPrefix("swift-runtime: ")
        }
        return String(decoding: lines.joined(separator: "\n").utf8.suffix(WorkerExit.maximumOutput), as: UTF8.self)
    }

    /// The frames of the crashed thread in a crash report, or in text that looks like one. Each is a line of
    /// ``CrashReport``.
    var frames: [Symbolizer.Frame] {
        guard let report = text.ranges(of: Self.reportBegin).last else { return [] }
        var frames: [Symbolizer.Frame] = []
        for line in text[report.upperBound...].split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
            guard words.count == 3, Int(words[0]) == frames.count, words[1].hasPrefix("0x"),
                let address = UInt(words[1].dropFirst(2), radix: 16),
                // A function's name has no spaces, but a path may.
                let place = words[2].firstRange(of: " in /") ?? words[2].firstRange(of: " in ?"),
                words[2].utf8.count <= WorkerExit.maximumOutput
            else { break }
            let path = words[2][words[2].index(place.lowerBound, offsetBy: 4)...]
            frames.append(Symbolizer.Frame(address: address, path: String(path), text: String(words[2])))
        }
        return Array(frames.prefix(CrashReport.maximumFrames))
    }
}
