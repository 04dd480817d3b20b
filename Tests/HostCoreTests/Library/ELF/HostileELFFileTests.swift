import TestSupport
import Testing

@testable import HostCore

@Suite("The inspection of a hostile file", .blocking)
struct HostileELFFileTests {
    @Test("a truncated library is refused, and one that lacks only its section headers is whole", arguments: ["linked"])
    func truncation(fixture: String) throws {
        let bytes = try ELFFixtures.bytes(fixture)
        let end = ELFImage(bytes).loadedEnd
        let whole = try lookAtELF(bytes)
        let lengths = Set(0...200).union(stride(from: 200, to: bytes.count, by: 61)).union(end - 40..<end + 40)
        for length in lengths.sorted() where length <= bytes.count {
            let prefix = Array(bytes.prefix(length))
            if length >= end {
                #expect(try lookAtELF(prefix) == whole, "at \(length) bytes")
            } else {
                switch refusalOfELF(prefix) {
                case .empty: #expect(length == 0)
                case .truncated(_, let expectedSize, length): #expect(expectedSize > length && expectedSize <= end)
                case let other: Issue.record("\(length) bytes: \(String(describing: other))")
                }
            }
        }
    }

    @Test(
        "an impossible segment is malformed or truncated",
        arguments: [
            (8, UInt64.max, ELFError.malformed("a loadable segment has an impossible size")),
            (32, .max, .truncated(what: "a loadable segment", expectedSize: .max, actualSize: 0)),
            (32, 1 << 40, .truncated(what: "a loadable segment", expectedSize: 1 << 40, actualSize: 0)),
            (16, .max, .malformed("the dynamic string table is at an address that the file does not fill")),
        ] as [(Int, UInt64, ELFError)])
    func segments(field: Int, value: UInt64, expected: ELFError) throws {
        var image = ELFImage(try ELFFixtures.bytes("gnu"))
        image.write(value, at: try #require(image.programHeader(ELFSegmentType.load)) + field)
        var expected = expected
        if case .truncated(let what, let size, _) = expected {
            expected = .truncated(what: what, expectedSize: size, actualSize: image.bytes.count)
        }
        #expect(refusalOfELF(image.bytes) == expected)
    }

    @Test(
        "an impossible dynamic entry is malformed",
        arguments: [
            ELFDynamicTag.needed, ELFDynamicTag.soname, ELFDynamicTag.runPath, ELFDynamicTag.stringTable,
            ELFDynamicTag.stringTableSize, ELFDynamicTag.symbolTable, ELFDynamicTag.symbolSize, ELFDynamicTag.gnuHash,
        ] as [UInt64],
        [UInt64.max, .max - 7, 1 << 63, 1 << 31] as [UInt64])
    func dynamicEntries(tag: UInt64, value: UInt64) throws {
        var image = ELFImage(try ELFFixtures.bytes("linked"))
        image.write(value, at: try #require(image.dynamicEntry(tag)) + 8)
        let error = refusalOfELF(image.bytes)
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a dynamic section without an end is malformed")
    func endlessDynamicSection() throws {
        var image = ELFImage(try ELFFixtures.bytes("linked"))
        let section = image.dynamicSection
        for entry in stride(from: section.lowerBound, to: section.upperBound, by: 16) {
            image.write(ELFDynamicTag.ignored, at: entry)
        }
        #expect(
            refusalOfELF(image.bytes)
                == .malformed("the dynamic section ends before its byte \(section.count), which is needed"))
    }

    @Test("a cyclic chain ends the search")
    func cyclicChain() throws {
        var image = ELFImage(try ELFFixtures.bytes("sysv"))
        let table = Int(image.read(at: try #require(image.dynamicEntry(ELFDynamicTag.hash)) + 8))
        let bucketCount = Int(image.read32(at: table))
        let symbolCount = Int(image.read32(at: table + 4))
        for bucket in 0..<bucketCount { image.write(UInt32(1), at: table + 8 + bucket * 4) }
        for symbol in 0..<symbolCount {
            image.write(UInt32(symbol), at: table + 8 + (bucketCount + symbol) * 4)
        }
        #expect(
            refusalOfELF(image.bytes, for: ["absent"])
                == ELFError.malformed("the symbol hash table has a chain that does not end"))
    }

    @Test(
        "an impossible GNU hash table is malformed",
        arguments: [
            (4, 1000, "the GNU hash table leads to a symbol outside it"),
            (8, 0, "the GNU hash table has an impossible filter"),
            (8, 3, "the GNU hash table has an impossible filter"),
            (12, 32, "the GNU hash table has an impossible filter"),
        ] as [(Int, UInt32, String)])
    func gnuHash(field: Int, value: UInt32, expected: String) throws {
        var image = ELFImage(try ELFFixtures.bytes("gnu"))
        let table = Int(image.read(at: try #require(image.dynamicEntry(ELFDynamicTag.gnuHash)) + 8))
        image.write(value, at: table + field)
        #expect(refusalOfELF(image.bytes, for: ["entry"]) == ELFError.malformed(expected))
    }

    @Test("a GNU hash chain of millions of links ends the search")
    func endlessGNUChain() throws {
        // One bucket that leads to symbol 1, a filter that lets all through, and no link that ends the chain.
        var image = ELFImage(try ELFFixtures.bytes("gnu"))
        let entry = try #require(image.dynamicEntry(ELFDynamicTag.gnuHash))
        let table = image.bytes.count
        let words: [UInt32] = [1, 1, 1, 0, .max, .max, 1]
        image.bytes += Array(repeating: 0, count: 8 << 20)
        for (index, word) in words.enumerated() { image.write(word, at: table + index * 4) }

        // The first segment begins the file, and must reach to the new end.
        let segment = try #require(image.programHeader(ELFSegmentType.load))
        image.write(UInt64(image.bytes.count), at: segment + 32)
        image.write(UInt64(table), at: entry + 8)
        #expect(
            refusalOfELF(image.bytes, for: ["absent"])
                == ELFError.malformed("the GNU hash table has a chain that does not end"))
    }

    @Test(
        "no mutant makes the inspection trap or run for long",
        arguments: Tier.rows(of: ["small", "small_sysv"], first: 1))
    func mutants(fixture: String) throws {
        let original = try ELFFixtures.bytes(fixture)
        let places = ELFImage(original).structuralBytes
        var random = SeededGenerator(seed: 0x5eed)
        var parsed = 0
        for _ in 0..<4000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = places[Int.random(in: 0..<places.count, using: &random)]
                let width = [1, 1, 2, 4, 8][Int.random(in: 0..<5, using: &random)]
                let fill: UInt8? = [nil, nil, 0, 0xff, 0x7f][Int.random(in: 0..<5, using: &random)]
                for offset in place..<min(place + width, bytes.count) {
                    bytes[offset] = fill ?? UInt8.random(in: 0...255, using: &random)
                }
            }
            do throws(ELFError) {
                _ = try lookAtELF(bytes, for: ["entry", "absent", "imported"])
                parsed += 1
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        // Both outcomes must be common, or the mutations test nothing.
        #expect(parsed > 200 && parsed < 3800)
    }
}
