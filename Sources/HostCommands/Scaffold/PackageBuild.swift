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

        /// - Parameter changed: Sources that have changed in the build before. Make compares their times with those of what
        ///   that build has written later.
        fileprivate func arguments(_ folder: String, _ changed: [String]) -> [String] {
            switch self {
            case .swift: ["swift", "build", "--package-path", folder]
            case .cargo:
                ["cargo", "build", "--message-format", "short", "--manifest-path", Path.join(folder, "Cargo.toml")]
            case .make:
                ["make", "--no-print-directory", "-C", folder]
                    + changed.flatMap { ["-W", String($0.dropFirst(folder.count + 1))] }
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

    fileprivate typealias Sources = (files: [String: FileIdentity], folders: [String])

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

    /// The files that a build may read, with the version of each, and the folders that they are in. What is hidden, what
    /// builds write, and the app's wiring file are left out.
    fileprivate var sources: Sources {
        var (files, folders) = ([:] as [String: FileIdentity], [folder])
        var next = 0
        while next < folders.count {
            let names = (try? FileSystem.names(in: folders[next])) ?? []
            for name in names where !name.hasPrefix(".") && !name.hasSuffix("~") {
                let path = Path.join(folders[next], name)
                switch FileSystem.kind(path) {
                case .directory? where !["target", "build"].contains(name): folders.append(path)
                case .regularFile? where !Self.unread.contains(where: name.hasSuffix):
                    files[path] = FileSystem.identity(path)
                default: break
                }
            }
            next += 1
        }
        return (files, folders)
    }

    /// The ends of the names of what no build reads.
    private static let unread = ["switchyard.jsonc", ".so", ".o", ".d", ".a", "Package.resolved", "Cargo.lock"]

    /// Returns the lines in which a compiler reports an error, each once, with the path from the package's folder:
    /// `Sources/Hello.swift:12:9: error: cannot find 'x' in scope`. If there are none, returns the last five lines.
    func errors(in output: String) -> [String] {
        // A compiler may colour what it says, and link its words, also in a file (ECMA-48: SGR and OSC).
        let plain = output.replacing(/\u{1B}(\[[0-9;]*m|\].*?(\u{1B}\\|\u{7}))/, with: "")
        let lines = plain.split(whereSeparator: \.isNewline).map { line in
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

    /// The end of a file, in which a build says how it has ended.
    fileprivate static func end(of path: String) -> String {
        let most = 1 << 20
        guard let file = try? FileDescriptor(opening: path, O_RDONLY), let status = try? file.status() else {
            return ""
        }
        var bytes = [UInt8](repeating: 0, count: most)
        let count = pread(file.number, &bytes, most, max(0, off_t(status.st_size) - off_t(most)))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Makes the plugins directory, and removes what a build before has put there.
    func clearPlugins() throws(SystemError) {
        try FileSystem.makeDirectories(plugins)
        var status = stat()
        try systemCall("lstat") { lstat(plugins, &status) }
        // A link may lead to a folder with other files.
        guard FileKind(status) == .directory else { throw SystemError(code: ENOTDIR, operation: "open") }
        try removePlugins { _ in true }
    }

    private func removePlugins(_ isGone: (String) -> Bool) throws(SystemError) {
        for name in try FileSystem.names(in: plugins) where name.hasSuffix(".so") || name.hasSuffix(".strings.json") {
            if isGone(name) { unlink(Path.join(plugins, name)) }
        }
    }

    /// Puts the libraries that have changed, and the texts beside the sources, into the plugins directory.
    fileprivate func install(_ texts: [String]) throws(SystemError) {
        let products = Path.join(folder, tool.products)
        let libraries = try FileSystem.names(in: products).filter { $0.hasSuffix(".so") }.map {
            Path.join(products, $0)
        }.filter { FileSystem.kind($0) == .regularFile }
        let names = Set((libraries + texts).map(Path.name))
        try removePlugins { !names.contains($0) }
        for path in libraries + texts {
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
    var noteSink: (LiveApp.Note) -> Void = { _ in }
    private var watch: FileWatch?
    private var folders: [String] = []
    /// The build that goes on.
    private var process: pid_t?
    private var exit: DescriptorWatch?
    /// The sources that the last build began with, or what it has made of them.
    private var built: [String: FileIdentity] = [:]
    /// The number of builds in a row that were due to what changed in the one before.
    private var repeats = 0
    /// The number of builds in a row that were ended because their sources had changed.
    private var ended = 0
    /// Whether the running build is being ended for that.
    private var isOutdated = false
    /// The number of the last change that was put off, and when the first of those was.
    private var pending: (number: Int, since: ContinuousClock.Instant?) = (0, nil)
    private var succeeded: CheckedContinuation<Bool, Never>?

    /// The time without changes before a build: an editor writes, renames and gives modes in turn.
    private static let rest = Duration.milliseconds(50)
    /// The longest wait for that time.
    private static let patience = Duration.seconds(1)
    /// The most builds in a row without a change from outside of them: a build may write among its sources.
    private static let mostRepeats = 4
    /// The most errors that are told one by one.
    private static let mostErrors = 20

    init(_ package: PackageBuild) throws(SystemError) {
        self.package = package
        try watchFolders(package.sources.folders)
    }

    /// Builds, and waits until a build succeeds. False if it was ended before.
    func waitForSuccess() async -> Bool {
        await withCheckedContinuation { continuation in
            succeeded = continuation
            build(package.sources)
        }
    }

    /// Ends the build that goes on, and begins no other.
    func stop() {
        watch?.stop()
        watch = nil
        exit = nil
        if let process { kill(process, SIGTERM) }
        process = nil
        succeeded?.resume(returning: false)
        succeeded = nil
    }

    private func watchFolders(_ folders: [String]) throws(SystemError) {
        guard folders != self.folders else { return }
        let new = try FileWatch(folders) { [weak self] _ in self?.handle() }
        watch?.stop()
        (watch, self.folders) = (new, folders)
    }

    private func handle() {
        let since = pending.since ?? .now
        pending = (pending.number + 1, since)
        let number = pending.number
        guard since.duration(to: .now) < Self.patience else { return look() }
        MainQueue.after(Self.rest) { [weak self] in
            guard let self, number == pending.number else { return }
            look()
        }
    }

    /// Builds if sources have changed. Ends a running build first: ``end(_:_:)`` then begins the next one.
    private func look() {
        pending.since = nil
        guard watch != nil else { return }
        let sources = package.sources
        // Folders may have come.
        try? watchFolders(sources.folders)
        guard sources.files != built else { return }
        if let process {
            // A build may write among its sources, and must finish at some time.
            guard !isOutdated, ended < Self.mostRepeats else { return }
            (ended, isOutdated) = (ended + 1, true)
            kill(process, SIGTERM)
            return
        }
        (repeats, ended) = (0, 0)
        build(sources)
    }

    /// - Parameter changed: The sources that have changed in the build before.
    private func build(_ sources: PackageBuild.Sources, _ changed: [String] = []) {
        built = sources.files
        noteSink(.init("building \(Path.name(package.folder)) with \(package.tool.rawValue)"))
        let start = ContinuousClock.now
        // It may have been cleaned away.
        try? FileSystem.makeDirectories(package.plugins)
        let output = Path.join(package.plugins, "output")
        let variables = HostEnvironment.current.all.map { "\($0.key)=\($0.value)" }
        let program = Program.find(package.tool.rawValue) ?? package.tool.rawValue
        // Until the app opens, its user sees what the build says.
        let isShown = succeeded != nil
        let started = LinuxProcess.spawn(
            program, package.tool.arguments(package.folder, changed), variables, inOwnSession: false
        ) {
            guard !isShown else {
                posix_spawn_file_actions_adddup2(&$0, STDERR_FILENO, STDOUT_FILENO)
                return
            }
            posix_spawn_file_actions_addopen(&$0, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_adddup2(&$0, STDOUT_FILENO, STDERR_FILENO)
        }
        switch started {
        case .failure(let error): end(["\(program) cannot be started: \(error)"], start)
        case .success(let process):
            self.process = process
            let descriptor = OpenDescriptor(LinuxProcess.exitDescriptor(of: process))
            exit = DescriptorWatch { [weak self] in self?.take(process, start, output, descriptor) }
            exit?.arm([pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)])
        }
    }

    /// Takes the result of a build that has ended.
    private func take(
        _ process: pid_t, _ start: ContinuousClock.Instant, _ output: String, _ ended: OpenDescriptor
    ) {
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else {
            exit?.arm([pollfd(fd: ended.number, events: Int16(POLLIN), revents: 0)])
            return
        }
        guard status == 0 else {
            let isShown = succeeded != nil
            return end(
                isShown
                    ? ["the build has failed; it is tried again at a change"]
                    : package.errors(in: PackageBuild.end(of: output)), start)
        }
        do throws(SystemError) {
            try package.install(built.keys.filter { $0.hasSuffix(".strings.json") })
            end(nil, start)
        } catch {
            end(["what was built cannot be taken: \(error.operation): \(error)"], start)
        }
    }

    /// - Parameter errors: Why the build has failed; nil if it has not.
    private func end(_ errors: [String]?, _ start: ContinuousClock.Instant) {
        process = nil
        exit = nil
        let sources = package.sources
        let files = sources.files
        try? watchFolders(sources.folders)
        // The user has saved meanwhile, or the build writes among its sources: then it is not due to these again.
        let isRepeated = isOutdated || files != built && repeats < Self.mostRepeats
        if let errors {
            // Errors in sources that have changed since are not reported: the next build finds those that are left.
            if isRepeated { return repeatBuild(sources) }
            // The first one last, which is what the user sees.
            for error in errors.dropFirst().prefix(Self.mostErrors).reversed() { noteSink(.init(error, .problem)) }
            let rest = errors.count - 1
            let more = rest > 0 ? " (and \(rest) more)" : ""
            noteSink(.init((errors.first ?? "the build has failed") + more, .problem))
        } else {
            let seconds = start.duration(to: .now) / .seconds(1)
            noteSink(.init("built in \(WorkerExit.text(seconds: seconds))", .done))
            succeeded?.resume(returning: true)
            succeeded = nil
        }
        guard isRepeated else {
            built = files
            return
        }
        repeatBuild(sources)
    }

    private func repeatBuild(_ sources: PackageBuild.Sources) {
        if isOutdated {
            isOutdated = false
        } else {
            (repeats, ended) = (repeats + 1, 0)
        }
        build(sources, sources.files.keys.filter { sources.files[$0] != built[$0] })
    }
}
