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

    /// The program under test: that of the release build, where there is one of these sources, since a test waits for it
    /// most of its time; else that of this build. It stands beside this one's libraries, as that one does.
    package static var switchyard: String { get throws { try release ?? path("switchyard") } }

    private static let release: String? = {
        let (made, own) = ("\(directory)/../release/switchyard", "\(directory)/switchyard-release")
        guard let time = modified(made), let newest = newestSource, time >= newest else { return nil }
        unlink(own)
        return link(made, own) == 0 || access(own, X_OK) == 0 ? own : nil
    }()

    /// When the newest of the sources was written of which the program is made.
    private static var newestSource: Int? {
        func newest(in path: String) -> Int? {
            guard let names = try? File.names(in: path) else { return modified(path) }
            return names.compactMap { newest(in: "\(path)/\($0)") }.max()
        }
        return [modified(Repository.path("Package.swift")), newest(in: Repository.path("Sources"))].compactMap(\.self)
            .max()
    }

    /// When a file was written, in seconds since 1970; nil if it is not there.
    private static func modified(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mtim.tv_sec : nil
    }

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
