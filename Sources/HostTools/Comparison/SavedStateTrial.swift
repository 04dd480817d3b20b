import FeatureContract
import HostCore
import HostSystem

/// Tries whether a new version of a feature accepts the saved state of the old one's screens.
///
/// A manifest does not describe saved states. So both versions are started, each in a separate worker without
/// permissions: the old one saves each screen in its initial state, and the new one restores it.
@MainActor
package enum SavedStateTrial {
    /// The changes for screens whose saved state is not accepted: the main screen, and those of destinations. Leaves
    /// out screens that either version does not show, or the old one does not save.
    ///
    /// - Parameter dataHome: A folder for the data of both.
    package static func changes(
        of old: FeatureFile, with new: FeatureFile, _ destinations: [Destination], dataHome: String,
        _ options: HostOptions
    ) -> [ContractChange] {
        guard let saving = started(old, Path.join(dataHome, "old"), options) else { return [] }
        defer { saving.deactivate() }
        guard let restoring = started(new, Path.join(dataHome, "new"), options) else { return [] }
        defer { restoring.deactivate() }
        var refused: [ContractChange] = []
        for (index, destination) in ([nil] + destinations).enumerated() {
            let id = ScreenID(index + 1)
            let opening = destination.map { FeatureMessage.resolve($0, id) } ?? .makeMainScreen(id)
            guard case .made(keepsState: true) = saving.make(opening, 0),
                case .screen = saving.make(.render(id, unseen: false), 0),
                case .state(let state) = saving.make(.save(id), 0), case .made(let keeps) = restoring.make(opening, 0)
            else { continue }
            let reason: String
            if !keeps {
                reason = "the screen keeps no state any more"
            } else if case .failure(let failure) = restoring.make(.restore(id, state), 0) {
                reason = failure.reason
            } else {
                continue
            }
            refused.add(
                .state, .changed, destination.map { "\($0.feature)/\($0.route)" } ?? old.manifest.id,
                "what the screen has saved is not taken, and it begins anew: \(reason)",
                fix: "let new fields have defaults, or raise the version of the saved state and take the older one too")
        }
        return refused
    }

    /// - Returns: Nil for a feature that does not start, which `check` reports.
    private static func started(_ file: FeatureFile, _ dataHome: String, _ options: HostOptions) -> TriedFeature? {
        var options = options
        options.isolation = .process
        var variables = options.environment.all
        variables["XDG_DATA_HOME"] = dataHome
        options.environment = HostEnvironment(variables)
        let activation = FeatureStore.activation(of: file, wiring: .empty, options: options)
        let feature = TriedFeature(activation, expecting: [], log: { _ in })
        guard case .done = feature.make(.activate(activation.context), 0) else { return nil }
        return feature
    }
}
