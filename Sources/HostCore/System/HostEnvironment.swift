import FeatureABI
import FeatureContract
import Glibc
import JSONText

/// The environment variables that the host reads. Tests pass their own.
package struct HostEnvironment: Sendable {
    /// The variables of a test; nil to read the process's own.
    private let variables: [String: String]?

    package init(_ variables: [String: String]) {
        self.variables = variables
    }

    private init() {
        variables = nil
    }

    /// The process's environment, read at each access.
    package static let current = HostEnvironment()

    /// The value of a variable. Nil if unset or empty, since the XDG specification treats both alike.
    package subscript(name: String) -> String? {
        let value = variables.map { $0[name] } ?? getenv(name).map { String(cString: $0) }
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    package var all: [String: String] {
        if let variables { return variables }
        var all: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { all[String(parts[0])] = String(parts[1]) }
            entry += 1
        }
        return all
    }

    /// The user's home directory. Nil if unset or not an absolute path.
    package var home: String? { absolute("HOME") }
    package var runtimeDirectory: String? { absolute("XDG_RUNTIME_DIR") }
    package var dataHome: String? { directory("XDG_DATA_HOME", inHome: ".local/share") }
    package var configHome: String? { directory("XDG_CONFIG_HOME", inHome: ".config") }
    package var stateHome: String? { directory("XDG_STATE_HOME", inHome: ".local/state") }
    package var cacheHome: String? { directory("XDG_CACHE_HOME", inHome: ".cache") }
    package var dataDirectories: [String] { list("XDG_DATA_DIRS") ?? ["/usr/local/share", "/usr/share"] }
    package var configDirectories: [String] { list("XDG_CONFIG_DIRS") ?? ["/etc/xdg"] }

    /// The user's languages, the preferred one first: those of `LANGUAGE`, then that of messages, by locale(7). As in
    /// gettext(3), `LANGUAGE` counts only if a locale other than `C` is set.
    package var languages: [LanguageTag] {
        let name = self["LC_ALL"] ?? self["LC_MESSAGES"] ?? self["LANG"] ?? "C"
        let list = name == "C" || name == "POSIX" ? [] : self["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
        return (list + [name]).compactMap(LanguageTag.init(localeName:))
    }

    /// The path of a temporary file of this name, in a directory that other users can read.
    package func temporary(_ name: String) -> String {
        Path.join(self["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp", name)
    }

    // The XDG specification says to ignore relative paths in these variables.
    private func directory(_ name: String, inHome folder: String) -> String? {
        absolute(name) ?? home.map { Path.join($0, folder) }
    }

    private func absolute(_ name: String) -> String? { self[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }

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

    package static func name(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// The part before the last slash; nil if there is none.
    package static func parent(_ path: String) -> String? {
        guard let index = path.lastIndex(of: "/") else { return nil }
        return index == path.startIndex ? "/" : String(path[..<index])
    }

    /// Whether a path is a directory's own or inside it. Both are normalised: absolute, without empty segments, `.` and
    /// `..`.
    package static func isIn(_ directory: String, _ path: String) -> Bool {
        // By bytes, as file names are compared: Strings of canonically equivalent characters are equal.
        guard directory != "/" else { return true }
        let rest = path.utf8.dropFirst(directory.utf8.count)
        return path.utf8.starts(with: directory.utf8) && (rest.isEmpty || rest.first == UInt8(ascii: "/"))
    }

    /// The result of realpath(3); nil if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The result of realpath(3) for the existing part of an absolute path, followed by the rest.
    package static func resolvedAsFar(_ path: String) -> String {
        if let resolved = resolved(path) { return resolved }
        guard path != "/", let parent = parent(path) else { return path }
        return join(resolvedAsFar(parent), name(path))
    }
}

/// The name and version of the host.
package enum HostName {
    package static let name = "switchyard"
    /// The version of the host and of its SDK.
    package static let version = "0.2.0"
    /// The release date of that version. The manual shows it instead of the build date, so that equal sources make an
    /// equal page.
    package static let date = "2026-11-23"

    // Never written after initialization, and never freed.
    package nonisolated(unsafe) static let nameConstant = constant(name)
    package nonisolated(unsafe) static let versionConstant = constant(version)

    /// Copies a text into memory that is never freed.
    private static func constant(_ text: String) -> sy_string {
        sy_string(data: strdup(text), count: text.utf8.count)
    }
}

/// Quotes words of command lines for the user.
package enum Shell {
    /// Returns the text as one word for sh(1).
    package static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-./+,:=@%".utf8.contains($0) }
        if isPlain, !text.isEmpty { return text }
        return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
