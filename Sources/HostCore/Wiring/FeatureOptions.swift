import FeatureContract
import HostSystem
import JSONText

// The options of a feature in the wiring file: the values and the keys.

extension Wiring {
    /// The options of one feature.
    @BinaryCoded
    package struct FeatureOptions: Hashable, Sendable {
        package let isolation: FeatureIsolation?
        /// The longest time for a call, in seconds. Nil for the file's deadline.
        let deadline: Double?
        /// The most bytes of data in its worker.
        let memory: Int?
        /// The most open files in its worker.
        let openFiles: Int?
        /// The most bytes of a body of HTTP.
        let httpBody: Int?
        /// A JSON object, passed to the feature unchanged.
        let settings: JSON?
        let links: LinkPolicy?
        /// The permissions that it may have if it asks for them.
        package let allow: Permissions
        /// The permissions that it does not get, allowed or not.
        let deny: Permissions

        /// The options for the start of a feature: all but ``links``, which only the host uses. Nil if there are none,
        /// so that an entry without them equals no entry.
        var atStart: FeatureOptions? {
            let options = FeatureOptions(
                isolation: isolation, deadline: deadline, memory: memory, openFiles: openFiles, httpBody: httpBody,
                settings: settings, links: nil, allow: allow, deny: deny)
            return options == .empty ? nil : options
        }

        private static let empty = permitting(.none)

        /// No options but these permissions.
        static func permitting(_ allow: Permissions, denying deny: Permissions = .none) -> FeatureOptions {
            FeatureOptions(
                isolation: nil, deadline: nil, memory: nil, openFiles: nil, httpBody: nil, settings: nil, links: nil,
                allow: allow, deny: deny)
        }

        /// These options with more permissions.
        func permitting(_ more: Permissions) -> FeatureOptions {
            FeatureOptions(
                isolation: isolation, deadline: deadline, memory: memory, openFiles: openFiles, httpBody: httpBody,
                settings: settings, links: links, allow: allow.union(more), deny: deny)
        }
    }
}

extension WiringObject {
    package enum Feature {
        static let isolation = WiringKey(
            "isolation", .word(FeatureIsolation.allCases.map(\.rawValue)),
            "Whether the feature runs in a process of its own, which is the default, or inside the host, where its "
                + "crash is the host's.")
        static let deadline = WiringKey(
            "deadline", .duration, "The longest that a call of this feature may take, instead of the file's.")
        static let memory = WiringKey(
            "memory", .memory, "The data that its process may have: '64MiB', '1GiB'. At least 16MiB; 1GiB without it.")
        static let openFiles = WiringKey(
            "openFiles", .integer(openFilesRange), "The files that its process may have open at once. 256 without it.")
        static let httpBody = WiringKey(
            "httpBody", .memory, "The largest body of a request of HTTP, and of its response. 64MiB without it.")
        static let settings = WiringKey(
            "settings", .anyObject,
            "What the feature is given when it starts. Its documentation says what it takes; 'switchyard doctor' finds "
                + "a name or a type that the feature does not declare.")
        static let links = WiringKey(
            "links", .word(Wiring.LinkPolicy.allCases.map(\.rawValue)),
            "How a link that leads to this feature shows its target, instead of the file's 'links'.")

        package static let allow = WiringKey(
            "allow", .object(.permissions),
            "The permissions that the feature has where its manifest asks for them. None without it.")
        package static let deny = WiringKey(
            "deny", .object(.permissions),
            "The permissions that the feature does not get, though 'allow' has them. A path takes away all that is in it, "
                + "and an allowed directory that it lies in.")

        static let all = [isolation, deadline, memory, openFiles, httpBody, settings, links, allow, deny]

        /// The least memory in bytes: with less, a worker cannot load a library.
        static let leastMemory = 16 << 20
        static let openFilesRange = 16...1 << 20
    }
}

// Settings are written as their text.
extension JSON: BinaryCoded {
    package func write(binary writer: inout BinaryWriter) { writer.append(text()) }
    package init(binary reader: inout BinaryReader) throws(BinaryError) {
        guard let json = try? JSON.parse(reader.text()) else { throw BinaryError("settings that are no JSON") }
        self = json
    }
}
