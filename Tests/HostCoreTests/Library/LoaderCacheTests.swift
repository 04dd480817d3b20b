import TestSupport
import Testing

@testable import HostCore
@testable import HostTestSupport

@Suite("The loader's cache", .blocking)
struct LoaderCacheTests {
    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    /// The cache of some libraries, in the format of dl-cache.h.
    private static func cache(_ libraries: [(name: String, path: String)], isAfterOlder: Bool) -> [UInt8] {
        var entries: [UInt8] = []
        var strings: [UInt8] = []
        let start = 48 + 24 * libraries.count
        for (name, path) in libraries {
            let key = start + strings.count
            strings += Array(name.utf8) + [0]
            let value = start + strings.count
            strings += Array(path.utf8) + [0]
            entries += number(0x0303) + number(key) + number(value) + number(0) + number(0) + number(0)
        }
        let header = Array("glibc-ld.so.cache1.1".utf8) + number(libraries.count) + number(strings.count)
        let older = Array("ld.so-1.7.0".utf8) + [0] + number(1) + Array(repeating: 0, count: 12 + 4)
        return (isAfterOlder ? older : []) + header + Array(repeating: 0, count: 20) + entries + strings
    }

    @Test("the paths of a library are found by its name, in both formats of the file", arguments: [true, false])
    func paths(isAfterOlder: Bool) throws {
        let bytes = Self.cache(
            [("libz.so.1", "/lib/v3/libz.so.1"), ("libz.so.1", "/lib/libz.so.1"), ("libz.so", "/lib/libz.so")],
            isAfterOlder: isAfterOlder)
        try TemporaryDirectory.with { directory in
            try File.write(bytes, to: "\(directory)/cache")
            let cache = LoaderCache("\(directory)/cache")
            #expect(cache.paths(of: "libz.so.1") == ["/lib/v3/libz.so.1", "/lib/libz.so.1"])
            #expect(cache.paths(of: "libz.so") == ["/lib/libz.so"])
            #expect(cache.paths(of: "libz") == [])
            #expect(LoaderCache("\(directory)/none").paths(of: "libz.so") == [])
            // A cache that is cut off anywhere is read as far as it goes.
            for count in stride(from: 0, to: bytes.count, by: 3) {
                try File.write(Array(bytes.prefix(count)), to: "\(directory)/cut")
                #expect(LoaderCache("\(directory)/cut").paths(of: "libz.so.1").count <= 2)
            }
        }
    }

    @Test("the machine's own cache has the C library")
    func own() {
        let paths = LoaderCache().paths(of: "libc.so.6")
        #expect(paths.isEmpty || paths.contains { $0.hasSuffix("/libc.so.6") })
    }
}
