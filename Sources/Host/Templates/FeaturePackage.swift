import HostCore

/// A new feature's package: its names and its files.
struct FeaturePackage {
    let name: FeatureName
    let language: FeatureLanguage
    /// The scheme of the feature's links.
    let scheme: String
    /// The absolute path of the folder that will be made.
    let folder: String
    /// The files, sorted by path.
    private(set) var files: [OutputFolder.File] = []

    /// - Parameters:
    ///   - source: The place where the feature's build finds Switchyard.
    ///   - program: The host that the feature's tests run: the name of a program in PATH, or an absolute path.
    init(
        name: FeatureName, language: FeatureLanguage, scheme: String, folder: String, source: SwitchyardSource,
        program: String
    ) throws(SwitchyardSourceError) {
        self.name = name
        self.language = language
        self.scheme = scheme
        self.folder = folder
        let own =
            switch language {
            case .swift:
                SwiftTemplate(name: name, scheme: scheme, dependency: try dependency(on: source)).files
            case .c:
                CTemplate(
                    name: name, scheme: scheme, featureABI: try featureABI(of: source),
                    program: MakefileText.value(Shell.word(fromHere(program)))
                ).files
            case .rust:
                RustTemplate(name: name, scheme: scheme).files
            }
        let shared = [OutputFolder.File("README.md", readme), OutputFolder.File("switchyard.jsonc", wiring)]
        files = (own + shared).sorted { $0.path < $1.path }
    }

    private func dependency(on source: SwitchyardSource) throws(SwitchyardSourceError) -> SwiftDependency {
        switch source {
        case .checkout(let path): SwiftDependency(path: fromHere(path))
        case .repository(let url): SwiftDependency(url: url)
        case .installed: throw .noPackage
        }
    }

    private func featureABI(of source: SwitchyardSource) throws(SwitchyardSourceError) -> CTemplate.FeatureABI {
        switch source {
        case .checkout(let path):
            .folder(MakefileText.value(Shell.word(Path.join(fromHere(path), SwitchyardSource.includeFolder))))
        case .repository(let url): throw .noHeader(url)
        case .installed(let header?): .folder(MakefileText.value(Shell.word(header)))
        case .installed(nil): .installed
        }
    }

    /// Returns a path as the files hold it: relative to the package if the two share a folder, so that both may move.
    private func fromHere(_ path: String) -> String {
        let (here, there) = (folder.split(separator: "/"), path.split(separator: "/"))
        let shared = zip(here, there).prefix { $0 == $1 }.count
        guard path.hasPrefix("/"), shared > 0 else { return path }
        return (Array(repeating: "..", count: here.count - shared) + there.dropFirst(shared)).joined(separator: "/")
    }
}

/// Escaping for Makefiles.
private enum MakefileText {
    /// Returns the text escaped as the value of a variable.
    static func value(_ text: String) -> String {
        text.replacing("$", with: "$$").replacing("#", with: "\\#")
    }
}
