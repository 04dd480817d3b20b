import Glibc
import HostSystem
import Testing

@testable import HostCore

@Suite("The exit of a worker as bytes")
struct WorkerExitBinaryTests {
    private func bytes(_ exit: WorkerExit) -> [UInt8] {
        var writer = BinaryWriter()
        exit.write(binary: &writer)
        return writer.bytes
    }

    private func read(_ bytes: [UInt8]) throws(BinaryError) -> WorkerExit {
        var reader = BinaryReader(bytes)
        let exit = try WorkerExit(binary: &reader)
        try reader.requireEnd()
        return exit
    }

    static let exits: [WorkerExit] = [
        WorkerExit(
            .signal(SIGSEGV), during: "its constructors", frames: ["read + 20 in libnotes.so", ""], output: "é"),
        WorkerExit(.signal(.max), during: ""),
        WorkerExit(.exit(0), during: "manifest", output: "bye\n\u{0}"),
        WorkerExit(.exit(.min), during: "manifest", frames: Array(repeating: "x", count: WorkerExit.maximumFrames)),
        WorkerExit(.deadline(seconds: 0.25), during: "render"),
        WorkerExit(.deadline(seconds: 0), during: "render"),
        WorkerExit(.callBudget(seconds: 10), during: "destroy"), WorkerExit(.unknown, during: "render"),
        WorkerExit(.garbage("a message of 4294967295 bytes"), during: "feature_entry"),
        WorkerExit(.garbage(""), during: "feature_entry"),
    ]

    @Test("every cause is read as it was written", arguments: exits)
    func roundTrip(exit: WorkerExit) throws {
        #expect(try read(bytes(exit)) == exit)
        for count in bytes(exit).indices {
            #expect(throws: BinaryError.self) { try read(Array(bytes(exit).prefix(count))) }
        }
    }

    @Test("a text that is too long keeps its most telling part, cut between characters")
    func long() throws {
        let long = String(repeating: "é", count: 5000)
        // Of "é" two bytes, so that an even limit is reached and an odd one is not.
        let exit = WorkerExit(
            .garbage("a" + long), during: "b" + long, frames: ["c" + long] + (1...50).map { "frame \($0)" },
            output: long + "d")
        let kept = String(repeating: "é", count: WorkerExit.maximumFrameSize / 2 - 1)
        let output = String(repeating: "é", count: WorkerExit.maximumOutput / 2 - 1)
        #expect(
            try read(bytes(exit))
                == WorkerExit(
                    .garbage("a" + kept), during: "b" + kept, frames: ["c" + kept] + (1...11).map { "frame \($0)" },
                    output: output + "d"))
        let exact = WorkerExit(.exit(1), during: String(repeating: "é", count: WorkerExit.maximumFrameSize / 2))
        #expect(try read(bytes(exact)) == exact)
    }

    @Test("an impossible deadline is refused", arguments: [.nan, .infinity, -1, 1e300, -.infinity] as [Double])
    func deadline(seconds: Double) {
        #expect(throws: BinaryError("a time of \(seconds) seconds")) {
            try read(bytes(WorkerExit(.deadline(seconds: seconds), during: "render")))
        }
    }

    @Test("an unknown cause, too many frames, and texts that are too long are refused")
    func refused() {
        #expect(throws: BinaryError("6 is no cause of an ending")) { try read([6]) }
        var head = BinaryWriter()
        head.append(1 as UInt8)
        head.append(0 as Int32)
        var frames = head
        frames.append("")
        frames.append(list: 0...12) { writer, _ in writer.append("x") }
        frames.append("")
        #expect(throws: BinaryError("a list of 13; at most 12 are taken")) { try read(frames.bytes) }
        var call = head
        call.append(String(repeating: "x", count: 513))
        #expect(throws: BinaryError("a text of 513 bytes; at most 512 are taken")) { try read(call.bytes) }
        var output = head
        output.append("")
        output.append(list: [""]) { $0.append($1) }
        output.append(String(repeating: "x", count: 4097))
        #expect(throws: BinaryError("a text of 4097 bytes; at most 4096 are taken")) { try read(output.bytes) }
    }
}
