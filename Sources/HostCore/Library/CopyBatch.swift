/// Copies that are made one after the other, as when a thousand files are seen for the first time: the folder of all
/// copies is read once, and the disk is waited for once.
struct CopyBatch {
    /// What makes a copy be found, once the copy is known to be on the disk.
    struct Note {
        /// Where it is written.
        let file: String
        let text: String
        /// The paths of the copies that it is for.
        let copies: [String]
    }

    var notes: [Note] = []
    /// Why copies were made for this run alone; nil where all are kept.
    var notKept: SystemError?
    /// The folders that there were before, by what they begin with; nil before somebody has asked.
    private var versions: [Substring: [String]]?

    /// The names of the folders with versions of one file, of those that were there before this batch.
    ///
    /// - Parameter prefix: What names the file.
    mutating func versions(of prefix: String, in directory: String) -> [String] {
        let known = versions ?? Self.versions(in: directory)
        versions = known
        return known[prefix[...]] ?? []
    }

    private static func versions(in directory: String) -> [Substring: [String]] {
        // One with a process number behind a dot is being made by another host; a note has a dot too.
        let folders = ((try? FileSystem.names(in: directory)) ?? []).filter { !$0.utf8.contains(UInt8(ascii: ".")) }
        return Dictionary(grouping: folders) { $0.prefix { $0 != "-" } }
    }
}
