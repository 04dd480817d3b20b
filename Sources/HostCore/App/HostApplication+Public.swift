import HostSystem

/// The questions of another program to an application.
extension HostApplication {
    /// Reads the wiring, discovers the features, and checks the wiring against them. No feature is activated: each
    /// unknown file is scanned in a process of its own, and the result is kept for later hosts.
    ///
    /// - Throws: If a plugins directory that was named cannot be read, the wiring file is damaged or has errors, or no
    ///   worker can be started. A file that is no feature is listed in ``refusedFiles``.
    public static func open(_ options: HostOptions) throws(HostError) -> HostApplication {
        guard options.worker != LinuxProcess.thisProgram || WorkerMain.isHandedOver.load(ordering: .relaxed) else {
            throw HostError(.noWorker)
        }
        let application = try AppLoader.load(options)
        try application.requireGoodWiring()
        return application
    }

    /// The features that can be used, by id. Another list after a reload.
    ///
    /// Reads every manifest.
    public var features: [InstalledFeature] { catalog.features().map(InstalledFeature.init) }

    /// The files in the plugins directories that are not used, each with the reason. Another list after a reload.
    public var refusedFiles: [RefusedFile] {
        catalog.refusals.map { RefusedFile(path: $0.path, reason: $0.reason.description) }
    }

    /// Warnings for the operator: redirects to features that are not installed, links that two features declare, files
    /// that other users may write to.
    public var warnings: [String] {
        discoveryWarnings.map(\.description) + wiringWarnings()
    }

    /// Calls `changed` when files in the plugins directories, or the wiring file, may have changed, so that it is time
    /// for ``NavigationCoordinator/reload(isForced:)``. A copy that is still being written is waited for.
    ///
    /// - Returns: The watch, which ends with its last reference.
    public func watch(_ changed: @escaping @MainActor () -> Void) throws(HostError) -> ApplicationWatch {
        do throws(SystemError) {
            return try ApplicationWatch(self, changed: changed)
        } catch {
            throw HostError(.notWatched(error))
        }
    }
}
