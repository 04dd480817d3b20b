/// What a feature says of itself before it runs: its identity, routes, links, checkpoints and what it receives.
///
/// It crosses as one JSON text, which ``init(parsing:)`` reads and ``json`` writes; Documentation/manifest.schema.json
/// describes it.
package struct Manifest: Hashable, Sendable {
    /// A named value type: of a checkpoint, or of something that is received. Nil: it has no value.
    package struct TypedName: Hashable, Sendable {
        package let name: String
        package let type: ValueType?

        package init(name: String, type: ValueType?) {
            self.name = name
            self.type = type
        }
    }

    /// A scheme and host whose links, where no pattern matches, the feature resolves by code.
    package struct LinkClaim: Hashable, Sendable {
        package let scheme: String
        package let host: String

        package init(scheme: String, host: String) {
            self.scheme = scheme.lowercased()
            self.host = host.lowercased()
        }
    }

    package let id: String
    package let name: String
    package let version: String
    package let summary: String
    /// What it was built with: for messages, never for decisions.
    package let stamps: Stamps
    /// The incoming route, without arguments, that shows the same as the main screen; nil where there is none.
    package let main: String?
    package let incoming: [RouteDeclaration]
    package let outgoing: [RouteDeclaration]
    package let links: [RouteLink]
    package let customLinks: [LinkClaim]
    package let checkpoints: [TypedName]
    /// The checkpoints that it wants to return to and that others establish; the wiring leads on from them.
    package let returns: [TypedName]
    package let receives: [TypedName]
    /// The types of values that it sends and that others receive; the wiring leads on from them.
    package let sends: [TypedName]
    private let incomingIndex: NameIndex
    private let outgoingIndex: NameIndex

    package struct Stamps: Hashable, Sendable {
        package let abi: String
        package let sdk: String
        package let toolchain: String

        package init(abi: String, sdk: String, toolchain: String) {
            self.abi = abi
            self.sdk = sdk
            self.toolchain = toolchain
        }
    }

    package init(
        id: String, name: String, version: String, summary: String, stamps: Stamps, main: String? = nil,
        incoming: [RouteDeclaration], outgoing: [RouteDeclaration], links: [RouteLink], customLinks: [LinkClaim],
        checkpoints: [TypedName], returns: [TypedName] = [], receives: [TypedName], sends: [TypedName] = []
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.summary = summary
        self.stamps = stamps
        self.main = main
        self.incoming = incoming
        self.outgoing = outgoing
        self.links = links
        self.customLinks = customLinks
        self.checkpoints = checkpoints
        self.returns = returns
        self.receives = receives
        self.sends = sends
        incomingIndex = NameIndex(incoming.map(\.name))
        outgoingIndex = NameIndex(outgoing.map(\.name))
    }

    /// The version of the JSON form that this type writes.
    package static let formatVersion: Int64 = 1
    /// The largest manifest that is read, in bytes.
    package static let maximumSize = 1 << 20

    /// Whether two destinations of this feature show the same: they are equal, or one is the main screen and the other
    /// the route that stands for it.
    package func areSame(_ first: Destination, _ second: Destination) -> Bool {
        func canonical(_ destination: Destination) -> Destination {
            // With its defaults filled in or without.
            guard destination.feature == id, destination.route == main,
                let route = incomingRoute(named: destination.route),
                let plain = try? route.checked(Destination(feature: id, route: route.name)),
                (try? route.checked(destination)) == plain
            else { return destination }
            return Destination(feature: id)
        }
        return canonical(first) == canonical(second)
    }

    package func incomingRoute(named name: String) -> RouteDeclaration? {
        incomingIndex.first(named: name, of: incoming, \.name)
    }

    package func outgoingRoute(named name: String) -> RouteDeclaration? {
        outgoingIndex.first(named: name, of: outgoing, \.name)
    }
}
