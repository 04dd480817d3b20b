/// The state of what the host keeps between runs.
package struct RegistryReport: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        /// There was none yet.
        case missing
        case good
        /// What was there could not be used, and has been begun anew; why, as a fragment: `it is damaged (…)`.
        case rebuilt(String)
    }

    /// The file.
    package let path: String
    package let state: State
    /// How many files it knows that are not there any more.
    package let gone: Int

    package init(path: String, state: State, gone: Int) {
        self.path = path
        self.state = state
        self.gone = gone
    }

    /// - Parameter warnings: What the discovery could not keep there.
    func findings(_ warnings: [Discovery.Warning]) -> [Finding] {
        var findings: [Finding] = []
        if case .rebuilt(let why) = state {
            findings.append(
                Finding(
                    .warning, .registryRebuilt, path, at: .init(path),
                    "the registry was of no use, since \(why); it has been begun anew, and every file looked at again",
                    fix: "nothing now; where it comes again, look who else writes to its folder"))
        }
        for case .registryNotWritten(_, let error) in warnings {
            findings.append(
                Finding(
                    .warning, .registryNotWritten, path, at: .init(path),
                    "the registry cannot be written (\(error)), so every file is looked at again each time",
                    fix: error.isWantOfSpace
                        ? "free space on its disk, or set XDG_CACHE_HOME to a folder on a disk with room"
                        : "set XDG_CACHE_HOME to a folder that you may write to, on a disk with room"))
        }
        for case .copiesNotKept(let path, let error) in warnings {
            findings.append(
                Finding(
                    .warning, .copiesNotKept, path, at: .init(path),
                    "private copies of libraries cannot be written there (\(error)), so each run makes its own in a "
                        + "temporary folder",
                    fix: error.isWantOfSpace
                        ? "free space on its disk, or set XDG_CACHE_HOME to a folder on a disk with room"
                        : "set XDG_CACHE_HOME to a folder that is yours alone, on a disk with room"))
        }
        if gone > 0 {
            findings.append(
                Finding(
                    .note, .registryOutdated, path, at: .init(path),
                    "the registry knows \(gone) file\(gone == 1 ? " that is" : "s that are") not there any more",
                    fix: "nothing: what is gone is in nobody's way, and is known at once when it comes back"))
        }
        return findings
    }
}

extension HostApplication {
    /// What is to be told of the registry.
    package var registryReport: RegistryReport {
        let health = registry.health
        let state: RegistryReport.State =
            switch health.state {
            case .missing: .missing
            case .good: .good
            case .rebuilt(let why): .rebuilt(why)
            }
        return RegistryReport(
            path: health.path, state: state,
            gone: registry.entries.count { FileSystem.identity($0.path) == nil })
    }
}
