package import JSONText

extension Manifest {
    /// The host that a feature requires: its lowest version, and its extensions.
    package struct Requirements: Hashable, Sendable {
        /// The lowest version of the host; nil for any.
        package let host: HostVersion?
        /// The ids of the host's extensions, such as `switchyard.files/1`.
        package let extensions: [String]

        package init(host: HostVersion? = nil, extensions: [String] = []) {
            self.host = host
            self.extensions = extensions
        }

        package static let none = Requirements()

        /// The requirements that a host does not meet.
        package func unmet(byHost version: HostVersion, extensions offered: some Sequence<String>) -> Requirements {
            let offered = Set(offered)
            return Requirements(
                host: host.flatMap { $0.isMet(by: version) ? nil : $0 },
                extensions: extensions.filter { !offered.contains($0) })
        }

        package var json: JSON {
            var object = JSONObject()
            if let host { object.append(key: "host", value: .string(host.text)) }
            if !extensions.isEmpty {
                object.append(key: "extensions", value: .array(extensions.map { .string($0) }))
            }
            return .object(object)
        }

        /// Whether a text can be the id of an extension: printable ASCII characters, at most 255.
        static func isExtension(_ text: String) -> Bool {
            (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }
}

/// A version of the host as one to three numbers: `1.2` equals `1.2.0`.
package struct HostVersion: Hashable, Sendable {
    package let text: String

    /// - Returns: Nil unless the text is one to three numbers of up to nine digits, with full stops between them and
    ///   without leading zeros.
    package init?(_ text: String) {
        guard Self.numbers(text) != nil else { return nil }
        self.text = text
    }

    /// Adopts the text of a feature's code, for a manifest that is checked when it is read.
    package init(unchecked text: String) { self.text = text }

    /// Whether another version is this one or a later one.
    package func isMet(by other: HostVersion) -> Bool {
        guard let lowest = Self.numbers(text), let numbers = Self.numbers(other.text) else { return false }
        return !numbers.lexicographicallyPrecedes(lowest)
    }

    /// The three numbers of a version; nil for any other text.
    private static func numbers(_ text: String) -> [Int]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard (1...9).contains(part.count), part.allSatisfy(\.isDigit),
                part.count == 1 || part.first != UInt8(ascii: "0"), let number = Int(String(part) ?? "")
            else { return nil }
            numbers.append(number)
        }
        return numbers + Array(repeating: 0, count: 3 - numbers.count)
    }
}
