import Dispatch

/// Tells when the features or the wiring of an application may be others, once what is going on has come to rest.
@MainActor
package final class ApplicationWatch {
    private let wiringNames: Set<String>
    private let changed: @MainActor () -> Void
    private var files: FileWatch?
    /// The last change that was put off.
    private var pending = 0

    /// How long nothing must have changed: a file is often written, renamed and given its mode in turn.
    private static let rest = DispatchTimeInterval.milliseconds(100)

    /// - Parameter changed: Called when it is time for ``NavigationCoordinator/reload(isForced:)``.
    package init(
        _ application: HostApplication, changed: @escaping @MainActor () -> Void
    ) throws(SystemError) {
        let options = application.options
        let wirings = Wiring.candidates(named: options.config, environment: options.environment)
        // A link is followed: what is written is the file behind it.
        let all = wirings + wirings.compactMap(Path.resolved)
        wiringNames = Set(all.map(Path.name))
        self.changed = changed
        files = try FileWatch(application.directories.map(\.path) + all.map { Path.parent($0) ?? "." }) {
            [weak self] name in self?.take(name)
        }
    }

    /// Why changes are not noticed, for a person; nil where they are.
    package var refusal: String? {
        files?.refusals.first.map { "changes in '\($0.directory)' are not noticed: \($0.error)" }
    }

    package func stop() {
        files?.stop()
        files = nil
    }

    private func take(_ name: String?) {
        // A library that a feature needs lies beside it, and counts as the feature.
        guard name.map({ PluginsDirectory.isLibrary($0) || $0.contains(".so.") || wiringNames.contains($0) }) ?? true
        else { return }
        pending += 1
        let mine = pending
        DispatchQueue.main.asyncAfter(deadline: .now() + Self.rest) {
            MainActor.assumeIsolated { [weak self] in
                guard let self, files != nil, mine == pending else { return }
                changed()
            }
        }
    }
}
