import HostCore
import HostSystem

/// The commands in a feature's README, to be run in the feature's folder.
struct FeatureCommands {
    let build: String
    let test: String
    let load: String

    /// The user's own plugins directory when no environment variable names another.
    static let usualPluginsFolder = "~/.local/share/switchyard/plugins"

    /// Returns the host's directory for the user's own features, quoted for a shell.
    static func pluginsFolder(_ environment: HostEnvironment) -> String {
        if let named = environment["SWITCHYARD_PLUGINS"]?.split(separator: ":").first {
            return Shell.word(Path.resolved(String(named)) ?? String(named))
        }
        guard environment["XDG_DATA_HOME"] != nil, let home = environment.dataHome else { return usualPluginsFolder }
        return Shell.word(Path.join(home, "switchyard/plugins"))
    }

    /// - Parameters:
    ///   - program: The host, as the user calls it.
    ///   - plugins: A plugins directory, quoted for a shell.
    init(_ package: FeaturePackage, program: String, plugins: String) {
        let program = Shell.word(program)
        let library = package.language.library(of: package.name)
        let check = "\(program) check \(library)"
        switch package.language {
        case .swift:
            build = "swift build"
            test = "swift test && \(check)"
        case .c:
            build = "make"
            test = "make test"
        case .rust:
            build = "cargo build"
            test = "cargo test && \(check)"
        }
        load = "install -D -t \(plugins) \(library) && \(program) navigate \(package.scheme)://\(package.name.id)/list"
    }
}
