import HostSystem

/// A batch of copies, as when a host first sees a thousand files: the folder of all copies is read once, and the disk
/// is waited for once.
struct CopyBatch {
    /// The commit marker of a copy. The copy is found once this is written, which happens when the copy is on the disk.
    struct Note {
        /// The path of the marker's file.
        let file: String
        let text: String
        /// The paths of the copies that must be on the disk first.
        let copies: [String]
    }

    var notes: [Note] = []
    /// The reason why copies were made for this run only. Nil if all are kept.
    var notKept: SystemError?
    /// The folders that existed before the batch, by the prefix of their names. Nil until they are read.
    private var versions: [Substring: [String]]?

    /// The names of the folders that hold versions of one file, as they were before this batch.
    ///
    /// - Parameter prefix: The prefix that stands for the file.
    mutating func versions(of prefix: String, in directory: String) -> [String] {
        let known = versions ?? Self.versions(in: directory)
        versions = known
        return known[prefix[...]] ?? []
    }

    private static func versions(in directory: String) -> [Substring: [String]] {
        // A folder with a dot and a process id is being made by another host. Commit markers have a dot too.
        let folders = ((try? FileSystem.names(in: directory)) ?? []).filter { !$0.utf8.contains(UInt8(ascii: ".")) }
        return Dictionary(grouping: folders) { $0.prefix { $0 != "-" } }
    }
}
