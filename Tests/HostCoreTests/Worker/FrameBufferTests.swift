import HostSystem
import TestSupport
import Testing

@testable import HostCore

@Suite("The frames between host and worker")
struct FrameBufferTests {
    /// Takes bytes in pieces, and returns all complete frames.
    private static func frames(_ pieces: [[UInt8]]) throws -> [[UInt8]] {
        var buffer = FrameBuffer()
        var frames: [[UInt8]] = []
        for piece in pieces {
            piece.withUnsafeBytes { buffer.append($0) }
            while let frame = try buffer.next() { frames.append([frame.kind.rawValue] + frame.content) }
        }
        return frames
    }

    @Test("a frame is its byte count, little-endian, its kind, its number and its content")
    func layout() throws {
        #expect(FrameBuffer.frame(.answer, [7, 8]) == [7, 0, 0, 0, 3, 0, 0, 0, 0, 7, 8])
        #expect(FrameBuffer.frame(.call, number: 0x1_0203, []) == [5, 0, 0, 0, 0, 3, 2, 1, 0])
        let long = FrameBuffer.frame(.reply, number: .max, [UInt8](repeating: 9, count: 0x1_0203))
        #expect(long.prefix(10) == [0x08, 0x02, 0x01, 0x00, 1, 255, 255, 255, 255, 9])
        #expect(try Self.frames([long]) == [[1] + [UInt8](repeating: 9, count: 0x1_0203)])
    }

    @Test(
        "frames arrive whole and in order, however they were split",
        arguments: Tier.rows(of: Array(1...8), first: 2))
    func pieces(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var sent: [[UInt8]] = []
        var bytes: [UInt8] = []
        for _ in 0..<200 {
            let kind = FrameKind(rawValue: UInt8(generator.number(0...4))) ?? .notice
            let largest = min(200_000, kind.maximumSize)
            let size = generator.number(0...9) == 0 ? generator.number(0...largest) : generator.number(0...40)
            let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ sent.count) }
            sent.append([kind.rawValue] + content)
            bytes += FrameBuffer.frame(kind, content)
        }
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let size = generator.number(0...2) == 0 ? generator.number(1...7) : generator.number(1...65_536)
            pieces.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        #expect(try Self.frames(pieces) == sent)
    }

    @Test("a frame does not arrive before its last byte")
    func byteByByte() throws {
        var buffer = FrameBuffer()
        let frame = FrameBuffer.frame(.notice, [1, 2, 3])
        for byte in frame.dropLast() {
            withUnsafeBytes(of: byte) { buffer.append($0) }
            #expect(try buffer.next() == nil)
        }
        withUnsafeBytes(of: frame[frame.count - 1]) { buffer.append($0) }
        #expect(try buffer.next()?.content == [1, 2, 3])
        #expect(try buffer.next() == nil)
    }

    @Test(
        "an impossible size and an unknown kind are errors before any content arrives",
        arguments: [
            ([0, 0, 0, 0, 0], "a call of 0 bytes"), ([4, 0, 0, 0, 1], "a reply of 4 bytes"),
            ([6, 0, 0, 6, 0], "a call of 100663302 bytes"), ([6, 0, 0, 6, 1], "a reply of 100663302 bytes"),
            ([6, 0, 0x80, 0, 2], "a request of 8388614 bytes"), ([6, 0x20, 0, 0, 3], "an answer of 8198 bytes"),
            ([6, 0x20, 0, 0, 4], "a notice of 8198 bytes"),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0], "a call of 4294967295 bytes"),
            ([1, 0, 0, 0, 6], "a message of the unknown kind 6"),
            ([9, 0, 0, 0, 255], "a message of the unknown kind 255"),
        ] as [([UInt8], String)])
    func wrong(bytes: [UInt8], reason: String) {
        let error = #expect(throws: BinaryError.self) { try Self.frames([bytes]) }
        #expect(error?.description == reason)
    }

    @Test("the largest frame is accepted", .deep)
    func largest() throws {
        let frames = try Self.frames([
            FrameBuffer.frame(.reply, [UInt8](repeating: 3, count: FrameBuffer.maximumSize)),
            FrameBuffer.frame(.notice, [4]),
        ])
        #expect(frames.map(\.count) == [FrameBuffer.maximumSize + 1, 2])
    }
}
