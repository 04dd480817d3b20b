import FeatureContract
import Glibc
import HTTPBroker
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
    package let id: String
    /// The features and wiring of this run. A reload replaces them.
    private(set) var setup: Setup
    private var registry: Registry?
    package private(set) var discoveryWarnings: [Discovery.Warning]
    /// What the user has answered in this run.
    var answersOfRun = PermissionAnswers()
    /// What the user has answered last, which the features may not have yet: one with unsaved work is not started again.
    var latestAnswers: PermissionAnswers?
    /// The error of the wiring file, which is then not used; only with ``HostOptions/isLenient``.
    package let wiringError: WiringError?

    /// - Parameter registry: Nil if it has not been read.
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
        guard setup.wiring.asking == .user else { return }
        do throws(PermissionFile.Fault) {
            setup.adopt(try answers())
        } catch {
            self.discoveryWarnings.append(.permissionsNotUsed(reason: error.description))
        }
    }

    /// The features and wiring of an app, with the findings of the check between them.
    @MainActor
    package final class Setup {
        let catalog: Catalog
        private(set) var wiring: Wiring
        /// Nil if the features were discovered.
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

        /// Adds the user's answers, which a snapshot does not have.
        func adopt(_ answers: PermissionAnswers) {
            guard answers != wiring.answers else { return }
            wiring = wiring.answered(by: answers)
            knownReport = knownReport.map { $0.filter { $0.code != .permissionNotAllowed } + notAllowed() }
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

        /// One note for all confined features that ask for permissions which the wiring does not allow.
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

    /// The session file of the app, which depends on its wiring file and plugins directories. Nil if the user has no
    /// directory for it.
    package var sessionFile: String? {
        options.environment.stateHome.map { Path.join($0, "switchyard/sessions/\(id).json") }
    }

    package var catalog: Catalog { setup.catalog }
    package var wiring: Wiring { setup.wiring }
    /// The check of the wiring, with the end of each outgoing destination. With a snapshot, this reads the manifests
    /// that redirects name.
    package func check() -> WiringCheck { setup.check() }

    /// Whether the features come from a snapshot, without inspecting any library.
    package var isFromSnapshot: Bool { setup.snapshot != nil }
    /// The number of manifests read from the snapshot so far.
    var countOfReadManifests: Int? { setup.snapshot?.countOfRead }

    /// The findings of the wiring check. With a snapshot, this reads every manifest.
    package func findings() -> [Finding] { setup.findings() }

    package func summaries() -> [FeatureSummary] { setup.summaries() }

    package func errors() -> [String] { setup.reportedAtStart().filter { $0.severity == .error }.map(\.located) }

    /// The notes for users at the start: features ask for permissions that the wiring does not allow.
    package func startNotes() -> [String] {
        options.isolation == .inline ? [] : setup.reportedAtStart().filter { $0.severity == .note }.map(\.located)
    }

    /// The warnings of each start about the wiring and the links, and the errors that turn something off.
    func wiringWarnings() -> [String] {
        let findings = setup.reportedAtStart().filter { !$0.stopsApp && $0.severity != .note }
        return findings.map(\.located) + (findings.contains { $0.severity == .error } ? [Self.misfit] : [])
    }

    /// The remedy for rules that need names which no installed feature has.
    private static let misfit =
        "these lines are left out until the wiring file and the features fit again: put the earlier version of the "
        + "feature back, or mend the file; 'switchyard doctor' says how"

    package func isolation(of id: String) -> FeatureIsolation {
        options.isolation ?? wiring.options(of: id)?.isolation ?? .process
    }

    /// Whether a feature runs in a confined worker. Any other has all rights of the host.
    package func isConfined(_ id: String) -> Bool {
        isolation(of: id) == .process && (wiring.sandbox ?? Wiring.defaultSandbox) != .off
    }

    /// The permissions that a feature asks for, and those that the wiring gives it in a confined worker.
    package func permissions(of manifest: Manifest) -> FeaturePermissions {
        FeaturePermissions(of: manifest, wiring: wiring, in: options.environment)
    }

    /// The paths that confined features do not get now, although they ask for them and the wiring allows them.
    package func grantRefusals() -> [(feature: String, refusal: GrantRefusal)] {
        Set(wiring.features.keys).union(wiring.answers.features.keys).sorted().flatMap {
            id -> [(feature: String, refusal: GrantRefusal)] in
            guard let allowed = wiring.options(of: id)?.allow, !allowed.read.isEmpty || !allowed.write.isEmpty,
                isConfined(id), let manifest = catalog.feature(id)?.manifest
            else { return [] }
            let check = GrantCheck(GrantBounds(of: id, wiring, in: options.environment))
            return check.refusals(permissions(of: manifest).effective).map { (id, $0) }
        }
    }

    /// The registry, read at the first call.
    package func openRegistry() -> Registry {
        let registry = registry ?? Registry.open(for: directories, in: options.cacheDirectory)
        self.registry = registry
        return registry
    }

    /// Refuses a wiring that no features can repair, such as one with a loop. A feature's fault stops no app:
    /// ``wiringWarnings()`` reports what is off.
    package func requireGoodWiring() throws(HostError) {
        let findings = setup.reportedAtStart().filter(\.stopsApp)
        guard findings.isEmpty else { throw HostError(.badWiring(findings)) }
    }

    /// Replaces the setup.
    package func adopt(_ setup: Setup) { self.setup = setup }

    /// Makes a coordinator with its own state and screens, which starts at the roots of the wiring. No feature runs
    /// before one of its screens is shown.
    public func makeCoordinator() -> NavigationCoordinator {
        let (setup, options) = (setup, options)
        let store = FeatureStore(catalog: setup.catalog, directories: directories.map(\.path)) { id in
            setup.catalog.feature(id)?.file.map {
                FeatureStore.activation(of: $0, wiring: setup.wiring, options: options)
            }
        }
        let coordinator = NavigationCoordinator(catalog: setup.catalog, wiring: setup.wiring, features: store)
        coordinator.application = ObjectIdentifier(self)
        coordinator.connectionCheck = { (endpoint, feature) throws(CallFailure) in
            try self.requirePermission(to: endpoint, of: feature)
        }
        coordinator.http.grant = { (feature) throws(CallFailure) in try self.requestGrant(of: feature) }
        coordinator.http.start = { (ports) throws(CallFailure) in
            let mode = self.wiring.sandbox ?? Wiring.defaultSandbox
            do throws(SystemError) {
                let process = try options.zygote.makeWorker(name: "http")
                return (process, Confinement(broker: ports, mode, in: options.environment))
            } catch {
                throw CallFailure(.unavailable, "no process can be started for requests (\(error.reasonOfNoProcess))")
            }
        }
        return coordinator
    }

    /// Refuses a connection that the feature may not open. A feature inside the host is not confined, nor is any if the
    /// wiring file turns that off.
    private func requirePermission(to endpoint: Endpoint, of feature: String) throws(CallFailure) {
        guard isConfined(feature) else { return }
        if let refusal = permissions(of: try manifest(ofRunning: feature)).refusal(of: endpoint) {
            throw CallFailure(.notAllowed, refusal)
        }
    }

    /// What a feature may ask by HTTP: what is allowed it, or anything if it is not confined.
    private func requestGrant(of feature: String) throws(CallFailure) -> HTTPExchanges.Grant {
        let manifest = try manifest(ofRunning: feature)
        let effective = Permissions.effective(of: manifest, wiring, in: options.environment)
        let isConfined = self.isConfined(feature)
        return HTTPExchanges.Grant(
            refusal: { !isConfined || effective.permits($0) ? nil : self.permissions(of: manifest).refusal(of: $0) },
            rules: HTTPRules(
                addresses: effective.origins.compactMap(\.address),
                maximumBody: wiring.options(of: feature)?.httpBody.map { UInt64($0) } ?? HTTPLimit.body))
    }

    private func manifest(ofRunning feature: String) throws(CallFailure) -> Manifest {
        guard let manifest = catalog.feature(feature)?.manifest else {
            throw CallFailure(.invalidState, "the feature '\(feature)' is gone")
        }
        return manifest
    }
}

extension HostApplication {
    /// Whether no installed feature has this link or destination, or a similar name.
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
