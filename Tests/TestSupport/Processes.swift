/// The processes of this machine, by number.
package enum Processes {
    /// Whether the process does not exist, or is a zombie.
    package static func hasEnded(_ process: Int32) -> Bool {
        guard let bytes = try? File.read("/proc/\(process)/stat") else { return true }
        return String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.hasPrefix(" Z") == true
    }

    /// Returns the processes that have a text in one of their arguments.
    package static func withArgument(containing text: String) throws -> [Int32] {
        try File.names(in: "/proc").compactMap { Int32($0) }.filter { process in
            guard let bytes = try? File.read("/proc/\(process)/cmdline") else { return false }
            return String(decoding: bytes, as: UTF8.self).contains(text)
        }
    }
}
