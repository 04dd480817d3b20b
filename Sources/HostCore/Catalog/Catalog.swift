import FeatureContract
import JSONText
import Synchronization

/// The contents of the plugins directories: the features by id, and the refused files with the reasons.
///
/// It depends only on manifests, so no feature has to run. Its features come from a ``FeatureSource``.
package struct Catalog: Sendable {
    /// A usable feature. It is an object, since each step of a navigation looks it up.
    package final class Entry: Sendable {
        package let manifest: Manifest
        /// The file's path; nil for the host's own `system` feature.
        package let path: String?
        /// The version of the file with the manifest; nil if there is no file.
        package let file: FeatureFile?
        private let routes: [String: Route]

        package convenience init(manifest: Manifest, path: String?) {
            self.init(manifest, path: path, file: nil)
        }

        convenience init(_ file: FeatureFile) {
            self.init(file.manifest, path: file.path, file: file)
        }

        private init(_ manifest: Manifest, path: String?, file: FeatureFile?) {
            let (id, main) = (manifest.id, manifest.main)
            let routes =
                [Route(feature: id, RouteDeclaration(name: ""), .main, isMain: true)]
                + manifest.incoming.map { Route(feature: id, $0, .incoming, isMain: $0.name == main) }
                + manifest.outgoing.map { Route(feature: id, $0, .outgoing) }
            let names =
                routes.map { ($0.name, $0) } + routes.flatMap { route in route.declaration.was.map { ($0, route) } }
            self.routes = Dictionary(names) { first, _ in first }
            self.manifest = manifest
            self.path = path
            self.file = file
        }

        /// The route with this name or older name, incoming or outgoing; the main screen has none.
        package func route(named name: String) -> Route? { routes[name] }
    }

    private let source: any FeatureSource
    private let spelledIDs: SpelledIDs

    /// The ids in the form for comparison with mistyped ones. Made once, since a wiring file may have hundreds of
    /// thousands of mistyped ids.
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

    /// - Parameter found: Usable features in the order of discovery: the first with an id is used.
    package init(found: [Entry], refusals: [FileRefusal] = []) {
        self.init(DiscoveredFeatures(found, refusals: refusals))
    }

    package init(files: [FeatureFile], refusals: [FileRefusal]) {
        self.init(found: files.map { Entry($0) }, refusals: refusals)
    }

    /// The features' ids, in alphabetical order, without `system`.
    package var ids: [String] { source.ids }

    /// The files that are not used, in the order of discovery. Those whose id another file has come last.
    package var refusals: [FileRefusal] { source.refusals }

    /// Returns every feature, sorted by id. With a snapshot, this reads every manifest.
    package func features() -> [Entry] { source.features() }

    /// Returns the files with a usable feature, in the order of discovery, including shadowed ones.
    package func files() -> [FeatureFile] { source.files() }

    package func feature(_ id: String) -> Entry? { source.feature(id) }

    package func match(_ url: LinkURL) -> LinkMatch { source.links(for: url).match(url) }

    /// Tries every pattern of a link's scheme and host, best rank first.
    func trials(_ url: LinkURL) -> [LinkIndex.Trial] { source.links(atSiteOf: url).trials(url) }

    /// Returns the links of all features. With a snapshot, this reads every manifest.
    package func links() -> LinkIndex { source.links() }

    package func absence(of id: String) -> CatalogError {
        if let refusal = refusals.first(where: { $0.featureID == id }) {
            return .refused(id, file: refusal.path, reason: refusal.reason.description)
        }
        return .noFeature(id, nearest: spelledIDs.nearest(to: id, among: ids))
    }

    /// The route of a feature with this name or older name; the main screen has none.
    package func route(_ name: String, of id: String) throws(CatalogError) -> Route {
        guard let entry = id == Manifest.systemID ? SystemRoutes.entry : feature(id) else { throw absence(of: id) }
        if let route = entry.route(named: name) { return route }
        let names = entry.manifest.incoming.map(\.name) + entry.manifest.outgoing.map(\.name)
        throw .noRoute(name, feature: id, nearest: Spelling.nearest(to: name, in: names))
    }

    /// Reads a place from a text: `character/detail?identifier=42`.
    package func place(_ text: String) throws(CatalogError) -> Place {
        do {
            let parsed = try DestinationText(text)
            let route = try route(parsed.route, of: parsed.feature)
            return Place(route, try route.declaration.values(of: parsed.typed(by: route.declaration)))
        } catch let error as DestinationError {
            throw .destination(error)
        } catch let error as CatalogError {
            throw error
        } catch {
            throw .noFeature(text, nearest: nil)
        }
    }

    /// Returns the place of a destination, with its arguments checked and completed.
    package func place(of destination: Destination) throws(CatalogError) -> Place {
        let route = try route(destination.route, of: destination.feature)
        do {
            return Place(route, try route.declaration.values(of: destination))
        } catch {
            throw .destination(error)
        }
    }

    /// Sorts links to one route, preferred ones for printing its destinations first: by falling rank, then in the order
    /// of the manifest.
    package static func canonicalOrder(_ links: [RouteLink]) -> [RouteLink] { canonicalOrder(links) { $0 } }

    /// Sorts elements by their links.
    static func canonicalOrder<Element>(_ elements: [Element], _ link: (Element) -> RouteLink) -> [Element] {
        let ranks = elements.map { link($0).rank }
        return ranks.indices.sorted { left, right in
            ranks[left] == ranks[right] ? left < right : ranks[left] > ranks[right]
        }.map { elements[$0] }
    }
}

/// The reason why the installed features do not have a destination.
package enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    case noFeature(String, nearest: String?)
    /// The file of that feature, or of its earlier version, is present but not used.
    case refused(String, file: String, reason: String)
    case noRoute(String, feature: String, nearest: String?)
    case destination(DestinationError)

    package var description: String {
        switch self {
        case .noFeature(let id, let nearest):
            "no feature \(quoted: id) is installed" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .refused(let id, let file, let reason): "the feature '\(id)' is refused: '\(file)': \(reason)"
        case .noRoute(let route, let feature, _):
            "the feature '\(feature)' has no route \(quoted: route)"
                + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .destination(let error): error.description
        }
    }

    /// Whether a feature is missing, even if a similar id is installed.
    package var isAbsence: Bool {
        switch self {
        case .noFeature, .refused: true
        case .noRoute, .destination: false
        }
    }

    /// The installed feature or route that is probably meant; nil if no name is similar.
    package var nearest: String? {
        switch self {
        case .noFeature(_, let nearest): nearest
        case .noRoute(_, let feature, let nearest): nearest.map { "\(feature)/\($0)" }
        case .refused, .destination: nil
        }
    }
}
