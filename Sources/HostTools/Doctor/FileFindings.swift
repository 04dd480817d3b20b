import FeatureContract
import Glibc
import HostCore
import HostSystem

/// Findings about the files and folders of features.
enum FileFindings {
    @MainActor
    static func all(_ application: HostApplication) -> [Finding] {
        let (catalog, directories) = (application.catalog, application.directories)
        return missing(directories) + directories.flatMap(passedOver)
            + refusals(catalog.refusals, directories: directories, siblings: siblings(of: application))
            + warnings(application.discoveryWarnings, directories: directories, wiring: application.wiring.path)
            + outside(outside(of: application)) + dataDirectories(of: application)
            + unknowns(in: catalog.features().compactMap(\.file))
            + texts(of: catalog.features().compactMap(\.file))
            + groupWritable(directories: directories.map(\.path), files: catalog.files().map(\.path))
    }

    /// Findings for files and directories that were refused or shadowed.
    ///
    /// - Parameter siblings: The paths of sibling libraries, which are needed by features but not features themselves.
    static func refusals(
        _ refusals: [FileRefusal], directories: [PluginsDirectory], siblings: Set<String>
    ) -> [Finding] {
        refusals.compactMap { refusal in
            let path = refusal.path
            if let directory = directories.first(where: { $0.path == path }), case .library(let error) = refusal.reason
            {
                return Self.directory(directory, error)
            }
            switch refusal.reason {
            case .shadowed:
                return Finding(
                    .warning, .idShadowed, path, at: .init(path), "\(refusal.reason)",
                    fix: "take one of the two files away, or give one of the features another id")
            case .library(let error):
                guard error.hasEntry || !siblings.contains(path) else { return nil }
                return Finding(
                    error.hasEntry ? .error : .warning, code(error), path, at: .init(path), "\(error)",
                    fix: [NextStep(error, file: path).text, refusal.hint].compactMap(\.self).joined(separator: "; "))
            }
        }
    }

    private static func code(_ error: LibraryError) -> Finding.Code {
        switch error {
        case .insecure, .insecureSibling, .insecureOutside: return .fileInsecure
        default:
            guard error.hasEntry else { return .fileNoFeature }
            if error.isQuarantined { return .fileQuarantined }
            guard let exit = error.exit else { return .fileRefused }
            if case .deadline = exit.cause { return .fileHung }
            return .fileCrashed
        }
    }

    private static func directory(_ directory: PluginsDirectory, _ error: LibraryError) -> Finding {
        let path = directory.path
        if case .insecure(let problem) = error {
            return Finding(
                .error, .directoryInsecure, path, at: .init(path), "\(problem.problem), so nothing in it is used",
                fix: NextStep(error, file: path).text)
        }
        if case .hostFolder(let folder) = error {
            return Finding(
                directory.isNamed ? .error : .warning, .directoryInsecure, path, at: .init(path),
                "hosts keep what is yours in '\(folder)', which a feature would read, so nothing in it is used",
                fix: NextStep(error, file: path).text)
        }
        return Finding(
            directory.isNamed ? .error : .warning, .directoryUnreadable, path, at: .init(path),
            "\(error), so nothing in it is used",
            fix: "let yourself read it: 'ls -ld \(Shell.word(path))' shows who may")
    }

    /// Findings for named directories that do not exist.
    static func missing(_ directories: [PluginsDirectory]) -> [Finding] {
        directories.compactMap { directory in
            var status = stat()
            guard directory.isNamed, stat(directory.path, &status) != 0, errno == ENOENT else { return nil }
            return Finding(
                .error, .directoryMissing, directory.path, at: .init(directory.path), "there is no such directory",
                fix: "make it, or take it out of --plugins or SWITCHYARD_PLUGINS, wherever it is named")
        }
    }

    /// Findings for libraries whose names no feature can have.
    static func passedOver(_ directory: PluginsDirectory) -> [Finding] {
        directory.passedOver.map { name in
            let path = Path.join(directory.path, name)
            let plain = name.split(separator: ".").prefix { $0 != "so" }.joined(separator: ".") + ".so"
            let link = Path.join(directory.path, plain)
            return Finding(
                .warning, .filePassedOver, path, at: .init(path),
                "it is passed over, since only names that end in .so are looked at",
                fix: "rename it, or where it is a feature, make a link to it: "
                    + "ln -s \(Shell.word(name)) \(Shell.word(link))")
        }
    }

    /// Findings for files and directories in use that other users may have written.
    static func warnings(
        _ warnings: [Discovery.Warning], directories: [PluginsDirectory], wiring: String? = nil
    ) -> [Finding] {
        warnings.compactMap { warning in
            guard case .insecure(let path, let problem) = warning else { return nil }
            let isDirectory = directories.contains { $0.path == path }
            return Finding(
                .warning, isDirectory ? .directoryInsecure : path == wiring ? .wiringInsecure : .fileInsecure, path,
                at: .init(path),
                "\(problem.problem), and it is used by --allow-insecure", fix: problem.remedy(for: path))
        }
    }

