import FeatureContract
import Glibc

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
    /// What is known of each file: read when somebody asks for it, where an overview is known.
    package var registry: Registry {
        if let readRegistry { return readRegistry }
        let registry = Registry(directory: options.cacheDirectory)
        readRegistry = registry
        return registry
    }
    private var readRegistry: Registry?
    /// What is to be told of how the features were found.
    package let discoveryWarnings: [Discovery.Warning]
    /// Why the wiring file that applies is not the wiring: only where ``HostOptions/isLenient``.
    package let wiringError: WiringError?
    /// What there is to run with, which is made when somebody asks for it where an overview is known.
    private var setup: Setup {
        if let made { return made }
        let setup = keptSetup() ?? newSetup()
        made = setup
        return setup
    }
    private var made: Setup?
    /// Whether all manifests and the whole wiring have been read.
    var hasReadFeatures: Bool { made?.isWhole ?? false }
    private let found: KnownLibraries
    /// Whether the files were looked for in the registry, since something was not as before.
    var hasLookedAgain: Bool { if case .now = found { true } else { false } }
    private let wiringText: Wiring.Text?
    /// What the features and the wiring follow from; nil where somebody looks for what is wrong with them.
    private let source: KeptFile.Source?
    private let keptFolder: KeptFolder
    /// What is told of the app; nil after a reload, until somebody asks.
    private var knownOverview: Overview?

    /// The file in which a run keeps where it has ended: one for each app, which is a wiring file and plugins
    /// directories. Nil where the user has no directory for it.
    package var sessionFile: String? {
        options.environment.stateHome.map { Path.join($0, "switchyard/sessions/\(keptFolder.app).json") }
    }

    package var catalog: Catalog { setup.catalog }
    package var wiring: Wiring { setup.wiring }
    /// Tells where each outgoing destination leads.
    package var check: WiringCheck { setup.check }
    package var findings: [Finding] { setup.findings }
    /// The files that can be used, in the order in which they were found.
    package var files: [FeatureFile] { setup.files }

    /// What is wrong with the wiring.
    package var errors: [String] { overview.errors }

    /// What is told of the app.
    package var overview: Overview {
        if let knownOverview { return knownOverview }
        let overview = setup.overview
        knownOverview = overview
        return overview
    }

    /// The files that are not used: those that were refused, then those whose id is another one's.
    package var refusals: [FileRefusal] {
        guard !hasReadFeatures else { return catalog.refusals }
        return found.refusals
            + overview.shadowed.map { .init(path: $0.path, reason: .shadowed(id: $0.id, by: $0.winner)) }
    }

    /// Reads the wiring and finds the features. None of them is activated.
    ///
    /// Of an app that is as it was when a host started last neither the wiring nor a manifest is read before somebody
    /// asks for what is in it, and the registry is not read either where each file is seen to be the same.
    package init(_ options: HostOptions) throws(HostError) {
        self.options = options
        directories = PluginsDirectory.all(
            named: options.plugins, environment: options.environment, executable: options.executable)
        keptFolder = KeptFolder(
            options.cacheDirectory, of: directories,
            wiring: Wiring.path(named: options.config, environment: options.environment))
        let overviewFile = OverviewFile(keptFolder)
        let overviewPath = overviewFile.path
        // Who looks for what is wrong looks at everything.
        let known = options.isLenient ? nil : overviewFile.read()
        var wiring: Wiring?
        var wiringError: WiringError?
        var text: Wiring.Text?
        do throws(WiringError) {
            text = try Wiring.text(named: options.config, environment: options.environment)
            // What an overview was made of could be read.
            if known?.source.wiring != text.digest { wiring = try text?.parsed() ?? .empty }
        } catch {
            guard options.isLenient else { throw HostError(.wiring(error)) }
            wiringError = error
            wiring = .empty
        }
        self.wiringError = wiringError
        wiringText = text
        // Before anything is found: what changes meanwhile is not what was seen.
        let sighting = options.isLenient ? nil : Fingerprint(of: directories)
        if let known, wiring == nil, let sighting, let before = known.found,
            let texts = RegistryTexts(RegistryFolder(options.cacheDirectory), isWrong: { unlink(overviewPath) }),
            before.holds(seeing: sighting, registry: texts.identity)
        {
            found = .before(before, texts)
            source = known.source
            discoveryWarnings = []
            knownOverview = known.overview
            return
        }
        let registry = Registry(directory: options.cacheDirectory)
        readRegistry = registry
        let deadline = wiring.map(\.deadline) ?? known?.deadline
        let found: FoundLibraries
        do throws(DirectoryError) {
            found = try Self.discovery(options, deadline: deadline, registry)
                .find(options.isLenient ? directories.map(\.unnamed) : directories)
        } catch {
            throw HostError(.directory(error))
        }
        self.found = .now(found)
        discoveryWarnings = found.outcome.warnings
        let before = sighting.flatMap { FoundBefore(found, seen: $0, registry: registry) }
        let source = KeptFile.Source(wiring: text.digest, libraries: found.digest)
        self.source = options.isLenient ? nil : source
        if let known, known.source == source {
            knownOverview = known.overview
            if let before {
                overviewFile.write(
                    .init(source: source, deadline: known.deadline, found: before, overview: known.overview))
            }
            return
        }
        let read: Wiring
        if let wiring { read = wiring } else { read = try Self.parsed(text) }
        let setup = newSetup(wiring: read)
        made = setup
        guard !options.isLenient else { return }
        knownOverview = setup.overview
        // One does not tell of what is refused for its manifest.
        guard !setup.catalog.refusals.contains(where: \.isOfManifest) else { return }
        overviewFile.write(
            .init(source: source, deadline: setup.wiring.deadline, found: before, overview: setup.overview))
    }

    private static func parsed(_ text: Wiring.Text?) throws(HostError) -> Wiring {
        do throws(WiringError) {
            return try text?.parsed() ?? .empty
        } catch {
            throw HostError(.wiring(error))
        }
    }

    /// By what an earlier host has kept of the same app; nil where it is not there.
    private func keptSetup() -> Setup? {
        guard let source, let index = IndexFile(keptFolder).read(), index.source == source
        else { return nil }
        return Setup(
            KeptCatalog(index.catalog, found), KeptWiring(index.wiring, text: wiringText))
    }

    /// By reading everything, which is kept for the next host.
    private func newSetup(wiring: Wiring? = nil) -> Setup {
        // What an overview was made of could be parsed.
        let wiring = wiring ?? (try? wiringText?.parsed()) ?? .empty
        let libraries = found.all
        let read = libraries.read()
        let setup = Setup(files: read.files, refusals: read.refusals, wiring: wiring)
        // What could not be read is in no catalog, and is no other app for that.
        if let source, !read.refusals.contains(where: \.isOfManifest) {
            IndexFile(keptFolder).write(source, setup.catalog, wiring, found: libraries)
        }
        return setup
    }

    static func wiring(_ options: HostOptions, isAgain: Bool = false) throws(WiringError) -> Wiring {
        try Wiring.read(named: options.config, environment: options.environment, isAgain: isAgain) ?? .empty
    }

    /// - Parameter deadline: That of the wiring.
    static func discovery(_ options: HostOptions, deadline: Double?, _ registry: Registry) -> Discovery {
        Discovery(
            copies: options.copies, registry: registry,
            scanner: Scanner(
                executable: options.worker,
                deadline: options.lookDeadline ?? deadline ?? Wiring.usualDeadline, limits: .usual),
            allowsInsecure: options.allowsInsecure)
    }

    /// Runs with something else from now on.
    func take(_ setup: Setup) {
        made = setup
        knownOverview = nil
    }

    /// Refuses a wiring with errors in it.
    package func requireGoodWiring() throws(HostError) {
        guard !errors.isEmpty else { return }
        throw HostError(.badWiring(findings.filter { $0.severity == .error }))
    }

    /// Something to navigate with: a state and screens of its own, which begin at the roots that the wiring names. No
    /// feature runs before something of it is shown.
    public func makeCoordinator() -> NavigationCoordinator {
        let (setup, options) = (setup, options)
        let store = FeatureStore(catalog: setup.catalog) { id in
            setup.file(of: id).map { FeatureStore.activation(of: $0, wiring: setup.wiring, options: options) }
        }
        let coordinator = NavigationCoordinator(catalog: setup.catalog, wiring: setup.wiring, store: store)
        coordinator.reloader = { [weak coordinator] isForced in
            coordinator.map { self.reload($0, isForced: isForced) } ?? Reload()
        }
        return coordinator
    }
}
