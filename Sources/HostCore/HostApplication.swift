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
    package let catalog: Catalog
    package let wiring: Wiring
    /// Tells where each outgoing destination leads.
    package let check: WiringCheck
    package let findings: [WiringCheck.Finding]
    private let files: [FeatureFile]

    /// Finds the features and reads the wiring. Nothing is activated.
    package init(_ options: HostOptions) throws(HostError) {
        self.options = options
        directories = PluginsDirectory.all(
            named: options.plugins, environment: options.environment, executable: options.executable)
        let found = try Self.discover(directories, options)
        files = found.files
        catalog = Catalog(
            found: found.files.map { Catalog.Entry(manifest: $0.manifest, path: $0.path) }, refusals: found.refusals)
        do throws(WiringError) {
            wiring =
                try Wiring.path(named: options.config, environment: options.environment).map {
                    (path) throws(WiringError) in try Wiring.read(path)
                } ?? .empty
        } catch {
            throw .wiring(error)
        }
        check = WiringCheck(wiring, catalog: catalog)
        findings = check.findings()
    }

    /// Refuses a wiring with errors in it.
    package func requireGoodWiring() throws(HostError) {
        let errors = findings.filter { $0.severity == .error }
        if !errors.isEmpty { throw .badWiring(errors) }
    }

    /// Navigates over this application; made anew for each.
    package func makeCoordinator() -> NavigationCoordinator {
        NavigationCoordinator(
            catalog: catalog, wiring: wiring,
            store: FeatureStore(files, catalog: catalog, wiring: wiring, dataHome: options.environment.dataHome))
    }

    private static func discover(
        _ directories: [PluginsDirectory], _ options: HostOptions
    ) throws(HostError) -> (files: [FeatureFile], refusals: [Catalog.Refusal]) {
        let loader = FeatureLoader(copiesDirectory: options.copiesDirectory)
        var files: [FeatureFile] = []
        var refusals: [Catalog.Refusal] = []
        for directory in directories {
            let names: [String]?
            do throws(SystemError) {
                names = try directory.libraries()
            } catch {
                // One of the usual places that cannot be read is worth a line, and no reason to stop.
                if directory.isNamed { throw .directory(directory.path, error) }
                refusals.append(Catalog.Refusal(path: directory.path, reason: .library(.notReadable(error))))
                continue
            }
            guard let names else {
                if directory.isNamed { throw .noDirectory(directory.path) }
                continue
            }
            for name in names {
                let path = Path.join(directory.path, name)
                do throws(LibraryError) {
                    files.append(try loader.load(path))
                } catch {
                    if directory.isBesideExecutable, error == .noEntry { continue }
                    refusals.append(Catalog.Refusal(path: path, reason: .library(error)))
                }
            }
        }
        return (files, refusals)
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

    package init(
        plugins: [String] = [], config: String? = nil, environment: HostEnvironment = .current,
        executable: String? = Path.resolved("/proc/self/exe")
    ) {
        self.plugins = plugins
        self.config = config
        self.environment = environment
        self.executable = executable
    }

    /// Where private copies of libraries are kept: in the user's cache directory.
    var copiesDirectory: String {
        // Without a home there is one folder in /tmp, whose owner is looked at; nobody else may rename it there.
        environment.cacheHome.map { Path.join($0, "switchyard/libraries") } ?? "/tmp/switchyard-\(geteuid())"
    }
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
