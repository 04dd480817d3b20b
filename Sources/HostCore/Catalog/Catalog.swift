import FeatureContract
import JSONText
import Synchronization

/// What was found in the plugins directories: the features by id, and what was refused and why.
///
/// Immutable, follows from manifests alone: everything that can be asked of it needs no feature to run.
package struct Catalog: Sendable {
    /// A feature that can be used.
    package struct Entry: Sendable {
        package let manifest: Manifest
        /// The file's path; nil for the host's own `system` feature.
        package let path: String?

        package init(manifest: Manifest, path: String?) {
            self.manifest = manifest
            self.path = path
        }
    }

    private let source: Source

    private enum Source {
        case read(Contents)
        /// Only what is asked for is read.
        case kept(KeptCatalog)
    }

    /// Behind one reference, like a manifest's.
    final class Contents: Sendable {
        let features: [Entry]
        let refusals: [FileRefusal]
        let links: LinkIndex
        let index: [String: Int]
        private let spelledIDs = Mutex<[SpelledName]?>(nil)

        /// The id that is meant by a mistyped one. A wiring file may have hundreds of thousands of them.
        func nearestID(to id: String) -> String? {
            let ids = spelledIDs.withLock { ids in
                let spelled = ids ?? features.map { SpelledName($0.manifest.id) }
                ids = spelled
                return spelled
            }
            return Spelling.nearest(to: id, in: ids)
        }

        init(found: [Entry], refusals: [FileRefusal]) {
            var taken: [String: Entry] = [:]
            var shadowed: [FileRefusal] = []
            for entry in found {
                if let first = taken[entry.manifest.id] {
                    shadowed.append(
                        FileRefusal(
                            path: entry.path ?? "",
                            reason: .shadowed(id: entry.manifest.id, by: first.path ?? "the host")))
                } else {
                    taken[entry.manifest.id] = entry
                }
            }
            features = taken.values.sorted { $0.manifest.id < $1.manifest.id }
            self.refusals = refusals + shadowed
            index = Dictionary(
                uniqueKeysWithValues: features.enumerated().map { ($0.element.manifest.id, $0.offset) })
            links = LinkIndex(features.map(\.manifest))
        }
    }

    /// - Parameter found: Usable features in the order in which they were found: the first with an id wins.
    package init(found: [Entry], refusals: [FileRefusal] = []) {
        source = .read(Contents(found: found, refusals: refusals))
    }

    init(files: [FeatureFile], refusals: [FileRefusal]) {
        self.init(found: files.map { Entry(manifest: $0.manifest, path: $0.path) }, refusals: refusals)
    }

    init(_ kept: KeptCatalog) { source = .kept(kept) }

    /// By id, in alphabetical order. The `system` feature is not listed.
    package var features: [Entry] {
        switch source {
        case .read(let contents): contents.features
        case .kept(let kept): kept.whole.catalog.features
        }
    }

    /// Their ids.
    package var ids: [String] {
        switch source {
        case .read(let contents): contents.features.map(\.manifest.id)
        case .kept(let kept): kept.ids
        }
    }

    /// In the order in which they were found.
    package var refusals: [FileRefusal] {
        switch source {
        case .read(let contents): contents.refusals
        case .kept(let kept): kept.whole.catalog.refusals
        }
    }

    package var links: CatalogLinks {
        switch source {
        case .read(let contents): CatalogLinks(contents)
        case .kept(let kept): CatalogLinks(kept)
        }
    }

    package func feature(_ id: String) -> Entry? {
        switch source {
        case .read(let contents): contents.index[id].map { contents.features[$0] }
        case .kept(let kept): kept.file(of: id).map { Entry(manifest: $0.manifest, path: $0.path) }
        }
    }

    /// Returns why there is no feature of an id that none of the features has.
    package func absence(of id: String) -> CatalogError {
        let refusals =
            switch source {
            case .read(let contents): contents.refusals
            case .kept(let kept): kept.refusals
            }
        if let refusal = refusals.first(where: { $0.featureID == id }) {
            return .refused(id, file: refusal.path, reason: refusal.reason.description)
        }
        return .noFeature(id, nearest: nearestID(to: id))
    }

    /// The id of a feature that is meant by a mistyped one; nil where none is like it.
    private func nearestID(to id: String) -> String? {
        switch source {
        case .read(let contents): contents.nearestID(to: id)
        case .kept(let kept): Spelling.nearest(to: id, in: kept.ids)
        }
    }

    /// What a destination's name stands for.
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

        /// The declared arguments; a main screen takes none.
        package var declaration: RouteDeclaration {
            switch self {
            case .mainScreen: Self.ofMainScreen
            case .incoming(let route, _), .outgoing(let route, _): route
            }
        }
    }

    /// Looks a destination's route up.
    package func place(feature id: String, route: String) throws(CatalogError) -> Place {
        if id == Manifest.systemID { return try SystemRoutes.place(route: route) }
        guard let manifest = feature(id)?.manifest else { throw absence(of: id) }
        if route.isEmpty { return .mainScreen(manifest) }
        if let declaration = manifest.incomingRoute(named: route) { return .incoming(declaration, manifest) }
        if let declaration = manifest.outgoingRoute(named: route) { return .outgoing(declaration, manifest) }
        let names = manifest.incoming.map(\.name) + manifest.outgoing.map(\.name)
        throw .noRoute(route, feature: id, nearest: Spelling.nearest(to: route, in: names))
    }

    /// The destination that a text means, with typed arguments.
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

    /// The destination with its arguments checked, completed and in declared order.
    package func checked(_ destination: Destination) throws(CatalogError) -> Destination {
        let place = try place(feature: destination.feature, route: destination.route)
        do {
            return try place.declaration.checked(destination)
        } catch {
            throw .destination(error)
        }
    }

    /// Links to one route, that first by which its destinations are printed where it can carry them: the highest rank,
    /// of equal ones the first in the manifest.
    package static func canonicalOrder(_ links: [RouteLink]) -> [RouteLink] {
        links.enumerated().sorted { left, right in
            left.element.rank == right.element.rank
                ? left.offset < right.offset : left.element.rank > right.element.rank
        }.map(\.element)
    }
}

/// Why a destination is none that the installed features have.
package enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    case noFeature(String, nearest: String?)
    /// A file is there that is or was that feature, and it is not used.
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

    /// Whether it only says that a feature is not there, whatever its id resembles.
    package var isAbsence: Bool {
        switch self {
        case .noFeature, .refused: true
        case .noRoute, .destination: false
        }
    }

    /// Whether the feature's id is nearly that of another one, so that it may be mistyped.
    package var hasHint: Bool {
        if case .noFeature(_, nearest: _?) = self { true } else { false }
    }
}
