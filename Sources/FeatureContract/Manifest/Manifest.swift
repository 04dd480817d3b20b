package import JSONText

/// The declaration of a feature, known before it runs: its identity, routes, links, checkpoints, settings, the values
/// that it sends and receives, the permissions that it asks for, and the host that it requires.
///
/// It crosses the boundary as one JSON text, which ``init(parsing:)`` reads and ``json`` writes;
/// Documentation/manifest.schema.json describes it.
package struct Manifest: Hashable, Sendable {
    /// The name of a checkpoint or of a type of sent values, with the type of the value; nil if there is no value.
    package struct TypedName: Hashable, Sendable {
        package let name: String
        package let type: ValueType?
        /// The names in earlier versions, which the wiring treats as this one.
        package let was: [String]

        package init(name: String, type: ValueType?, was: [String] = []) {
            self.name = name
            self.type = type
            self.was = was
        }

        /// The value without the fields that the type does not declare.
        package func trimmed(_ value: Value) -> Value { type.map { value.trimmed(to: $0) } ?? value }
    }

    /// A scheme and host whose links the feature resolves by code if no pattern matches.
    package struct LinkClaim: Hashable, Sendable {
        package let scheme: String
        package let host: String

        package init(scheme: String, host: String) {
            self.scheme = scheme.lowercasedASCII
            self.host = host.lowercasedASCII
        }
    }

    /// The contents behind one reference, since manifests are passed on with destinations.
    private let contents: Contents

    private final class Contents: Sendable {
        let fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    private struct Fields: Hashable {
        let identity: Identity
        let stamps: Stamps
        let main: String?
        let incoming: [RouteDeclaration]
        let outgoing: [RouteDeclaration]
        let links: [RouteLink]
        let customLinks: [LinkClaim]
        let checkpoints: [TypedName]
        let returns: [TypedName]
        let receives: [TypedName]
        let sends: [TypedName]
        let settings: [Setting]
        let permissions: [PermissionRequest]
        let requirements: Requirements
        let sharesData: Bool
        let incomingIndex: NameIndex
        let outgoingIndex: NameIndex
    }

    package var identity: Identity { contents.fields.identity }
    package var id: String { contents.fields.identity.id }
    package var name: String { contents.fields.identity.name }
    package var version: String { contents.fields.identity.version }
    package var summary: String { contents.fields.identity.summary }
    package var stamps: Stamps { contents.fields.stamps }
    /// The incoming route that, without arguments, shows the main screen; nil if there is none.
    package var main: String? { contents.fields.main }
    package var incoming: [RouteDeclaration] { contents.fields.incoming }
    package var outgoing: [RouteDeclaration] { contents.fields.outgoing }
    package var links: [RouteLink] { contents.fields.links }
    package var customLinks: [LinkClaim] { contents.fields.customLinks }
    package var checkpoints: [TypedName] { contents.fields.checkpoints }
    /// The checkpoints of other features that this feature returns to; the wiring connects them.
    package var returns: [TypedName] { contents.fields.returns }
    package var receives: [TypedName] { contents.fields.receives }
    /// The types of values that this feature sends to other features; the wiring connects them.
    package var sends: [TypedName] { contents.fields.sends }
    /// The feature's settings in the wiring file; empty if it declares none.
    package var settings: [Setting] { contents.fields.settings }
    /// The permissions that the feature asks for; empty if its own data directory is enough.
    package var permissions: [PermissionRequest] { contents.fields.permissions }
    /// The required host: any other never activates the feature.
    package var requirements: Requirements { contents.fields.requirements }
    /// Whether instances of the feature in several hosts may use its data directory at the same time.
    package var sharesData: Bool { contents.fields.sharesData }

    package init(
        identity: Identity, stamps: Stamps, main: String? = nil, incoming: [RouteDeclaration],
        outgoing: [RouteDeclaration], links: [RouteLink], customLinks: [LinkClaim],
        checkpoints: [TypedName], returns: [TypedName] = [], receives: [TypedName], sends: [TypedName] = [],
        settings: [Setting] = [], permissions: [PermissionRequest] = [], requirements: Requirements = .none,
        sharesData: Bool = false
    ) {
        contents = Contents(
            Fields(
                identity: identity, stamps: stamps, main: main, incoming: incoming, outgoing: outgoing, links: links,
                customLinks: customLinks, checkpoints: checkpoints, returns: returns,
                receives: receives, sends: sends, settings: settings, permissions: permissions,
                requirements: requirements, sharesData: sharesData,
                incomingIndex: NameIndex(incoming.lazy.map(\.name)), outgoingIndex: NameIndex(outgoing.lazy.map(\.name))
            ))
    }

    package static func == (left: Manifest, right: Manifest) -> Bool {
        left.contents === right.contents || left.contents.fields == right.contents.fields
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(contents.fields) }

    /// The version of the JSON form that this type writes.
    package static let formatVersion: Int64 = 1
    /// The maximum size of a manifest, in bytes.
    package static let maximumSize = 1 << 20

    package func incomingRoute(named name: String) -> RouteDeclaration? {
        contents.fields.incomingIndex.first(named: name, of: contents.fields.incoming, \.name)
    }

    package func outgoingRoute(named name: String) -> RouteDeclaration? {
        contents.fields.outgoingIndex.first(named: name, of: contents.fields.outgoing, \.name)
    }
}

extension Manifest {
    package var json: JSON {
        var object: JSONObject = ["manifest": .integer(Self.formatVersion)]
        for (key, value) in identity.members + stamps.members { object.append(key: key, value: value) }
        if let main { object.append(key: "main", value: .string(main)) }
        object.append(key: "incoming", value: .array(incoming.map(\.json)))
        object.append(key: "outgoing", value: .array(outgoing.map(\.json)))
        object.append(key: "links", value: .array(links.map(\.json)))
        object.append(
            key: "customLinks",
            value: .array(customLinks.map { .object(["scheme": .string($0.scheme), "host": .string($0.host)]) }))
        object.append(key: "checkpoints", value: .array(checkpoints.map(\.json)))
        object.append(key: "receives", value: .array(receives.map(\.json)))
        if !returns.isEmpty { object.append(key: "returns", value: .array(returns.map(\.json))) }
        if !sends.isEmpty { object.append(key: "sends", value: .array(sends.map(\.json))) }
        if !settings.isEmpty { object.append(key: "settings", value: .array(settings.map(\.json))) }
        if !permissions.isEmpty {
            object.append(key: "permissions", value: .array(permissions.map(\.json)))
        }
        if requirements != .none { object.append(key: "requires", value: requirements.json) }
        if sharesData { object.append(key: "sharesData", value: true) }
        return .object(object)
    }
}
