import Glibc

/// A group that may write to a file, and that may have members besides the file's owner.
package struct WritingGroup {
    package let name: String

    /// Looks up the group of the file at a path. Nil if no such group may write to it.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(of: status)
    }

    package init?(of status: stat) {
        guard status.st_mode & S_IWGRP != 0 else { return nil }
        let owner = getpwuid(status.st_uid).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
        guard let group = getgrgid(status.st_gid) else {
            name = "\(status.st_gid)"
            return
        }
        name = group.pointee.gr_name.map { String(cString: $0) } ?? "\(status.st_gid)"
        if Self.isPrivate(name, members: Self.members(of: group), owner: owner) { return nil }
    }

    /// Whether a group is a user's private one: it has the user's name and no other member. On systems with such
    /// groups, new files are group-writable by default.
    package static func isPrivate(_ name: String, members: [String], owner: String?) -> Bool {
        name == owner && members.allSatisfy { $0 == owner }
    }

    private static func members(of group: UnsafeMutablePointer<group>) -> [String] {
        var members: [String] = []
        var entry = group.pointee.gr_mem
        while let member = entry?.pointee {
            members.append(String(cString: member))
            entry = entry?.advanced(by: 1)
        }
        return members
    }
}
