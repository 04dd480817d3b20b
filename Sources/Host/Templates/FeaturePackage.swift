import HostCore

/// A new feature's package: what it is to be, and the files that this makes.
struct FeaturePackage {
    let name: FeatureName
    let language: FeatureLanguage
    let scheme: String
    /// Where it will be, an absolute path.
    let folder: String
    let source: SwitchyardSource
    /// The host: the name of a program in PATH, or an absolute path.
    let program: String

    var files: [OutputFolder.File] {
        ([OutputFolder.File("README.md", readme), OutputFolder.File("switchyard.jsonc", wiring)] + ownFiles)
            .sorted { $0.path < $1.path }
    }

    private var ownFiles: [OutputFolder.File] {
        switch language {
        case .swift:
            SwiftTemplate(name: name, scheme: scheme, dependency: dependency).files
        case .c:
            CTemplate(
                name: name, scheme: scheme, featureABI: featureABI,
                program: MakefileText.value(Shell.word(fromHere(program)))
            ).files
        case .rust:
            RustTemplate(name: name, scheme: scheme).files
        }
    }

    private var dependency: SwiftDependency {
        switch source {
        case .checkout(let path): SwiftDependency(path: fromHere(path))
        case .repository(let url): SwiftDependency(url: url)
        // New.swift asks for one.
        case .installed: SwiftDependency(path: "../switchyard")
        }
    }

    private var featureABI: (flags: String, other: String) {
        let installed = "$(shell pkg-config --cflags switchyard)"
        guard case .checkout(let path) = source else {
            return (installed, "-I/path/to/switchyard/\(SwitchyardSource.includeFolder) for a checkout.")
        }
        let include = Path.join(fromHere(path), SwitchyardSource.includeFolder)
        return ("-I" + MakefileText.value(Shell.word(include)), "\(installed) where Switchyard is installed.")
    }

    /// A path as it is written into the files: from the package on where the two share a folder, so that both may move.
    private func fromHere(_ path: String) -> String {
        let (here, there) = (folder.split(separator: "/"), path.split(separator: "/"))
        let shared = zip(here, there).prefix { $0 == $1 }.count
        guard path.hasPrefix("/"), shared > 0 else { return path }
        return (Array(repeating: "..", count: here.count - shared) + there.dropFirst(shared)).joined(separator: "/")
    }
}

/// The commands that a feature's README shows.
struct FeatureCommands {
    let build: String
    let test: String
    let load: String
}

extension FeaturePackage {
    /// The person's own plugins directory, where nothing else is set.
    static let pluginsFolder = "~/.local/share/switchyard/plugins"

    var link: String { "\(scheme)://\(name.id)/list" }

    /// What is typed in the package's folder.
    ///
    /// - Parameters:
    ///   - program: The host, as it is called.
    ///   - plugins: A plugins directory, as a word of a shell.
    func commands(program: String, plugins: String) -> FeatureCommands {
        let program = Shell.word(program)
        let library = language.library(of: name)
        let check = "\(program) check \(library)"
        let load = "install -D -t \(plugins) \(library) && \(program) navigate \(link)"
        return switch language {
        case .swift: FeatureCommands(build: "swift build", test: "swift test && \(check)", load: load)
        // Its Makefile has the check in it.
        case .c: FeatureCommands(build: "make", test: "make test", load: load)
        case .rust: FeatureCommands(build: "cargo build", test: "cargo test && \(check)", load: load)
        }
    }
}

/// What make reads.
private enum MakefileText {
    /// A text as the value of a variable.
    static func value(_ text: String) -> String {
        text.replacing("$", with: "$$").replacing("#", with: "\\#")
    }
}
