import HostSystem
import TestSupport
import Testing

/// The numbers that the filter has, against the headers of the kernel that are installed.
@Suite("The numbers of system calls")
struct SystemCallNumberTests {
    private static let all =
        SystemCall.unconditional + SystemCall.programs + SystemCall.attributes + SystemCall.extendedAttributes + [
            .open, .openat, .creat, .execve, .socket, .socketpair, .connect, .sendto, .sendmsg, .sendmmsg, .setsockopt,
            .getsockopt, .ioctl, .fcntl, .prctl, .archPrctl, .mmap, .mprotect, .madvise, .membarrier, .clone, .clone3,
            .kill, .tgkill, .prlimit64, .mknod, .mknodat, .renameat2, .seccomp, .personality,
        ]

    /// The numbers in a header, by name. Nil where the header is not installed.
    private static func numbers(in headers: [String]) -> [String: UInt32]? {
        guard let text = headers.lazy.compactMap({ try? File.read($0) }).first else { return nil }
        var numbers: [String: UInt32] = [:]
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard words.count >= 3, words[0] == "#define", let number = UInt32(words[2]) else { continue }
            // The generic table has another prefix for calls that have two forms.
            for prefix in ["__NR3264_", "__NR_"] where words[1].hasPrefix(prefix) {
                numbers[String(words[1].dropFirst(prefix.count))] = number
                break
            }
        }
        return numbers
    }

    @Test("are those of the kernel's headers, on each architecture")
    func headers() throws {
        let x86 = Self.numbers(in: [
            "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h",
        ])
        let generic = Self.numbers(in: ["/usr/include/asm-generic/unistd.h"])
        // Later calls than the headers know have one number on all architectures.
        let last = x86?.values.max() ?? 0
        for call in Self.all {
            if let x86, call.numbers.x86_64 <= last {
                #expect(x86[call.name] == call.numbers.x86_64, "\(call.name) on x86-64")
            }
            if let generic, (call.numbers.arm64 ?? 0) <= last {
                let name = call.name == "newfstatat" && generic[call.name] == nil ? "fstatat" : call.name
                #expect(generic[name] == call.numbers.arm64, "\(call.name) on arm64")
            }
        }
        let numbers = Self.all.map(\.numbers)
        #expect(Set(numbers.map(\.x86_64)).count == numbers.count)
        #expect(Set(numbers.compactMap(\.arm64)).count == numbers.compactMap(\.arm64).count)
    }
}
