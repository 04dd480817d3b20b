import FeatureContract
import Glibc

/// A host, set up: features found, wiring read and checked, ready to navigate.
///
/// ```swift
/// let application = try HostApplication(HostOptions(plugins: ["plugins"]))
/// let coordinator = application.makeCoordinator()
/// coordinator.start()
/// coordinator.open("challenge://character/detail?id=42")
/// _ = await coordinator.settle(timeout: .seconds(5))
/// print(TextRenderer.text(of: coordinator.show()))
/// ```
@MainActor
package final class HostApplication {
    package let options: HostOptions
    package let directories: [PluginsDirectory]
    package let registry: Registry
    /// What is to be told of how the features were found.
    package let warnings: [Discovery.Warning]
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
            guard options.isLenient else { throw .wiring(error) }
            wiringError = error
        }
        self.wiringError = wiringError
        registry = Registry(directory: options.cacheDirectory)
        let found = try Self.discovery(options, wiring, registry)
            .run(options.isLenient ? directories.map(\.unnamed) : directories)
        warnings = found.warnings
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
        if !errors.isEmpty { throw .badWiring(errors) }
    }

    /// Navigates over this application; made anew for each.
    package func makeCoordinator() -> NavigationCoordinator {
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

/// Where a host looks.
package struct HostOptions: Sendable {
    /// Plugins directories by name; empty for the usual ones.
    package var plugins: [String]
    /// The wiring file by name; nil for the usual one.
    package var config: String?
    package var environment: HostEnvironment
    /// The path of the running executable, beside which features may lie.
    package var executable: String?
    /// The executable that is started as a worker: one that runs ``WorkerMain``.
    package var worker: String
    /// How every feature runs, whatever the wiring says; nil: as that says.
    package var isolation: Wiring.Isolation?
    /// Whether files and folders are used that others may have written.
    package var allowsInsecure: Bool
    /// Whether a wiring file that cannot be used, and a directory that was named and is not there, are left for a
    /// ``Checkup`` to tell of, where they would else be thrown.
    package var isLenient = false
    /// The longest that looking at a library may take, in seconds, whatever the wiring says; nil: as that says. Who asks
    /// with more time looks again.
    package var lookDeadline: Double?

    package init(
        plugins: [String] = [], config: String? = nil, environment: HostEnvironment = .current,
        executable: String? = Path.resolved("/proc/self/exe"), worker: String = "/proc/self/exe",
        isolation: Wiring.Isolation? = nil, allowsInsecure: Bool = false
    ) {
        self.plugins = plugins
        self.config = config
        self.environment = environment
        self.executable = executable
        self.worker = worker
        self.isolation = isolation
        self.allowsInsecure = allowsInsecure
    }

    /// Where the registry is kept, and below it the private copies: in the user's cache directory.
    package var cacheDirectory: String {
        // Without a home there is one folder in /tmp, whose owner is looked at; nobody else may rename it there.
        environment.cacheHome.map { Path.join($0, "switchyard") } ?? "/tmp/switchyard-\(geteuid())"
    }

    var copies: LibraryCopies { LibraryCopies(directory: Path.join(cacheDirectory, "libraries")) }
}

/// Why a host cannot be set up.
package enum HostError: Error, Sendable, CustomStringConvertible {
    case noDirectory(String)
    case directory(String, SystemError)
    case wiring(WiringError)
    case badWiring([WiringCheck.Finding])

    /// A message for each thing that is wrong.
    package var messages: [String] {
        if case .badWiring(let findings) = self { findings.map(\.description) } else { [description] }
    }

    package var description: String {
        switch self {
        case .noDirectory(let path):
            "the plugins directory '\(path)' does not exist; name one that holds features' .so files"
        case .directory(let path, let error): "the plugins directory '\(path)' cannot be read: \(error)"
        case .wiring(let error): error.description
        case .badWiring(let findings): findings.map(\.description).joined(separator: "\n")
        }
    }
}
