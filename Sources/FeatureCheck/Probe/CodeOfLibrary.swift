import Glibc
import HostCore

/// Where the code of a library lies in this process, to tell a thread that runs it from one that is the runtime's.
///
/// A thread of Dispatch's pool stays for some seconds when its work is done, and is nobody's. What the ABI forbids is a
/// thread that runs the feature's code: one on whose stack an address of that code stands to return to.
struct CodeOfLibrary {
    private let ranges: [Range<UInt>]
    private let memory: [Range<UInt>]

    init(_ path: String) {
        let resolved = Path.resolved(path) ?? path
        var code: [Range<UInt>] = []
        var memory: [Range<UInt>] = []
        // 7f1c4a000000-7f1c4a021000 r-xp 00000000 08:01 1234   /usr/lib/libnotes.so
        for line in (ProcessState.text(of: "/proc/self/maps") ?? "").split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            let ends = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
            guard fields.count >= 2, ends.count == 2, ends[0] < ends[1] else { continue }
            if fields[1].hasPrefix("rw") { memory.append(ends[0]..<ends[1]) }
            // The rest of the line, with the blanks before it.
            let file = fields.count == 6 ? fields[5].drop { $0 == " " } : ""
            if fields[1].contains("x"), file == resolved { code.append(ends[0]..<ends[1]) }
        }
        ranges = code
        self.memory = memory
    }

    /// How often a thread that runs is looked at: one of the runtime waits at last. On a busy machine it may take a while
    /// to get there.
    private static let looks = 100
    /// How much of a stack is looked at.
    private static let stackSize: UInt = 1 << 16

    /// Whether a thread of this process runs the code, or will go on with it.
    func isRun(by thread: pid_t) -> Bool {
        for _ in 0..<Self.looks {
            // The number of the call, its six arguments, the stack pointer and the program counter; "running" for a
            // thread that is in no call: proc(5).
            guard let text = ProcessState.text(of: "/proc/self/task/\(thread)/syscall") else { return false }
            let fields = text.split(whereSeparator: \.isWhitespace)
            if fields.count >= 3, let stack = Self.number(fields[fields.count - 2]) {
                return Self.number(fields[fields.count - 1]).map(isCode) == true || isOnStack(from: stack)
            }
            usleep(5000)
        }
        // It never waits for anything: that is no thread of a pool.
        return true
    }

    private static func number(_ text: Substring) -> UInt? {
        text.hasPrefix("0x") ? UInt(text.dropFirst(2), radix: 16) : nil
    }

    private func isCode(_ address: UInt) -> Bool { ranges.contains { $0.contains(address) } }

    /// Read as a file, which fails where a look would crash: a thread may end meanwhile, and its stack with it.
    private func isOnStack(from start: UInt) -> Bool {
        guard let region = memory.first(where: { $0.contains(start) }),
            let file = try? FileDescriptor(opening: "/proc/self/mem", O_RDONLY)
        else { return false }
        var words = [UInt](repeating: 0, count: Int(min(region.upperBound - start, Self.stackSize)) / 8)
        let read = words.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, off_t(start)) }
        return words.prefix(max(0, read) / 8).contains(where: isCode)
    }
}
