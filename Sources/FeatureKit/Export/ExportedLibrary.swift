internal import FeatureABI
internal import FeatureContract
internal import JSONText

/// A feature type, as its library offers it to a host.
@MainActor
final class ExportedLibrary {
    let id: String
    let defaultLocalization: String
    let makeFeature: (FeatureContext) throws -> any Feature
    let readManifest: () throws -> Manifest
    private let handles: (String) -> Bool
    private let decode: (Destination) throws -> any Navigation
    private let declaration: (String) throws -> RouteDeclaration
    let receivedValue: (_ type: String, Value) -> (any NavigationValue)?

    init<F: Feature>(_ type: F.Type, makingFeatureBy make: @escaping (FeatureContext) throws -> F) {
        id = F.id
        defaultLocalization = F.defaultLocalization
        makeFeature = make
        readManifest = { try Manifest(of: F.self, makingFeatureBy: make) }
        handles = { route in (try? RouteTable<F.Incoming>.shared.get().contains(route)) ?? false }
        decode = { try RouteDecoder.decode(F.Incoming.self, from: $0) }
        declaration = { try RouteTable<F.Incoming>.shared.get().declaration(named: $0, of: F.id) }
        receivedValue = { name, value in
            for type in F.receivedValues where String(describing: type) == name {
                return type.init(navigationRawValue: NavigationRawValue(value))
            }
            return nil
        }
    }

    /// Returns the case of a destination, or nil for a route that this feature does not handle.
    func navigation(of destination: Destination) throws(CallFailure) -> (any Navigation)? {
        guard destination.feature == id, handles(destination.route) else { return nil }
        do {
            return try decode(try declaration(destination.route).checked(destination))
        } catch {
            throw CallFailure(.invalidArgument, "\(error)")
        }
    }
}

extension Manifest {
    /// Makes the manifest from a feature's static members, and from an instance if that has the links.
    @MainActor
    fileprivate init<F: Feature>(of type: F.Type, makingFeatureBy make: (FeatureContext) throws -> F) throws {
        var links: [RouteLink] = []
        var claims: [LinkClaim] = []
        for handler in try Self.deepLinkHandlers(of: type, makingFeatureBy: make) {
            for link in handler.links {
                do {
                    links.append(try link.declared(handler.scheme, handler.host, F.id))
                } catch {
                    throw CodingFailure("the link '\(link.pattern)': \(error)")
                }
            }
            if try handler.resolvesByOwnCode() { claims.append(LinkClaim(scheme: handler.scheme, host: handler.host)) }
        }
        self.init(
            identity: Identity(id: F.id, name: F.name, version: F.version, summary: F.summary),
            stamps: Stamps(
                abi: "\(SY_ABI_MAJOR).\(SY_ABI_MINOR)", sdk: "FeatureKit \(FeatureKitVersion.current)",
                toolchain: FeatureKitVersion.toolchain),
            main: try F.mainDestination.map { try RouteEncoder.encode($0).route },
            incoming: try RouteTable<F.Incoming>.shared.get().declarations(of: F.id),
            outgoing: try RouteTable<F.Outgoing>.shared.get().declarations(of: F.id),
            links: links, customLinks: claims,
            checkpoints: try F.checkpoints.map(TypedName.init),
            returns: try F.returnedCheckpoints.map(TypedName.init),
            receives: try F.receivedValues.map { try TypedName($0) },
            sends: try F.sentValues.map { try TypedName($0) },
            settings: try F.settings.declarations(), permissions: F.permissions.map(\.request),
            requirements: F.requirements.declared, sharesData: F.sharesData)
    }

    @MainActor
    private static func deepLinkHandlers<F: Feature>(
        of type: F.Type, makingFeatureBy make: (FeatureContext) throws -> F
    ) throws -> [any DeepLinkHandler] {
        guard F.hasInstanceDeepLinkHandler else { return F.deepLinkHandlers }
        do {
            return try make(FeatureContext()).allDeepLinkHandlers
        } catch {
            throw CodingFailure(
                "its links are not known, since 'deepLinkHandler' is a property of the instance, and no instance is made "
                    + "without settings (\(error)): write 'static var deepLinkHandler'")
        }
    }
}

extension Manifest.TypedName {
    fileprivate init(_ checkpoint: AnyNavigationCheckpoint) throws {
        self.init(name: checkpoint.name, type: try checkpoint.valueType?.declared.get(), was: checkpoint.was)
    }

    fileprivate init(_ type: any NavigationValue.Type) throws {
        self.init(
            name: String(describing: type), type: try type.navigationValueType.declared.get(),
            was: type.navigationValueWas)
    }
}

/// The versions that a library's manifest is stamped with.
enum FeatureKitVersion {
    static let current = "0.2.0"

    static var toolchain: String {
        #if compiler(>=6.4)
            "Swift 6.4 or later"
        #elseif compiler(>=6.3)
            "Swift 6.3"
        #else
            "Swift 6.2"
        #endif
    }
}
