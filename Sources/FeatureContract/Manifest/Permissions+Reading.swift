package import JSONText

// The values of permissions, which manifests and wiring files write alike.

extension Permissions {
    /// Reads a port such as `tcp:443`, an address such as `api.example.org:443`, or an origin such as
    /// `https://api.example.org`; nil for a protocol other than TCP and HTTP.
    package static func net(_ field: JSONField) throws(JSONError) -> Permissions? {
        let text = try field.string()
        if let endpoint = Endpoint(text) { return Permissions(endpoints: [endpoint]) }
        if LinkURL.isLink(text) { return Permissions(origins: [try origin(text, field)]) }
        let (name, number) = text.splitOnce(at: ":")
        // A protocol's name has the form of a feature's id.
        let known: [Substring] = ["tcp", "localhost", "http", "https"]
        if !known.contains(name), number != nil, Identifier.isFeature(name) { return nil }
        guard name == "tcp", let number, let port = UInt16(number), port > 0, String(port) == number else {
            throw field.mismatch(
                "\(quoted: text) is neither a TCP port from 'tcp:1' to 'tcp:65535' nor an address such as "
                    + "'api.example.org:443' or '[::1]:443' nor an origin such as 'https://api.example.org'")
        }
        return Permissions(ports: [port])
    }

    private static func origin(_ text: String, _ field: JSONField) throws(JSONError) -> OriginPattern {
        do {
            return try OriginPattern(text)
        } catch {
            throw field.mismatch(
                "\(quoted: text) is not an origin such as 'https://api.example.org' or 'https://*.example.org': "
                    + error.reason)
        }
    }

    /// Reads the path of a file or directory, such as `~/Notes`.
    package static func path(_ field: JSONField) throws(JSONError) -> String {
        let text = try field.string()
        let start = String(text.splitOnce(at: "/").0)
        guard !text.isEmpty, start.isEmpty || pathVariables.contains(start) else {
            throw field.mismatch(
                "\(quoted: text) is not a path that begins with '/' or with one of "
                    + pathVariables.map { "'\($0)'" }.joined(separator: ", "))
        }
        guard !text.unicodeScalars.contains(where: isControl) else {
            throw field.mismatch("\(quoted: text) has a control character, and no path of a permission may")
        }
        guard !text.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) else {
            throw field.mismatch("\(quoted: text) has the segment '..'; write the path without it")
        }
        return text
    }

    /// The names for a directory of the user at the beginning of a path.
    package static let pathVariables = [
        "~", "$HOME", "$XDG_DATA_HOME", "$XDG_CONFIG_HOME", "$XDG_CACHE_HOME", "$XDG_STATE_HOME", "$XDG_RUNTIME_DIR",
    ]

    package static func variable(_ field: JSONField) throws(JSONError) -> String {
        let text = try field.string()
        guard let first = text.utf8.first, !first.isDigit,
            text.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") })
        else {
            throw field.mismatch(
                "\(quoted: text) is not a variable's name: letters, digits and '_', not beginning with a digit")
        }
        return text
    }

    static func reason(
        _ field: JSONField, for what: String = "what the permission is for"
    ) throws(JSONError) -> String {
        let text = try field.string()
        guard text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else {
            throw field.mismatch("the reason is empty; write in one line \(what)")
        }
        guard !text.unicodeScalars.contains(where: isControl) else {
            throw field.mismatch("the reason has a control character or a line break; write it as one line of text")
        }
        return text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || ["\u{2028}", "\u{2029}"].contains(scalar)
    }
}
