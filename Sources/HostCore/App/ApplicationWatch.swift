import Dispatch
import HostSystem

/// Reports a possible change of an app's features or wiring file, once no file has changed for a moment.
///
/// ```swift
/// let watch = try application.watch { application.reload(coordinator) }
/// ```
@MainActor
public final class ApplicationWatch {
    private let application: HostApplication
    private let changed: @MainActor () -> Void
    private var wiringNames: Set<String> = []
    private var directories: [String] = []
    private var files: FileWatch?
    /// The number of the last change that was put off.
    private var pending = 0

    /// The time without changes before a report: a file is often written, renamed and given its mode in turn.
    private static let rest = DispatchTimeInterval.milliseconds(100)
    /// The longest wait for a file that is being written, since its writer may never finish.
    private let patience: DispatchTimeInterval

    /// - Parameter changed: Called when it is time for ``HostApplication/reload(_:isForced:)``.
    package convenience init(
        _ application: HostApplication, changed: @escaping @MainActor () -> Void
    ) throws(SystemError) {
        try self.init(application, patience: .seconds(10), changed: changed)
    }

    init(
        _ application: HostApplication, patience: DispatchTimeInterval, changed: @escaping @MainActor () -> Void
    ) throws(SystemError) {
        self.application = application
        self.patience = patience
        self.changed = changed
        try watchFiles()
    }

    /// The reason why changes are not noticed, as a sentence; nil if they are.
    public var refusal: String? {
        files?.refusals.first.map { "changes in '\($0.directory)' are not noticed: \($0.error)" }
    }

    /// Ends the watch. The watch also ends with its last reference.
    public func stop() {
        files?.stop()
        files = nil
    }

    private func watchFiles() throws(SystemError) {
        let options = application.options
        let wirings = Wiring.candidates(named: options.config, environment: options.environment)
        // A link is followed to the written file, which may change each time.
        let all = wirings + wirings.compactMap(Path.resolved)
        let answers = [application.permissionFile?.path].compactMap(\.self)
        wiringNames = Set((all + answers).map(Path.name))
        let directories = application.directories.map(\.path) + (all + answers).map { Path.parent($0) ?? "." }
        guard directories != self.directories else { return }
        let new = try FileWatch(directories) { [weak self] name in self?.handle(name) }
        files?.stop()
        files = new
        self.directories = directories
    }

    private func handle(_ name: String?) {
        guard name.map(matters) ?? true else { return }
        pending += 1
        tell(after: Self.rest, ifStill: pending)
    }

    /// A library that a feature needs lies beside it, and counts as the feature.
    private func matters(_ name: String) -> Bool {
        PluginsDirectory.isLibrary(name) || name.contains(".so.") || wiringNames.contains(name)
    }

    private func tell(after delay: DispatchTimeInterval, ifStill change: Int, isPatient: Bool = true) {
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) {
            MainActor.assumeIsolated { [weak self] in
                guard let self, let files, change == pending else { return }
                // An incomplete file would be refused and reported. Its closing is a further change.
                if isPatient, files.namesBeingWritten.contains(where: matters) {
                    return tell(after: patience, ifStill: change, isPatient: false)
                }
                // If that fails, the earlier watch remains.
                try? watchFiles()
                changed()
            }
        }
    }
}
