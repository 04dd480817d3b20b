import Glibc

/// The environment variables that the host reads. Tests pass their own.
package struct HostEnvironment: Sendable {
    /// The variables of a test; nil for the process's own.
    private let variables: [String: String]?

    package init(_ variables: [String: String]) {
        self.variables = variables
    }

    private init() {
        variables = nil
    }

    /// The process's own environment. Each variable is read when it is asked for.
    package static let current = HostEnvironment()

    /// The value of a variable. Nil if it is not set or empty, since the XDG specification treats both alike.
    package subscript(name: String) -> String? {
        let value = variables.map { $0[name] } ?? getenv(name).map { String(cString: $0) }
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    package var dataHome: String? { directory("XDG_DATA_HOME", inHome: ".local/share") }
    package var configHome: String? { directory("XDG_CONFIG_HOME", inHome: ".config") }
    package var stateHome: String? { directory("XDG_STATE_HOME", inHome: ".local/state") }
    package var cacheHome: String? { directory("XDG_CACHE_HOME", inHome: ".cache") }
    package var dataDirectories: [String] { list("XDG_DATA_DIRS") ?? ["/usr/local/share", "/usr/share"] }
    package var configDirectories: [String] { list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"] }

    /// The path of a temporary file of this name, in a directory that other users can read.
    package func temporary(_ name: String) -> String {
        Path.join(self["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp", name)
    }

    // The XDG specification says to ignore relative paths in these variables.
    private func directory(_ name: String, inHome folder: String) -> String? {
        if let path = self[name], path.hasPrefix("/") { return path }
        return self["HOME"].flatMap { $0.hasPrefix("/") ? Path.join($0, folder) : nil }
    }

    private func list(_ name: String) -> [String]? {
        self[name]?.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    }
}

/// File paths as text.
package enum Path {
    package static func join(_ directory: String, _ name: String) -> String {
        if name.hasPrefix("/") { return name }
        return directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }

    /// The part after the last slash.
    package static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The part before the last slash. Nil if there is no slash.
    package static func parent(_ path: String) -> String? {
        guard let index = path.lastIndex(of: "/") else { return nil }
        return index == path.startIndex ? "/" : String(path[..<index])
    }

    /// The path that realpath(3) returns. Nil if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
