import HostCore

/// The state of the registry, and the findings about it.
package struct RegistryReport: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case missing
        case good
        /// The registry was damaged or not usable, for this reason: `its header is damaged`.
        case rebuilt(String)
    }

    package let path: String
    package let state: State

    package init(path: String, state: State) {
        self.path = path
        self.state = state
    }

    func findings(_ warnings: [Discovery.Warning]) -> [Finding] {
        var findings: [Finding] = []
        if case .rebuilt(let why) = state {
            findings.append(
                Finding(
                    .warning, .registryRebuilt, path, at: .init(path),
                    "the registry could not be used as it was, since \(why); it is repaired, and files without an entry are scanned again",
                    fix:
                        "find out who else writes to its folder, or what is wrong with its disk, where this comes again"
                ))
        }
        for case .registryNotWritten(_, let error) in warnings {
            findings.append(
                Finding(
                    .warning, .registryNotWritten, path, at: .init(path),
                    "the registry cannot be written (\(error)), so every file is scanned again each time",
                    fix: error.isWantOfSpace
                        ? "free space on its disk, or set XDG_CACHE_HOME to a folder on a disk with room"
                        : "set XDG_CACHE_HOME to a folder that you may write to, on a disk with room"))
        }
        return findings
    }
}

extension LibraryCopies {
    /// The findings about the places of copies.
    func findings() -> [Finding] {
        guard let problem else { return [] }
        let message =
            if let temporaryFolder {
                "the file system of this folder is mounted noexec, so each run makes the private copies of features anew "
                    + "in \(temporaryFolder)"
            } else {
                "no feature can be started, since of each \(problem)"
            }
        return [
            Finding(
                temporaryFolder == nil ? .error : .warning, .copiesNotMade, directory, at: .init(directory), message,
                fix: NextStep(problem, file: directory).text)
        ]
    }
}

extension HostApplication {
    package func registryReport() -> RegistryReport {
        let health = openRegistry().health
        let state: RegistryReport.State =
            switch health.state {
            case .missing: .missing
            case .good: .good
            case .rebuilt(let why): .rebuilt(why)
            }
        return RegistryReport(path: health.path, state: state)
    }
}
