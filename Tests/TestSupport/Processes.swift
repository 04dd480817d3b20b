/// The processes of this machine, by number.
package enum Processes {
    /// Whether the process does not exist, or is a zombie.
    package static func hasEnded(_ process: Int32) -> Bool {
        guard let bytes = try? File.read("/proc/\(process)/stat") else { return true }
        return String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.hasPrefix(" Z") == true
    }

    /// Returns the processor time of a group of processes, with the children that they have waited for: `utime`, `stime`,
    /// `cutime` and `cstime` of proc_pid_stat(5), in hundredths of a second.
    static func work(ofGroup group: Int32) -> UInt64 {
        let fields = ((try? File.names(in: "/proc")) ?? []).filter { Int32($0) != nil }.compactMap { process in
            let line = (try? File.read("/proc/\(process)/stat")).map { String(decoding: $0, as: UTF8.self) }
            // The name of the program comes before, in parentheses, and may hold spaces.
            return line?.split(separator: ")").last?.split(separator: " ").map(String.init)
        }
        return fields.filter { $0.count > 14 && $0[2] == "\(group)" }.reduce(0) { sum, fields in
            sum + fields[11...14].compactMap { UInt64($0) }.reduce(0, +)
        }
    }

    /// Returns the processes that have a text in one of their arguments.
    package static func withArgument(containing text: String) throws -> [Int32] {
        try File.names(in: "/proc").compactMap { Int32($0) }.filter { process in
            guard let bytes = try? File.read("/proc/\(process)/cmdline") else { return false }
            return String(decoding: bytes, as: UTF8.self).contains(text)
        }
    }
}
