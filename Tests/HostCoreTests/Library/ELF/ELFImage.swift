/// `d_tag` of elf(5), as numbers that a test writes and searches for.
enum ELFDynamicTag {
    static let needed: UInt64 = 1
    static let hash: UInt64 = 4
    static let stringTable: UInt64 = 5
    static let symbolTable: UInt64 = 6
    static let stringTableSize: UInt64 = 10
    static let symbolSize: UInt64 = 11
    static let soname: UInt64 = 14
    static let runPath: UInt64 = 29
    static let gnuHash: UInt64 = 0x6fff_fef5
    static let ignored: UInt64 = 0x6fff_feff
}

/// `p_type` of elf(5).
enum ELFSegmentType {
    static let load: UInt32 = 1
    static let dynamic: UInt32 = 2
    static let note: UInt32 = 4
    static let gnuStack: UInt32 = 0x6474_e551
}

/// The bytes of a library that the compiler built, to be damaged in a chosen place.
struct ELFImage {
    var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func read(at offset: Int) -> UInt64 {
        bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    func read32(at offset: Int) -> UInt32 {
        bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func write<Integer: FixedWidthInteger>(_ value: Integer, at offset: Int) {
        for byte in 0..<Integer.bitWidth / 8 {
            bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (byte * 8))
        }
    }

    var programHeaders: [Int] {
        let count = Int(bytes[56]) | Int(bytes[57]) << 8
        return (0..<count).map { Int(read(at: 32)) + $0 * 56 }
    }

    /// The offset of the first program header of a type.
    func programHeader(_ type: UInt32) -> Int? {
        programHeaders.first { read32(at: $0) == type }
    }

    /// The offset from which the file could be cut without the loader missing anything.
    var loadedEnd: Int {
        programHeaders.filter { read32(at: $0) == ELFSegmentType.load }
            .map { Int(read(at: $0 + 8) + read(at: $0 + 32)) }.max() ?? 0
    }

    var dynamicSection: Range<Int> {
        guard let header = programHeader(ELFSegmentType.dynamic) else { return 0..<0 }
        let start = Int(read(at: header + 8))
        return start..<start + Int(read(at: header + 32))
    }

    /// The offset of the first entry of a tag.
    func dynamicEntry(_ tag: UInt64) -> Int? {
        stride(from: dynamicSection.lowerBound, to: dynamicSection.upperBound, by: 16).first { read(at: $0) == tag }
    }

    /// The offsets of the headers, the dynamic section and the tables between them; code and padding are left out.
    var structuralBytes: [Int] {
        Array(16..<64) + programHeaders.flatMap { $0..<$0 + 56 } + Array(dynamicSection) + tables
    }

    private var tables: [Int] {
        [ELFDynamicTag.hash, ELFDynamicTag.gnuHash, ELFDynamicTag.symbolTable, ELFDynamicTag.stringTable]
            .compactMap { dynamicEntry($0) }
            .flatMap { Int(read(at: $0 + 8))..<Int(read(at: $0 + 8)) + 96 }
    }
}
