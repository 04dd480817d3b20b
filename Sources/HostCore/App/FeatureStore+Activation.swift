import FeatureABI
import FeatureContract
import Glibc
import HostSystem
import JSONText

extension FeatureStore {
    /// The activations of files, by feature id. Of several files with the same id, the first counts.
    static func activations(
        of files: [FeatureFile], wiring: Wiring, options: HostOptions
    ) -> [String: Activation] {
        Dictionary(files.map { ($0.manifest.id, activation(of: $0, wiring: wiring, options: options)) }) { first, _ in
            first
        }
    }

    package static func activation(of file: FeatureFile, wiring: Wiring, options: HostOptions) -> Activation {
        let id = file.manifest.id
        let decided = wiring.options(of: id)
        let context = ActivationContext(of: id, path: file.path, wiring, options.environment)
        let confinement = confinement(of: file, wiring, options.environment)
        func claimData(_ host: any FeatureHost) throws(CallFailure) -> FeatureData {
            try requireDataDirectory(of: id, options.environment)
            return try FeatureData.claim(context.dataDirectory, of: file.manifest) { message in
                host.log(LogLine(feature: id, level: .notice, message: message))
            }
        }
        let copy = RunningCopy(of: file, options.copies, allowingInsecure: options.allowsInsecure)
        switch options.isolation ?? decided?.isolation ?? .process {
        case .inline:
            return Activation(context) { (host) throws(CallFailure) in
                let library: UnsafePointer<sy_library>
                do throws(LibraryError) {
                    library = try load(copy).entry()
                    guard try LibraryManifest.text(of: library) == file.text else { throw differs(file, options) }
                } catch {
                    throw CallFailure(.unavailable, error.description)
                }
                let data = try claimData(host)
                var context = context
                context.dataDirectory = data.path
                return try InlineFeature(library, manifest: file.manifest, host: host, context, data: data)
            }
        case .process:
            // Survives a failed start, so that failures are counted.
            let feature = WorkerFeature(
                manifest: file.manifest, text: file.text,
                launch: WorkerFeature.Launch(
                    limits: WorkerLimits(
                        memory: decided?.memory ?? WorkerLimits.usual.memory,
                        openFiles: decided?.openFiles ?? WorkerLimits.usual.openFiles, confinement: confinement),
                    deadline: decided?.deadline ?? wiring.deadline ?? Wiring.defaultDeadline,
                    context: context, ended: copy.forgetIfDamaged, differs: { differs(file, options) },
                    refusals: confinement.refusals
                ) { () throws(CallFailure) in
                    try requireDataDirectory(of: id, options.environment)
                    let path: String
                    do throws(LibraryError) {
                        path = try copy.path()
                    } catch {
                        throw CallFailure(.unavailable, error.description)
                    }
                    do throws(SystemError) {
                        return (try options.zygote.makeWorker(name: file.path), path)
                    } catch {
                        throw CallFailure(
                            .unavailable, "no process can be started for it (\(error.reasonOfNoProcess))")
                    }
                })
            return Activation(context) { (host) throws(CallFailure) in
                let data = try claimData(host)
                do throws(CallFailure) {
                    try feature.activate(host, data: data)
                } catch {
                    guard copy.isFoundDamaged() else { throw error }
                    // The failed start says nothing about the library.
                    feature.reenable()
                    try feature.activate(host, data: data)
                }
                return feature
            }
        }
    }

    /// The error of a library that gives another manifest than in its scan. If that was in a shared worker, the next host
    /// scans all files again, each alone, that were scanned in one.
    private static func differs(_ file: FeatureFile, _ options: HostOptions) -> LibraryError {
        // Also where the registry has nothing to doubt: it may be gone, or another host may have found out before.
        SnapshotFile.removeAll(in: RegistryFolder(options.cacheDirectory))
        let registry = Registry.open(for: options.pluginsDirectories, in: options.cacheDirectory)
        guard (try? registry.doubt(Discovery.key(file.path), file.identity)) == true else { return .otherManifest }
        return .malformed(
            "it gives another manifest than in its scan, where another library of its folder may have changed it; the "
                + "libraries of the folder are scanned again, each alone, at the next start or 'reload'")
    }

    private static func confinement(
        of file: FeatureFile, _ wiring: Wiring, _ environment: HostEnvironment
    ) -> Confinement {
        Confinement(
            wiring.sandbox ?? Wiring.defaultSandbox, in: environment,
            dataDirectory: DataDirectory(of: file.manifest.id, in: environment),
            libraryDirectory: Confinement.directory(ofLibrary: file.path, in: environment),
            permissions: .effective(of: file.manifest, wiring, in: environment),
            bounds: GrantBounds(of: file.manifest.id, wiring, in: environment))
    }

    /// Refuses to start a feature whose data directory another user may have put there.
    private static func requireDataDirectory(of id: String, _ environment: HostEnvironment) throws(CallFailure) {
        do throws(DataDirectory.Fault) {
            try DataDirectory(of: id, in: environment)?.open()
        } catch {
            throw CallFailure(.unavailable, error.description)
        }
    }

    /// Loads a library into this process; again if its copy was damaged.
    private static func load(_ copy: RunningCopy) throws(LibraryError) -> SharedLibrary {
        let path = try copy.path()
        do {
            return try SharedLibrary(loading: path)
        } catch {
            guard copy.isFoundDamaged() else { throw error }
            return try SharedLibrary(loading: copy.path())
        }
    }
}

extension ActivationContext {
    /// The context of a feature in an app.
    ///
    /// - Parameter path: The path of the feature's file.
    init(of id: String, path: String, _ wiring: Wiring, _ environment: HostEnvironment) {
        let libraryDirectory = Path.resolved(path).flatMap { Path.parent($0) } ?? ""
        let language = FeatureTexts.language(of: id, in: libraryDirectory, environment.languages)
        self.init(
            dataDirectory: DataDirectory(of: id, in: environment)?.path ?? "",
            settings: (wiring.options(of: id)?.settings ?? .object([:])).text(), locale: language?.description ?? "",
            libraryDirectory: libraryDirectory)
    }
}
