import Glibc

/// The products of the build, which lie beside these tests.
package enum Products {
    package struct Missing: Error, CustomStringConvertible {
        let path: String
        package init(path: String) {
            self.path = path
        }

        package var description: String { "\(path) is not built: 'swift build' makes it, and 'swift test' too" }
    }

    package static var switchyard: String { get throws { try path("switchyard") } }

    package static func path(_ name: String) throws -> String {
        let path = "\(directory)/\(name)"
        guard access(path, R_OK) == 0 else { throw Missing(path: path) }
        return path
    }

    /// The folder of the running test program.
    package static let directory: String = {
        guard let resolved = realpath("/proc/self/exe", nil) else { return "." }
        defer { free(resolved) }
        return String(cString: resolved).split(separator: "/").dropLast().map { "/" + $0 }.joined()
    }()
}
