import Dispatch
import FeatureContract
import Glibc
import HostCore
import HostSystem

/// How a feature is built, by what lies in its folder.
struct PackageBuild {
    enum Tool: String, CaseIterable {
        case swift, cargo, make

        /// The names of the file that says how.
        fileprivate var files: [String] {
            switch self {
            case .swift: ["Package.swift"]
            case .cargo: ["Cargo.toml"]
            case .make: ["GNUmakefile", "makefile", "Makefile"]
            }
        }

        fileprivate func arguments(_ folder: String) -> [String] {
            switch self {
            case .swift: ["swift", "build", "--package-path", folder]
            case .cargo:
                ["cargo", "build", "--message-format", "short", "--manifest-path", Path.join(folder, "Cargo.toml")]
            case .make: ["make", "-C", folder]
            }
        }

        /// Where the libraries are, from the folder.
        fileprivate var products: String {
            switch self {
            case .swift: ".build/debug"
            case .cargo: "target/debug"
            case .make: "."
            }
        }
    }

    let folder: String
    let tool: Tool

    /// - Returns: Nil if nothing there says how it is built.
    init?(_ folder: String) {
        let found = Tool.allCases.first { tool in
            tool.files.contains { FileSystem.kind(Path.join(folder, $0)) == .regularFile }
        }
        guard let found, let path = Path.resolved(folder) else { return nil }
        (self.folder, tool) = (path, found)
    }

    /// The plugins directory for what was built, among what the build writes.
    var plugins: String {
        Path.join(folder, [Tool.swift: ".build/switchyard", .cargo: "target/switchyard"][tool] ?? ".switchyard")
    }

    /// The files that a build may read, with the version of each, and the folders that they are in. What is hidden, and
    /// what builds write, is left out.
    fileprivate var sources: (files: [String: FileIdentity], folders: [String]) {
        var (files, folders) = ([:] as [String: FileIdentity], [folder])
        var next = 0
        while next < folders.count {
            let names = (try? FileSystem.names(in: folders[next])) ?? []
            for name in names where !name.hasPrefix(".") && !name.hasSuffix("~") {
                let path = Path.join(folders[next], name)
                switch FileSystem.kind(path) {
                case .directory? where !["target", "build"].contains(name): folders.append(path)
                case .regularFile? where !Self.products.contains(where: name.hasSuffix):
                    files[path] = FileSystem.identity(path)
                default: break
                }
            }
            next += 1
        }
        return (files, folders)
    }

    private static let products = [".so", ".o", ".d", ".a", "Package.resolved", "Cargo.lock"]

    /// What the compiler says is wrong, with the path from the folder: `Sources/Hello.swift:12:9: error: …`. Without such
    /// lines, the last ones of the output.
    func errors(in output: String) -> [String] {
        let lines = output.split(whereSeparator: \.isNewline).map { line in
            let line = DisplayText.safe(String(line))
            return line.hasPrefix(folder + "/") ? String(line.dropFirst(folder.count + 1)) : line
        }
        var errors: [String] = []
        // FILE:LINE:COLUMN: error: …, as swift, cargo, gcc and clang write it.
        for line in lines.filter({ $0.contains(/^[^:]+:\d+(:\d+)?: (fatal )?error/) }) where !errors.contains(line) {
            errors.append(line)
        }
        return errors.isEmpty ? Array(lines.suffix(5)) : errors
    }

    /// Puts the libraries that have changed, and the texts beside the sources, into a plugins directory.
    fileprivate func install(into plugins: String, _ sources: [String: FileIdentity]) throws(SystemError) {
        let products = Path.join(folder, tool.products)
        let names = try FileSystem.names(in: products).filter { $0.hasSuffix(".so") }
        let texts = sources.keys.filter { $0.hasSuffix(".strings.json") }
        for path in names.map({ Path.join(products, $0) }) + texts {
            let target = Path.join(plugins, Path.name(path))
            let bytes = try InputFile.read(found: path, limit: 1 << 30)
            if let before = try? InputFile.read(found: target, limit: 1 << 30), before == bytes { continue }
            let new = target + ".new"
            try AtomicFile.removeLeftOver(new)
            let file = try AtomicFile(new, mode: 0o700) { _ in }
            try file.write(bytes)
            _ = try file.move(to: target)
        }
    }
}

/// Builds a feature when its sources change.
@MainActor
final class PackageBuilder {
    private let package: PackageBuild
    private let plugins: String
    private let output: String
    var noteSink: (LiveApp.Note) -> Void = { _ in }
    private var watch: FileWatch?
    private var exit: DescriptorWatch?
    /// The sources that the last build began with.
    private var built: [String: FileIdentity] = [:]
    /// Files that builds write among the sources.
    private var written: Set<String> = []
    private var isBuilding = false
    /// Whether the last build was due to what the one before had changed.
    private var isRepeated = false
    /// The number of the last change that was put off.
    private var pending = 0
    private var succeeded: CheckedContinuation<Void, Never>?

