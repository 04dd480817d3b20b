import FeatureContract
import HostSystem
import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The keys of links")
struct LinkKeysTests {
    private func features(_ patterns: [String]) throws -> [(number: Int, manifest: Manifest)] {
        try patterns.enumerated().map { number, pattern in
            let text = """
                { "manifest": 1, "id": "f\(number)", "incoming": [
                    { "name": "r", "arguments": [{ "name": "a", "type": "string", "optional": true }] }],
                  "links": [{ "scheme": "s", "host": "h", "pattern": "\(pattern)", "route": "r" }] }
                """
            return (number, try Manifest(parsing: Array(text.utf8)))
        }
    }

    @Test("the keys name the features whose links begin like a URL, and those that take any first segment")
    func features() throws {
        let keys = LinkKeys(try features(["/x/{a}", "/y", "/{a}/z", "/x", "/"]))
        #expect(keys.features(for: try LinkURL("s://h/x/1")) == [0, 2, 3, 4])
        #expect(keys.features(for: try LinkURL("s://h/y")) == [1, 2, 4])
        #expect(keys.features(for: try LinkURL("s://h/none")) == [2, 4])
        #expect(keys.features(for: try LinkURL("s://other/x")) == [])
        #expect(keys.features(for: try LinkURL("t://h/x")) == [])
    }

    @Test("the keys are read back from their bytes, and other bytes give keys of existing features or are refused")
    func anyBytes() throws {
        var random = SeededGenerator(seed: 17)
        let keys = LinkKeys(try features((0..<20).map { "/s\($0)/{a}" }))
        var writer = BinaryWriter()
        writer.append(coded: keys)
        var reader = BinaryReader(writer.bytes)
        let read = try reader.decode(LinkKeys.self)
        for number in 0..<20 { #expect(read.features(for: try LinkURL("s://h/s\(number)/x")) == [number]) }
        for _ in 0..<500 {
            var bytes = writer.bytes
            for _ in 0...Int.random(in: 0...3, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                bytes[index] = Bool.random(using: &random) ? 0xFF : UInt8.random(in: .min ... .max, using: &random)
            }
            var reader = BinaryReader(bytes)
            guard let other = try? reader.decode(LinkKeys.self), (try? other.require(count: 20)) != nil else {
                continue
            }
            for number in 0..<20 {
                let found = other.features(for: try LinkURL("s://h/s\(number)/x"))
                #expect(found.allSatisfy { 0..<20 ~= $0 })
            }
        }
    }
}