    /// Findings for parts of manifests that this version of the ABI does not know.
    static func unknowns(in files: [FeatureFile]) -> [Finding] {
        files.flatMap { file in
            file.unknowns.map { unknown in
                let correction =
                    unknown.nearest.map { "did you mean '\($0)'?" } ?? "manifest.schema.json has what there is"
                return Finding(
                    // An additional member takes nothing away.
                    unknown.kind == .member ? .note : .warning, .manifestUnknown, file.manifest.id,
                    at: .init(file.path), "its manifest, \(unknown.mismatch)",
                    fix: "where it is built for a later version of the ABI, use a host of that version; where it is "
                        + "mistyped, correct it: \(correction)")
            }
        }
    }

    /// Findings for data directories that others can use. Their features do not start.
    @MainActor
    private static func dataDirectories(of application: HostApplication) -> [Finding] {
        var found: Set<DataDirectory.Fault> = []
        return application.catalog.ids.compactMap { id in
            guard let fault = DataDirectory(of: id, in: application.options.environment)?.fault,
                found.insert(fault).inserted
            else { return nil }
            return Finding(
                .error, .dataDirectoryUnusable, fault.path, at: .init(fault.path),
                "\(fault.problem), so a feature whose data is there does not start", fix: fault.remedy)
        }
    }

    /// Findings for unreadable files with texts in other languages.
    static func texts(of files: [FeatureFile]) -> [Finding] {
        // A link to a library may lie in another directory than the library, and the texts lie beside the library.
        let directories = Dictionary(grouping: files) { Path.resolved($0.path).flatMap { Path.parent($0) } ?? "" }
        return directories.sorted { $0.key < $1.key }.flatMap { directory, files in
            FeatureTexts.problems(of: Set(files.map(\.manifest.id)), in: directory).map { problem in
                Finding(
                    .warning, .textsUnreadable, problem.feature, at: .init(problem.path, problem.location),
                    "none of its texts is shown: \(problem.reason)",
                    fix: "correct it: one JSON object in UTF-8 of at most 1 MiB, with a text for each key")
            }
        }
    }

    /// Findings for libraries that a feature loads from outside its folder, so that no private copy includes them.
    ///
    /// - Parameter outside: The paths of the libraries, each with the path of the feature's file.
    static func outside(_ outside: [(file: String, library: String)]) -> [Finding] {
        outside.map { file, library in
            Finding(
                .note, .libraryOutside, library, at: .init(file),
                "it takes the library '\(library)' by its path, a run path or LD_LIBRARY_PATH: what is written there counts at once",
                fix:
                    "nothing, where that is meant; else copy it beside the file, and build that with the run path $ORIGIN"
            )
        }
    }

    /// The libraries that features load from outside their folders, each with the feature's file.
    @MainActor
    private static func outside(of application: HostApplication) -> [(file: String, library: String)] {
        needed(by: application).filter { $1.isOutside && $1.identity != nil }.map { ($0, $1.name) }
    }

    @MainActor
    private static func siblings(of application: HostApplication) -> Set<String> {
        Set(needed(by: application).map { Path.join(Path.parent($0) ?? ".", $1.name) })
    }

    /// The libraries that features need, each with the feature's file.
    @MainActor
    private static func needed(by application: HostApplication) -> [(file: String, library: SiblingLibrary)] {
        application.catalog.files().flatMap { file in
            let entry = application.openRegistry().entry(for: Discovery.key(file.path), file.identity)
            return (entry?.siblings ?? []).map { (file.path, $0) }
        }
    }

    /// Findings for folders and files that other members of a group may write to.
    static func groupWritable(directories: [String], files: [String]) -> [Finding] {
        (directories.map { ($0, Finding.Code.directoryGroupWritable) } + files.map { ($0, .fileGroupWritable) })
            .compactMap { path, code in
                guard let group = WritingGroup(of: path) else { return nil }
                return Finding(
                    .warning, code, path, at: .init(path),
                    "everyone in the group '\(group.name)' may write to it, and so run code as you",
                    fix: "chmod g-w \(Shell.word(path)), where the group is not to be trusted so far")
            }
    }
}

extension InsecureFile {
    func remedy(for path: String) -> String {
        switch self {
        case .writableByEveryone: "chmod o-w \(Shell.word(path))"
        case .writableByGroup: "chmod g-w \(Shell.word(path))"
        case .foreign: "make it yours: chown \"$(id -un)\" \(Shell.word(path))"
        case .folder(let folder, let problem): problem.remedy(for: folder)
        case .workingDirectory: remedy
        }
    }
}
