import HostSystem

/// A named part of a file, with bounds checks for every read. All unsafe reading of a library's bytes is here. Valid as
/// long as its buffer.
struct ELFRegion {
    /// The name of the region in messages: `the symbol table`.
    let name: String
    private let bytes: UnsafeRawBufferPointer
    /// The open file with these bytes; nil if all are in memory.
    private let file: FilePieces?

    init(_ bytes: UnsafeRawBufferPointer, of file: FilePieces? = nil, named name: String) {
        self.bytes = bytes
        self.file = file
        self.name = name
    }

    var count: Int { bytes.count }

    /// The little-endian integer at an offset, which need not be aligned.
    ///
    /// - Throws: `malformed` if the integer would run past the region.
    func read<Integer: FixedWidthInteger & BitwiseCopyable>(
        _ type: Integer.Type, at offset: UInt64
    ) throws(ELFError) -> Integer {
        guard let range = range(offset: offset, count: UInt64(MemoryLayout<Integer>.size)) else {
            throw .malformed("\(name) ends before its byte \(offset), which is needed")
        }
        fill(range)
        return Integer(littleEndian: bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: Integer.self))
    }

    /// A part of the region; nil if it would run past the end.
    func part(offset: UInt64, count: UInt64, named name: String) -> ELFRegion? {
        guard let range = range(offset: offset, count: count) else { return nil }
        return ELFRegion(UnsafeRawBufferPointer(rebasing: bytes[range]), of: file, named: name)
    }

    /// The first bytes of the region, or all of them if it is shorter.
    func prefix(_ count: Int) -> [UInt8] {
        let range = 0..<min(count, bytes.count)
        fill(range)
        return Array(bytes[range])
    }

    /// The NUL-terminated string at an offset. Bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: `malformed` if the string is longer than `limit` or has no end in the region.
    func string(at offset: UInt64, upTo limit: Int) throws(ELFError) -> String {
        guard let start = Int(exactly: offset), start < bytes.count else {
            throw .malformed("\(name) ends before its byte \(offset), where a string should begin")
        }
        let last = min(start + limit + 1, bytes.count)
        var searched = start
        while searched < last {
            let range = searched..<min(searched + 4096, last)
            fill(range)
            if let end = bytes[range].firstIndex(of: 0) { return String(decoding: bytes[start..<end], as: UTF8.self) }
            searched = range.upperBound
        }
        throw .malformed("\(name) holds a string that does not end, at its byte \(offset)")
    }

    /// Whether exactly this NUL-terminated string is at an offset; false past the end of the region.
    func holds(_ string: [UInt8], at offset: UInt64) -> Bool {
        guard let range = range(offset: offset, count: UInt64(string.count) + 1) else { return false }
        fill(range)
        return bytes[range].dropLast().elementsEqual(string) && bytes[range.upperBound - 1] == 0
    }

    /// Whether these bytes are at one of the offsets `first`, `first + 16`, `first + 32` and so on.
    func holds(_ searched: [UInt8], everySixteenFrom first: Int) -> Bool {
        fill(0..<bytes.count)
        return stride(from: first, through: bytes.count - searched.count, by: 16).contains { offset in
            bytes[offset] == searched.first && bytes[offset..<offset + searched.count].elementsEqual(searched)
        }
    }

    /// Reads a range of the file, unless it is in memory already.
    private func fill(_ range: Range<Int>) {
        file?.fill(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }

    private func range(offset: UInt64, count: UInt64) -> Range<Int>? {
        let (end, overflow) = offset.addingReportingOverflow(count)
        guard !overflow, end <= UInt64(bytes.count) else { return nil }
        return Int(offset)..<Int(end)
    }
}
