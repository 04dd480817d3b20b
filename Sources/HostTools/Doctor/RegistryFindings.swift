import HostCore

extension RegistryHealth {
    /// The findings about the registry.
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
