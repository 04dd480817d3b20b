import FeatureContract
import Glibc
import HostSystem

/// A host, set up: features found, wiring read and checked, ready to navigate.
///
/// ```swift
/// let application = try HostApplication.open(HostOptions(plugins: ["plugins"]))
/// let coordinator = application.makeCoordinator()
/// coordinator.start()
/// coordinator.open("challenge://character/detail?id=42")
/// _ = await coordinator.settle(timeout: .seconds(5))
/// print(coordinator.showText())
/// coordinator.shutDown()
/// ```
@MainActor
public final class HostApplication {
    package let options: HostOptions
    package let directories: [PluginsDirectory]
    /// The name of the files that the host keeps for the app: ``AppID``.
    package let id: String
    /// The features and the wiring of this run. A reload replaces them.
    private var setup: Setup
    private var registry: Registry?
    /// The warnings about the plugins directories and the files in them.
    package let discoveryWarnings: [Discovery.Warning]
    /// Why the wiring file that applies is not the wiring: only where ``HostOptions/isLenient``.
    package let wiringError: WiringError?

    /// - Parameter registry: Nil where it has not been read.
    init(
        _ options: HostOptions, _ directories: [PluginsDirectory], id: String, setup: Setup, registry: Registry?,
        discoveryWarnings: [Discovery.Warning], wiringError: WiringError?
    ) {
        self.options = options
        self.directories = directories
        self.id = id
        self.setup = setup
        self.registry = registry
        self.discoveryWarnings = discoveryWarnings
        self.wiringError = wiringError
    }

    /// The features and the wiring of an app, and what the check of one against the other finds.
    @MainActor
    package final class Setup {
        let catalog: Catalog
        let wiring: Wiring
        /// Nil where the features were discovered.
        let snapshot: SnapshotFeatures?
        private var knownCheck: WiringCheck?
        private var knownFindings: [Finding]?
        private var knownReport: [Finding]?

        private let environment: HostEnvironment

        /// - Parameters:
        ///   - wiring: The wiring as the file has it.
        ///   - environment: The environment with the directories in permissions.
        package init(_ catalog: Catalog, _ wiring: Wiring, in environment: HostEnvironment) {
            self.catalog = catalog
            self.wiring = wiring.withPresentNames(in: catalog)
            self.environment = environment
            snapshot = nil
        }

        init(_ snapshot: Snapshot, in environment: HostEnvironment) {
            self.environment = environment
            catalog = Catalog(snapshot.features)
            wiring = snapshot.wiring
            self.snapshot = snapshot.features
            knownReport = snapshot.warnings
        }

        func check() -> WiringCheck {
            let check = knownCheck ?? WiringCheck(wiring, catalog: catalog)
            knownCheck = check
            return check
        }

        func findings() -> [Finding] {
            let findings = knownFindings ?? check().findings()
            knownFindings = findings
            return findings
        }

        func reportedAtStart() -> [Finding] {
            let report = knownReport ?? check().reportedAtStart(findings()) + notAllowed()
            knownReport = report
            return report
        }

        /// One note for all features that ask for what the wiring does not allow; none for those that are not confined.
        private func notAllowed() -> [Finding] {
            guard (wiring.sandbox ?? Wiring.defaultSandbox) != .off else { return [] }
            let ids = catalog.features().map(\.manifest).filter { manifest in
                !manifest.permissions.isEmpty && wiring.options(of: manifest.id)?.isolation != .inline
                    && !FeaturePermissions(of: manifest, wiring: wiring, in: environment).notAllowed.isEmpty
            }.map(\.id)
            guard let first = ids.first else { return [] }
            let others = ids.count == 1 ? "" : " and \(ids.count - 1) other feature\(ids.count == 2 ? "" : "s")"
            return [
                Finding(
                    .note, .permissionNotAllowed, first, at: nil,
                    "'\(first)'\(others) ask\(ids.count == 1 ? "s" : "") for what the wiring does not allow: "
                        + "'switchyard doctor' says what, and what to write",
                    fix: "allow or deny it in the wiring file")
            ]
        }

        func summaries() -> [FeatureSummary] {
            if let snapshot { return snapshot.summaries }
            let check = check()
            return catalog.features().map { FeatureSummary($0, check) }
        }
    }

    /// The file in which a run keeps where it has ended: one for each app, which is a wiring file and plugins
    /// directories. Nil where the user has no directory for it.
    package var sessionFile: String? {
        options.environment.stateHome.map { Path.join($0, "switchyard/sessions/\(id).json") }
    }

    package var catalog: Catalog { setup.catalog }
    package var wiring: Wiring { setup.wiring }
    /// The check of the wiring, which says where each outgoing destination leads. Of a snapshot this reads the manifests
    /// that redirects name.
    package func check() -> WiringCheck { setup.check() }

    /// Whether the features are those of a snapshot: no library has been inspected.
    package var isFromSnapshot: Bool { setup.snapshot != nil }
    /// The number of manifests that have been read from the snapshot.
    var countOfReadManifests: Int? { setup.snapshot?.countOfRead }

    /// The findings of the check of the wiring. In an app from a snapshot, this reads every manifest.
    package func findings() -> [Finding] { setup.findings() }

