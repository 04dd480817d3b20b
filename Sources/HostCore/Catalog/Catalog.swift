import FeatureContract
import JSONText
import Synchronization

/// The contents of the plugins directories: the features by id, and the refused files with the reasons.
///
/// It depends on manifests alone, so no feature has to run. Its features come from a ``FeatureSource``.
package struct Catalog: Sendable {
    /// A feature that can be used.
    package struct Entry: Sendable {
        package let manifest: Manifest
        /// The file's path. Nil for the host's own `system` feature.
        package let path: String?
        /// The version of the file that the manifest is from. Nil if it is from no file.
        let file: FeatureFile?

        package init(manifest: Manifest, path: String?) {
            self.manifest = manifest
            self.path = path
            file = nil
        }

        init(_ file: FeatureFile) {
            manifest = file.manifest
            path = file.path
            self.file = file
        }
    }

    private let source: any FeatureSource
    private let spelledIDs: SpelledIDs

    /// The ids in the form in which a mistyped one is compared with them. They are made once, since a wiring file may
    /// have hundreds of thousands of mistyped ids.
    private final class SpelledIDs: Sendable {
        private let names = Mutex<[SpelledName]?>(nil)

        func nearest(to id: String, among ids: [String]) -> String? {
            let spelled = names.withLock { names in
                let spelled = names ?? ids.map { SpelledName($0) }
                names = spelled
                return spelled
            }
            return Spelling.nearest(to: id, in: spelled)
        }
    }

    init(_ source: any FeatureSource) {
        self.source = source
        spelledIDs = SpelledIDs()
    }

    /// - Parameter found: Usable features in the order in which they were found: the first with an id is used.
    package init(found: [Entry], refusals: [FileRefusal] = []) {
        self.init(DiscoveredFeatures(found, refusals: refusals))
    }

    init(files: [FeatureFile], refusals: [FileRefusal]) {
        self.init(found: files.map { Entry($0) }, refusals: refusals)
    }

    /// The features' ids, in alphabetical order. The `system` feature is not among them.
    package var ids: [String] { source.ids }

    /// The files that are not used, in the order in which they were found. Those whose id another file has come last.
    package var refusals: [FileRefusal] { source.refusals }

    /// Returns every feature, sorted by id. With a snapshot, this reads every manifest.
    package func features() -> [Entry] { source.features() }

    /// Returns the files with a usable feature, in the order in which they were found, shadowed ones included.
    package func files() -> [FeatureFile] { source.files() }

    package func feature(_ id: String) -> Entry? { source.feature(id) }

    /// The destination of a link.
    package func match(_ url: LinkURL) -> LinkMatch { source.links(for: url).match(url) }

    /// Returns the links of all features. With a snapshot, this reads every manifest.
    package func links() -> LinkIndex { source.links() }

    /// Returns the reason why no feature has this id.
    package func absence(of id: String) -> CatalogError {
        if let refusal = refusals.first(where: { $0.featureID == id }) {
            return .refused(id, file: refusal.path, reason: refusal.reason.description)
        }
        return .noFeature(id, nearest: spelledIDs.nearest(to: id, among: ids))
    }

    /// The meaning of a destination's feature and route.
    package enum Place: Sendable {
        case mainScreen(Manifest)
        case incoming(RouteDeclaration, Manifest)
        case outgoing(RouteDeclaration, Manifest)

        package var manifest: Manifest {
            switch self {
            case .mainScreen(let manifest), .incoming(_, let manifest), .outgoing(_, let manifest): manifest
            }
        }

        private static let ofMainScreen = RouteDeclaration(name: "")

        /// The declaration of the route and its arguments. A main screen takes none.
        package var declaration: RouteDeclaration {
            switch self {
            case .mainScreen: Self.ofMainScreen
            case .incoming(let route, _), .outgoing(let route, _): route
            }
        }
    }

    /// Finds the route of a destination.
    package func place(feature id: String, route: String) throws(CatalogError) -> Place {
        if id == Manifest.systemID { return try SystemRoutes.place(route: route) }
        guard let manifest = feature(id)?.manifest else { throw absence(of: id) }
        if route.isEmpty { return .mainScreen(manifest) }
        if let declaration = manifest.incomingRoute(named: route) { return .incoming(declaration, manifest) }
        if let declaration = manifest.outgoingRoute(named: route) { return .outgoing(declaration, manifest) }
        let names = manifest.incoming.map(\.name) + manifest.outgoing.map(\.name)
        throw .noRoute(route, feature: id, nearest: Spelling.nearest(to: route, in: names))
    }

    /// Reads a destination from a text, with typed arguments.
    package func destination(_ text: String) throws(CatalogError) -> Destination {
        do {
            let parsed = try DestinationText(text)
            return try parsed.typed(by: place(feature: parsed.feature, route: parsed.route).declaration)
        } catch let error as DestinationError {
            throw .destination(error)
        } catch let error as CatalogError {
            throw error
        } catch {
            throw .noFeature(text, nearest: nil)
        }
    }

    /// Returns the destination with its arguments checked, completed and in declared order.
    package func checked(_ destination: Destination) throws(CatalogError) -> Destination {
        let place = try place(feature: destination.feature, route: destination.route)
        do {
            return try place.declaration.checked(destination)
        } catch {
            throw .destination(error)
        }
    }

    /// Sorts links to one route, the one preferred for printing its destinations first: by falling rank, then in the
    /// order of the manifest.
    package static func canonicalOrder(_ links: [RouteLink]) -> [RouteLink] {
        links.enumerated().sorted { left, right in
            left.element.rank == right.element.rank
                ? left.offset < right.offset : left.element.rank > right.element.rank
        }.map(\.element)
    }
}

/// The reason why the installed features do not have a destination.
package enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    case noFeature(String, nearest: String?)
    /// The file that is or was that feature is there, and is not used.
    case refused(String, file: String, reason: String)
    case noRoute(String, feature: String, nearest: String?)
    case destination(DestinationError)

    package var description: String {
        switch self {
        case .noFeature(let id, let nearest):
            "no feature \(quoted: id) is installed" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .refused(let id, let file, let reason): "the feature '\(id)' is refused: '\(file)': \(reason)"
        case .noRoute(let route, let feature, let nearest):
            "the feature '\(feature)' has no route \(quoted: route)"
                + (nearest.map { "; did you mean '\(feature)/\($0)'?" } ?? "")
        case .destination(let error): error.description
        }
    }

    /// Whether the reason is that a feature is not there, even if its id is nearly that of another one.
    package var isAbsence: Bool {
        switch self {
        case .noFeature, .refused: true
        case .noRoute, .destination: false
        }
    }

    /// Whether the missing feature's id is nearly that of another one, so that it may be mistyped.
    package var hasHint: Bool {
        if case .noFeature(_, nearest: _?) = self { true } else { false }
    }
}
