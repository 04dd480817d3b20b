import FeatureContract

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
    package let registry: Registry
    /// What is to be told of how the features were found.
    package let discoveryWarnings: [Discovery.Warning]
    /// Why the wiring file that applies is not the wiring: only where ``HostOptions/isLenient``.
    package let wiringError: WiringError?
    private var setup: Setup

    package var catalog: Catalog { setup.catalog }
    package var wiring: Wiring { setup.wiring }
    /// Tells where each outgoing destination leads.
    package var check: WiringCheck { setup.check }
    package var findings: [WiringCheck.Finding] { setup.findings }
    /// The files that can be used, in the order in which they were found.
    package var files: [FeatureFile] { setup.files }

    /// What a host runs with: it changes by a reload only.
    struct Setup {
        let files: [FeatureFile]
        let catalog: Catalog
        let wiring: Wiring
        let check: WiringCheck
        let findings: [WiringCheck.Finding]

        init(files: [FeatureFile], refusals: [Catalog.Refusal], wiring: Wiring) {
            self.files = files
            self.wiring = wiring
            catalog = Catalog(
                found: files.map { Catalog.Entry(manifest: $0.manifest, path: $0.path) }, refusals: refusals)
            check = WiringCheck(wiring, catalog: catalog)
            findings = check.findings()
        }

        /// What is wrong with the wiring.
        var errors: [String] { findings.filter { $0.severity == .error }.map(\.description) }
    }

    var errors: [String] { setup.errors }

    /// Reads the wiring and finds the features. None of them is activated.
    package init(_ options: HostOptions) throws(HostError) {
        self.options = options
        directories = PluginsDirectory.all(
            named: options.plugins, environment: options.environment, executable: options.executable)
        var wiring = Wiring.empty
        var wiringError: WiringError?
        do throws(WiringError) {
            wiring = try Self.wiring(options)
        } catch {
            guard options.isLenient else { throw HostError(.wiring(error)) }
            wiringError = error
        }
        self.wiringError = wiringError
        registry = Registry(directory: options.cacheDirectory)
        let found = try Self.discovery(options, wiring, registry)
            .run(options.isLenient ? directories.map(\.unnamed) : directories)
        discoveryWarnings = found.warnings
        setup = Setup(files: found.files, refusals: found.refusals, wiring: wiring)
    }

    static func wiring(_ options: HostOptions, isAgain: Bool = false) throws(WiringError) -> Wiring {
        try Wiring.read(named: options.config, environment: options.environment, isAgain: isAgain) ?? .empty
    }

    static func discovery(_ options: HostOptions, _ wiring: Wiring, _ registry: Registry) -> Discovery {
        Discovery(
            copies: options.copies, registry: registry,
            scanner: Scanner(
                executable: options.worker,
                deadline: options.lookDeadline ?? wiring.deadline ?? Wiring.usualDeadline, limits: .usual),
            allowsInsecure: options.allowsInsecure)
    }

    /// Runs with something else from now on.
    func take(_ setup: Setup) { self.setup = setup }

    /// Refuses a wiring with errors in it.
    package func requireGoodWiring() throws(HostError) {
        let errors = findings.filter { $0.severity == .error }
        if !errors.isEmpty { throw HostError(.badWiring(errors)) }
    }

    /// Something to navigate with: a state and screens of its own, which begin at the roots that the wiring names. No
    /// feature runs before something of it is shown.
    public func makeCoordinator() -> NavigationCoordinator {
        let coordinator = NavigationCoordinator(
            catalog: catalog, wiring: wiring,
            store: FeatureStore(
                FeatureStore.activations(of: files, wiring: wiring, options: options), catalog: catalog))
        coordinator.reloader = { [weak coordinator] isForced in
            coordinator.map { self.reload($0, isForced: isForced) } ?? Reload()
        }
        return coordinator
    }
}
