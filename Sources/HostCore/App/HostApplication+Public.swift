import FeatureContract
import HostSystem

extension HostApplication {
    /// Reads the wiring, discovers the features, and checks the wiring against them. No feature is activated: each
    /// unknown file is scanned in a separate process, and the result is kept for later hosts.
    ///
    /// - Throws: If a named plugins directory cannot be read, the wiring file is damaged, or its rules go round in a loop,
    ///   or the named executable is no worker. A rule that leads to what is not installed is left out: it is in
    ///   ``warnings``. A file that is not a feature is in ``refusedFiles``.
    public static func open(_ options: HostOptions) throws(HostError) -> HostApplication {
        guard options.zygote.executable != LinuxProcess.thisProgram || WorkerMain.isHandedOver.load(ordering: .relaxed)
        else {
            throw HostError(.noWorker)
        }
        guard options.zygote.executable == LinuxProcess.thisProgram || options.zygote.makesWorkers else {
            throw HostError(.isNoWorker(options.zygote.executable))
        }
        let application = try AppLoader.load(options)
        try application.requireGoodWiring()
        return application
    }

    /// Called some ten times a second while the host waits for a feature or scans libraries, on the main thread. A program
    /// with a user draws in it what the host has last shown, and takes what the user does; it must neither wait, nor call
    /// the host, nor drain the main queue. Where it returns false, the host stops waiting for the feature: the request
    /// ends with a problem of the kind `abandoned`, and the feature takes nothing else until it has done its work, which
    /// ``NavigationCoordinator/changeSink`` tells. A scan goes on whatever it returns.
    ///
    /// ```swift
    /// HostApplication.whileWaiting = { waiting in
    ///     if case .feature(let path) = waiting { statusBar.text = "Waiting for \(path)…" }
    ///     toolkit.handleEvents()
    ///     return !cancelButton.isPressed
    /// }
    /// ```
    public static var whileWaiting: (@MainActor (HostWaiting) -> Bool)? {
        get { WorkerProcess.whileWaiting }
        set { WorkerProcess.whileWaiting = newValue }
    }

    /// Ends the process from which features are started. Its coordinators are to be shut down before. An application
    /// that is used again starts another.
    public func close() { options.zygote.stop() }

    /// The usable features, by id. A reload changes the list. Reads every manifest.
    public var features: [InstalledFeature] { catalog.features().map(InstalledFeature.init) }

    /// The unused files in the plugins directories, each with the reason. A reload changes the list.
    public var refusedFiles: [RefusedFile] {
        catalog.refusals.map { RefusedFile(path: $0.path, reason: $0.reason.description) }
    }

    /// Warnings for the operator: redirects to features that are not installed, links that two features declare, files
    /// that other users may write to.
    public var warnings: [String] {
        discoveryWarnings.map(\.description) + wiringWarnings()
    }

    /// Warnings about allowed paths that a feature does not get. The feature's log repeats them at each start of its
    /// process.
    package var grantWarnings: [String] { grantRefusals().map { "'\($0.feature)' \($0.refusal.message)" } }

    /// Calls `changed` when files in the plugins directories or the wiring file may have changed, as a signal for
    /// ``HostApplication/reload(_:isForced:)``. Waits for a copy that is still being written.
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

/// An installed feature, as its manifest describes it.
public struct InstalledFeature: Hashable, Sendable {
    /// The id, by which the wiring and destinations name the feature, such as `character`. It is also the destination
    /// of the main screen.
    public let id: String
    /// The version, as the author writes it.
    public let version: String
    /// The path of the feature's file.
    public let path: String
    /// The destinations that the feature shows, such as `character/detail?identifier={int}`. Optional arguments have a
    /// `?` after their type.
    public let incoming: [String]
    /// The destinations that the wiring is to lead elsewhere, in the same form.
    public let outgoing: [String]
    /// The settings that it takes from the wiring file.
    public let settings: [FeatureSetting]

    init(_ entry: Catalog.Entry) {
        let manifest = entry.manifest
        id = manifest.id
        version = manifest.version
        path = entry.path ?? ""
        incoming = manifest.incoming.map { $0.shape(of: manifest.id) }
        outgoing = manifest.outgoing.map { $0.shape(of: manifest.id) }
        func all(_ settings: [Manifest.Setting], in section: String) -> [FeatureSetting] {
            settings.flatMap { setting -> [FeatureSetting] in
                switch setting.kind {
                case .any: [FeatureSetting(name: section + setting.name, type: "any")]
                case .value(let type): [FeatureSetting(name: section + setting.name, type: "\(type)")]
                case .section(let inner): all(inner, in: "\(section)\(setting.name).")
                }
            }
        }
        settings = all(manifest.settings, in: "")
    }
}

/// A setting that a feature takes from the wiring file.
public struct FeatureSetting: Hashable, Sendable, CustomStringConvertible {
    /// The name, behind those of the objects that it is in: `limits.rows`.
    public let name: String
    /// The type, such as `int`; `any` for a value of any kind.
    public let type: String

    /// The name with the type: `limits.rows: int`.
    public var description: String { "\(name): \(type)" }
}

extension RouteDeclaration {
    /// `character/detail?identifier={int}`. Optional arguments have a `?` after their type.
    package func shape(of feature: String) -> String {
        let items = arguments.map { "\($0.name)={\($0.type)\($0.isRequired ? "" : "?")}" }
        return "\(feature)/\(name)" + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }
}

/// A file in a plugins directory that is not used.
public struct RefusedFile: Hashable, Sendable {
    /// The path by which the file was found.
    public let path: String
    /// The reason as a phrase for the user: `it needs the library 'libtone.so.1', which is not found`.
    public let reason: String
}
