import Glibc
import HostSystem

/// The places of a host's features and wiring, and the options for running features.
///
/// ```swift
/// HostOptions()                                                    // the usual places
/// HostOptions(plugins: ["/srv/shop/features"], config: "/srv/shop/switchyard.jsonc")
/// ```
public struct HostOptions: Sendable {
    /// The named plugins directories; empty for the usual ones.
    package var plugins: [String]
    /// Directories before all others, whose features take the place of installed ones.
    package var replacements: [String] = []
    /// The named wiring file; nil for the usual one.
    package var config: String?
    package var environment: HostEnvironment
    /// The path of the running executable, which may have features beside it.
    package var executable: String?
    /// The source of all workers. Its executable must call ``WorkerMain/runIfStartedAsWorker()``.
    package let zygote: Zygote
    /// The isolation of every feature; nil if the wiring decides.
    package var isolation: FeatureIsolation?
    /// Whether to use files and folders that others may have written.
    var allowsInsecure: Bool
    /// Whether a ``Checkup`` reports an unusable wiring file and a missing named directory, instead of an error that is
    /// thrown.
    package var isLenient = false
    /// Whether the files whose manifests come from a worker with other libraries are scanned again, each alone, since one
    /// of these could have forged them.
    package var verifiesScans = false
    /// The deadline for the scan of a library, in seconds; nil for the wiring's. A shell that completes a line sets one,
    /// since its user waits. A later host with a longer deadline scans a library again that missed this one. A host with
    /// a deadline of its own may be ended in the middle of a scan, and its end says nothing of the libraries.
    package var scanDeadline: Double?

    /// Makes options for a program that embeds a host.
    ///
    /// - Parameters:
    ///   - plugins: The plugins directories, which must exist. Of several features with one id, the one in the first
    ///     directory is used. Empty for the usual directories: those of `SWITCHYARD_PLUGINS`, else the folder of this
    ///     program, its `../lib/switchyard`, and `switchyard/plugins` in the user's and the system's data directories.
    ///   - config: The wiring file. Nil for the usual one: that of `SWITCHYARD_CONFIG`, else `./switchyard.jsonc`, else
    ///     `switchyard/switchyard.jsonc` in the user's and the system's configuration directories, else none.
    ///   - isolation: The isolation of every feature. Nil for that of the wiring, which by default is a process for
    ///     each.
    ///   - allowsInsecure: Whether to use files and folders that others may have written, with a warning.
    ///   - cacheHome: The directory for what a host keeps to start faster, in the place of `$XDG_CACHE_HOME`. A
    ///     relative path counts from the working directory, and an empty one as none.
    ///   - dataHome: The directory for the data of features, in the place of `$XDG_DATA_HOME`.
    ///   - worker: The executable in which features run. Nil for this program, which must begin with
    ///     ``WorkerMain/runIfStartedAsWorker()``.
    public init(
        plugins: [String] = [], config: String? = nil, isolation: FeatureIsolation? = nil,
        allowsInsecure: Bool = false, cacheHome: String? = nil, dataHome: String? = nil, worker: String? = nil
    ) {
        var environment = HostEnvironment.current
        let homes = [("XDG_CACHE_HOME", cacheHome), ("XDG_DATA_HOME", dataHome)].compactMap { name, path in
            path.flatMap { $0.isEmpty ? nil : (name, AppID.absolute($0)) }
        }
        if !homes.isEmpty {
            environment = HostEnvironment(environment.all.merging(homes) { $1 })
        }
        self.init(
            plugins: plugins, config: config, environment: environment, worker: worker ?? LinuxProcess.thisProgram,
            isolation: isolation, allowsInsecure: allowsInsecure)
    }

    init(
        plugins: [String] = [], config: String? = nil, environment: HostEnvironment,
        executable: String? = Path.resolved("/proc/self/exe"), worker: String = LinuxProcess.thisProgram,
        isolation: FeatureIsolation? = nil, allowsInsecure: Bool = false
    ) {
        self.plugins = plugins
        self.config = config
        self.environment = environment
        self.executable = executable
        zygote = Zygote(executable: worker)
        self.isolation = isolation
        self.allowsInsecure = allowsInsecure
    }

    /// The plugins directories to search, in order.
    var pluginsDirectories: [PluginsDirectory] {
        replacements.map { PluginsDirectory(path: $0, isNamed: true) }
            + PluginsDirectory.all(named: plugins, environment: environment, executable: executable)
    }

    /// The directory of the registries and the private copies, in the user's cache directory.
    package var cacheDirectory: String {
        // Without a home there is one folder in /tmp, whose owner is checked: /tmp is sticky, so only the owner may
        // rename it.
        environment.cacheHome.map { Path.join($0, "switchyard") } ?? "/tmp/switchyard-\(geteuid())"
    }

    package var copies: LibraryCopies {
        LibraryCopies(directory: Path.join(cacheDirectory, "libraries"), isTemporaryAllowed: true)
    }
}
