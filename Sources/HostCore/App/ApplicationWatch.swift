import Dispatch
import HostSystem

/// Reports that an app's features or its wiring file may have changed, once no file has changed for a moment.
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
    /// The last change that was put off.
    private var pending = 0

    /// How long nothing must have changed: a file is often written, renamed and given its mode in turn.
    private static let rest = DispatchTimeInterval.milliseconds(100)
    /// How long a file that is being written is waited for. Its writer may never come to an end.
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

    /// The reason why changes are not noticed, as a sentence. Nil if they are.
    public var refusal: String? {
        files?.refusals.first.map { "changes in '\($0.directory)' are not noticed: \($0.error)" }
    }

    /// Ends the watch. The watch also ends with its last reference.
    public func stop() {
        files?.stop()
        files = nil
    }

    /// Watches the directories of the features and of the wiring.
    private func watchFiles() throws(SystemError) {
        let options = application.options
        let wirings = Wiring.candidates(named: options.config, environment: options.environment)
        // A link is followed: what is written is the file behind it, which may be another one each time.
        let all = wirings + wirings.compactMap(Path.resolved)
        wiringNames = Set(all.map(Path.name))
        let directories = application.directories.map(\.path) + all.map { Path.parent($0) ?? "." }
        guard directories != self.directories else { return }
        let new = try FileWatch(directories) { [weak self] name in self?.take(name) }
        files?.stop()
        files = new
        self.directories = directories
    }

    private func take(_ name: String?) {
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
                // Half a file would be refused, and told of. That it is closed is a change of its own.
                if isPatient, files.namesBeingWritten.contains(where: matters) {
                    return tell(after: patience, ifStill: change, isPatient: false)
                }
                // Where that fails, what was watched still is.
                try? watchFiles()
                changed()
            }
        }
    }
}
