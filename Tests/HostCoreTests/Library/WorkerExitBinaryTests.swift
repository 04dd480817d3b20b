import Glibc
import HostSystem
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The exit of a worker as bytes")
struct WorkerExitBinaryTests {
    private func bytes(_ exit: WorkerExit) -> [UInt8] {
        BinaryWriter.bytes { $0.append(coded: exit) }
    }

    private func read(_ bytes: [UInt8]) throws(BinaryError) -> WorkerExit {
        var reader = BinaryReader(bytes)
        let exit = try reader.decode(WorkerExit.self)
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
        WorkerExit(.garbage("a message of 4294967295 bytes"), during: "switchyard_feature_entry"),
        WorkerExit(.garbage(""), during: "switchyard_feature_entry"),
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

    @Test("a damaged file's impossible deadline is shown", arguments: [.nan, .infinity, 1e300] as [Double])
    func deadline(seconds: Double) {
        let exit = WorkerExit(.deadline(seconds: seconds), during: "render")
        #expect(exit.description == "did not answer in render within \(seconds) s")
    }

    @Test("an unknown cause is refused")
    func refused() {
        #expect(throws: BinaryError.self) { try read(BinaryWriter.bytes { $0.append("melted") }) }
    }
}
