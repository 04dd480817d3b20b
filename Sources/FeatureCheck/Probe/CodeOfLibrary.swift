import Glibc
import HostCore
import HostSystem

/// The addresses of a library's code in this process, which distinguish threads that run it from those of the runtime.
///
/// A thread of Dispatch's pool stays for some seconds after its work, and belongs to no feature. The ABI forbids a
/// thread that runs the feature's code: one with a return address into that code on its stack.
struct CodeOfLibrary {
    private let name: String
    /// The address of its first segment.
    private let base: UInt
    private let ranges: [Range<UInt>]
    private let memory: [Range<UInt>]

    init(_ path: String) {
        let resolved = Path.resolved(path) ?? path
        var code: [Range<UInt>] = []
        var memory: [Range<UInt>] = []
        var base = UInt.max
        // 7f1c4a000000-7f1c4a021000 r-xp 00000000 08:01 1234   /usr/lib/libnotes.so
        for line in (ProcessState.text(of: "/proc/self/maps") ?? "").split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
            let ends = fields.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
            guard fields.count >= 2, ends.count == 2, ends[0] < ends[1] else { continue }
            if fields[1].hasPrefix("rw") { memory.append(ends[0]..<ends[1]) }
            // The path is the rest of the line, after the blanks before it.
            let file = fields.count == 6 ? fields[5].drop { $0 == " " } : ""
            guard file == resolved else { continue }
            base = min(base, ends[0])
            if fields[1].contains("x") { code.append(ends[0]..<ends[1]) }
        }
        name = Path.name(resolved)
        self.base = base
        ranges = code
        self.memory = memory
    }

    /// The number of inspections of a running thread: a thread of the runtime waits in the end, but on a busy machine
    /// it may take a while to get there.
    private static let looks = 100
    /// The searched part of a stack, in bytes.
    private static let stackSize: UInt = 1 << 16

    /// The place in the code at which a thread is or to which it will return, or "computing" for a thread that never
    /// waits; nil for a thread that does not run the code.
    func work(of thread: pid_t) -> String? {
        for _ in 0..<Self.looks {
            // The file has the number of the system call, its six arguments, the stack pointer and the program counter,
            // or "running" for a thread outside a call: proc(5).
            guard let text = ProcessState.text(of: "/proc/self/task/\(thread)/syscall") else { return nil }
            let fields = text.split(whereSeparator: \.isWhitespace)
            if fields.count >= 3, let stack = Self.number(fields[fields.count - 2]) {
                if let counter = Self.number(fields[fields.count - 1]), isCode(counter) {
                    return "at \(place(of: counter))"
                }
                return returnAddress(onStackFrom: stack).map { "at \(place(of: $0))" }
            }
            Pause.milliseconds(5)
        }
        // The thread never waits, so it is not from a pool.
        return "computing"
    }

    private static func number(_ text: Substring) -> UInt? {
        text.hasPrefix("0x") ? UInt(text.dropFirst(2), radix: 16) : nil
    }

    private func isCode(_ address: UInt) -> Bool { ranges.contains { $0.contains(address) } }

    /// The first return address into the code on a stack.
    private func returnAddress(onStackFrom start: UInt) -> UInt? {
        guard let region = memory.first(where: { $0.contains(start) }) else { return nil }
        let count = min(region.upperBound - start, Self.stackSize) / 8
        return Self.read([UInt].self, count: Int(count), at: start)?.first { isCode($0) && Self.followsCall($0) }
    }

    /// Whether a call instruction precedes an address. Otherwise it is a function pointer that lies there as data, not
    /// a return address.
    private static func followsCall(_ address: UInt) -> Bool {
        #if arch(x86_64)
            // E8 and four bytes of distance, or FF /2 with a register or memory: Intel's manual, volume 2, CALL.
            guard let code = read([UInt8].self, count: 7, at: address - 7) else { return false }
            if code[2] == 0xE8 { return true }
            return [5, 4, 3, 1, 0].contains { index in code[index] == 0xFF && code[index + 1] & 0x38 == 0x10 }
        #elseif arch(arm64)
            // BL, or BLR: Arm Architecture Reference Manual.
            guard let code = read([UInt32].self, count: 1, at: address - 4)?.first else { return false }
            return code & 0xFC00_0000 == 0x9400_0000 || code & 0xFFFF_FC1F == 0xD63F_0000
        #else
            return true
        #endif
    }

    /// Reads memory of this process as a file. That fails where a direct read would crash: a thread may exit meanwhile,
    /// and its stack disappear.
    private static func read<Word: FixedWidthInteger>(_: [Word].Type, count: Int, at address: UInt) -> [Word]? {
        guard let file = try? FileDescriptor(opening: "/proc/self/mem", O_RDONLY) else { return nil }
        var words = [Word](repeating: 0, count: count)
        let size = words.withUnsafeMutableBytes { pread(file.number, $0.baseAddress, $0.count, off_t(address)) }
        guard size > 0 else { return nil }
        return Array(words.prefix(size / MemoryLayout<Word>.size))
    }

    /// The address in the form of addr2line(1): `libnotes.so+0x1234`.
    private func place(of address: UInt) -> String { "\(name)+0x\(String(address - base, radix: 16))" }
}
