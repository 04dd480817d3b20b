import HostCore

/// The commands that a feature's README shows, to be typed in its folder.
struct FeatureCommands {
    let build: String
    let test: String
    let load: String

    /// The person's own plugins directory, where nothing else is set.
    static let pluginsFolder = "~/.local/share/switchyard/plugins"

    /// - Parameters:
    ///   - program: The host, as it is called.
    ///   - plugins: A plugins directory, as a word of a shell.
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
            // Its Makefile has the check in it.
            test = "make test"
        case .rust:
            build = "cargo build"
            test = "cargo test && \(check)"
        }
        load = "install -D -t \(plugins) \(library) && \(program) navigate \(package.scheme)://\(package.name.id)/list"
    }
}
