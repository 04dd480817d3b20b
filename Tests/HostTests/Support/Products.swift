import Glibc
import TestSupport

/// What the build has made beside these tests.
enum Products {
    struct Missing: Error, CustomStringConvertible {
        let path: String
        var description: String { "\(path) is not built: 'swift build' makes it, and 'swift test' too" }
    }

    static var switchyard: String { get throws { try path("switchyard") } }

    static func path(_ name: String) throws -> String {
        let path = "\(directory)/\(name)"
        guard access(path, R_OK) == 0 else { throw Missing(path: path) }
        return path
    }

    /// The folder of the running test program.
    private static let directory: String = {
        guard let resolved = realpath("/proc/self/exe", nil) else { return "." }
        defer { free(resolved) }
        return String(cString: resolved).split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }()
}