    /// The lines of `list`, by id.
    package func summaries() -> [FeatureSummary] { setup.summaries() }

    /// The errors of the wiring, each with its place.
    package func errors() -> [String] { setup.reportedAtStart().filter { $0.severity == .error }.map(\.located) }

    /// What those should know at the start who use the app: that features ask for what the wiring does not allow.
    package func startNotes() -> [String] {
        options.isolation == .inline ? [] : setup.reportedAtStart().filter { $0.severity == .note }.map(\.located)
    }

    /// What every start says of the wiring and the links: warnings, and errors that turn something off.
    func wiringWarnings() -> [String] {
        let findings = setup.reportedAtStart().filter { !$0.stopsApp && $0.severity != .note }
        return findings.map(\.located) + (findings.contains { $0.severity == .error } ? [Self.misfit] : [])
    }

    /// What to do about rules that need what no installed feature has.
    private static let misfit =
        "what these places are about is off until the wiring file and the features fit again: put the earlier version of "
        + "the feature back, or mend the file; 'switchyard doctor' says how"

    /// The isolation with which a feature runs.
    package func isolation(of id: String) -> FeatureIsolation {
        options.isolation ?? wiring.options(of: id)?.isolation ?? .process
    }

    /// Whether a feature runs in a worker that is confined. Any other has all that the host has.
    package func isConfined(_ id: String) -> Bool {
        isolation(of: id) == .process && (wiring.sandbox ?? Wiring.defaultSandbox) != .off
    }

    /// The permissions that a feature asks for, and those of them that it has in a confined worker by the wiring.
    package func permissions(of manifest: Manifest) -> FeaturePermissions {
        FeaturePermissions(of: manifest, wiring: wiring, in: options.environment)
    }

    /// The paths that confined features do not get, though they ask for them and the wiring allows them, with the features'
    /// ids. The files are looked at now.
    package func grantRefusals() -> [(feature: String, refusal: GrantRefusal)] {
        wiring.features.keys.sorted().flatMap { id -> [(feature: String, refusal: GrantRefusal)] in
            guard let allowed = wiring.options(of: id)?.allow, !allowed.read.isEmpty || !allowed.write.isEmpty,
                isConfined(id), let manifest = catalog.feature(id)?.manifest
            else { return [] }
            let check = GrantCheck(GrantBounds(of: id, wiring, in: options.environment))
            return check.refusals(permissions(of: manifest).effective).map { (id, $0) }
        }
    }

    /// The registry, read when it is first asked for.
    package func openRegistry() -> Registry {
        let registry = registry ?? Registry.open(directory: options.cacheDirectory)
        self.registry = registry
        return registry
    }

    /// Refuses a wiring that no features can mend, such as one with a loop. A feature's fault stops no app: what the
    /// wiring wants of it in vain is off, and ``wiringWarnings()`` says so.
    package func requireGoodWiring() throws(HostError) {
        let findings = setup.reportedAtStart().filter(\.stopsApp)
        guard findings.isEmpty else { throw HostError(.badWiring(findings)) }
    }

    /// Runs with another setup from now on.
    package func take(_ setup: Setup) { self.setup = setup }

    /// Makes a coordinator: a state and screens of its own, which begin at the roots that the wiring names. No feature
    /// runs before something of it is shown.
    public func makeCoordinator() -> NavigationCoordinator {
        let (setup, options) = (setup, options)
        let store = FeatureStore(catalog: setup.catalog, directories: directories.map(\.path)) { id in
            setup.catalog.feature(id)?.file.map {
                FeatureStore.activation(of: $0, wiring: setup.wiring, options: options)
            }
        }
        let coordinator = NavigationCoordinator(catalog: setup.catalog, wiring: setup.wiring, features: store)
        coordinator.connectionCheck = { (endpoint, feature) throws(CallFailure) in
            try self.requirePermission(to: endpoint, of: feature)
        }
        return coordinator
    }

    /// Refuses a connection that the feature may not have. One that runs inside the host is not confined, nor is any where
    /// the wiring file turns that off.
    private func requirePermission(to endpoint: Endpoint, of feature: String) throws(CallFailure) {
        guard isolation(of: feature) == .process, wiring.sandbox != .off else { return }
        guard let manifest = catalog.feature(feature)?.manifest else {
            throw CallFailure(.invalidState, "the feature '\(feature)' is gone")
        }
        let permissions = permissions(of: manifest)
        if let refusal = permissions.refusal(of: endpoint) { throw CallFailure(.notAllowed, refusal) }
    }
}

extension HostApplication {
    /// Whether no installed feature has a link or a destination, nor a name that is nearly that one.
    package func isOfNoFeature(_ asked: String) -> Bool {
        guard LinkURL.isLink(asked) else {
            guard let id = try? DestinationText(asked).feature, catalog.feature(id) == nil,
                case .noFeature(_, nearest: nil) = catalog.absence(of: id)
            else { return false }
            return id != Manifest.systemID
        }
        let rules = LinkRules(catalog: catalog, wiring: wiring)
        guard let url = try? LinkURL(asked), rules.schemeRefusal(of: url) == nil else { return false }
        if case .noSuchHost(_, _, nearest: nil) = rules.unmatched(url) { return true }
        return false
    }
}