    /// The time without changes before a build: an editor writes, renames and gives modes in turn.
    private static let rest = DispatchTimeInterval.milliseconds(50)
    /// The most errors that are told one by one.
    private static let mostErrors = 20

    init(_ package: PackageBuild, into plugins: String) throws(SystemError) {
        (self.package, self.plugins) = (package, plugins)
        output = Path.join(plugins, "output")
        try watchFolders(package.sources.folders)
    }

    /// Builds, and waits until a build succeeds.
    func waitForSuccess() async {
        await withCheckedContinuation { continuation in
            succeeded = continuation
            build()
        }
    }

    private func watchFolders(_ folders: [String]) throws(SystemError) {
        let new = try FileWatch(folders) { [weak self] _ in self?.handle() }
        watch?.stop()
        watch = new
    }

    private func handle() {
        pending += 1
        let change = pending
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.rest) {
            MainActor.assumeIsolated { [weak self] in
                guard let self, change == pending, !isBuilding, !changes.isEmpty else { return }
                isRepeated = false
                build()
            }
        }
    }

    /// The sources that are not as the last build has read them.
    private var changes: [String] {
        let files = package.sources.files
        return Set(files.keys).union(built.keys).filter { files[$0] != built[$0] && !written.contains($0) }
    }

    private func build() {
        isBuilding = true
        let (files, folders) = package.sources
        built = files
        // Folders may have come.
        try? watchFolders(folders)
        noteSink(.init("building \(Path.name(package.folder)) with \(package.tool.rawValue)"))
        let start = ContinuousClock.now
        let variables = HostEnvironment.current.all.map { "\($0.key)=\($0.value)" }
        let program = Program.find(package.tool.rawValue) ?? package.tool.rawValue
        // Until the app opens, its user sees what the build says.
        let isShown = succeeded != nil
        let started = LinuxProcess.spawn(program, package.tool.arguments(package.folder), variables) { [output] in
            guard !isShown else {
                posix_spawn_file_actions_adddup2(&$0, STDERR_FILENO, STDOUT_FILENO)
                return
            }
            posix_spawn_file_actions_addopen(&$0, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_adddup2(&$0, STDOUT_FILENO, STDERR_FILENO)
        }
        switch started {
        case .failure(let error): end(["\(program) cannot be started: \(error)"], start, files)
        case .success(let process):
            let descriptor = OpenDescriptor(LinuxProcess.exitDescriptor(of: process))
            exit = DescriptorWatch { [weak self] in self?.take(process, start, files, descriptor) }
            exit?.arm([pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)])
        }
    }

    /// Takes the result of a build that has ended.
    private func take(
        _ process: pid_t, _ start: ContinuousClock.Instant, _ files: [String: FileIdentity], _ ended: OpenDescriptor
    ) {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else {
            exit?.arm([pollfd(fd: ended.number, events: Int16(POLLIN), revents: 0)])
            return
        }
        guard status == 0 else {
            guard succeeded == nil else {
                return end(["the build has failed; it is tried again at a change"], start, files)
            }
            let text = String(decoding: (try? InputFile.read(found: output, limit: 1 << 24)) ?? [], as: UTF8.self)
            return end(package.errors(in: text), start, files)
        }
        do throws(SystemError) {
            try package.install(into: plugins, files)
            end(nil, start, files)
        } catch {
            end(["what was built cannot be taken: \(error.operation): \(error)"], start, files)
        }
    }

    /// - Parameter errors: Why the build has failed; nil if it has not.
    private func end(_ errors: [String]?, _ start: ContinuousClock.Instant, _ files: [String: FileIdentity]) {
        isBuilding = false
        exit = nil
        if let errors {
            // The first one last, which is what the user sees.
            for error in errors.dropFirst().prefix(Self.mostErrors).reversed() { noteSink(.init(error, .problem)) }
            let rest = errors.count - 1
            let more = rest > 0 ? " (and \(rest) more)" : ""
            noteSink(.init((errors.first ?? "the build has failed") + more, .problem))
        } else {
            let seconds = start.duration(to: .now) / .seconds(1)
            noteSink(.init("built in \(WorkerExit.text(seconds: seconds))", .done))
            succeeded?.resume()
            succeeded = nil
        }
        let changes = changes
        // What a build makes is no source, and what two builds in turn have changed neither.
        written.formUnion(changes.filter { isRepeated || files[$0] == nil })
        guard !self.changes.isEmpty else { return }
        isRepeated = true
        build()
    }
}
