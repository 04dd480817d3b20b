import JSONText
import TestSupport
import Testing

@Suite(.blocking) struct RandomTests {
    @Test(
        "a value that is written reads back equal, pretty or not",
        arguments: Tier.rows(of: Array(1...4 as ClosedRange<UInt64>), first: 1))
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<700 {
            let json = JSON.random(depth: 3, using: &generator)
            let text = json.utf8()
            let back = try JSON.parse(text)
            #expect(back == json)
            #expect(back.hashValue == json.hashValue)
            // Equality ignores the order of members and the scalars of strings.
            #expect(back.utf8() == text)
            #expect(try JSON.parse(json.utf8(pretty: true)).utf8() == text)
        }
    }

    @Test("every finite double keeps its bits")
    func doubles() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<3000 {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            guard case .double(let back) = try JSON.parse(JSON.double(double).text()) else {
                Issue.record("\(double) is no double")
                continue
            }
            #expect(back.bitPattern == double.bitPattern)
        }
    }

    @Test("no change of bytes traps, and an error is inside the text", arguments: 1...4 as ClosedRange<UInt64>)
    func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bases = [
            Array(DocumentTests.text.utf8),
            Array(#"["\ud834\udd1e\n\u00e9", -12.5e+3, 0, -0, [[{"":null}]], true, "é🎹", 9223372036854775807]"#.utf8),
        ]
        let signs = Array(#"[]{},:"\/*-+.eEu0159dDtfn"#.utf8) + [0x00, 0x0A, 0x0D, 0x80, 0xBF, 0xC3, 0xED, 0xF4, 0xFF]
        for round in 0..<1500 {
            var bytes = bases[round % bases.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
                let byte =
                    Bool.random(using: &generator)
                    ? signs[Int.random(in: signs.indices, using: &generator)]
                    : UInt8.random(in: 0...255, using: &generator)
                switch Int.random(in: 0...4, using: &generator) {
                case 0: bytes = Array(bytes.prefix(place))
                case 1: bytes.insert(byte, at: min(place, bytes.count))
                case 2 where !bytes.isEmpty: bytes.remove(at: place)
                case 3: bytes.insert(contentsOf: bytes.suffix(place / 2), at: min(place, bytes.count))
                default: if !bytes.isEmpty { bytes[place] = byte }
                }
            }
            for options in [JSONOptions.strict, .withComments] {
                do {
                    let document = try JSONDocument.parse(bytes, options: options)
                    let text = document.root.utf8()
                    #expect(try JSON.parse(text).utf8() == text)
                } catch {
                    #expect((0...bytes.count).contains(error.location?.offset ?? -1))
                    #expect((error.location?.line ?? 0) > 0 && (error.location?.column ?? 0) > 0)
                    let isSafe = error.description.unicodeScalars.allSatisfy {
                        $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
                    }
                    #expect(isSafe, "\(error.description.debugDescription)")
                }
            }
        }
    }
}
