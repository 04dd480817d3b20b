import FeatureContract
import HostSystem

/// Sets an app up: from its plugins directories and its wiring file to a ``HostApplication``.
///
/// Reads the wiring file and takes a ``Fingerprint``. If the app's snapshot has that fingerprint, the snapshot is the
/// app. Otherwise the libraries are discovered, the wiring is parsed and checked against their manifests, and the
/// result is the next host's snapshot.
@MainActor
package struct AppLoader {
    private let options: HostOptions
    private let directories: [PluginsDirectory]
    /// The content of the wiring file; nil if there is none.
    private let wiringText: Result<Wiring.Text?, WiringError>
    private let id: String
    private let snapshotFile: SnapshotFile
    private let whileScanning: (@MainActor (_ done: Int, _ all: Int) -> Void)?

    /// The app of some options, by absolute paths.
    package struct Identity: Sendable {
        package let id: String
        /// The plugins directories, and whether the user has named them.
        package let plugins: [(path: String, isNamed: Bool)]
        /// The wiring file, and whether it applies only here: named by the user, or found in the working directory. Nil
        /// if there is none.
        package let wiring: (path: String, isOnlyHere: Bool)?
    }

    /// The app of these options. Reads no plugins directory and no file.
    package static func identity(_ options: HostOptions) -> Identity {
        let directories = options.pluginsDirectories
        let path = Wiring.path(named: options.config, environment: options.environment)
        let isNamed = (options.config ?? options.environment["SWITCHYARD_CONFIG"]) != nil
        return Identity(
            id: AppID.id(of: directories, wiring: path),
            plugins: directories.map { (AppID.absolute($0.path), $0.isNamed) },
            wiring: path.map { (AppID.absolute($0), isNamed || !$0.hasPrefix("/")) })
    }

    /// Sets an app up. No feature is activated.
    ///
    /// - Parameter whileScanning: Called repeatedly while unknown libraries are scanned, with the numbers of finished
    ///   ones and of all.
    /// - Throws: If a named plugins directory cannot be read, or the wiring file is damaged. Errors in the wiring's
    ///   connections do not count: ``HostApplication/requireGoodWiring()``.
    package static func load(
        _ options: HostOptions, whileScanning: (@MainActor (_ done: Int, _ all: Int) -> Void)? = nil
    ) throws(HostError) -> HostApplication {
        let span = TraceSpan.begin()
        defer { span?.end("load", .load) }
        let directories = options.pluginsDirectories
        let wiringText = Result { () throws(WiringError) in
            try Wiring.text(
                named: options.config, environment: options.environment, allowingInsecure: options.allowsInsecure)
        }
        let path: String? =
            switch wiringText {
            case .success(let text): text?.path
            case .failure(let error): error.path
            }
        let id = AppID.id(of: directories, wiring: path)
        let loader = AppLoader(
            options: options, directories: directories, wiringText: wiringText, id: id,
            snapshotFile: SnapshotFile(
                in: RegistryFolder(options.cacheDirectory), of: id, host: SnapshotFile.thisHost()),
            whileScanning: whileScanning)
        return options.isLenient ? try loader.loadLeniently() : try loader.load()
    }

    private func load() throws(HostError) -> HostApplication {
        let text = try readWiring { () throws(WiringError) in try wiringText.get() }
        // Before discovery, so that the next host's fingerprint shows any change made meanwhile.
        let fingerprint = Fingerprint.take(of: directories, wiring: text)
        var warnings = insecureWiring
        if let fingerprint {
            do {
                if let snapshot = try snapshotFile.read(fingerprint, wiring: text) {
                    let setup = HostApplication.Setup(snapshot, in: options.environment)
                    return application(setup, nil, warnings: warnings)
                }
            } catch {
                warnings += [.snapshotNotRead(path: snapshotFile.path, reason: error.description)]
            }
        }
        let wiring = try readWiring { () throws(WiringError) in try text?.parsed() ?? .empty }
        let registry = Registry.open(for: directories, in: options.cacheDirectory)
        var outcome = try discover(directories, wiring, registry, options)
        var setup = setup(outcome, wiring)
        if outcome.hasShared, !setup.reportedAtStart().isEmpty {
            // A forged manifest may be what does not fit the wiring, and would keep its feature from ever being started.
            var options = options
            options.verifiesScans = true
            outcome = try discover(directories, wiring, registry, options)
            setup = self.setup(outcome, wiring)
        }
        if let fingerprint { keep(setup, outcome, fingerprint, wiring: text) }
        return application(setup, registry, warnings: warnings + outcome.warnings)
    }

    /// Sets an app up without its snapshot, and records the mistakes that ``load(_:)`` throws: for a ``Checkup``, and
    /// for shell completions.
    private func loadLeniently() throws(HostError) -> HostApplication {
        var (wiring, wiringError): (Wiring, WiringError?) = (.empty, nil)
        do {
            wiring = try wiringText.get()?.parsed() ?? .empty
        } catch {
            wiringError = error
        }
        let registry = Registry.open(for: directories, in: options.cacheDirectory)
        let outcome = try discover(directories.map(\.unnamed), wiring, registry, options)
        // A snapshot may have a forged manifest, which the scan has found out by now.
        if options.verifiesScans, outcome.hasShared {
            SnapshotFile.removeAll(in: RegistryFolder(options.cacheDirectory))
        }
        return application(
            setup(outcome, wiring), registry, warnings: insecureWiring + outcome.warnings, wiringError)
    }

    /// The warning about a wiring file in use that another user may have written.
    private var insecureWiring: [Discovery.Warning] {
        guard let text = try? wiringText.get(), let problem = text.insecurity else { return [] }
        return [.insecure(path: text.path, problem)]
    }

    // MARK: Steps

    private func readWiring<Part>(_ read: () throws(WiringError) -> Part) throws(HostError) -> Part {
        do {
            return try read()
        } catch {
            throw HostError(.wiring(error))
        }
    }

    private func discover(
        _ directories: [PluginsDirectory], _ wiring: Wiring, _ registry: Registry, _ options: HostOptions
    ) throws(HostError) -> Discovery.Outcome {
        let span = TraceSpan.begin()
        defer { span?.end("discover", .load) }
        do {
            var discovery = Discovery(options, wiring, registry)
            discovery.whileScanning = whileScanning
            return try discovery.run(directories)
        } catch {
            throw HostError(.directory(error))
        }
    }

    /// Writes the result as a snapshot, unless files have changed meanwhile.
    private func keep(
        _ setup: HostApplication.Setup, _ outcome: Discovery.Outcome, _ fingerprint: Fingerprint,
        wiring text: Wiring.Text?
    ) {
        // The fingerprint misses a file that was changed and changed back meanwhile, so the result is compared too.
        guard Fingerprint.take(of: directories, wiring: text) == fingerprint, outcome.isUnchanged() else { return }
        let reported = setup.reportedAtStart()
        guard !reported.contains(where: \.stopsApp),
            let snapshot = NewSnapshot(fingerprint, outcome, setup.catalog, setup.check(), warnings: reported)
        else { return }
        snapshotFile.write(snapshot)
        CacheUpkeep(options).runIfDue()
    }

    // MARK: The application

    private func setup(_ outcome: Discovery.Outcome, _ wiring: Wiring) -> HostApplication.Setup {
        HostApplication.Setup(
            Catalog(files: outcome.files, refusals: outcome.refusals), wiring, in: options.environment)
    }

    private func application(
        _ setup: HostApplication.Setup, _ registry: Registry?, warnings: [Discovery.Warning],
        _ wiringError: WiringError? = nil
    ) -> HostApplication {
        HostApplication(
            options, directories, id: id, setup: setup, registry: registry, discoveryWarnings: warnings,
            wiringError: wiringError)
    }
}

extension Discovery {
    package init(_ options: HostOptions, _ wiring: Wiring, _ registry: Registry) {
        var limits = WorkerLimits.usual
        limits.confinement = Confinement(wiring.sandbox ?? Wiring.defaultSandbox, in: options.environment)
        self.init(
            copies: options.copies, registry: registry,
            scanner: Scanner(
                zygote: options.zygote,
                deadline: options.scanDeadline ?? wiring.deadline ?? Wiring.defaultDeadline, limits: limits,
                environment: options.environment),
            allowsInsecure: options.allowsInsecure, verifies: options.verifiesScans,
            leavesNotes: options.scanDeadline == nil)
    }
}
