import FeatureContract
import HostSystem

/// The questions of another program to an application.
extension HostApplication {
    /// Reads the wiring, discovers the features, and checks the wiring against them. No feature is activated: each
    /// unknown file is scanned in a process of its own, and the result is kept for later hosts.
    ///
    /// - Throws: If a plugins directory that was named cannot be read, the wiring file is damaged or has errors, or no
    ///   worker can be started. A file that is no feature is listed in ``refusedFiles``.
    public static func open(_ options: HostOptions) throws(HostError) -> HostApplication {
        guard options.zygote.executable != LinuxProcess.thisProgram || WorkerMain.isHandedOver.load(ordering: .relaxed)
        else {
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

    /// Warnings about paths that a feature is allowed and does not get. The feature's log has them too, each time that
    /// its process starts.
    package var grantWarnings: [String] { grantRefusals().map { "'\($0.feature)' \($0.refusal.message)" } }

    /// Calls `changed` when files in the plugins directories, or the wiring file, may have changed, so that it is time
    /// for ``HostApplication/reload(_:isForced:)``. A copy that is still being written is waited for.
    ///
    /// - Returns: The watch, which ends with its last reference.
    public func watch(_ changed: @escaping @MainActor () -> Void) throws(HostError) -> ApplicationWatch {
        do {
            return try ApplicationWatch(self, changed: changed)
        } catch {
            throw HostError(.notWatched(error))
        }
    }
}

/// A feature as a host knows it before the feature runs.
public struct InstalledFeature: Hashable, Sendable {
    /// Its id, by which the wiring and destinations name it, such as `character`: also the destination of its main
    /// screen.
    public let id: String
    /// Its version, as its author writes it.
    public let version: String
    /// The path of its file.
    public let path: String
    /// The destinations that it shows, such as `character/detail?identifier={int}`; what may be left out has a `?`
    /// behind its type.
    public let incoming: [String]
    /// The destinations that it wants and the wiring is to lead elsewhere, in the same form.
    public let outgoing: [String]

    init(_ entry: Catalog.Entry) {
        let manifest = entry.manifest
        id = manifest.id
        version = manifest.version
        path = entry.path ?? ""
        incoming = manifest.incoming.map { $0.shape(of: manifest.id) }
        outgoing = manifest.outgoing.map { $0.shape(of: manifest.id) }
    }
}

extension RouteDeclaration {
    /// `character/detail?identifier={int}`; what may be left out has a `?` behind its type.
    package func shape(of feature: String) -> String {
        let items = arguments.map { "\($0.name)={\($0.type)\($0.isRequired ? "" : "?")}" }
        return "\(feature)/\(name)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}

/// A file in a plugins directory that is not used.
public struct RefusedFile: Hashable, Sendable {
    /// Of the file, as it was found.
    public let path: String
    /// Why, as a fragment for a person: `it needs the library 'libtone.so.1', which is not found`.
    public let reason: String
}
