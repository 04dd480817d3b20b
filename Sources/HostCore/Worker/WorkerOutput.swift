import Glibc

/// The output of a worker: lines for the log, and a tail that is kept as evidence of a crash.
struct WorkerOutput {
    /// The size of the tail in bytes: enough for a backtrace, and some output before it.
    private static let kept = 64 << 10

    private var tail: [UInt8] = []
    private var line: [UInt8] = []

    /// Appends output, and returns the lines that are complete now.
    mutating func append(_ piece: some Collection<UInt8>) -> [String] {
        let piece = Array(piece)
        tail += piece
        if tail.count > 2 * Self.kept { tail.removeFirst(tail.count - Self.kept) }
        var lines: [String] = []
        piece.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
                let end = memchr(start, Int32(UInt8(ascii: "\n")), rest.count).map { UnsafeRawPointer($0) - start }
                take(rest.prefix(end ?? rest.count), &lines)
                guard let end else { return }
                lines.append(takeLine())
                rest = rest.dropFirst(end + 1)
                if rest.isEmpty { return }
            }
        }
        return lines
    }

    /// Appends a part of a line.
    private mutating func take(_ part: Slice<UnsafeRawBufferPointer>, _ lines: inout [String]) {
        // Leaves room for one more character.
        let room = WorkerExit.maximumOutput - 4
        guard line.count + part.count > room else { return line.append(contentsOf: part) }
        for byte in part {
            // An endless line is split, but not within a character.
            if line.count >= room, byte & 0xC0 != 0x80 { lines.append(takeLine()) }
            if line.count >= WorkerExit.maximumOutput { lines.append(takeLine()) }
            line.append(byte)
        }
    }

    private mutating func takeLine() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Returns the incomplete last line, once the output has ended.
    mutating func takeLastLine() -> String? {
        line.isEmpty ? nil : takeLine()
    }

    /// Whether the Swift runtime has begun to report a crash. It ends the process when it is done.
    var isReportingCrash: Bool { text.contains(Self.reportBegin) }

    private var text: String { String(decoding: tail, as: UTF8.self) }

    /// Matches at the beginning of a line only, as the runtime prints an empty line before the report.
    private static let reportBegin = "\n*** Signal "

    /// The number of the signal that the last report names: `*** Signal 11: Backtracing from 0x1...`.
    var reportedSignal: Int32? {
        text.ranges(of: Self.reportBegin).last.flatMap { Int32(text[$0.upperBound...].prefix { $0 != ":" }) }
    }

    /// The last part of the output before the runtime's crash report.
    var output: String {
        lastPart(of: text.ranges(of: Self.reportBegin).last.map { text[..<$0.lowerBound] } ?? text[...])
    }

    /// The last part of all output, for text that looks like a crash report but is none.
    var outputWithReport: String { lastPart(of: text[...]) }

    private func lastPart(of text: Substring) -> String {
        let lines = text.split(separator: "\n").filter {
            !$0.hasPrefix("swift runtime: ") && !$0.hasPrefix("swift-runtime: ")
        }
        return String(decoding: lines.joined(separator: "\n").utf8.suffix(WorkerExit.maximumOutput), as: UTF8.self)
    }

    /// The first frames of the crashed thread in the runtime's crash report, or in text that looks like one. Each is
    /// the part after number and address of a line such as
    ///
    ///     0  0x000055d0e535e189 main + 633 in notes.so at /home/ann/notes.c:10:9
    var frames: [String] {
        guard let report = text.ranges(of: Self.reportBegin).last else { return [] }
        var frames: [String] = []
        for line in text[report.upperBound...].split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            guard words.count >= 2, words[0].allSatisfy(\.isNumber) else { continue }
            // A note in brackets may precede the address, such as [ra] or [inlined].
            guard let address = words.prefix(4).firstIndex(where: { $0.hasPrefix("0x") }) else { continue }
            let rest = line[words[address].endIndex...].drop { $0 == " " }
            frames.append(String(decoding: (rest.isEmpty ? words[address] : rest).utf8.prefix(512), as: UTF8.self))
            if frames.count == WorkerExit.maximumFrames { break }
        }
        return frames
    }

    /// The frames without the source lines of one image, the host's. The line where the host calls the feature is of no
    /// use to the feature's author, and must not look like the place of the crash.
    func frames(withoutPlacesIn image: String) -> [String] {
        frames.map { frame in
            guard let range = frame.firstRange(of: " in \(image) at ") else { return frame }
            return frame[..<range.lowerBound] + " in \(image)"
        }
    }
}
