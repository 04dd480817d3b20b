import Glibc
import HostSystem

/// The places in which a host looks for features and its wiring, and how the features run.
///
/// ```swift
/// HostOptions()                                                    // the usual places
/// HostOptions(plugins: ["/srv/shop/features"], config: "/srv/shop/switchyard.jsonc")
/// ```
public struct HostOptions: Sendable {
    /// Plugins directories by name; empty for the usual ones.
    package var plugins: [String]
    /// The wiring file by name; nil for the usual one.
    package var config: String?
    package var environment: HostEnvironment
    /// The path of the running executable, beside which features may lie.
    package var executable: String?
    /// The source of all workers. Its executable is one that calls ``WorkerMain/runIfStartedAsWorker()``.
    package let zygote: Zygote
    /// How every feature runs, whatever the wiring says. Nil if the wiring decides for each feature.
    package var isolation: FeatureIsolation?
    /// Whether files and folders are used that others may have written.
    package var allowsInsecure: Bool
    /// Whether a ``Checkup`` reports an unusable wiring file and a missing named directory, instead of an error that is
    /// thrown.
    package var isLenient = false
    /// The deadline for the scan of a library, in seconds. Nil for the wiring's deadline. A library that was too slow is
    /// scanned again with a longer one.
    package var scanDeadline: Double?

    /// Options for a program that is a host.
    ///
    /// - Parameters:
    ///   - plugins: Plugins directories, the first of which wins where two hold a feature of one id. Each must be
    ///     there. Empty for the usual ones: those of `SWITCHYARD_PLUGINS`, else the folder of this program, its
    ///     `../lib/switchyard`, and `switchyard/plugins` in the user's and the system's data directories.
    ///   - config: The wiring file. Nil for the usual one: that of `SWITCHYARD_CONFIG`, else `./switchyard.jsonc`, else
    ///     `switchyard/switchyard.jsonc` in the user's and the system's configuration directories, else none.
    ///   - isolation: How every feature runs. Nil: as the wiring says, in processes of their own where it says nothing.
    ///   - allowsInsecure: Whether files and folders are used though others may have written them; a warning tells.
    ///   - worker: The executable that features run in. Nil for this program, which must begin with
    ///     ``WorkerMain/runIfStartedAsWorker()``.
    public init(
        plugins: [String] = [], config: String? = nil, isolation: FeatureIsolation? = nil,
        allowsInsecure: Bool = false, worker: String? = nil
    ) {
        self.init(
            plugins: plugins, config: config, environment: .current, worker: worker ?? LinuxProcess.thisProgram,
            isolation: isolation, allowsInsecure: allowsInsecure)
    }

    package init(
        plugins: [String] = [], config: String? = nil, environment: HostEnvironment = .current,
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

    /// The directory of the registry, in the user's cache directory. The private copies are below it.
    package var cacheDirectory: String {
        // Without a home there is one folder in /tmp, whose owner is checked: /tmp is sticky, so only the owner may rename it.
        environment.cacheHome.map { Path.join($0, "switchyard") } ?? "/tmp/switchyard-\(geteuid())"
    }

    package var copies: LibraryCopies {
        LibraryCopies(directory: Path.join(cacheDirectory, "libraries"), isTemporaryAllowed: true)
    }
}
