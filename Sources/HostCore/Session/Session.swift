import HostSystem
import JSONText

/// The content of a session file: the navigation state, with the number of its format.
///
/// ```json
/// {
///   "session": 1,
///   "host": "switchyard 0.2.0",
///   "state": { … }
/// }
/// ```
///
/// `host` is for human readers, and may be missing. Unknown members are ignored: a change to a file's meaning raises
/// the number.
package struct Session: Hashable, Sendable {
    /// The format that this host writes, and the newest that it reads.
    static let formatVersion: Int64 = 1

    /// The maximum size of a session file, in bytes.
    static let maximumSize = JSONOptions.strict.maximumSize

    /// The state as a JSON object.
    package let state: JSON
    /// The reason why another user may have written the file, which is used nevertheless; nil if none may, and for a
    /// session from elsewhere.
    package internal(set) var insecurity: InsecureFile?

    package init(state: JSON) {
        self.state = state
    }

    /// Reads the whole content of a session file.
    package init(parsing bytes: [UInt8]) throws(SessionError) {
        guard bytes.count <= Self.maximumSize else { throw .damaged(.tooLarge(limit: Self.maximumSize)) }
        let root: JSONField
        let version: Int64
        do {
            root = JSONField(try JSONDocument.parse(bytes))
            version = try Self.version(root)
        } catch {
            throw .damaged(.json(error))
        }
        // Checked first, since the rest of a newer file may have any shape.
        guard version <= Self.formatVersion else {
            throw .damaged(.newer(found: version, known: Self.formatVersion, host: root["host"]?.value.string))
        }
        do {
            state = .object(try root.required("state").object())
            _ = try root["host"]?.string()
        } catch {
            throw .damaged(.json(error))
        }
    }

    private static func version(_ root: JSONField) throws(JSONError) -> Int64 {
        let field = try root.required("session")
        let version = try field.integer()
        guard version > 0 else { throw field.mismatch("expected the number of a format, from 1, found \(version)") }
        return version
    }

    /// The content of the file: JSON on several lines, with a line break at the end.
    package var bytes: [UInt8] {
        let file: JSON = [
            "session": .integer(Self.formatVersion),
            "host": .string("\(HostName.name) \(HostName.version)"),
            "state": state,
        ]
        return file.utf8(pretty: true) + [UInt8(ascii: "\n")]
    }
}

extension Session {
    /// Reads the session file at `path` without changing it; nil if there is none.
    ///
    /// Takes no lock: other processes replace the file as a whole, so this reads either the old or the new content. A
    /// damaged or newer file is an error here, while ``SessionStore`` quarantines it.
    ///
    /// - Parameter allowingInsecure: Whether to use a file that another user may have written.
    package static func read(_ path: String, allowingInsecure: Bool = false) throws(SessionError) -> Session? {
        try SessionFile(resolving: path).readContent(allowingInsecure: allowingInsecure)?.session.get()
    }
}
